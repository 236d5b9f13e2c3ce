// Branded integers: every amount, price and id carries its unit in its type.

declare const unit: unique symbol;

/** A plain number (or word) with its unit in the type only. */
export type Branded<Unit extends string> = number & { readonly [unit]: Unit };

/** Smallest unit of an asset; |atoms| never exceeds 2^52. */
export type Atoms = Branded<'atoms'>;
/** Price in steps of the market's tick. */
export type Ticks = Branded<'ticks'>;
/** Price in hundredths of a tick: index, mark, receipts. */
export type Cents = Branded<'tick/100'>;
/** Quantity in steps of the market's lot. */
export type Lots = Branded<'lots'>;
/** Milliseconds since 1970 UTC. */
export type Millis = Branded<'ms'>;
/** Rate in millionths. */
export type Millionths = Branded<'ppm'>;
/** Rate in billionths (10⁻⁹): funding, daily and hourly rates. */
export type Billionths = Branded<'ppb'>;
/** Turnover in whole units of the quote asset. */
export type WholeQuote = Branded<'whole quote'>;
/** Sequence number of a command in the journal; a batch's `advance` takes one too. */
export type Seq = Branded<'seq'>;

export type UserId = Branded<'user'>;
export type AccountId = Branded<'account'>;
export type AssetId = Branded<'asset'>;
export type InstrumentId = Branded<'instrument'>;
export type MarketId = Branded<'market'>;
export type OrderId = Branded<'order'>;
/** Id of a row of a pool other than orders: a position, a second contract, a stake, a loan, a deal, … */
export type RowId = Branded<'row'>;
export type CalendarId = Branded<'calendar'>;
/** Up to ten of A–Z and 0–9 packed in one word, see `number/text.ts`. */
export type PackedText = Branded<'text'>;
