// A world with second contracts: two markets, small odds one can see, a pool, stakes in wallet 6.

import { SECOND_DIRECTION } from '../../src/enum/index.ts';
import { type Command, type EventOf } from '../../src/index.ts';
import { grantAll } from '../desk/kit.ts';
import { command, type Shape, USDT } from '../kit/genesis.ts';
import { NO_KEY, type Reply, World } from '../kit/world.ts';
import { type Contract, SecondAudit } from './audit.ts';

export const UP = SECOND_DIRECTION.up;
export const DOWN = SECOND_DIRECTION.down;
/** Markets of the two instruments. */
export const M1 = 301;
export const M2 = 302;
export const DELAY = 1_000;
export const PATIENCE = 3_000;
export const ODDS = 850_000;
export const PERIODS = [
  { seconds: 30, odds: ODDS, min: 10, max: 5_000 },
  { seconds: 60, odds: 333_333, min: 1, max: 10_000 },
  { seconds: 1, odds: 10_000_000, min: 1, max: 20_000 },
];
export const MOST = 20_000;
/** What the pool has. */
export const POOL = 60_000;
/** What each customer has in wallet 6. */
export const STAKES = 30_000;

export type Terms = Readonly<Record<string, unknown>>;

/** second.set of market 1, changed by `terms`. */
export function setOf(terms: Terms = {}): Command {
  return command('second.set', {
    ...{ market: M1, instrument: 1, asset: USDT, periods: PERIODS, delay: DELAY, patience: PATIENCE, most: MOST },
    ...terms,
  });
}

export class SecondWorld extends World {
  /** `desk`: with operators, so that two persons can change terms later. */
  constructor(change: Partial<Shape> = {}, terms: Terms = {}, pool = POOL, desk = false) {
    super({ funds: [{ class: 13, asset: USDT, amount: pool }], ...change }, 0);
    if (desk) grantAll(this);
    this.must(setOf(terms));
    this.must(setOf({ ...terms, market: M2, instrument: 2 }));
    for (let user = 2; user < 5; user += 1) {
      this.open(user === 2 ? 0 : user - 1);
      this.claim(user);
      this.transfer(user, 1, 6, USDT, STAKES);
    }
    this.tick();
  }

  get seconds(): SecondAudit {
    return this.audit.products.find((one) => one instanceof SecondAudit)!;
  }

  secondOf(user: number, fields: Readonly<Record<string, number>> = {}): Command {
    return command('second.open', {
      ...{ user, ...NO_KEY, market: M1, direction: UP, seconds: 30, amount: 100, terms: ODDS, ...fields },
    });
  }

  bet(user: number, fields: Readonly<Record<string, number>> = {}): Reply {
    return this.send(this.secondOf(user, fields));
  }

  /** An order that must be taken; gives its id. */
  stake(user: number, fields: Readonly<Record<string, number>> = {}): number {
    return this.must(this.secondOf(user, fields));
  }

  /** Time passes to `ms` after `from`; a tick of market 1 at that price comes with it. */
  tickAt(time: number, price: number, change: Readonly<Record<string, number>> = {}): void {
    this.time = time;
    this.must(this.ticks([price, 5_000], change));
  }

  contract(id: number): Contract | undefined {
    return this.seconds.open.get(id);
  }

  settled(id: number): EventOf<'second.settled'> | undefined {
    return this.emitted('second.settled').find((event) => event.second === id);
  }

  voided(id: number): EventOf<'second.void'> | undefined {
    return this.emitted('second.void').find((event) => event.second === id);
  }

  get pool(): number {
    return this.audit.house(13, USDT);
  }

  get escrow(): number {
    return this.audit.house(4, USDT);
  }

  contractWallet(user: number): number {
    return this.free(user, USDT, 6);
  }
}
