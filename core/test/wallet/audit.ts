// What moves money between wallets, and in and out of the house, as the event-only auditor sees it.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, DEBT_KIND, MARKET_MAKER, WALLET } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';

const CAMPAIGN = 11;
/** Withdrawals: status by status, which may follow. */
const FOLLOWS: readonly (readonly number[])[] = [[1], [2, 6, 8], [3, 6, 7, 8], [2, 4, 5, 7], [2, 5, 7], [], [], [], []];

export class WalletAudit implements ProductAudit {
  readonly deposits = new Map<number, EventOf<'deposit.changed'>>();
  readonly external = new Map<string, number>();
  readonly withdrawals = new Map<number, EventOf<'withdrawal.changed'>>();
  readonly ended = new Set<number>();
  /** Since rules `withdrawalQueue`: what waits or steps aside, and what is granted and not signed. */
  readonly waiting = new Map<number, EventOf<'withdrawal.queued'>>();
  readonly granted = new Map<number, EventOf<'withdrawal.granted'>>();
  rules: EventOf<'pass.changed'> | undefined;
  /** Orders of swaps that wait. */
  readonly swaps = new Map<number, EventOf<'swap.waiting'>>();
  readonly owed = new Map<string, number>();
  readonly campaigns = new Map<number, EventOf<'campaign.changed'>>();
  readonly rewarded = new Set<string>();

  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'transferred':
        owe(
          ACCOUNT_CLASS.wallet,
          event.user,
          event.from,
          event.asset,
          event.from === 5 ? event.market : 0,
          -event.amount,
        );
        owe(ACCOUNT_CLASS.wallet, event.user, event.to, event.asset, event.to === 5 ? event.market : 0, event.amount);
        return true;
      case 'practice':
        owe(ACCOUNT_CLASS.outside, 0, 0, event.asset, 0, -event.amount);
        owe(ACCOUNT_CLASS.wallet, event.user, WALLET.spot, event.asset, 0, event.amount);
        return true;
      case 'funded':
        owe(ACCOUNT_CLASS.outside, 0, 0, event.asset, 0, -event.amount);
        if (event.class === ACCOUNT_CLASS.wallet)
          owe(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, event.asset, 0, event.amount);
        else owe(event.class, 0, 0, event.asset, 0, event.amount);
        return true;
      case 'swapped':
        for (const [user, sign] of [
          [event.user, 1],
          [MARKET_MAKER, -1],
        ] as const) {
          owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, event.from, 0, -sign * event.amount);
          owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, event.to, 0, sign * event.receive);
        }
        return true;
      case 'swap.waiting':
        expect(this.swaps.has(event.swap), 'a swap waits once').toBe(false);
        this.swaps.set(event.swap, event);
        return true;
      case 'swap.ended':
        this.swapEnded(event, owe);
        return true;
      case 'deposit.changed':
        this.deposit(event, owe);
        return true;
      case 'reversal.owed':
        this.reversal(event, owe);
        return true;
      case 'withdrawal.changed':
        this.withdrawal(event, owe);
        return true;
      case 'network.paid':
        owe(ACCOUNT_CLASS.network, 0, 0, event.asset, 0, -event.paid);
        owe(ACCOUNT_CLASS.outside, 0, 0, event.asset, event.rail, event.paid);
        return true;
      case 'campaign.changed': {
        // Set aside, or back: what a claim takes out of the reserve goes on to the customer by `rewarded`.
        const more = event.left - (this.campaigns.get(event.campaign)?.left ?? 0);
        owe(ACCOUNT_CLASS.rewards, 0, 0, event.asset, 0, -more);
        owe(ACCOUNT_CLASS.reserve, 0, CAMPAIGN, event.asset, event.campaign, more);
        this.campaigns.set(event.campaign, event);
        return true;
      }
      case 'rewarded': {
        const key = `${event.campaign} ${event.user}`;
        expect(this.rewarded.has(key), 'money §10: a reward is claimed once').toBe(false);
        this.rewarded.add(key);
        owe(ACCOUNT_CLASS.rewards, 0, 0, event.asset, 0, -event.amount);
        owe(ACCOUNT_CLASS.wallet, event.user, WALLET.spot, event.asset, 0, event.amount);
        return true;
      }
      case 'withdrawal.passed':
        this.passed(event);
        return true;
      case 'withdrawal.queued':
      case 'withdrawal.granted':
        this.turn(event);
        return true;
      case 'allowance.changed':
        expect([event.hour % 3_600_000, event.whole >= 1_000], 'money §8: by whole hours, at least 1,000').toEqual([
          0,
          true,
        ]);
        return true;
      case 'pass.changed':
        this.rules = event;
        return true;
      case 'rail.changed':
      case 'limits.changed':
      case 'swap.changed':
        return true;
      default:
        return false;
    }
  }

  holds(add: Hold): void {
    for (const { user, from, amount } of this.swaps.values()) add(user, WALLET.spot, from, 0, amount);
    for (const { user, asset, amount, fee } of this.withdrawals.values())
      add(user, WALLET.spot, asset, 0, amount + fee);
  }

  /** money §8: it is the order that waited, never below its least, not before half a second. */
  private swapEnded(event: EventOf<'swap.ended'>, owe: Owe): void {
    const { swap, user, from, to, amount, least, receive, code } = event;
    expect(this.swaps.get(swap)).toMatchObject({ user, from, to, amount, least, time: event.time });
    this.swaps.delete(swap);
    if (code !== 200) return;
    expect(receive).toBeGreaterThanOrEqual(least);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, from, 0, -amount);
    owe(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, from, 0, amount);
    owe(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, to, 0, -receive);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, to, 0, receive);
  }

  /** money §12.6: one credit an external id. A reversed one is owed whole; what could not be taken comes back as a debt. */
  private deposit(event: EventOf<'deposit.changed'>, owe: Owe): void {
    const { deposit, rail, user, asset, amount, status } = event;
    const id = [rail, event.transactionHigh, event.transactionLow, event.position].join(' ');
    const before = this.deposits.get(deposit);
    if (before === undefined) {
      expect(this.external.has(id), 'W02: one deposit an external id').toBe(false);
      this.external.set(id, deposit);
      expect([1, 2]).toContain(status);
    } else {
      expect([before.user, before.asset, before.amount]).toEqual([user, asset, amount]);
      expect(before.status === 3 ? [1, 2] : [3], `deposit ${deposit} from status ${before.status}`).toContain(status);
    }
    this.deposits.set(deposit, event);
    const sign = status === 1 ? 1 : before?.status === 1 ? -1 : 0;
    owe(ACCOUNT_CLASS.outside, 0, 0, asset, rail, -sign * amount);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, sign * amount);
  }

  private reversal(event: EventOf<'reversal.owed'>, owe: Owe): void {
    const { user, asset, rail, owed, change } = event;
    const key = [user, asset, rail].join(' ');
    // A seed tells what is owed, without a change.
    if (change !== 0) expect(owed, 'what is owed is what was, and the change').toBe((this.owed.get(key) ?? 0) + change);
    this.owed.set(key, owed);
    owe(ACCOUNT_CLASS.debt, user, DEBT_KIND.chain, asset, rail, -change);
    owe(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.chain, asset, rail, change);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, change);
    owe(ACCOUNT_CLASS.outside, 0, 0, asset, rail, -change);
  }

  /** It comes right before the withdrawal's own event, of one in review, and within the rules. */
  private passed(event: EventOf<'withdrawal.passed'>): void {
    const { withdrawal, user, worth, today } = event;
    const { rules } = this;
    expect(this.withdrawals.get(withdrawal)).toMatchObject({ user, worth, status: 1 });
    expect(rules, 'nothing passes without rules').toBeDefined();
    expect(worth, 'money §8: only small ones pass').toBeLessThanOrEqual(rules!.most);
    expect(today, 'money §8: and so much a day').toBeLessThanOrEqual(rules!.day);
    expect(today).toBeGreaterThanOrEqual(worth);
  }

  /** It waits, then it is granted, of the customer and coin of the withdrawal, while that is approved. */
  private turn(event: EventOf<'withdrawal.queued'> | EventOf<'withdrawal.granted'>): void {
    const { withdrawal, user, asset } = event;
    expect(this.withdrawals.get(withdrawal)).toMatchObject({ user, asset, status: 2 });
    if (event.name === 'withdrawal.granted') {
      this.waiting.delete(withdrawal);
      this.granted.set(withdrawal, event);
      return;
    }
    expect(event.until > 0, 'why it steps aside').toBe(event.why > 0);
    this.granted.delete(withdrawal);
    this.waiting.set(withdrawal, event);
  }

  private withdrawal(event: EventOf<'withdrawal.changed'>, owe: Owe): void {
    const { withdrawal, user, asset, rail, amount, fee, status } = event;
    const before = this.withdrawals.get(withdrawal);
    expect(this.ended.has(withdrawal), 'what ended stays ended').toBe(false);
    if (before !== undefined) {
      expect(FOLLOWS[before.status], `withdrawal ${withdrawal}: ${before.status} to ${status}`).toContain(status);
      expect([before.user, before.amount, before.fee]).toEqual([user, amount, fee]);
    }
    if (status === 3) expect(this.waiting.has(withdrawal), 'money §8: only what is granted is signed').toBe(false);
    if (status > 2) {
      this.waiting.delete(withdrawal);
      this.granted.delete(withdrawal);
    }
    if (status <= 4) {
      this.withdrawals.set(withdrawal, event);
      return;
    }
    this.withdrawals.delete(withdrawal);
    this.ended.add(withdrawal);
    if (status !== 5) return;
    expect(before!.status, 'money §8: only what was signed is confirmed').toBeGreaterThanOrEqual(3);
    owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, -(amount + fee));
    owe(ACCOUNT_CLASS.outside, 0, 0, asset, rail, amount);
    owe(ACCOUNT_CLASS.network, 0, 0, asset, 0, fee);
  }
}
