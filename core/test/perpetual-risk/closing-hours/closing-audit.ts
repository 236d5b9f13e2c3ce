// Markets with hours as the event-only auditor sees them: what an opening needs, what is reduced before a close (money §3).

import { expect } from 'vitest';
import { ACCOUNT_CLASS, POSITION_SIDE } from '../../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../../src/index.ts';
import type { Owe } from '../../kit/products.ts';
import type { ContractAudit, Held } from '../../perpetual/audit.ts';

const SOLD = 2;
const MILLION = 1_000_000n;

const ceil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

export class ClosingAudit {
  /** By instrument its calendar, by calendar its next close, by market its rate. */
  readonly calendars = new Map<number, number>();
  readonly closings = new Map<number, EventOf<'market.closing'>>();
  readonly rates = new Map<number, number>();
  private readonly contracts: ContractAudit;
  /** Positions whose next forced order sells before a close; those orders. */
  private readonly selling = new Set<number>();
  private readonly sales = new Set<number>();

  constructor(contracts: ContractAudit) {
    this.contracts = contracts;
  }

  take(event: ExchangeEvent, owe: Owe): boolean {
    switch (event.name) {
      case 'market.closing':
        this.closings.set(event.calendar, event);
        return true;
      case 'contract.closingRate':
        this.rates.set(event.market, event.rate);
        return true;
      case 'closing.excess':
        this.excess(event);
        return true;
      case 'closing.crossed':
        this.cross(event, owe);
        return true;
      case 'gap.borne':
        return true;
      default:
        return false;
    }
  }

  /** Millionths that an opening needs at least; `hour`: only the last one doubles them. */
  rate(market: number, always = false): bigint {
    const closing = this.closings.get(this.calendars.get(this.contracts.contracts.get(market)!.instrument) ?? 0);
    const doubles = closing !== undefined && closing.doubled === 1 && (always || closing.phase > 0);
    const rate = (this.rates.get(market) ?? 0) * (doubles ? 2 : 1);
    return BigInt(Math.min(rate, 1_000_000));
  }

  /** An order was opened: whether it sells before a close. */
  opened({ order, position, takerRate }: EventOf<'contract.opened'>): void {
    if (takerRate !== 0 || !this.selling.delete(position)) return;
    this.sales.add(order);
  }

  /** Whether what an order's fill realises stays in the margin. */
  keeps(order: number): boolean {
    return this.sales.has(order);
  }

  private excess(event: EventOf<'closing.excess'>): void {
    const key = `${event.user} ${event.market} ${event.side}`;
    const held = this.contracts.positions.get(key) as Held;
    if (event.step === SOLD) {
      this.selling.add(event.position);
      expect(BigInt(event.lots) <= held.lots).toBe(true);
      return;
    }
    const { type, perLot } = this.contracts.contracts.get(event.market)!;
    const price = BigInt(event.index);
    const size = held.lots * BigInt(perLot);
    const [above, below] = type === 2 ? [size * price, 100n] : [size * 100n, price];
    const gains = (event.side === POSITION_SIDE.long) === (type === 2);
    const profit = gains ? above / below - held.cost : held.cost - ceil(above, below);
    const equity = held.margin + profit;
    expect(
      [event.index, event.rate, event.equity, event.value],
      'money §3: at the index, by the rate of the close',
    ).toEqual([
      this.contracts.indexes.get(event.market),
      Number(this.rate(event.market, true)),
      Number(equity),
      Number(ceil(above, below)),
    ]);
    const covered =
      equity <= 0n ? 0n : (equity * MILLION * held.lots) / (this.rate(event.market, true) * ceil(above, below));
    expect(BigInt(event.lots), 'money §3: lots beyond (margin + profit) ÷ rate').toBe(held.lots - covered);
  }

  private cross(event: EventOf<'closing.crossed'>, owe: Owe): void {
    const { type, perLot } = this.contracts.contracts.get(event.market)!;
    const size = BigInt(event.lots) * BigInt(perLot);
    const price = BigInt(this.contracts.indexes.get(event.market)!);
    const value = type === 2 ? (size * price) / 100n : (size * 100n) / price;
    expect(BigInt(event.value), 'money §3: crossed at the index').toBe(value);
    this.close(`${event.longUser} ${event.market} 1`, BigInt(event.lots), value, owe);
    this.close(`${event.shortUser} ${event.market} 2`, BigInt(event.lots), value, owe);
  }

  /** A part closed at a value; what it realises stays in the margin, with the last lots all goes to the wallet. */
  private close(key: string, lots: bigint, value: bigint, owe: Owe): void {
    const [user, market, side] = key.split(' ').map(Number) as [number, number, number];
    const { type, settle } = this.contracts.contracts.get(market)!;
    const held = this.contracts.positions.get(key) as Held;
    expect(lots <= held.lots, 'no more is closed than is open').toBe(true);
    const gains = (side === POSITION_SIDE.long) === (type === 2);
    const released = gains ? ceil(held.cost * lots, held.lots) : (held.cost * lots) / held.lots;
    const profit = gains ? value - released : released - value;
    owe(ACCOUNT_CLASS.clearing, 0, 0, settle, market, -Number(profit));
    const whole = lots === held.lots;
    const rest = whole ? 0n : held.margin + profit;
    expect(rest >= 0n && held.margin + profit >= 0n, 'money §3: no loss beyond the margin').toBe(true);
    owe(ACCOUNT_CLASS.margin, user, side, settle, market, Number(rest - held.margin));
    owe(ACCOUNT_CLASS.wallet, user, type, settle, 0, Number(whole ? held.margin + profit : 0n));
    held.margin = rest;
    held.lots -= lots;
    held.cost -= released;
    held.price += profit;
  }
}
