// The tables of margin borrowing: what may be borrowed, wallets, debts, and the price bounds within which a wallet
// needs no check (money §4).

import { WALLET } from '../enum/index.ts';
import { pool, type Registry, table } from '../state/index.ts';

const MAX_ID = 65_535;
const MOST_LEVERAGE = 10;
/** Most wallets that ever borrowed or set their leverage; most debts; most bounds of wallets with debts. */
export const MAX_WALLETS = 4_000_000;
export const MAX_DEBTS = 4_000_000;
const MAX_BOUNDS = 8_000_000;

/** The one row of `state` and `terms`. */
export const ROW = 1;

/** States of a wallet. */
export const CALM = 0;
export const CALLED = 1;
export const LIQUIDATING = 2;

/** Most rates beyond the last two that uncounted hours may need. A change that needs one more is refused. */
export const MAX_RATES = 1_024;

/** End of the queue. 0 means "not queued". */
export const LAST = -1;

/** Kinds of bounds: the wallet is checked when the index falls to it, or rises to it. */
export const FALLING = 1;
export const RISING = 2;

export class MarginTables {
  /** By asset; `version` 0: not on margin. Rates in billionths an hour; `before` applies to hours before `since`. */
  readonly assets;
  /**
   * Since rules `ratesByHour`: rates older than `before`, linked from the asset's row, newest first. `rate` applies to
   * hours before `since`. Rows exist only while a sweep runs, for debts that it has not reached yet.
   */
  readonly rates;
  /** By leverage, millionths; `borrow` 0: leverage not offered. */
  readonly levels;
  /** By market: maximum leverage of isolated wallets, 0 none. */
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
          /** 1 while a tick of it still has to be processed. */
          stirred: 'i32',
          /** Its first row of `rates`. */
          older: 'i32',
          /** Since rules `marginStale`: the last usable index, cents; its time, 0 when the last tick was not usable. */
          cents: 'f64',
          counted: 'f64',
          /** 1 while that index is the first after a gap or dispute. */
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
          /** The next in the queue of wallets to check: 0 not queued, −1 the last. */
          waits: 'i32',
          /** Links of the list of wallets that are not calm. */
          watched: 'i32',
          before: 'i32',
          after: 'i32',
          /** Value of insurance payments since its liquidation began, USDT atoms. */
          shortfall: 'f64',
          /** Since rules `marginWaits`: 1 while its liquidation waits and an event said so. */
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
          /** Whole atoms of unpaid interest, and the fraction, billionths of an atom. */
          interest: 'f64',
          carry: 'f64',
          /** Hours since 1970 up to which interest is counted. */
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
          /** Queue of wallets to check; list of those not calm, and the position of the round over them. */
          queueFirst: 'i32',
          queueLast: 'i32',
          watchFirst: 'i32',
          watchLast: 'i32',
          round: 'i32',
          /** Assets stirred; open debts; position of the hourly sweep, 0 done; 1 while a timer for the hour is set. */
          stirred: 'i32',
          count: 'i32',
          sweep: 'i32',
          armed: 'i32',
          /** Position of the recomputation of bounds after a parameter change, 0 done. */
          renew: 'i32',
          /** Since rules `marginTurns`: which kind of work had the last turn. */
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

  /** Maximum leverage of a wallet: 0 where margin is not enabled. */
  mostLeverage(wallet: number, market: number): number {
    if (wallet === WALLET.crossMargin) return this.terms.cross[ROW] as number;
    return market <= this.markets.top ? (this.markets.leverage[market] as number) : 0;
  }
}
