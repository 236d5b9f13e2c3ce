// Fees of the market maker's quotes. No event has the rate of its orders, so each fee must match one of the tiers.

import { expect } from 'vitest';

const MILLION = 1_000_000n;

interface Rates {
  readonly maker: number;
  readonly taker: number;
}

/** ⌈n ÷ 10^6⌉. */
export function ceil(n: bigint): number {
  return Number((n + MILLION - 1n) / MILLION);
}

export class TreasuryFees {
  private readonly orders = new Map<number, { paid: number; may: { rates: Rates; exact: bigint }[] }>();

  /** Adds one more receipt of an order. Drops the tiers that do not explain its fees; at least one must remain. */
  take(order: number, received: number, fee: number, making: boolean, tiers: readonly Rates[]): void {
    const known = this.orders.get(order) ?? { paid: 0, may: tiers.map((rates) => ({ rates, exact: 0n })) };
    this.orders.set(order, known);
    known.paid += fee;
    known.may = known.may
      .map(({ rates, exact }) => ({
        rates,
        exact: exact + BigInt(making ? rates.maker : rates.taker) * BigInt(received),
      }))
      .filter(({ exact }) => ceil(exact) === known.paid);
    expect(known.may.length, `money §2: fee ${fee} of the house's order ${order} on ${received}`).toBeGreaterThan(0);
  }
}
