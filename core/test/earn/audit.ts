// Staking and finance as the event-only auditor sees them: what is held, reserved, paid and forfeited (money §6).

import { expect } from 'vitest';
import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';

const DAY = 86_400_000;
const BILLION = 1_000_000_000n;

type Product = EventOf<'earn.product'>;

export interface Stake {
  readonly opened: EventOf<'earn.opened'>;
  /** The terms it was sold on; unknown in a seed where newer ones are in force. */
  readonly terms: Product | undefined;
  /** Reserved and not yet paid. */
  left: number;
  day: number;
  paid: number;
  ends: number;
}

/** ⌊principal × rate × days⌋ of a product, by wide integers. */
export function exactYield(terms: Product, principal: number, days: number): number {
  const parts = terms.kind === 1 ? BILLION : BILLION * 365n;
  return Number((BigInt(principal) * BigInt(terms.rate) * BigInt(days)) / parts);
}

export class EarnAudit implements ProductAudit {
  readonly open = new Map<number, Stake>();
  readonly products = new Map<number, Product>();

  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'earn.product':
        this.products.set(event.product, event);
        return true;
      case 'earn.opened':
        this.opened(event, owe);
        return true;
      case 'earn.paid':
        this.paid(event, owe);
        return true;
      case 'earn.closed':
        this.closed(event, owe);
        return true;
      default:
        return false;
    }
  }

  holds(add: Hold): void {
    for (const { opened } of this.open.values()) add(opened.user, WALLET.finance, opened.asset, 0, opened.amount);
  }

  private of(id: number): Stake {
    const stake = this.open.get(id);
    if (stake === undefined) throw new Error(`Expected stake ${id} to run.`);
    return stake;
  }

  private opened(event: EventOf<'earn.opened'>, owe: Owe): void {
    const { stake, user, product, asset, amount, version, starts, ends, reserved, day, paid } = event;
    expect(this.open.has(stake)).toBe(false);
    expect(event.kind).toBe(this.products.get(product)!.kind);
    const now = this.products.get(product)!;
    const terms = now.version === version ? now : undefined;
    if (terms !== undefined) {
      expect(reserved, 'money §6: the whole yield is reserved').toBe(exactYield(terms, amount, terms.days));
      if (day === 0) expect(ends - starts).toBe(terms.days * DAY);
    }
    this.open.set(stake, { opened: event, terms, left: reserved - paid, day, paid, ends });
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, -amount);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.finance, asset, 0, amount);
    owe(ACCOUNT_CLASS.treasury, 0, 0, asset, 0, -reserved);
    owe(ACCOUNT_CLASS.reserve, 0, 0, asset, 0, reserved);
  }

  private paid(event: EventOf<'earn.paid'>, owe: Owe): void {
    const { user, asset, amount, day, reserved, ends } = event;
    const stake = this.of(event.stake);
    const { terms, opened } = stake;
    expect(event.kind).toBe(opened.kind);
    expect(day, 'days are paid once, in order').toBe(stake.day + 1);
    stake.day = day;
    if (terms?.flexible === 1) {
      expect([amount, reserved]).toEqual([stake.left, exactYield(terms, opened.amount, 1)]);
      expect(ends).toBe(stake.ends + DAY);
    } else if (terms !== undefined)
      expect(stake.paid + amount, 'money §6: after day n, ⌊n days⌋ is paid').toBe(
        exactYield(terms, opened.amount, day),
      );
    stake.ends = ends;
    stake.paid = terms?.flexible === 1 ? 0 : stake.paid + amount;
    stake.left += reserved - amount;
    owe(ACCOUNT_CLASS.reserve, 0, 0, asset, 0, reserved - amount);
    owe(ACCOUNT_CLASS.treasury, 0, 0, asset, 0, -reserved);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, amount);
  }

  private closed(event: EventOf<'earn.closed'>, owe: Owe): void {
    const { user, asset, reason, paid, unused, penalty } = event;
    const { opened, terms, left } = this.of(event.stake);
    this.open.delete(event.stake);
    expect(event.kind).toBe(opened.kind);
    expect(event.yield + unused, 'what is left of the reserve is paid or goes back').toBe(left);
    expect(paid).toBe(opened.amount + event.yield - penalty);
    if (reason === 1) expect([unused, penalty]).toEqual([0, 0]);
    else {
      expect(event.yield, 'money §6: yield not yet paid is forfeited').toBe(0);
      if (terms !== undefined)
        expect(penalty).toBe(Number((BigInt(opened.amount) * BigInt(terms.penalty) + 999_999n) / 1_000_000n));
    }
    owe(ACCOUNT_CLASS.wallet, user, WALLET.finance, asset, 0, -opened.amount);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, paid);
    owe(ACCOUNT_CLASS.reserve, 0, 0, asset, 0, -left);
    owe(ACCOUNT_CLASS.treasury, 0, 0, asset, 0, unused + penalty);
  }
}
