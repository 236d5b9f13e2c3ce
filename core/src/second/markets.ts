// Markets of second contracts, and the terms of their periods (money §5).

import { MARKET_STATE } from '../enum/index.ts';
import { SECOND_MARKETS } from '../market/index.ts';
import { type CommandOf, MAX_PERIODS } from '../schema/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';

const MAX_INSTRUMENT = 65_535 - SECOND_MARKETS;

/** Rows by instrument. */
export class SecondMarkets {
  readonly rows;
  /** `MAX_PERIODS` rows per instrument; the first `periods` of them are on sale. */
  readonly periods;
  private readonly out: EventBuffer;

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.rows = registry.add(
      table(
        'secondMarkets',
        {
          /** Ms an order waits at least, and ms after that within which a tick must come. */
          delay: 'f64',
          patience: 'f64',
          /** Most of one user's open stakes together. */
          greatest: 'f64',
          asset: 'i32',
          version: 'i32',
          periods: 'i32',
          /** 1 trading, 2 and 3: no new contracts. */
          state: 'i32',
          /** Ends of the queue of waiting contracts, by `opensFrom`, then in order of arrival. */
          first: 'i32',
          last: 'i32',
          waiting: 'i32',
        },
        MAX_INSTRUMENT,
      ),
    );
    this.periods = registry.add(
      table('periods', { min: 'f64', max: 'f64', seconds: 'i32', odds: 'i32' }, MAX_INSTRUMENT * MAX_PERIODS),
    );
  }

  /** The instrument of a market, 0 when it never sold second contracts. */
  instrumentOf(market: number): number {
    const instrument = market - SECOND_MARKETS;
    return instrument >= 1 && instrument <= this.rows.top && this.rows.version[instrument] !== 0 ? instrument : 0;
  }

  /** The row of a period in `periods`, 0 when it is not on sale. */
  find(instrument: number, seconds: number): number {
    const from = (instrument - 1) * MAX_PERIODS + 1;
    const to = from + (this.rows.periods[instrument] as number);
    for (let slot = from; slot < to; slot += 1) if (this.periods.seconds[slot] === seconds) return slot;
    return 0;
  }

  /** Sells on these terms from now on, under the next version. */
  set(given: CommandOf<'second.set'>): void {
    const { rows, periods } = this;
    const { instrument } = given;
    rows.reach(instrument);
    if (rows.version[instrument] === 0) rows.state[instrument] = MARKET_STATE.trading;
    rows.asset[instrument] = given.asset;
    rows.delay[instrument] = given.delay;
    rows.patience[instrument] = given.patience;
    rows.greatest[instrument] = given.most;
    rows.version[instrument] = (rows.version[instrument] as number) + 1;
    rows.periods[instrument] = given.periods.length;
    const from = (instrument - 1) * MAX_PERIODS + 1;
    if (given.periods.length > 0) periods.reach(instrument * MAX_PERIODS);
    for (const [at, period] of given.periods.entries()) {
      periods.seconds[from + at] = period.seconds;
      periods.odds[from + at] = period.odds;
      periods.min[from + at] = period.min;
      periods.max[from + at] = period.max;
    }
    this.emit(instrument);
  }

  /** Stops or resumes new contracts. Open contracts run on. */
  stop(instrument: number, state: number): void {
    this.rows.state[instrument] = state;
    this.emit(instrument);
  }

  /** Emits `second.changed`. */
  emit(instrument: number): void {
    const { rows, periods, out } = this;
    const from = (instrument - 1) * MAX_PERIODS + 1;
    out.record('second.changed', {
      market: SECOND_MARKETS + instrument,
      instrument,
      asset: rows.asset[instrument] as number,
      version: rows.version[instrument] as number,
      state: rows.state[instrument] as number,
      delay: rows.delay[instrument] as number,
      patience: rows.patience[instrument] as number,
      most: rows.greatest[instrument] as number,
      periods: Array.from({ length: rows.periods[instrument] as number }, (_, row) => ({
        seconds: periods.seconds[from + row] as number,
        odds: periods.odds[from + row] as number,
        min: periods.min[from + row] as number,
        max: periods.max[from + row] as number,
      })),
    });
  }
}
