// A crowd on one contract: more customers than one batch has steps for. No auditor folds its events; the state is
// audited where the tests say so.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import {
  activations,
  type Command,
  decodeEvents,
  encodeCommand,
  type Exchange,
  type ExchangeEvent,
  openExchange,
} from '../../src/index.ts';
import { command, genesisOf, USDT, usual } from '../kit/genesis.ts';
import { NO_KEY, NOON } from '../kit/world.ts';
import { FEES, listOf, type Terms, U, U_WALLET } from '../perpetual/kit.ts';
import { SLOT_END } from '../kit/slots.ts';

export class Crowd {
  exchange: Exchange;
  time = NOON;
  events: ExchangeEvent[] = [];
  /** Positions by user and side, as last emitted. */
  readonly positions = new Map<string, Extract<ExchangeEvent, { name: 'position.changed' }>>();

  /**
   * `users` customers with 1,000 each in the wallet of contracts; so much in the fund; hours of instrument 2; up to a
   * version of the rules.
   */
  constructor(
    users: number,
    fund: number,
    terms: Terms = {},
    { calendar = 0, rules }: { readonly calendar?: number; readonly rules?: number | undefined } = {},
  ) {
    this.exchange = openExchange();
    this.exchange.advance(this.time);
    const shape = { ...usual, calendar, practice: [0, 0, 1_000] as const, house: 100_000_000 };
    const genesis = genesisOf(shape);
    const funds = [
      { class: 1, asset: USDT, amount: 100_000_000 },
      { class: ACCOUNT_CLASS.insurance, asset: USDT, amount: fund },
    ];
    this.must({ ...genesis, funds: funds.filter(({ amount }) => amount > 0) } as unknown as Command);
    for (const one of activations(1, rules)) this.must(one);
    this.must(command('contract.fees', { tiers: FEES }));
    this.must(listOf({ maxValue: 2 ** 40, ...terms }));
    this.must(command('maker.transfer', { from: 1, to: U_WALLET, asset: USDT, amount: 90_000_000 }));
    for (let user = 2; user < users + 2; user += 1) {
      this.must(command('user.open', { referrer: 0 }));
      this.must(command('practice.claim', { user, ...NO_KEY }));
      const moved = { user, ...NO_KEY, from: 1, to: U_WALLET, asset: USDT, amount: 1_000, market: 0 };
      this.must(command('wallet.transfer', moved));
    }
    this.tick(10_000);
    this.end();
  }

  must(one: Command): number {
    const code = this.exchange.apply(encodeCommand(one), 0);
    if (code !== 200)
      throw new Error(`expected ${one.name} done, got ${code} (${this.exchange.expected}, ${this.exchange.got})`);
    const { result } = this.exchange;
    if (one.name === 'ticks') this.exchange.apply(encodeCommand(SLOT_END), 0);
    return result;
  }

  tick(cents: number): void {
    this.must(tickOf(cents));
  }

  /** The batch ends: its events, and where positions are by them. */
  end(): ExchangeEvent[] {
    this.events = [...decodeEvents(this.exchange.takeEvents())];
    for (const event of this.events)
      if (event.name === 'position.changed') this.positions.set(`${event.user} ${event.side}`, event);
    return this.events;
  }

  /** A batch begins later. */
  later(ms: number): void {
    this.time += ms;
    this.exchange.advance(this.time);
  }

  place(user: number, direction: number, lots: number, price: number, fields: Terms = {}): number {
    return this.must(
      command('contract.place', {
        ...{ user, ...NO_KEY, market: U, direction, marginMode: 2, leverage: direction < 3 ? 20 : 0 },
        ...{ type: 1, timeInForce: 1, price, lots, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
        ...{ guardBy: 1, selfTrade: 1, ...fields },
      }),
    );
  }

  /** Money leaves the wallet of contracts. */
  away(user: number, amount: number): void {
    this.must(command('wallet.transfer', { user, ...NO_KEY, from: U_WALLET, to: 1, asset: USDT, amount, market: 0 }));
  }

  /** More margin for an isolated position. */
  add(user: number, position: number, amount: number): void {
    this.must(command('position.margin', { user, ...NO_KEY, position, flag: 1, amount }));
  }

  quote(levels: readonly (readonly [side: number, price: number, lots: number])[]): void {
    const rows = levels.map(([side, price, lots]) => ({ side, price, lots }));
    this.must(command('maker.quote', { market: U, levels: rows }));
  }

  emitted<N extends ExchangeEvent['name']>(name: N): Extract<ExchangeEvent, { name: N }>[] {
    return this.events.filter((event) => event.name === name) as Extract<ExchangeEvent, { name: N }>[];
  }

  open(side: number): number {
    return [...this.positions.values()].filter((one) => one.side === side && one.lots > 0 && one.user !== 1).length;
  }
}

/** The index of instrument 1, valid. */
export function tickOf(cents: number): Command {
  return command('ticks', { ticks: [{ instrument: 1, price: cents, spread: 0, used: 3, total: 3 }], quotes: [] });
}
