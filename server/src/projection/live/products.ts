// The derivative and credit products in memory: owners of positions, debts and second contracts, recently closed ones,
// funding rates, open interest. The walk's state holds open items; this adds who owns them.

import { SECOND_STATUS } from '@vitrine/core/enum';
import {
  type Debt,
  debtKey,
  type FoldState,
  type FundingRate,
  type Position,
  type Second,
  type ProjectionHandler,
} from '../handlers/index.ts';
import type { Changes } from './changes.ts';
import { CLOSED_POSITIONS_KEPT, CLOSED_SECONDS_KEPT, FUNDING_RATES_KEPT, type History } from './face.ts';
import { NewestMap, Ring } from '../../shared/collection/index.ts';

/** Users' open items and a bounded number of closed ones. */
class Owned<T> {
  readonly #byUser = new Map<number, Map<number, T>>();
  readonly #open = new Map<number, T>();
  readonly #closed: NewestMap<number, T>;

  /** Keeps the newest `most` closed items. */
  constructor(most: number) {
    this.#closed = new NewestMap(most);
  }

  put(user: number, id: number, row: T): void {
    let mine = this.#byUser.get(user);
    if (mine === undefined) {
      mine = new Map();
      this.#byUser.set(user, mine);
    }
    mine.set(id, row);
    this.#open.set(id, row);
  }

  close(user: number, id: number, row: T): void {
    const mine = this.#byUser.get(user);
    mine?.delete(id);
    if (mine?.size === 0) this.#byUser.delete(user);
    this.#open.delete(id);
    this.#closed.set(id, row);
  }

  of(user: number): readonly T[] {
    return [...(this.#byUser.get(user)?.values() ?? [])];
  }

  /** Open, or closed recently. */
  at(id: number): T | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }
}

export class Products {
  readonly #positions = new Owned<Position>(CLOSED_POSITIONS_KEPT);
  readonly #seconds = new Owned<Second>(CLOSED_SECONDS_KEPT);
  readonly #debts = new Map<number, Map<string, Debt>>();
  readonly #rates = new Map<number, Ring<FundingRate>>();

  /** Keeps the walk's facts and notes what the current batch changed. */
  handler(
    changes: () => Changes,
  ): Pick<
    ProjectionHandler,
    | 'fundingRate'
    | 'funding'
    | 'position'
    | 'positionStep'
    | 'debt'
    | 'debtRecord'
    | 'second'
    | 'stake'
    | 'swap'
    | 'link'
    | 'fundSlice'
    | 'settlement'
  > {
    return {
      fundingRate: (rate) => {
        this.rate(rate);
        changes().contractMarkets.add(rate.market);
      },
      funding: () => undefined,
      position: (row) => {
        if (row.lots === 0) this.#positions.close(row.user, row.position, row);
        else this.#positions.put(row.user, row.position, row);
        changes().position(row);
        changes().contractMarkets.add(row.market);
      },
      positionStep: () => undefined,
      debt: (row) => {
        this.#debt(row);
        changes().debt(row);
      },
      debtRecord: () => undefined,
      second: (row) => {
        if (row.status > SECOND_STATUS.countdown) this.#seconds.close(row.user, row.second, row);
        else this.#seconds.put(row.user, row.second, row);
        changes().second(row);
      },
      stake: () => undefined,
      swap: () => undefined,
      link: () => undefined,
      fundSlice: () => undefined,
      settlement: (settlement) => void changes().settlements.push(settlement),
    };
  }

  #debt(row: Debt): void {
    const key = `${row.wallet}:${row.market}:${row.asset}`;
    const mine = this.#debts.get(row.user);
    if (row.principal === 0 && row.interest === 0) {
      mine?.delete(key);
      if (mine?.size === 0) this.#debts.delete(row.user);
      return;
    }
    if (mine === undefined) this.#debts.set(row.user, new Map([[key, row]]));
    else mine.set(key, row);
  }

  rate(rate: FundingRate): void {
    let ring = this.#rates.get(rate.market);
    if (ring === undefined) {
      ring = new Ring(FUNDING_RATES_KEPT);
      this.#rates.set(rate.market, ring);
    }
    ring.push(rate);
  }

  /** Adds what a seed lacks: when open items began, and earlier funding rates. `seq`: the seed's. */
  history(history: History, state: FoldState, seq: number): void {
    for (const { position, ...past } of history.positions ?? []) {
      const row = state.positions.get(position);
      if (row === undefined || this.#positions.at(position) === undefined) continue;
      row.created = past.created;
      row.seq = past.seq;
      if (past.lastSeq > seq) continue;
      row.updated = past.updated;
      row.lastSeq = past.lastSeq;
    }
    for (const { second, created, openSeq, seq: first, lastSeq } of history.seconds ?? []) {
      const row = state.seconds.get(second);
      if (row === undefined) continue;
      row.created = created;
      row.seq = first;
      if (row.openTick !== 0 && lastSeq <= seq) row.openSeq = openSeq;
      if (lastSeq <= seq) row.lastSeq = lastSeq;
      this.#seconds.put(row.user, second, { ...row });
    }
    for (const { user, wallet, market, asset, time, seq: last } of history.debts ?? []) {
      const row = state.debts.get(debtKey(user, wallet, market, asset));
      if (row === undefined || last > seq) continue;
      row.time = time;
      row.seq = last;
    }
    for (const { market, time, seq: last } of history.marks ?? []) {
      const mark = state.marks.get(market);
      if (mark !== undefined && last <= seq) state.marks.set(market, { ...mark, time, seq: last });
    }
    for (const rate of history.fundingRates ?? []) if (rate.seq <= seq) this.rate(rate);
  }

  // ── reads ──

  positionsOf(user: number): readonly Position[] {
    return this.#positions.of(user).toSorted((a, b) => b.created - a.created || b.position - a.position);
  }

  positionAt(id: number): Position | undefined {
    return this.#positions.at(id);
  }

  secondsOf(user: number): readonly Second[] {
    return this.#seconds.of(user).toSorted((a, b) => b.created - a.created || b.second - a.second);
  }

  secondAt(id: number): Second | undefined {
    return this.#seconds.at(id);
  }

  debtsOf(user: number): readonly Debt[] {
    return [...(this.#debts.get(user)?.values() ?? [])];
  }

  ratesOf(market: number): readonly FundingRate[] {
    return this.#rates.get(market)?.newestFirst() ?? [];
  }
}
