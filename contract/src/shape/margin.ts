// Shapes of borrowing: borrowable amounts, loan preview, a wallet's level, records.

import * as z from 'zod/mini';
import { BORROW_STATUS, MARGIN_STEP } from '../enumeration.ts';
import { decimal, id, seq, time } from '../text.ts';
import { balance } from './wallet.ts';

/** Assets ÷ liabilities; null: no debt. */
export const level = z.nullable(decimal);

export const canBorrow = z.object({
  coin: z.string(),
  symbolName: z.nullable(z.string()),
  canBorrow: decimal,
  borrowed: decimal,
  interest: decimal,
  /** Hourly rate, a fraction. */
  hourRate: decimal,
  level,
});
export type CanBorrow = z.output<typeof canBorrow>;

/** A dry run of borrowing. code 200: it would be accepted. */
export const borrowPreview = z.object({
  code: z.int(),
  key: z.string(),
  args: z.record(z.string(), z.string()),
  coin: z.string(),
  amount: decimal,
  canBorrow: decimal,
  levelBefore: level,
  levelAfter: level,
  liquidationBefore: z.nullable(decimal),
  liquidationAfter: z.nullable(decimal),
  /** Interest of the first hour, charged from its beginning. */
  firstInterest: decimal,
  hourRate: decimal,
});
export type BorrowPreview = z.output<typeof borrowPreview>;

export const borrowed = z.extend(borrowPreview, { id, status: z.int(), seq });
export type Borrowed = z.output<typeof borrowed>;

export const repaid = z.object({
  id,
  coin: z.string(),
  interestPaid: decimal,
  principalPaid: decimal,
  left: decimal,
  levelBefore: level,
  level,
  seq,
});
export type Repaid = z.output<typeof repaid>;

/** One line of a margin wallet. */
export const marginBalance = z.extend(balance, { borrowed: decimal, interest: decimal, hourRate: z.nullable(decimal) });

export const marginProperty = z.object({
  symbolName: z.nullable(z.string()),
  level,
  /** Value in USDT; cross: weighted by collateral factor. */
  assets: z.nullable(decimal),
  liabilities: z.nullable(decimal),
  net: z.nullable(decimal),
  leverageRadio: z.int(),
  /** Isolated only: index at which it is liquidated. */
  liquidationPrice: z.nullable(decimal),
  /** Levels: minimum after borrowing, margin call, liquidation, and minimum for transfers out. */
  borrowLevel: decimal,
  callLevel: decimal,
  liquidationLevel: decimal,
  transferOutLevel: decimal,
  list: z.array(marginBalance),
});
export type MarginProperty = z.output<typeof marginProperty>;

/** A record of borrowing, repayment, interest or liquidation. */
export const borrowRecord = z.object({
  id,
  kind: z.enum(['borrow', 'still', 'interest', 'liquidation']),
  coin: z.string(),
  symbolName: z.nullable(z.string()),
  amount: decimal,
  /** For a repayment: the interest in it; for interest: the amount. */
  interest: decimal,
  /** Hourly rate, a fraction. */
  rate: z.nullable(decimal),
  /**
   * For a liquidation: its step; the amount is then what was sold and repaid, or (USDT) what the insurance fund paid.
   */
  step: z.nullable(z.enum(MARGIN_STEP)),
  /** For a liquidation, the level before its step. */
  level,
  time,
  /** For a loan and its interest: still owed (done), repaid, liquidated. */
  status: z.enum(BORROW_STATUS),
  seq,
});
export type BorrowRecord = z.output<typeof borrowRecord>;
