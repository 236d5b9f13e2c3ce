// The tables of margin borrowing: what may be borrowed, the wallets that did, their debts, and between which prices a
// wallet needs no look (money §4).

import { pool, type Registry, table } from '../state/index.ts';

const MAX_ID = 65_535;
const MOST_LEVERAGE = 10;
/** Wallets that ever borrowed or set their leverage; debts; bounds of wallets with debts. */
export const MAX_WALLETS = 4_000_000;
export const MAX_DEBTS = 4_000_000;
const MAX_BOUNDS = 8_000_000;

/** The one row of `state` and `terms`. */
export const ROW = 1;

/** What a wallet is. */
export const CALM = 0;
export const CALLED = 1;
export const LIQUIDATING = 2;

/** Rates of before the last two that hours not yet counted may need; a change that needs one more is refused. */
export const MAX_RATES = 1_024;

/** Ends the queue: 0 is "not in it". */
export const LAST = -1;

/** A wallet's bound: examined when the index falls to it, or rises to it. */
export const FALLING = 1;
export const RISING = 2;

export class MarginTables {
  /** By asset; `version` 0: not on margin. Rates in billionths an hour; `before` held for the hours under `since`. */
  readonly assets;
  /**
   * Since rules `ratesByHour`, what held before `before`: of an asset, linked from its row, the newest first. `rate` held for
   * the hours under `since`. There are any only while a sweep runs, for debts that it has not reached yet.
   */
  readonly rates;
  /** By leverage, millionths; `borrow` 0: no such leverage. */
  readonly levels;
  /** By market: greatest leverage of isolated wallets, 0 none. */
  readonly markets;
  readonly terms;
  readonly wallets;
  readonly debts;
  readonly bounds;
  readonly state;

  constructor(registry: Registry) {
    this.assets = registry.add(
      table(
        'margin.assets',
        {
          rate: 'f64',
          before: 'f64',
          since: 'f64',
          limit: 'f64',
          factor: 'i32',
          instrument: 'i32',
          version: 'i32',
          /** 1 while a tick of it is not looked through. */
          stirred: 'i32',
          /** Its first row of `rates`. */
          older: 'i32',
          /** Since rules `marginStale`: the last index that counted, cents; when that was, 0 when the last tick did not count. */
          cents: 'f64',
          counted: 'f64',
          /** 1 while that index is the first after a silence or dispute. */
          returned: 'i32',
        },
        MAX_ID,
        true,
        { added: { older: 0, cents: 0, counted: 0, returned: 0 } },
      ),
    );
    this.rates = registry.add(
      pool('margin.rates', { since: 'f64', rate: 'f64', asset: 'i32', next: 'i32' }, MAX_RATES, 'next'),
    );
    this.levels = registry.add(
      table('margin.levels', { borrow: 'i32', call: 'i32', liquidation: 'i32' }, MOST_LEVERAGE),
    );
    this.markets = registry.add(table('margin.markets', { leverage: 'i32' }, MAX_ID));
    this.terms = registry.add(table('margin.terms', { version: 'i32', cross: 'i32', transferOut: 'i32' }, 1));
    this.wallets = registry.add(
      table(
        'margin.wallets',
        {
          user: 'i32',
          wallet: 'i32',
          market: 'i32',
          leverage: 'i32',
          state: 'i32',
          /** Its first debt, its first bound. */
          debts: 'i32',
          bounds: 'i32',
          /** The next in the queue of those to examine: 0 not in it, −1 the last. */
          waits: 'i32',
          /** The list of those that are not calm. */
          watched: 'i32',
          before: 'i32',
          after: 'i32',
          /** Worth of what insurance paid since its liquidation began, USDT atoms. */
          shortfall: 'f64',
          /** Since rules `marginWaits`: 1 while its liquidation waits and that was told. */
          stuck: 'i32',
        },
        MAX_WALLETS,
        true,
        { added: { stuck: 0 } },
      ),
    );
    this.debts = registry.add(
      pool(
        'margin.debts',
        {
          principal: 'f64',
          /** Whole atoms of interest not yet paid, and what is left over of them, billionths of an atom. */
          interest: 'f64',
          carry: 'f64',
          /** Hours since 1970 that interest is counted for. */
          covered: 'f64',
          owner: 'i32',
          asset: 'i32',
          account: 'i32',
          next: 'i32',
        },
        MAX_DEBTS,
        'next',
      ),
    );
    this.bounds = registry.add(
      pool('margin.bounds', { cents: 'f64', owner: 'i32', asset: 'i32', side: 'i32', next: 'i32' }, MAX_BOUNDS, 'next'),
    );
    this.state = registry.add(
      table(
        'margin.state',
        {
          /** Queue of wallets to examine; list of those that are not calm, and where the round over them is. */
          queueFirst: 'i32',
          queueLast: 'i32',
          watchFirst: 'i32',
          watchLast: 'i32',
          round: 'i32',
          /** Assets stirred; debts that live; where the hour's sweep is, 0 through; 1 while a timer waits for the hour. */
          stirred: 'i32',
          count: 'i32',
          sweep: 'i32',
          armed: 'i32',
          /** Where new bounds after a change of parameters are, 0 through. */
          renew: 'i32',
          /** Since rules `marginTurns`: which of the kinds of work had its turn last. */
          turn: 'i32',
        },
        1,
        true,
        { added: { turn: 0 } },
      ),
    );
  }

  /** Whether an asset may be borrowed. */
  lists(asset: number): boolean {
    return asset <= this.assets.top && this.assets.version[asset] !== 0;
  }

  /** Greatest leverage of a wallet: 0 where margin is not on. */
  mostLeverage(wallet: number, market: number): number {
    if (wallet === CROSS) return this.terms.cross[ROW] as number;
    return market <= this.markets.top ? (this.markets.leverage[market] as number) : 0;
  }
}

/** Wallet types. */
export const CROSS = 4;
export const ISOLATED = 5;
