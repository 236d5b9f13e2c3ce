// Attacks on closing hours (issue 13 A.8) at the parameters of a new exchange: US500, whose closing rate is 5 %.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, WALLET } from '../../../src/enum/index.ts';
import {
  activations,
  type Command,
  defaultGenesis,
  encodeCommand,
  firstCommands,
  instruments,
  openExchange,
} from '../../../src/index.ts';
import type { PerpetualContext } from '../../../src/perpetual/index.ts';
import { command } from '../../kit/genesis.ts';
import { NO_KEY, NOON } from '../../kit/world.ts';

export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const STAKE = 9_900_000_000;
const USDT = 1;
const INSTRUMENT = instruments.findIndex(({ base }) => base === 'US500') + 1;
export const MARKET = 100 + INSTRUMENT;
export const CLOSES = NOON + 3 * HOUR;
const NIGHT = 17 * HOUR;
export const OPENS = CLOSES + NIGHT;

type Core = ReturnType<typeof openExchange> & {
  readonly parts: { readonly perpetual: { readonly context: PerpetualContext } };
};

/** An exchange with every product as a new one has it, under a version of the rules, and a market that closes soon. */
export class Attack {
  /** When the market opens again. */
  readonly opens: number;
  private readonly core = openExchange() as Core;
  private time = NOON;

  constructor(rules: number, closed = NIGHT) {
    this.opens = CLOSES + closed;
    this.must(defaultGenesis('practice', []));
    for (const one of [...activations(1, rules), ...firstCommands('practice')]) this.must(one);
    const { calendar } = this.context.prices.rows;
    const sessions = [
      { opens: NOON - HOUR, closes: CLOSES },
      { opens: this.opens, closes: this.opens + 7 * HOUR },
    ];
    this.must(command('hours.set', { calendar: calendar[INSTRUMENT] as number, sessions }));
  }

  get context(): PerpetualContext {
    return this.core.parts.perpetual.context;
  }

  send(one: Command): number {
    this.core.advance(this.time);
    const code = this.core.apply(encodeCommand(one), 0);
    this.core.audit();
    this.core.takeEvents();
    return code;
  }

  must(one: Command): number {
    expect(this.send(one), one.name).toBe(200);
    return this.core.result;
  }

  /** To a time, with the index at so many cents there. */
  tick(time: number, price: number): void {
    this.time = time;
    const row = { instrument: INSTRUMENT, price, spread: 0, used: 3, total: 3 };
    this.must(command('ticks', { ticks: [row], quotes: [] }));
  }

  /** A customer with all practice money in the U wallet. */
  customer(): number {
    const user = this.must(command('user.open', { referrer: 0 }));
    this.must(command('practice.claim', { user, ...NO_KEY }));
    const way = { from: WALLET.spot, to: WALLET.uContract, asset: USDT, amount: STAKE, market: 0 };
    this.must(command('wallet.transfer', { user, ...NO_KEY, ...way }));
    return user;
  }

  /** Time passes without a command of anybody. */
  pass(time: number): void {
    this.time = time;
    this.core.advance(time);
    this.core.takeEvents();
  }

  /** More margin for an isolated position. */
  add(user: number, side: number, amount: number): void {
    const { positions } = this.context;
    const position = positions.rows.id(positions.of(positions.holding(user, MARKET), side));
    this.must(command('position.margin', { user, ...NO_KEY, position, flag: 1, amount }));
  }

  /** A limit order of isolated margin, opening at a leverage or (0) closing. */
  open(user: number, direction: number, lots: number, price: number, leverage: number): number {
    return this.send(
      command('contract.place', {
        ...{
          user,
          ...NO_KEY,
          market: MARKET,
          direction,
          marginMode: 2,
          leverage,
          type: 1,
          timeInForce: 1,
          price,
          lots,
        },
        ...{ trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 1, selfTrade: 1 },
      }),
    );
  }

  /** What a customer has in the U wallet and in positions at the index. */
  worth(user: number): number {
    const { ledger, positions, contracts } = this.context;
    const { rows: p } = positions;
    let sum = ledger.availableOf(user, WALLET.uContract, USDT, 0);
    const holding = positions.holding(user, MARKET);
    for (const side of [1, 2]) {
      const slot = holding === 0 ? 0 : positions.of(holding, side);
      if (slot === 0) continue;
      const index = (contracts.rows.mark[MARKET] as number) - (contracts.rows.basis[MARKET] as number);
      const value = ((p.lots[slot] as number) * index * (contracts.rows.perLot[MARKET] as number)) / 100;
      const cost = p.cost[slot] as number;
      sum += positions.marginOf(slot) + (side === 1 ? value - cost : cost - value);
    }
    return sum;
  }

  fund(): number {
    const account = this.context.ledger.find(ACCOUNT_CLASS.insurance, 0, 0, USDT, 0);
    return account === 0 ? 0 : (this.context.ledger.accounts.available[account] as number);
  }
}
