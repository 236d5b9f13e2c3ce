// Contracts as the event-only auditor sees them: whose positions fills make, what each must have moved (money §3). Its
// own arithmetic, in wide integers.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, MARGIN_MODE, MARKET_MAKER } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';
import { RiskAudit } from '../perpetual-risk/risk-audit.ts';
import { ClosingAudit } from '../perpetual-risk/closing-hours/closing-audit.ts';
import { FundAudit } from '../perpetual-risk/fund-audit.ts';

export interface Held {
  lots: bigint;
  cost: bigint;
  margin: bigint;
  price: bigint;
  fee: bigint;
  mode: number;
  leverage: number;
}

type Fill = EventOf<'fill'>;

export const isContract = (market: number): boolean => market > 100 && market < 300;

const ceil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

export class ContractAudit implements ProductAudit {
  readonly contracts = new Map<number, EventOf<'contract.changed'>>();
  readonly orders = new Map<number, EventOf<'contract.opened'>>();
  readonly emitted = new Map<string, EventOf<'position.changed'>>();
  readonly positions = new Map<string, Held>();
  readonly fees = new Map<number, EventOf<'contract.fee'>>();
  readonly marks = new Map<number, number>();
  /** The index that each market's last mark was made of, cents. */
  readonly indexes = new Map<number, number>();
  readonly leverages = new Map<string, number>();
  readonly clearing = new Map<number, bigint>();
  /** Liquidations and funding. */
  readonly risk = new RiskAudit(this);
  /** Markets with hours. */
  readonly closing = new ClosingAudit(this);
  /** What the insurance fund holds. */
  readonly fund = new FundAudit(this);

  take(event: ExchangeEvent, known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'contract.changed':
        this.contracts.set(event.market, event);
        return true;
      case 'contract.fee':
        this.fees.set(event.tier, event);
        return true;
      case 'mark':
        this.marks.set(event.market, event.mark);
        this.indexes.set(event.market, event.mark - event.basis);
        return true;
      case 'leverage.changed':
        this.leverages.set(`${event.user} ${event.market} ${event.marginMode}`, event.leverage);
        return true;
      case 'position.changed':
        this.changed(event, owe);
        return true;
      default:
        return this.closing.take(event, owe) || this.fund.take(event, known, owe) || this.risk.take(event, known, owe);
    }
  }

  holds(_add: Hold): void {}

  positionOf(user: number, market: number, side: number): EventOf<'position.changed'> | undefined {
    const event = this.emitted.get(`${user} ${market} ${side}`);
    return event === undefined || event.lots === 0 ? undefined : event;
  }

  opened(event: EventOf<'contract.opened'>): void {
    this.orders.set(event.order, event);
    this.closing.opened(event);
  }

  /** Whether a resting order (0: a level of the house) would open a position by its next fill. */
  wouldOpen(market: number, order: number, side: number): boolean {
    const direction = this.orders.get(order)?.direction ?? 0;
    return direction === 0
      ? (this.positions.get(`${MARKET_MAKER} ${market} ${3 - side}`)?.lots ?? 0n) === 0n
      : direction < 3;
  }

  /** The rates an order must have: its user's tier's; none in a liquidation. */
  rates(event: EventOf<'contract.opened'>, tier: number): { readonly maker: number; readonly taker: number } {
    if (event.direction > 2 && event.takerRate === 0) return { maker: 0, taker: 0 };
    return this.fees.get(Math.min(tier, this.fees.size - 1))!;
  }

  /** What a fill counts for turnover: atoms, and how many are a whole unit of USDT. */
  volume(fill: Fill, unit: number): readonly [atoms: number, unit: number] {
    const { type, face } = this.contracts.get(fill.market)!;
    return type === 2 ? [fill.value, unit] : [fill.lots * face * 100, 100];
  }

  /** Settle atoms of a fill, the same for both sides. */
  value(fill: Fill): bigint {
    const { type, perLot } = this.contracts.get(fill.market)!;
    if (type === 2) return BigInt(fill.lots) * BigInt(fill.price) * BigInt(perLot);
    const exact = BigInt(fill.lots) * BigInt(perLot);
    return fill.takerSide === 1 ? exact / BigInt(fill.price) : ceil(exact, BigInt(fill.price));
  }

  /** What a fill does to both sides; fees are owed by the caller where they come from wallets. */
  fill(fill: Fill, owe: Owe): void {
    expect(BigInt(fill.value), 'money §3: one value of a fill for both sides').toBe(this.value(fill));
    if (fill.taker === 0) this.fund.fill(fill, owe);
    else this.leg(fill, fill.taker, fill.takerOrder, fill.takerSide, fill.takerFee, owe);
    this.leg(fill, fill.maker, fill.makerOrder, 3 - fill.takerSide, fill.makerFee, owe);
    this.identity(fill.market);
  }

  private leg(fill: Fill, user: number, id: number, side: number, fee: number, owe: Owe): void {
    const { type, settle } = this.contracts.get(fill.market)!;
    const wallet = type;
    const known = this.orders.get(id);
    if (fee === 0) this.risk.forcedFill(id, fill.value);
    let direction = known?.direction ?? 0;
    if (direction === 0) {
      expect(user, 'only the house has orders nobody opened').toBe(MARKET_MAKER);
      const against = this.positions.get(`${user} ${fill.market} ${3 - side}`);
      direction = side === 1 ? (against === undefined ? 1 : 4) : against === undefined ? 2 : 3;
    }
    expect(direction === 1 || direction === 4 ? 1 : 2, 'a direction has its side').toBe(side);
    const long = direction % 2 === 1;
    const key = `${user} ${fill.market} ${long ? 1 : 2}`;
    const lots = BigInt(fill.lots);
    const value = BigInt(fill.value);
    const paid = BigInt(fee);
    let held = this.positions.get(key);
    if (direction < 3) {
      if (held === undefined) {
        const mode = known?.marginMode ?? (this.leverages.has(`${user} ${fill.market} 1`) ? 1 : 2);
        const leverage = this.leverages.get(`${user} ${fill.market} ${mode}`)!;
        held = { lots: 0n, cost: 0n, margin: 0n, price: 0n, fee: 0n, mode, leverage };
        this.positions.set(key, held);
      }
      held.lots += lots;
      held.cost += value;
      if (held.mode === MARGIN_MODE.isolated) {
        const least = ceil(value * this.closing.rate(fill.market), 1_000_000n);
        const asked = ceil(value, BigInt(held.leverage));
        const margin = least > asked ? least : asked;
        held.margin += margin;
        owe(ACCOUNT_CLASS.margin, user, long ? 1 : 2, settle, fill.market, Number(margin));
        owe(ACCOUNT_CLASS.wallet, user, wallet, settle, 0, -Number(margin));
      }
    } else {
      expect(held, 'what is closed was open').toBeDefined();
      held = held!;
      expect(lots <= held.lots, 'money §3: closing orders are reduce-only').toBe(true);
      // Who gains as the value rises pays the greater share of the cost.
      const gains = long === (type === 2);
      const released = gains ? ceil(held.cost * lots, held.lots) : (held.cost * lots) / held.lots;
      const profit = gains ? value - released : released - value;
      owe(ACCOUNT_CLASS.clearing, 0, 0, settle, fill.market, -Number(profit));
      if (held.mode === MARGIN_MODE.isolated) {
        const kept = this.closing.keeps(id) && lots < held.lots;
        const share = kept ? 0n : (held.margin * lots) / held.lots;
        const net = share + profit - paid;
        const rest = held.margin - share + (net < 0n || kept ? net : 0n);
        owe(ACCOUNT_CLASS.margin, user, long ? 1 : 2, settle, fill.market, Number(rest - held.margin));
        // The fee is owed by the caller from the wallet; here it came out of the margin's share.
        owe(ACCOUNT_CLASS.wallet, user, wallet, settle, 0, Number((net > 0n && !kept ? net : 0n) + paid));
        held.margin = rest;
        // What a liquidation costs beyond the margin is the insurance fund's: emitted with its step.
        const forced = known !== undefined && known.direction > 2 && known.takerRate === 0;
        if (!forced) expect(rest >= 0n, 'money §3: no loss beyond the margin').toBe(true);
      } else owe(ACCOUNT_CLASS.wallet, user, wallet, settle, 0, Number(profit));
      held.lots -= lots;
      held.cost -= released;
      held.price += profit;
    }
    held.fee -= paid;
  }

  private changed(event: EventOf<'position.changed'>, owe: Owe): void {
    const key = `${event.user} ${event.market} ${event.side}`;
    const { type, settle } = this.contracts.get(event.market)!;
    let held = this.positions.get(key);
    if (held === undefined) {
      // A seed: what it is now, whatever it was.
      held = { lots: 0n, cost: 0n, margin: 0n, price: 0n, fee: 0n, mode: event.marginMode, leverage: event.leverage };
      Object.assign(held, { lots: BigInt(event.lots), cost: BigInt(event.cost), margin: BigInt(event.margin) });
      Object.assign(held, { price: BigInt(event.priceProfit), fee: BigInt(event.feeProfit) });
      this.positions.set(key, held);
    }
    const { lots, cost, priceProfit, feeProfit } = event;
    expect([lots, cost, priceProfit, feeProfit], `position ${key} is the sum of its fills`).toEqual([
      Number(held.lots),
      Number(held.cost),
      Number(held.price),
      Number(held.fee),
    ]);
    expect(event.canClose).toBeGreaterThanOrEqual(0);
    const more = event.margin - Number(held.margin);
    if (more !== 0) {
      expect(event.marginMode).toBe(MARGIN_MODE.isolated);
      owe(ACCOUNT_CLASS.margin, event.user, event.side, settle, event.market, more);
      owe(ACCOUNT_CLASS.wallet, event.user, type, settle, 0, -more);
      held.margin += BigInt(more);
    }
    held.leverage = event.leverage;
    this.emitted.set(key, event);
    if (lots === 0) this.positions.delete(key);
  }

  /** Longs are shorts, with what the fund holds as one holder. */
  identity(market: number): void {
    const held = this.fund.held.get(market);
    let sum = held === undefined ? 0n : held.side === 1 ? held.lots : -held.lots;
    for (const [key, held] of this.positions) {
      const [, of, side] = key.split(' ');
      if (Number(of) === market) sum += side === '1' ? held.lots : -held.lots;
    }
    expect(sum, 'money §12.8: as many lots long as short').toBe(0n);
  }
}
