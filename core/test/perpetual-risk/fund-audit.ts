// What the insurance fund takes over, as the event-only auditor sees it: who was bankrupt, at which value, within which
// bounds, what each slice brings (money §3). Its own arithmetic, in wide integers.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER, POSITION_SIDE } from '../../src/enum/index.ts';
import { type EventOf, type ExchangeEvent, RULE } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Owe } from '../kit/products.ts';
import type { ContractAudit } from '../perpetual/audit.ts';

const MINUTE = 60_000;

const ceil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

export interface Inventory {
  side: number;
  lots: bigint;
  cost: bigint;
  value: bigint;
}

export class FundAudit {
  /** By market, what the fund holds. */
  readonly held = new Map<number, Inventory>();
  readonly takeovers: EventOf<'fund.takeover'>[] = [];
  readonly slices: EventOf<'fund.slice'>[] = [];
  readonly payments: EventOf<'fund.funding'>[] = [];
  readonly waits: EventOf<'liquidation.waits'>[] = [];
  readonly bounds = new Map<number, EventOf<'fund.inventory'>>();
  private readonly contracts: ContractAudit;
  /** Fills of the slice that is emitted next; loss since the last `fund.inventory` of a market. */
  private fills: { lots: bigint; value: bigint; profit: bigint; loss: bigint; order: number }[] = [];
  private readonly lost = new Map<number, bigint>();

  constructor(contracts: ContractAudit) {
    this.contracts = contracts;
  }

  take(event: ExchangeEvent, known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'fund.takeover':
        this.takeover(event, known, owe);
        return true;
      case 'fund.inventory':
        this.inventory(event);
        return true;
      case 'fund.slice':
        this.slice(event);
        return true;
      case 'fund.funding':
        this.funding(event, owe);
        return true;
      case 'liquidation.waits':
        this.waits.push(event);
        expect(event.equity, 'only what is solvent waits for orders').toBeGreaterThan(0);
        expect(event.equity).toBeLessThanOrEqual(event.maintenance);
        return true;
      default:
        return false;
    }
  }

  private gains(market: number, side: number): boolean {
    return (side === POSITION_SIDE.long) === (this.contracts.contracts.get(market)!.type === 2);
  }

  /** Value of lots at the index, rounded down or up. */
  private worth(market: number, lots: bigint, up: boolean): bigint {
    const { type, perLot } = this.contracts.contracts.get(market)!;
    const price = BigInt(this.contracts.indexes.get(market)!);
    const size = lots * BigInt(perLot);
    const [above, below] = type === 2 ? [size * price, 100n] : [size * 100n, price];
    return up ? ceil(above, below) : above / below;
  }

  private takeover(event: EventOf<'fund.takeover'>, known: Known, owe: Owe): void {
    this.takeovers.push(event);
    const { market, user, side } = event;
    const { settle, type } = this.contracts.contracts.get(market)!;
    expect(known.rules).toBeGreaterThanOrEqual(RULE.fundTakesOver);
    expect(event.equity, 'issue 13 A.2: only what is bankrupt is taken over').toBeLessThanOrEqual(0);
    expect(user, 'issue 13 A.2: never of the market maker').not.toBe(MARKET_MAKER);
    expect(event.index).toBe(this.contracts.indexes.get(market));
    const lots = BigInt(event.lots);
    const value = BigInt(event.value);
    const gains = this.gains(market, side);
    // A holder of the same side, at the index of now.
    const worth = this.worth(market, lots, !gains);
    let loss = gains ? value - worth : worth - value;
    if (loss < 0n) loss = 0n;
    const before = this.held.get(market);
    if (event.netted === 1) {
      expect(before?.side, 'netted against the other side').toBe(3 - side);
      const part = this.release(market, lots, value);
      const other = this.release(market, lots, worth);
      loss += other.loss;
      this.shrink(market, lots, part);
      expect(BigInt(event.profit), 'both close at one value').toBe(part.profit);
      owe(ACCOUNT_CLASS.clearing, 0, 0, settle, market, -event.profit);
      owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, event.profit);
    } else {
      expect(event.profit).toBe(0);
      if (before !== undefined) expect(before.side).toBe(side);
      const { lots: had, cost, value: was } = before ?? { lots: 0n, cost: 0n, value: 0n };
      this.held.set(market, { side, lots: had + lots, cost: cost + value, value: was + worth });
      this.within(market, known);
    }
    expect(BigInt(event.loss)).toBe(loss);
    this.lost.set(market, (this.lost.get(market) ?? 0n) + loss);
    expect(event.insurance).toBeOneOf([0, -1]);
    owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, event.insurance);
    owe(ACCOUNT_CLASS.wallet, user, type, settle, 0, -event.insurance);
    this.contracts.risk.close(`${user} ${market} ${side}`, lots, value, owe);
    this.contracts.identity(market);
  }

  /** Inventory within 10 % of the fund a market and 50 % over all. */
  private within(market: number, known: Known): void {
    const { settle } = this.contracts.contracts.get(market)!;
    const fund = [...known.accounts.values()].find(
      (one) => one.class === ACCOUNT_CLASS.insurance && one.asset === settle,
    )!.available;
    const here = this.worth(market, this.held.get(market)!.lots, true);
    expect(here * 10n, 'issue 13 A.2: at most 10 % of the fund a market').toBeLessThanOrEqual(BigInt(fund));
    let all = 0n;
    for (const [other, { lots }] of this.held)
      if (this.contracts.contracts.get(other)!.settle === settle) all += this.worth(other, lots, true);
    expect(all * 2n, 'issue 13 A.2: at most 50 % of the fund in all').toBeLessThanOrEqual(BigInt(fund));
  }

  /** What closing lots at a value releases of what the fund holds. */
  private release(market: number, lots: bigint, value: bigint) {
    const held = this.held.get(market)!;
    expect(lots <= held.lots).toBe(true);
    const gains = this.gains(market, held.side);
    const of = (sum: bigint): bigint => (gains ? ceil(sum * lots, held.lots) : (sum * lots) / held.lots);
    const [cost, was] = [of(held.cost), of(held.value)];
    const profit = gains ? value - cost : cost - value;
    const against = gains ? was - value : value - was;
    return { cost, was, profit, loss: against > 0n ? against : 0n };
  }

  private shrink(market: number, lots: bigint, { cost, was }: { readonly cost: bigint; readonly was: bigint }): void {
    const held = this.held.get(market)!;
    held.lots -= lots;
    held.cost -= cost;
    held.value -= was;
    if (held.lots === 0n) this.held.delete(market);
  }

  /** A fill whose taker is the fund. */
  fill(fill: EventOf<'fill'>, owe: Owe): void {
    const { settle } = this.contracts.contracts.get(fill.market)!;
    expect(fill.takerFee, 'the fund pays no fee').toBe(0);
    expect(fill.takerSide, 'the fund only closes').toBe(
      this.held.get(fill.market)?.side === POSITION_SIDE.long ? 2 : 1,
    );
    const index = this.contracts.indexes.get(fill.market)!;
    const off = fill.takerSide === 2 ? index - fill.price * 100 : fill.price * 100 - index;
    expect(off * 500, 'issue 13 A.2: within 0.2 % of the index').toBeLessThanOrEqual(index);
    const lots = BigInt(fill.lots);
    const part = this.release(fill.market, lots, BigInt(fill.value));
    this.shrink(fill.market, lots, part);
    this.lost.set(fill.market, (this.lost.get(fill.market) ?? 0n) + part.loss);
    this.fills.push({ lots, value: BigInt(fill.value), profit: part.profit, loss: part.loss, order: fill.takerOrder });
    owe(ACCOUNT_CLASS.clearing, 0, 0, settle, fill.market, -Number(part.profit));
    owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, Number(part.profit));
  }

  private slice(event: EventOf<'fund.slice'>): void {
    this.slices.push(event);
    const sum = (of: 'lots' | 'value' | 'profit' | 'loss'): number =>
      Number(this.fills.reduce((all, one) => all + one[of], 0n));
    expect([event.lots, event.value, event.profit, event.loss], 'a slice is the sum of its fills').toEqual([
      sum('lots'),
      sum('value'),
      sum('profit'),
      sum('loss'),
    ]);
    for (const { order } of this.fills) expect(order).toBe(event.order);
    this.fills = [];
    const held = Number(this.held.get(event.market)?.lots ?? 0n) + event.lots;
    expect(event.held).toBe(held);
    expect(event.lots, 'at most 5 % of what is held').toBeLessThanOrEqual(Math.max(1, Math.floor(held / 20)));
    expect(event.lots * 10, 'at most 10 % of the depth').toBeLessThanOrEqual(event.depth);
    expect(event.moment, 'drawn within its minute').toBe(event.minute + (event.draw % MINUTE));
    expect(event.minute % MINUTE).toBe(0);
  }

  private inventory(event: EventOf<'fund.inventory'>): void {
    const { market } = event;
    const held = this.held.get(market);
    const emitted = {
      side: event.side,
      lots: BigInt(event.lots),
      cost: BigInt(event.cost),
      value: BigInt(event.value),
    };
    const lost = this.lost.get(market) ?? 0n;
    this.lost.set(market, 0n);
    const before = this.bounds.get(market);
    if (before === undefined && held === undefined && event.lots > 0) this.held.set(market, emitted);
    else {
      expect(emitted).toEqual(held ?? { side: 0, lots: 0n, cost: 0n, value: 0n });
      const used = before?.since === event.since ? before.used : 0;
      expect(BigInt(event.used - used), 'what was lost counts').toBe(lost);
      if (before?.since === event.since) expect(event.hour, 'the bound of an hour stands').toBe(before.hour);
    }
    expect(event.used, 'issue 13 A.2: 2 % of the fund by market and hour').toBeLessThanOrEqual(event.hour);
    expect(event.dayUsed, 'issue 13 A.2: 10 % by day').toBeLessThanOrEqual(event.day);
    this.bounds.set(market, event);
  }

  private funding(event: EventOf<'fund.funding'>, owe: Owe): void {
    this.payments.push(event);
    const { settle } = this.contracts.contracts.get(event.market)!;
    const owed = this.contracts.risk.fundOwed(event);
    expect(event.owed).toBe(Number(owed.up));
    if (owed.pays) {
      expect(event.amount).toBeLessThanOrEqual(0);
      expect(-event.amount).toBeLessThanOrEqual(event.owed);
      this.lost.set(event.market, (this.lost.get(event.market) ?? 0n) + BigInt(-event.amount));
    } else expect(BigInt(event.amount)).toBeLessThanOrEqual(owed.down);
    owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, event.amount);
    owe(ACCOUNT_CLASS.rounding, 0, 0, settle, 0, -event.amount);
  }
}
