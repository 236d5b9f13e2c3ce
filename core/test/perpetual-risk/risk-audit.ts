// Liquidations and funding as the event-only auditor sees them: what each step, each deleveraging and each payment must
// have moved (money §3), by its own arithmetic in wide integers.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, LIQUIDATION_STEP, MARGIN_MODE, POSITION_SIDE } from '../../src/enum/index.ts';
import { type EventOf, type ExchangeEvent, RULE } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Owe } from '../kit/products.ts';
import type { ContractAudit, Held } from '../perpetual/audit.ts';

/** 0.5 % of a fill at most goes to the fund. */
const FILL_SHARE = 200n;
/** Rates are 10⁻⁹ per 8 h. */
const RATE_PARTS = 8_000_000_000n;

const ceil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

export class RiskAudit {
  /** Steps of liquidations and what came of them, all emitted so far. */
  readonly steps: EventOf<'liquidation.step'>[] = [];
  readonly deleveraged: EventOf<'deleveraged'>[] = [];
  readonly rates: EventOf<'funding.rate'>[] = [];
  readonly minutes: EventOf<'funding.minute'>[] = [];
  readonly averages: EventOf<'funding.average'>[] = [];
  readonly paces: EventOf<'funding.pace'>[] = [];
  /** The pace of each market's interval under way. */
  private readonly pace = new Map<number, EventOf<'funding.pace'>>();
  readonly payments: EventOf<'funding'>[] = [];
  /** Profit realised for the payment that is emitted next, atoms. */
  private realised = 0;
  private readonly contracts: ContractAudit;
  /** The interval being settled, by market: lots by position as they stood, what was paid and received. */
  private readonly rounds = new Map<
    number,
    {
      rate: EventOf<'funding.rate'>;
      hours: number;
      lots: Map<number, bigint>;
      /** Of the insurance fund. */
      fund: { readonly side: number; readonly lots: bigint };
      net: bigint;
      payers: number;
      receivers: number;
    }
  >();

  constructor(contracts: ContractAudit) {
    this.contracts = contracts;
  }

  take(event: ExchangeEvent, known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'liquidation.step':
        this.step(event, known, owe);
        return true;
      case 'deleveraged':
        this.deleverage(event, owe);
        return true;
      case 'funding.minute':
        this.minutes.push(event);
        return true;
      case 'funding.average':
        this.averages.push(event);
        return true;
      case 'funding.pace':
        this.paces.push(event);
        this.pace.set(event.market, event);
        return true;
      case 'funding.rate':
        this.rate(event, known);
        return true;
      case 'funding.realised':
        this.realise(event, owe);
        return true;
      case 'funding':
        this.pay(event, known, owe);
        return true;
      default:
        return false;
    }
  }

  private keyOf(position: number): string {
    for (const [key, emitted] of this.contracts.emitted) if (emitted.position === position) return key;
    throw new Error(`position ${position} was never emitted`);
  }

  private step(event: EventOf<'liquidation.step'>, known: Known, owe: Owe): void {
    this.steps.push(event);
    expect(event.equity, 'money §12.9: nobody above maintenance is liquidated').toBeLessThanOrEqual(event.maintenance);
    if (known.rules >= RULE.solventWaits) {
      if (event.step === 3)
        expect(event.insurance, 'issue 13 A.2: no fill takes from the fund').toBeGreaterThanOrEqual(0);
      if (event.step > 3) expect(event.equity, 'issue 13 A.2: nobody solvent is deleveraged').toBeLessThanOrEqual(0);
    }
    if (event.market === 0) return;
    const { type, settle } = this.contracts.contracts.get(event.market)!;
    if (event.step === LIQUIDATION_STEP.netted) {
      const [user, market] = this.keyOf(event.position).split(' ');
      const { marks, indexes } = this.contracts;
      const price = (known.rules >= RULE.indexLiquidates ? indexes : marks).get(event.market)!;
      expect(event.mark, 'money §3: netted at the price that liquidates').toBe(price);
      const value = this.valueAt(event.market, BigInt(event.lots), price);
      this.close(`${user} ${market} 1`, BigInt(event.lots), value, owe);
      this.close(`${user} ${market} 2`, BigInt(event.lots), value, owe);
      return;
    }
    if (event.insurance === 0) return;
    expect(event.step, 'only cuts and deleveraging move insurance').toBeOneOf([3, 4]);
    if (event.insurance > 0) expect(event.step).toBe(3);
    owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, event.insurance);
    owe(ACCOUNT_CLASS.wallet, event.user, type, settle, 0, -event.insurance);
    if (event.insurance > 0) {
      const dealt = this.dealtBy(event.position);
      expect(BigInt(event.insurance) * FILL_SHARE <= dealt, 'the fund gets at most 0.5 % of the fills').toBe(true);
    }
  }

  /** Value of the last forced order's fills of a position. */
  private dealtBy(position: number): bigint {
    return this.forced.get(position) ?? 0n;
  }
  private readonly forced = new Map<number, bigint>();

  /** A fill of a forced order: what it dealt. */
  forcedFill(order: number, value: number): void {
    const position = this.contracts.orders.get(order)?.position ?? 0;
    if (position !== 0) this.forced.set(position, (this.forced.get(position) ?? 0n) + BigInt(value));
  }

  private deleverage(event: EventOf<'deleveraged'>, owe: Owe): void {
    this.deleveraged.push(event);
    const here = this.keyOf(event.position);
    const there = this.keyOf(event.against);
    expect(here.split(' ')[2], 'deleveraged against the other side').not.toBe(there.split(' ')[2]);
    this.close(there, BigInt(event.lots), BigInt(event.value), owe);
    this.close(here, BigInt(event.lots), BigInt(event.value), owe);
  }

  /** Settle atoms at a price (cents), rounded down. */
  private valueAt(market: number, lots: bigint, cents: number): bigint {
    const { type, perLot } = this.contracts.contracts.get(market)!;
    const price = BigInt(cents);
    return type === 2 ? (lots * BigInt(perLot) * price) / 100n : (lots * BigInt(perLot) * 100n) / price;
  }

  /** A part of a position closed at a value without a book. */
  close(key: string, lots: bigint, value: bigint, owe: Owe): void {
    const [user, market, side] = key.split(' ').map(Number) as [number, number, number];
    const { type, settle } = this.contracts.contracts.get(market)!;
    const held = this.contracts.positions.get(key) as Held;
    expect(lots <= held.lots, 'no more is closed than is open').toBe(true);
    const gains = (side === POSITION_SIDE.long) === (type === 2);
    const released = gains ? ceil(held.cost * lots, held.lots) : (held.cost * lots) / held.lots;
    const profit = gains ? value - released : released - value;
    owe(ACCOUNT_CLASS.clearing, 0, 0, settle, market, -Number(profit));
    if (held.mode === MARGIN_MODE.isolated) {
      const share = (held.margin * lots) / held.lots;
      const net = share + profit;
      const rest = held.margin - share + (net < 0n ? net : 0n);
      owe(ACCOUNT_CLASS.margin, user, side, settle, market, Number(rest - held.margin));
      owe(ACCOUNT_CLASS.wallet, user, type, settle, 0, Number(net > 0n ? net : 0n));
      held.margin = rest;
    } else owe(ACCOUNT_CLASS.wallet, user, type, settle, 0, Number(profit));
    held.lots -= lots;
    held.cost -= released;
    held.price += profit;
  }

  private rate(event: EventOf<'funding.rate'>, known: Known): void {
    this.rates.push(event);
    const lots = new Map<number, bigint>();
    for (const emitted of this.contracts.emitted.values())
      if (emitted.market === event.market && emitted.lots > 0) lots.set(emitted.position, BigInt(emitted.lots));
    const { tiers, fundingHours } = this.contracts.contracts.get(event.market)!;
    const pace = this.pace.get(event.market);
    const hours = pace?.hours ?? fundingHours;
    if (pace !== undefined) expect(event.time, 'money §3: when the pace says').toBe(pace.next);
    const { side, lots: held } = this.contracts.fund.held.get(event.market) ?? { side: 0, lots: 0n };
    const fund = { side, lots: held };
    this.rounds.set(event.market, { rate: event, hours, lots, fund, net: 0n, payers: 0, receivers: 0 });
    expect(Math.abs(event.rate), 'money §3: no rate beyond 2 %').toBeLessThanOrEqual(20_000_000);
    if (known.rules >= RULE.fundingBounded)
      expect(Math.abs(event.rate) * hours, 'a payment of ¾ of the first maintenance rate, or ¼').toBeLessThanOrEqual(
        tiers[0]!.rate * (pace?.hourly === 1 ? 2_000 : 6_000),
      );
  }

  /** Profit becomes cost: the market's clearing pays it. */
  private realise(event: EventOf<'funding.realised'>, owe: Owe): void {
    const { type, settle } = this.contracts.contracts.get(event.market)!;
    const key = this.keyOf(event.position);
    const held = this.contracts.positions.get(key) as Held;
    const gains = (Number(key.split(' ')[2]) === POSITION_SIDE.long) === (type === 2);
    const { marks, indexes } = this.contracts;
    for (const prices of [marks, indexes]) {
      const value = this.valueAt(event.market, held.lots, prices.get(event.market)!);
      expect(event.amount, 'no more than the profit at the mark and at the index').toBeLessThanOrEqual(
        Number(gains ? value - held.cost : held.cost - value),
      );
    }
    held.cost += BigInt(gains ? event.amount : -event.amount);
    held.price += BigInt(event.amount);
    this.realised += event.amount;
    owe(ACCOUNT_CLASS.clearing, 0, 0, settle, event.market, -event.amount);
    owe(ACCOUNT_CLASS.rounding, 0, 0, settle, 0, event.amount);
  }

  /** What the insurance fund owes, or may get at most, as funding. */
  fundOwed(event: EventOf<'fund.funding'>) {
    const round = this.rounds.get(event.market)!;
    const { type, perLot } = this.contracts.contracts.get(event.market)!;
    const mark = BigInt(round.rate.mark);
    const parts = BigInt(Math.abs(event.rate)) * BigInt(round.hours);
    const size = round.fund.lots * BigInt(perLot) * parts;
    const [above, below] = type === 2 ? [size * mark, 100n * RATE_PARTS] : [size * 100n, mark * RATE_PARTS];
    round.net -= BigInt(event.amount);
    expect(round.net >= 0n, 'what the fund receives was paid before').toBe(true);
    return {
      pays: (round.fund.side === POSITION_SIDE.long) === event.rate > 0,
      up: ceil(above, below),
      down: above / below,
    };
  }

  private pay(event: EventOf<'funding'>, known: Known, owe: Owe): void {
    this.payments.push(event);
    const round = this.rounds.get(event.market)!;
    const { type, settle, perLot } = this.contracts.contracts.get(event.market)!;
    const lots = round.lots.get(event.position);
    expect(lots, 'whoever is paid funding had a position when the interval ended').toBeDefined();
    round.lots.delete(event.position);
    const side = Number(this.keyOf(event.position).split(' ')[2]);
    const pays = (side === POSITION_SIDE.long) === event.rate > 0;
    const mark = BigInt(round.rate.mark);
    const parts = BigInt(Math.abs(event.rate)) * BigInt(round.hours);
    const [above, below] =
      type === 2
        ? [lots! * BigInt(perLot) * mark * parts, 100n * RATE_PARTS]
        : [lots! * BigInt(perLot) * 100n * parts, mark * RATE_PARTS];
    let insured = 0;
    const realised = this.realised;
    this.realised = 0;
    if (pays) {
      const owed = Number(ceil(above, below));
      expect(event.amount).toBeLessThanOrEqual(0);
      expect(-event.amount).toBeLessThanOrEqual(owed);
      const fund = [...known.accounts.values()].find(
        (one) => one.class === ACCOUNT_CLASS.insurance && one.asset === settle,
      )!;
      insured = known.rules >= RULE.fundingBounded ? 0 : Math.min(owed + event.amount, fund.available);
      round.payers += 1;
    } else {
      expect(event.amount).toBeGreaterThanOrEqual(0);
      expect(event.amount).toBeLessThanOrEqual(Number(above / below));
      round.receivers += 1;
    }
    round.net += BigInt(insured - event.amount);
    expect(round.net >= 0n, 'what is received was paid before').toBe(true);
    owe(ACCOUNT_CLASS.wallet, event.user, type, settle, 0, event.amount + realised);
    owe(ACCOUNT_CLASS.insurance, 0, 0, settle, 0, -insured);
    owe(ACCOUNT_CLASS.rounding, 0, 0, settle, 0, insured - event.amount - realised);
  }
}
