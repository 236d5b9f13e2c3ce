// swap.place: a swap order with its amount held. It executes at the first valid ticks at least half a second later, or
// is refused and released (money §8). No one knows the price when ordering, so an order is not an option.

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../enum/index.ts';
import { commands, DONE, offsetOf, rejects, type EventFields } from '../schema/index.ts';
import { pool, type Registry, table } from '../state/index.ts';
import { type WalletContext } from './context.ts';
import type { Swap } from './swap.ts';
import { SwapPricing } from './swap-price.ts';
import { SwapWindows } from './swap-windows.ts';
import type { Expect } from '../expect.ts';

/** Waiting time before ticks count for an order, and the most it waits, ms. */
const SWAP_DELAY = 500;
const SWAP_PATIENCE = 10_000;
/** Most waiting orders of one user; most orders of one user a minute. */
const MOST_WAITING = 1;
const MOST_ORDERS = 20;
/** Most waiting orders of all users; unverified users may use the first quarter. */
const MAX_WAITING = 4_096;
const UNVERIFIED_WAITING = MAX_WAITING / 4;

const PLACE = commands['swap.place'].kind;
const USER = offsetOf('swap.place', 'user');
const FROM = offsetOf('swap.place', 'from');
const TO = offsetOf('swap.place', 'to');
const AMOUNT = offsetOf('swap.place', 'amount');
const LEAST = offsetOf('swap.place', 'least');
const ROW = 1;
const FIRST_CUSTOMERS = 64;

export class SwapOrders extends Domain {
  readonly kinds = [PLACE];
  override readonly timers = [TIMER.swap];
  private readonly context: WalletContext;
  private readonly swap: Swap;
  private readonly pricing: SwapPricing;
  /** Waiting orders, linked in order of arrival. */
  private readonly rows;
  private readonly queue;
  /** By user: the slot of the waiting order, 0 none. Derived. */
  private waiting = new Int32Array(FIRST_CUSTOMERS);
  /** The command whose ticks were last processed. */
  private looked = 0;

  constructor(registry: Registry, context: WalletContext, swap: Swap) {
    super();
    this.context = context;
    this.swap = swap;
    this.pricing = new SwapPricing(new SwapWindows(registry), context, () => swap.terms());
    this.rows = registry.add(
      pool(
        'swap.waiting',
        {
          ...{ user: 'i32', from: 'i32', to: 'i32', amount: 'f64', least: 'f64', time: 'f64' },
          ...{ newer: 'i32', older: 'i32', next: 'i32' },
        },
        MAX_WAITING,
        'next',
      ),
    );
    this.queue = registry.add(table('swap.queue', { oldest: 'i32', newest: 'i32' }, ROW));
  }

  decide(words: Float64Array, at: number): number {
    const user = words[at + USER] as number;
    const from = words[at + FROM] as number;
    const to = words[at + TO] as number;
    const amount = words[at + AMOUNT] as number;
    const least = words[at + LEAST] as number;
    const { swap, pricing, context } = this;
    if (from === to) return this.refuse(rejects['request.invalid'], from, to);
    if (!swap.swaps(from)) return this.refuse(rejects['coin.unknown'], 0, from);
    if (!swap.swaps(to)) return this.refuse(rejects['coin.unknown'], 0, to);
    const full = this.checkCapacity(user);
    if (full !== DONE) return full;
    for (const asset of [from, to]) {
      const code = pricing.valid(asset);
      if (code !== DONE) return this.refuse(code, pricing.expected, pricing.got);
    }
    const own = context.walletRules.spendable(user, WALLET.spot, from, 0);
    if (own < amount) return this.refuse(rejects['balance.insufficient'], amount, own);
    const code = this.quote(user, from, to, amount, least, true);
    return code === DONE ? DONE : this.refuse(code, pricing.expected, pricing.got);
  }

  /** Holds the amount. Returns the order's id. */
  commit(words: Float64Array, at: number): number {
    const { rows, queue, context } = this;
    const { ledger, clock, timers } = context;
    const slot = rows.take();
    rows.live += 1;
    const user = words[at + USER] as number;
    const from = words[at + FROM] as number;
    const amount = words[at + AMOUNT] as number;
    rows.user[slot] = user;
    rows.from[slot] = from;
    rows.to[slot] = words[at + TO] as number;
    rows.amount[slot] = amount;
    rows.least[slot] = words[at + LEAST] as number;
    rows.time[slot] = clock.now;
    queue.reach(ROW);
    const newest = queue.newest[ROW] as number;
    rows.older[slot] = newest;
    rows.newer[slot] = 0;
    if (newest === 0) queue.oldest[ROW] = slot;
    else rows.newer[newest] = slot;
    queue.newest[ROW] = slot;
    this.note(user, slot);
    this.pricing.windows.customer.add(user, clock.now, 0, 1);
    timers.add(clock.now + SWAP_DELAY - 1, TIMER.swap, rows.id(slot));
    const account = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, from, 0);
    this.emitWaiting(slot);
    ledger.post(account, 0 - amount, amount);
    return rows.id(slot);
  }

  /** What the swap would bring at the present index (`schema/answer.ts`). */
  override numbers(): readonly number[] {
    const { receive, worth, from, to } = this.pricing;
    return [receive, worth, ...from.numbers(), ...to.numbers()];
  }

  /** Ends every due order whose two ticks have arrived. Runs once per command, when all its ticks are stored. */
  override tick(): void {
    const { rows, queue, context, pricing } = this;
    if (rows.live === 0 || this.looked === context.clock.seq) return;
    this.looked = context.clock.seq;
    const due = context.clock.now - SWAP_DELAY;
    // Bounded by `MAX_WAITING`. Orders are in the order of their times.
    for (let slot = queue.oldest[ROW] as number; slot !== 0 && (rows.time[slot] as number) <= due;) {
      const newer = rows.newer[slot] as number;
      if (pricing.ready(rows.from[slot] as number) && pricing.ready(rows.to[slot] as number)) this.execute(slot);
      slot = newer;
    }
  }

  /**
   * Timer: after half a second, ends an order that needs no index. At the time limit, releases an order without ticks.
   */
  override fire(_kind: number, id: number): void {
    const { rows, context, pricing } = this;
    const slot = rows.find(id);
    const over = (rows.time[slot] as number) + SWAP_PATIENCE;
    if (context.clock.now > over) this.end(slot, rejects['price.stale']);
    else if (pricing.indexed(rows.from[slot] as number) || pricing.indexed(rows.to[slot] as number))
      context.timers.add(over, TIMER.swap, id);
    else this.execute(slot);
  }

  /** The list of coins changed: releases orders of removed coins. */
  dropClosed(): void {
    const { rows, swap } = this;
    for (let slot = this.oldest(); slot !== 0;) {
      const newer = rows.newer[slot] as number;
      if (!swap.swaps(rows.from[slot] as number) || !swap.swaps(rows.to[slot] as number)) {
        this.context.timers.cancel(TIMER.swap, rows.id(slot));
        this.end(slot, rejects['coin.unknown']);
      }
      slot = newer;
    }
  }

  override rebuild(): void {
    this.waiting.fill(0);
    for (let slot = this.oldest(); slot !== 0; slot = this.rows.newer[slot] as number)
      this.note(this.rows.user[slot] as number, slot);
  }

  override emitState(): void {
    for (let slot = this.oldest(); slot !== 0; slot = this.rows.newer[slot] as number) this.emitWaiting(slot);
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { rows, context } = this;
    for (let slot = 1; slot <= rows.top; slot += 1)
      if (rows.alive(slot))
        add(
          context.ledger.find(
            ACCOUNT_CLASS.wallet,
            rows.user[slot] as number,
            WALLET.spot,
            rows.from[slot] as number,
            0,
          ),
          rows.amount[slot] as number,
        );
  }

  /** The queue holds each waiting order once, in the order of time, with swappable coins; one per user. */
  override audit(expect: Expect): void {
    const { rows, swap } = this;
    let count = 0;
    let older = 0;
    for (let slot = this.oldest(); slot !== 0 && count <= rows.live; slot = rows.newer[slot] as number) {
      count += 1;
      const user = rows.user[slot] as number;
      expect(rows.alive(slot) && rows.older[slot] === older, () => `swap slot ${slot} to wait behind ${older}`);
      expect(
        older === 0 || (rows.time[older] as number) <= (rows.time[slot] as number),
        () => `swap slot ${slot} in order`,
      );
      expect(this.waiting[user] === slot, () => `user ${user} to have one swap that waits, in slot ${slot}`);
      expect(
        swap.swaps(rows.from[slot] as number) && swap.swaps(rows.to[slot] as number),
        () => `swap slot ${slot} of coins that may be swapped`,
      );
      older = slot;
    }
    const customers = this.waiting.reduce((all, slot) => (slot === 0 ? all : all + 1), 0);
    expect(
      count === rows.live && customers === count,
      () => `${rows.live} swaps to wait, ${count} are queued, ${customers} have a customer`,
    );
  }

  private oldest(): number {
    return this.queue.top === 0 ? 0 : (this.queue.oldest[ROW] as number);
  }

  /** Records which order of a user waits. */
  private note(user: number, slot: number): void {
    if (user >= this.waiting.length) {
      const longer = new Int32Array(2 * user);
      longer.set(this.waiting);
      this.waiting = longer;
    }
    this.waiting[user] = slot;
  }

  /** Whether a user may place one more order. */
  private checkCapacity(user: number): number {
    const { rows, context, pricing } = this;
    if ((this.waiting[user] ?? 0) !== 0) return this.refuse(rejects['order.tooMany'], MOST_WAITING, MOST_WAITING);
    const placed = pricing.windows.customer.count(user, context.clock.now);
    if (placed >= MOST_ORDERS) return this.refuse(rejects['request.tooFrequent'], MOST_ORDERS, placed);
    const most = context.users.rows.stage[user] === 0 ? UNVERIFIED_WAITING : MAX_WAITING;
    return rows.live >= most || rows.full() ? this.refuse(rejects['request.tooFrequent'], most, rows.live) : DONE;
  }

  /**
   * Prices the swap and compares it with the accepted minimum. Returns 200, or a code with the numbers of `pricing`.
   */
  private quote(user: number, from: number, to: number, amount: number, least: number, newest: boolean): number {
    const { pricing } = this;
    const code = pricing.price(user, from, to, amount, newest);
    if (code !== DONE || pricing.receive >= least) return code;
    pricing.expected = least;
    pricing.got = pricing.receive;
    return rejects['swap.least'];
  }

  private execute(slot: number): void {
    const { rows, context, pricing } = this;
    const { ledger } = context;
    context.timers.cancel(TIMER.swap, rows.id(slot));
    const user = rows.user[slot] as number;
    const from = rows.from[slot] as number;
    const to = rows.to[slot] as number;
    const amount = rows.amount[slot] as number;
    const code = context.users.frozen(user)
      ? rejects['account.frozen']
      : this.quote(user, from, to, amount, rows.least[slot] as number, false);
    if (code !== DONE) {
      this.end(slot, code);
      return;
    }
    const pays = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, from, 0);
    const gets = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, to, 0);
    const makerPays = ledger.open(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, to, 0);
    const makerGets = ledger.open(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, from, 0);
    pricing.count(user, from, to, amount);
    this.emitEnded(slot, DONE);
    this.take(slot);
    ledger.post(pays, 0, 0 - amount);
    ledger.post(makerGets, amount, 0);
    ledger.post(makerPays, 0 - pricing.receive, 0);
    ledger.post(gets, pricing.receive, 0);
  }

  /** Refuses a waiting order and releases its hold. Its timer has already been removed. */
  private end(slot: number, code: number): void {
    const { rows, context } = this;
    const account = context.ledger.find(
      ...([ACCOUNT_CLASS.wallet, rows.user[slot] as number, WALLET.spot, rows.from[slot] as number, 0] as const),
    );
    const amount = rows.amount[slot] as number;
    this.emitEnded(slot, code);
    this.take(slot);
    context.ledger.post(account, amount, 0 - amount);
  }

  /** Removes a row from the queue and frees it. */
  private take(slot: number): void {
    const { rows, queue } = this;
    const older = rows.older[slot] as number;
    const newer = rows.newer[slot] as number;
    if (older === 0) queue.oldest[ROW] = newer;
    else rows.newer[older] = newer;
    if (newer === 0) queue.newest[ROW] = older;
    else rows.older[newer] = older;
    this.note(rows.user[slot] as number, 0);
    rows.free(slot);
    rows.live -= 1;
  }

  private facts(slot: number): EventFields<'swap.waiting'> {
    const { rows } = this;
    return {
      swap: rows.id(slot),
      user: rows.user[slot] as number,
      from: rows.from[slot] as number,
      to: rows.to[slot] as number,
      amount: rows.amount[slot] as number,
      least: rows.least[slot] as number,
      time: rows.time[slot] as number,
    };
  }

  private emitWaiting(slot: number): void {
    this.context.out.record('swap.waiting', this.facts(slot));
  }

  /** Emits `swap.ended`, with the price's numbers when ticks priced it. */
  private emitEnded(slot: number, code: number): void {
    const { receive, worth, from, to } = this.pricing;
    const priced = PRICED.includes(code);
    this.context.out.record('swap.ended', {
      ...this.facts(slot),
      code,
      receive: priced ? receive : 0,
      worth: priced ? worth : 0,
      fromTick: priced ? from.tick : 0,
      fromPrice: priced ? from.index : 0,
      fromFlow: priced ? from.flow : 0,
      fromRange: priced ? from.range : 0,
      fromHalf: priced ? from.half : 0,
      toTick: priced ? to.tick : 0,
      toPrice: priced ? to.index : 0,
      toFlow: priced ? to.flow : 0,
      toRange: priced ? to.range : 0,
      toHalf: priced ? to.half : 0,
    });
  }
}

/** Codes of ends for which both ticks were used. */
const PRICED: readonly number[] = [
  DONE,
  rejects['swap.least'],
  rejects['swap.flow'],
  rejects['swap.perMinute'],
  rejects['swap.inventory'],
  rejects['amount.tooSmall'],
  rejects['order.tooLarge'],
  rejects['order.noLiquidity'],
];
