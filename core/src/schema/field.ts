// How a field of a record is described: its unit (a type), its bounds, and what it refers to.

import type {
  AccountId,
  AssetId,
  Atoms,
  Billionths,
  CalendarId,
  Cents,
  InstrumentId,
  Lots,
  MarketId,
  Millionths,
  Millis,
  OrderId,
  PackedText,
  RowId,
  Seq,
  Ticks,
  UserId,
  WholeQuote,
} from '../number/index.ts';

/** Largest magnitude of any word: 2^52. */
export const MAX_WORD = 2 ** 52;
/** Largest value of one order, and of a market's open interest, in atoms: 2^50. */
export const MAX_ORDER_ATOMS = 2 ** 50;
/** Prices are below 2^24 ticks. */
export const MAX_TICKS = 2 ** 24 - 1;

/** Unit names and the branded type of each. */
export interface Units {
  atoms: Atoms;
  ticks: Ticks;
  cents: Cents;
  lots: Lots;
  ms: Millis;
  ppm: Millionths;
  /** Rate in billionths: funding, daily and hourly rates. */
  ppb: Billionths;
  whole: WholeQuote;
  seq: Seq;
  user: UserId;
  account: AccountId;
  asset: AssetId;
  instrument: InstrumentId;
  market: MarketId;
  order: OrderId;
  calendar: CalendarId;
  text: PackedText;
  /** Id of a row of a pool other than orders: position, second contract, stake, loan, deal, proposal, … */
  row: RowId;
  /** A number from a closed list (direction, type, status, …) or a count. */
  code: number;
  /** Raw bits of a hash or a key, without a meaning of their own. */
  bits: number;
}

export type Unit = keyof Units;

/** One word. Bounds are inclusive. `optional`: 0 means none. */
export interface Scalar<U extends Unit = Unit> {
  readonly unit: U;
  readonly min: number;
  readonly max: number;
}

/** A list of equal rows, written as its count and then the rows' words. */
export interface List<R extends Row = Row> {
  readonly rows: R;
  readonly most: number;
}

export type Row = { readonly [field: string]: Scalar };
export type Fields = { readonly [field: string]: Scalar | List };

type RowValue<R extends Row> = { readonly [F in keyof R]: R[F] extends Scalar<infer U> ? Units[U] : never };

/** The object type of a record's fields. */
export type ValueOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Scalar<infer U>
    ? Units[U]
    : F[K] extends List<infer R>
      ? readonly RowValue<R>[]
      : never;
};

/** A word of the given unit between two bounds (inclusive). */
export function word<U extends Unit>(unit: U, min = 0, max: number = MAX_WORD): Scalar<U> {
  return { unit, min, max };
}

/** A list of at most `most` rows. */
export function list<R extends Row>(most: number, rows: R): List<R> {
  return { rows, most };
}
