// Shapes of second contracts: periods, Second, and its receipt.

import * as z from 'zod/mini';
import { decimal, id, seq, time } from '../text.ts';
import { tick } from './market.ts';

/** An offered period; odds: profit per stake, so that 0.85 pays back 1.85. */
export const period = z.object({
  id,
  seconds: z.int(),
  odds: decimal,
  /** 1 ÷ (1 + odds): the win rate at which nothing is lost, ties aside. */
  breakEven: decimal,
  min: decimal,
  max: decimal,
  coin: z.string(),
  ruleVersion: z.int(),
});
export type Period = z.output<typeof period>;

/** The tick at which a second contract opened or settled. */
export const secondTick = z.object({ seq, time, price: decimal });

export const second = z.object({
  id,
  symbolName: z.string(),
  /** 1 bullish, 2 bearish. */
  direction: z.int(),
  amount: decimal,
  coin: z.string(),
  seconds: z.int(),
  odds: decimal,
  /** Profit if won, besides the stake. */
  expectedProfit: decimal,
  openPrice: z.nullable(decimal),
  currentPrice: z.nullable(decimal),
  closePrice: z.nullable(decimal),
  /** Net result, signed; null before it is settled. Void and tied: 0. */
  profit: z.nullable(decimal),
  createTime: time,
  /** Maturity; null while it is generating. */
  closeTime: z.nullable(time),
  /** ms until maturity by the server's clock. */
  countdown: z.int(),
  /** 0 generating, 1 countdown, 2 settled, 3 void. */
  status: z.int(),
  /** 1 won, 2 lost, 3 tied; null before. */
  result: z.nullable(z.int()),
  /** Why it is void: no opening tick, no valid tick at maturity, the market closed. */
  voidReason: z.nullable(z.enum(['noOpen', 'noClose', 'closed'])),
  openTick: z.nullable(secondTick),
  closeTick: z.nullable(secondTick),
  ruleVersion: z.int(),
  seq,
});
export type Second = z.output<typeof second>;

/** The user's net result of settled contracts. */
export const secondNet = z.object({
  coin: z.string(),
  /** Signed. */
  net: decimal,
  staked: decimal,
  won: z.int(),
  lost: z.int(),
  tied: z.int(),
});
export type SecondNet = z.output<typeof secondNet>;

/** All inputs of the outcome. */
export const receipt = z.object({
  order: second,
  /** With their sources; null: none. */
  openTick: z.nullable(tick),
  closeTick: z.nullable(tick),
  odds: decimal,
  ruleVersion: z.int(),
  /** Journal row of the order and its chain hash, published before the opening tick. */
  journal: z.object({ row: z.int(), hash: z.string(), time }),
  /** A tick can open it from this time on, ms UTC. */
  opensFrom: time,
});
export type Receipt = z.output<typeof receipt>;
