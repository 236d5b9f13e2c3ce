// Shapes of the wallet: Balance, Bill, transfers.

import * as z from 'zod/mini';
import { BILL_KIND, HELD_BY, WALLET_TYPES } from '../enumeration.ts';
import { decimal, id, seq, time } from '../text.ts';

export const walletType = z.enum(WALLET_TYPES);

export const balance = z.object({
  coin: z.string(),
  available: decimal,
  held: decimal,
  total: decimal,
  /** Value in USDT at the index; null without a known rate. */
  usdt: z.nullable(decimal),
  /** Market of an isolated margin account, else null. */
  symbolName: z.nullable(z.string()),
});
export type Balance = z.output<typeof balance>;

/** A balance with additional data for the asset page. */
export const coinBalance = z.extend(balance, {
  btc: z.nullable(decimal),
  name: z.string(),
  img: z.nullable(z.string()),
});
export type CoinBalance = z.output<typeof coinBalance>;

export const bill = z.object({
  id,
  time,
  walletType,
  symbolName: z.nullable(z.string()),
  coin: z.string(),
  kind: z.enum(BILL_KIND),
  /** Signed. */
  amount: decimal,
  /** Total of that account afterwards. */
  balance: decimal,
  /** Its cause: an order, a trade, a command. */
  causeKind: z.string(),
  causeId: id,
  seq,
});
export type Bill = z.output<typeof bill>;

/** The sums of a coin over all bills of the requested wallet and times, of every kind. opening + in − out = closing. */
export const billSum = z.object({ coin: z.string(), opening: decimal, in: decimal, out: decimal, closing: decimal });
export type BillSum = z.output<typeof billSum>;

/** One wallet's totals. Null without known rates. */
export const walletTotal = z.object({
  type: z.string(),
  usdt: z.nullable(decimal),
  btc: z.nullable(decimal),
  /** The held part, and by what. */
  held: z.nullable(decimal),
  heldBy: z.array(z.object({ kind: z.enum(HELD_BY), count: z.int() })),
});
export type WalletTotal = z.output<typeof walletTotal>;

export const transfer = z.object({
  id,
  time,
  from: walletType,
  to: walletType,
  coin: z.string(),
  amount: decimal,
  symbolName: z.nullable(z.string()),
  seq,
});
export type Transfer = z.output<typeof transfer>;
