// What contracts do without a command: marks at each tick, who the index reaches, liquidations, funding (money §3, core §5).

import { TIMER } from '../../clock/index.ts';
import { Domain } from '../../domain.ts';
import { LONG } from '../../formula/index.ts';
import type { FundDays } from '../../ledger/index.ts';
import { HOUSE } from '../../party/index.ts';
import { RULE } from '../../rules.ts';
import { WORK_STEPS } from '../../steps.ts';
import { table } from '../../state/index.ts';
import { auditMarkets } from '../audit.ts';
import { writeBounds } from './bounds.ts';
import { auditTriggers, auditWallets } from './risk-audit.ts';
import { CROSS, ISOLATED } from '../contracts.ts';
import { CHANGED, Examinations, LIQUIDATED, REACHED } from './check-queue.ts';
import {
  crossTrigger,
  endangered,
  healthKey,
  isolatedTrigger,
  positionEndangered,
  type Standing,
  standingOfPurse,
  wholeEquity,
  wholeMaintenance,
} from './margin-check.ts';
import { Funding } from '../funding/funding.ts';
import { Ladder, QUEUED, WAITING } from './liquidation.ts';
import { makeMark, tellMark } from '../mark.ts';
import { equity, maintenance, unrealised } from '../position/valuation.ts';
import { priced, riskPrice } from '../priced.ts';
import { Queue } from './liquidation-queue.ts';
import { Reached } from './trigger-index.ts';
import type { PerpetualContext, Watch } from '../context.ts';
import { tellPosition } from '../events.ts';

const MAX_MARKETS = 65_535;
const MAX_PURSES = 9_000_000;
/** Positions of markets without a price that one round of work looks at; each wallet examined for it is a step. */
const LOOKS = 10_000;
/**
 * Examining wallets leaves so many of a batch's steps to liquidations, triggered orders and all else. It takes the others,
 * a step for each cross position of a wallet, and at most one wallet more than they reach for.
 */
export const EXAMINING_LEAVES = WORK_STEPS >> 1;
/** Isolated positions that one step puts into the queue of liquidations. */
export const QUEUED_PER_STEP = 16;
/** `contractTicks.moved`: who the mark reaches is to be looked at; all are listed, those of other markets not yet. */
const MOVED = 1;
const LISTED = 2;

export class Risk extends Domain implements Watch {
  readonly kinds: readonly number[] = [];
  override readonly timers = [TIMER.funding, TIMER.premium, TIMER.unwind];
  readonly queue: Queue;
  readonly examinations: Examinations;
  readonly reached: Reached;
  readonly ladder: Ladder;
  readonly funding: Funding;
  private readonly room: PerpetualContext;
  /** By market: `MOVED` while its mark has moved and who it reaches was not yet looked at, `LISTED`, or 0. */
  private readonly ticked;
  /**
   * By wallet (a purse's row): 1 while it is in the list of those to be examined at the next tick; the list. Empty since
   * rules `workInSteps`.
   */
  private readonly due;
  private readonly list;
  /**
   * By market: 1 while its price does not count; the next position to be looked at because of it, 0: all are. Empty under
   * the first rules.
   */
  private readonly unpriced;
  /** The next wallet whose bounds are made anew by the index, 0: none. Empty before rules `indexLiquidates`. */
  private readonly rejudged;
  /** How many markets ticked; in how many positions are still to be looked at. Derived. */
  private moved = 0;
  private scans = 0;

  constructor(room: PerpetualContext) {
    super();
    this.room = room;
    const { registry } = room;
    this.ticked = registry.add(table('contractTicks', { moved: 'i32' }, MAX_MARKETS));
    this.due = registry.add(table('pursesDue', { waits: 'i32' }, MAX_PURSES));
    this.list = registry.add(table('pursesListed', { purse: 'i32' }, MAX_PURSES));
    this.unpriced = registry.add(table('contractsUnpriced', { missing: 'i32', next: 'i32' }, MAX_MARKETS));
    this.rejudged = registry.add(table('pursesRejudged', { next: 'i32' }, 1));
    this.queue = new Queue(registry);
    this.examinations = new Examinations(registry);
    this.reached = new Reached(room);
    this.ladder = new Ladder(room);
    this.funding = new Funding(room, this.queue, this.ladder.unwinding.inventory);
    room.watch = this;
  }

  decide(): number {
    throw new Error('Expected no command here: marks, liquidations and funding come by themselves.');
  }

  commit(): number {
    throw new Error('Expected no command here: marks, liquidations and funding come by themselves.');
  }

  override fire(kind: number, id: number, due: number): void {
    if (kind === TIMER.unwind) this.ladder.unwinding.fire(id, due);
    else if (kind === TIMER.premium) this.funding.minute(id, due);
    else this.funding.interval(id, due);
  }

  /** All marks are made before anyone is looked at: a hedged wallet is never judged by half of a tick. */
  override tick(instrument: number): void {
    const { room } = this;
    const c = room.contracts.rows;
    const m = room.markets.rows;
    let counts = false;
    for (let market = 1; market <= c.top; market += 1) {
      if (c.type[market] === 0 || m.instrument[market] !== instrument) continue;
      this.notice(market);
      this.funding.tick(market);
      if (!priced(room, market)) continue;
      const first = c.markTime[market] === 0;
      makeMark(room, market);
      if (first) {
        this.funding.begin(market);
        this.funding.tick(market);
      }
      counts = true;
      this.ticked.reach(market);
      if (this.inSteps()) room.gaps.priced(market);
      if (this.ticked.moved[market] === MOVED) continue;
      this.ticked.moved[market] = MOVED;
      this.moved += 1;
    }
    if (!counts || !this.inSteps()) return;
    this.examinations.ticked();
    this.ladder.deleverage.orders.tick();
  }

  /** Before rules `workInSteps` a tick examined all wallets that had changed or that it reached, however many. */
  private inSteps(): boolean {
    return this.room.clock.rules >= RULE.workInSteps;
  }

  /** The age of an instrument's price changed what it allows. */
  aged(instrument: number): void {
    const { markets, contracts } = this.room;
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.rows.type[market] !== 0 && markets.rows.instrument[market] === instrument) this.notice(market);
  }

  /**
   * From the version on that lets a stale profit count as 0, what is stale by then is looked at too. From the one on that
   * liquidates by the index, wallets get their bounds by it, as many at a time as a batch takes; isolated positions keep
   * their triggers, which the next tick compares with the index. Nobody is liquidated before that tick. From the one on
   * that examines in steps, whoever waits for the next tick waits in its queues.
   */
  override activated(version: number): void {
    if (version === RULE.workInSteps) this.listWaiting();
    if (version === RULE.indexLiquidates && this.room.positions.purses.top > 0) {
      this.rejudged.reach(1);
      this.rejudged.next[1] = 1;
    }
    if (version === RULE.fundingByTime) this.funding.activated();
    if (version !== RULE.staleOnlyReduces) return;
    const c = this.room.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) if (c.type[market] !== 0) this.notice(market);
  }

  /** Moves who waits into the queues; what is in the queue of liquidations is noted to be out of the index. */
  private listWaiting(): void {
    const { list, due, queue } = this;
    for (let at = 1; at <= list.live; at += 1) {
      const purse = list.purse[at] as number;
      list.purse[at] = 0;
      due.waits[purse] = 0;
      this.wait(purse);
    }
    list.live = 0;
    for (let at = 1; at <= queue.size; at += 1) if (queue.isPurse(at)) this.out(queue.item(at));
  }

  /** Notes whether a market's price counts; when it no longer does, profits in it are 0 and their wallets are examined. */
  private notice(market: number): void {
    const { room, unpriced } = this;
    if (room.clock.rules < RULE.staleOnlyReduces) return;
    const missing = priced(room, market) ? 0 : 1;
    if (market > unpriced.top && missing === 0) return;
    unpriced.reach(market);
    if (unpriced.missing[market] === missing) return;
    unpriced.missing[market] = missing;
    this.scanFrom(market, missing === 1 ? (room.contracts.rows.first[market] as number) : 0);
  }

  private scanFrom(market: number, slot: number): void {
    const { unpriced } = this;
    const before = unpriced.next[market] as number;
    if (before !== 0) this.scans -= 1;
    if (slot !== 0) this.scans += 1;
    unpriced.next[market] = slot;
  }

  /** Examines the wallets whose profit at a price no longer counts, at most `steps` of them; gives the steps left. */
  private lookAtUnpriced(steps: number): number {
    const { room, unpriced } = this;
    const { rows: p } = room.positions;
    let left = steps;
    let looks = LOOKS;
    for (let market = 1; market <= unpriced.top && this.scans > 0; market += 1)
      for (; left > 0 && looks > 0 && unpriced.next[market] !== 0; looks -= 1) {
        const slot = unpriced.next[market] as number;
        this.scanFrom(market, p.nextHere[slot] as number);
        if (p.mode[slot] !== CROSS || unrealised(room, slot, riskPrice) <= 0) continue;
        const purse = p.purse[slot] as number;
        left -= this.inSteps() ? this.weightOf(purse) : 1;
        this.examine(purse);
      }
    return left > 0 ? left : 0;
  }

  /** Whether wallets still have the bounds of the mark. */
  private rejudging(): boolean {
    return this.rejudged.top > 0 && this.rejudged.next[1] !== 0;
  }

  /** Makes the bounds of wallets anew, at most of `steps`; one that is endangered waits for the next tick. Gives the steps left. */
  private rejudge(steps: number): number {
    const { room, rejudged } = this;
    const { purses } = room.positions;
    let left = steps;
    let purse = rejudged.next[1] as number;
    for (let looks = LOOKS; left > 0 && looks > 0 && purse <= purses.top; looks -= 1, purse += 1) {
      // Who is queued or waits is examined by then.
      const waits = purses.endangered[purse] !== 0 || this.isListed(purse);
      if (purses.crosses[purse] === 0 || waits) continue;
      const standing = standingOfPurse(room, purse);
      left -= 1;
      if (!endangered(standing)) this.stand(purse, standing);
      else this.wait(purse);
    }
    rejudged.next[1] = purse <= purses.top ? purse : 0;
    return left;
  }

  /** What the insurance funds may still lose today: shared with margin. */
  get fundDays(): FundDays {
    return this.ladder.unwinding.inventory.days;
  }

  override busy(steps = WORK_STEPS): boolean {
    if (this.examines(steps)) return true;
    if (this.rejudging()) return true;
    if (this.ladder.deleverage.orders.busy()) return true;
    return this.scans > 0 || this.queue.size > 0 || this.funding.busy();
  }

  /** Whether somebody is to be examined now, and there are steps for it. */
  private examines(steps: number): boolean {
    if (!this.inSteps()) return this.moved > 0;
    return steps > EXAMINING_LEAVES && (this.moved > 0 || this.examinations.due());
  }

  override work(steps: number): number {
    let left = steps;
    if (this.examines(left)) left = this.inSteps() ? this.examineInTurn(left) : this.gather(left);
    if (this.scans > 0) left = this.lookAtUnpriced(left);
    if (this.rejudging()) left = this.rejudge(left);
    const { deleverage } = this.ladder;
    while (left > 0 && this.queue.size > 0) {
      deleverage.allow(left);
      left -= this.turn(left) + deleverage.spent();
    }
    if (left < 0) left = 0;
    if (left > 0 && deleverage.orders.busy()) left = deleverage.orders.work(left);
    if (left > 0 && this.funding.busy()) left = this.funding.work(left);
    deleverage.forget();
    return left;
  }

  /**
   * Lists whom the index reaches and examines wallets, in turn, until the steps for it are used up; gives the steps left.
   * Bounded: each turn lists somebody or ends a market, or examines a wallet.
   */
  private examineInTurn(steps: number): number {
    const { examinations } = this;
    let left = steps;
    while (left > EXAMINING_LEAVES && (this.moved > 0 || examinations.due())) {
      if (this.moved > 0) {
        this.listReached();
        left -= 1;
      }
      const purse = examinations.take();
      if (purse === 0) continue;
      left -= this.weightOf(purse);
      this.examine(purse, true);
    }
    return left > EXAMINING_LEAVES ? left : EXAMINING_LEAVES;
  }

  /** Steps that examining or liquidating a wallet takes: one for each of its cross positions. */
  private weightOf(purse: number): number {
    const crosses = this.room.positions.purses.crosses[purse] as number;
    return crosses > 1 ? crosses : 1;
  }

  /** One step: lists a wallet, or isolated positions, that the index has reached in the market whose turn it is. */
  private listReached(): void {
    const { room, reached } = this;
    const market = this.nextMoved();
    if (!priced(room, market)) return this.listed(market, 0);
    const price = riskPrice(room, market);
    const falling = reached.fallingOf(market);
    const rising = reached.risingOf(market);
    for (let count = 0; count < QUEUED_PER_STEP; count += 1) {
      const fallen = falling.reached(price);
      const slot = fallen === 0 ? rising.reached(price) : fallen;
      if (slot === 0) return this.listed(market, LISTED);
      this.hit(slot);
      if (room.positions.rows.mode[slot] === CROSS) return;
    }
  }

  /** The market whose turn it is among those whose mark has moved: there is one. */
  private nextMoved(): number {
    const { ticked, examinations } = this;
    let market = examinations.market;
    // Bounded by the markets.
    do market = market >= ticked.top ? 1 : market + 1;
    while (ticked.moved[market] !== MOVED);
    examinations.market = market;
    return market;
  }

  /** All whom a market's index reaches are listed; after the last market, wallets count moves from here on. */
  private listed(market: number, state: number): void {
    const { ticked } = this;
    ticked.moved[market] = state;
    this.moved -= 1;
    if (this.moved > 0) return;
    for (let one = 1; one <= ticked.top; one += 1) {
      if (ticked.moved[one] !== LISTED) continue;
      ticked.moved[one] = 0;
      this.ladder.shares.examined(one);
    }
  }

  /** Queues all that the marks have reached: first the wallets that changed, then by the index. Takes no steps. */
  private gather(steps: number): number {
    const { room, list, due, ticked } = this;
    this.ladder.deleverage.orders.tick();
    const waiting: number[] = [];
    for (let at = 1; at <= list.live; at += 1) {
      waiting.push(list.purse[at] as number);
      list.purse[at] = 0;
    }
    list.live = 0;
    for (const purse of waiting) due.waits[purse] = 0;
    for (const purse of waiting) this.examine(purse);
    const moved: number[] = [];
    for (let market = 1; market <= ticked.top; market += 1) {
      if (ticked.moved[market] === 0) continue;
      ticked.moved[market] = 0;
      this.moved -= 1;
      if (!priced(room, market)) continue;
      moved.push(market);
      room.gaps.priced(market);
      const price = riskPrice(room, market);
      // Each turn takes a position out of the index or moves its bounds beyond the price.
      const falling = this.reached.fallingOf(market);
      for (let slot = falling.reached(price); slot !== 0; slot = falling.reached(price)) this.hit(slot);
      const rising = this.reached.risingOf(market);
      for (let slot = rising.reached(price); slot !== 0; slot = rising.reached(price)) this.hit(slot);
    }
    for (const market of moved) this.ladder.shares.examined(market);
    return steps;
  }

  /** A mark reached a position's trigger, or a wallet's bound. */
  private hit(slot: number): void {
    const { room } = this;
    const p = room.positions.rows;
    if (p.mode[slot] === CROSS) {
      const purse = p.purse[slot] as number;
      if (!this.inSteps()) return this.examine(purse);
      this.ladder.shares.endangered(purse);
      this.out(purse);
      return this.examinations.add(purse, REACHED);
    }
    this.reached.remove(slot);
    if (p.endangered[slot] !== WAITING) p.endangered[slot] = QUEUED;
    room.gaps.endangered(slot);
    this.queue.add(healthKey(equity(room, slot), maintenance(room, slot)), p.id(slot), 0);
  }

  /**
   * A wallet is weighed: endangered it is queued, or looked at again at the next tick where a price is missing. `taken`:
   * out of the queues of examinations, just now.
   */
  private examine(purse: number, taken = false): void {
    const { room } = this;
    const { purses } = room.positions;
    if (this.inSteps()) {
      // Out of the index and in none of the queues: it is in that of liquidations.
      if (this.examinations.isAway(purse) && this.examinations.queueOf(purse) === 0 && !taken) return;
      this.examinations.leave(purse);
    }
    if (purses.crosses[purse] === 0) {
      purses.endangered[purse] = 0;
      if (this.inSteps()) this.examinations.setAway(purse, false);
      return;
    }
    const standing = standingOfPurse(room, purse);
    if (!endangered(standing)) {
      purses.endangered[purse] = 0;
      this.stand(purse, standing);
      return;
    }
    this.ladder.shares.endangered(purse);
    this.out(purse);
    if (!this.liquidable(purse)) return this.wait(purse);
    if (purses.endangered[purse] !== WAITING) purses.endangered[purse] = QUEUED;
    this.queue.add(healthKey(wholeEquity(standing), wholeMaintenance(standing)), purse, 1);
  }

  /** The first of the queue has its turn: examined again, liquidated as far as one tick takes it. Gives the cuts, or 1. */
  private turn(steps: number): number {
    const { room, queue } = this;
    const { rows: p, purses } = room.positions;
    const item = queue.item();
    const health = queue.health();
    const isPurse = queue.isPurse();
    queue.pop();
    if (isPurse) {
      const weight = this.inSteps() ? this.weightOf(item) : 1;
      const is = this.liquidable(item) && endangered(standingOfPurse(room, item));
      const spent = is && this.inSteps() ? this.ladder.cancelOrders(item, steps) : 0;
      if (spent === steps) {
        // Its orders may not be cancelled yet: it stays where it is, and nothing of it is closed before they are.
        queue.add(health, item, 1);
        return spent;
      }
      if (purses.endangered[item] === QUEUED) purses.endangered[item] = 0;
      let cuts = spent + weight;
      let whole = is && this.ladder.purse(item) && this.atOnce();
      // Bounded as below, by position of the wallet.
      for (; whole && this.bankruptPurse(item); cuts += weight) whole = this.ladder.purse(item);
      this.wait(item);
      return cuts;
    }
    const slot = p.find(item);
    if (slot === 0) return 1;
    if (p.endangered[slot] === QUEUED) p.endangered[slot] = 0;
    let cuts = 1;
    if (priced(room, p.market[slot] as number)) {
      if (positionEndangered(room, slot)) {
        let whole = this.ladder.position(slot) && this.atOnce();
        // Bounded by the steps of maintenance: a cut taken whole leads to the one below, in the first it ends the position.
        for (; whole && this.bankrupt(item); cuts += 1) whole = this.ladder.position(slot);
        if (this.inSteps()) cuts += this.ladder.cancelled();
      } else {
        p.endangered[slot] = 0;
        room.gaps.safe(slot);
      }
    }
    if (p.find(item) !== 0) this.reached.set(slot);
    return cuts;
  }

  /** Before rules `bankruptAtOnce` a tick made one cut, whatever was left below zero. */
  private atOnce(): boolean {
    return this.room.clock.rules >= RULE.bankruptAtOnce;
  }

  /** Whether an isolated position is open with equity, rounded down, of 0 or less. */
  private bankrupt(id: number): boolean {
    const { room } = this;
    const slot = room.positions.rows.find(id);
    return slot !== 0 && equity(room, slot) <= 0 && positionEndangered(room, slot);
  }

  /** The same of a wallet with cross positions that may be liquidated now. */
  private bankruptPurse(purse: number): boolean {
    const { room } = this;
    if (room.positions.purses.crosses[purse] === 0 || !this.liquidable(purse)) return false;
    const standing = standingOfPurse(room, purse);
    return wholeEquity(standing) <= 0 && endangered(standing);
  }

  /**
   * Whether a wallet may be liquidated by the prices of its cross positions: under the first rules all must count, then
   * one is enough, and only those that count are closed (W12).
   */
  private liquidable(purse: number): boolean {
    const { rows: p, purses } = this.room.positions;
    const all = this.room.clock.rules < RULE.staleOnlyReduces;
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === CROSS && priced(this.room, p.market[slot] as number) !== all) return !all;
    return all;
  }

  /** New bounds for a wallet above maintenance; where it would be liquidated is told again where it moved. */
  private stand(purse: number, standing: Standing): void {
    const { room } = this;
    const { rows: p, purses } = room.positions;
    if (this.inSteps()) this.examinations.setAway(purse, false);
    writeBounds(room, purse, standing);
    const shown = purses.user[purse] !== HOUSE;
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number) {
      if (p.mode[slot] !== CROSS) continue;
      this.reached.set(slot);
      this.ladder.shares.safe(slot);
      if (shown) this.reorient(slot, standing);
    }
  }

  /** A wallet's positions leave the index. */
  private out(purse: number): void {
    const { rows: p, purses } = this.room.positions;
    if (this.inSteps()) this.examinations.setAway(purse, true);
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === CROSS) this.reached.remove(slot);
  }

  /** Whether a wallet waits to be examined. */
  private isListed(purse: number): boolean {
    const { due, examinations } = this;
    return (purse <= due.top && due.waits[purse] === 1) || examinations.queueOf(purse) !== 0;
  }

  /** A wallet that is endangered, or was, is examined at the next tick; until then the index does not reach it. */
  private wait(purse: number): void {
    const { due, list } = this;
    if (this.inSteps()) {
      this.out(purse);
      return this.examinations.add(purse, LIQUIDATED);
    }
    due.reach(purse);
    if (due.waits[purse] === 1) return;
    due.waits[purse] = 1;
    list.live += 1;
    list.reach(list.live);
    list.purse[list.live] = purse;
  }

  position(slot: number, released = 0): void {
    const { room } = this;
    const p = room.positions.rows;
    this.funding.changed(slot, released);
    this.ladder.insurance.settled(slot);
    if (p.mode[slot] === ISOLATED) {
      p.trigger[slot] = isolatedTrigger(room, slot);
      if (p.endangered[slot] !== QUEUED) this.reached.set(slot);
    } else {
      if (p.user[slot] !== HOUSE) this.orient(slot);
      if (p.lots[slot] === 0) this.reached.remove(slot);
    }
    this.ladder.deleverage.changed(slot);
    if (p.lots[slot] === 0) room.leaves(slot);
    if (p.lots[slot] !== 0 || this.scans === 0) return;
    const market = p.market[slot] as number;
    if (market <= this.unpriced.top && this.unpriced.next[market] === slot)
      this.scanFrom(market, p.nextHere[slot] as number);
  }

  /** Where a cross position would be liquidated; the other side of its market has moved with it. */
  private orient(slot: number): void {
    const { room } = this;
    const { rows: p, holdings: h } = room.positions;
    const holding = p.holding[slot] as number;
    const standing = standingOfPurse(room, p.purse[slot] as number);
    p.trigger[slot] = crossTrigger(room, slot, standing);
    const other = (p.side[slot] === LONG ? h.short[holding] : h.long[holding]) as number;
    if (other !== 0 && p.mode[other] === CROSS && p.lots[other] !== 0) this.reorient(other, standing);
  }

  /** The same of a position that did not change itself: told where it is another. */
  private reorient(slot: number, standing: Standing): void {
    const { room } = this;
    const p = room.positions.rows;
    const trigger = crossTrigger(room, slot, standing);
    if (trigger === p.trigger[slot]) return;
    p.trigger[slot] = trigger;
    tellPosition(room, slot);
  }

  purse(row: number): void {
    if (this.room.positions.purses.crosses[row] !== 0) this.changed(row);
    this.ladder.deleverage.changedPurse(row);
  }

  /** A wallet that changed is examined at the next tick; until then the index reaches it where it did. */
  private changed(purse: number): void {
    if (!this.inSteps()) return this.wait(purse);
    // Whoever waits already, or is being liquidated, is examined anyway.
    if (this.examinations.queueOf(purse) !== 0 || this.examinations.isAway(purse)) return;
    this.ladder.shares.endangered(purse);
    this.examinations.add(purse, CHANGED);
  }

  /** New steps of maintenance: new triggers for all, wallets are examined at the next tick. Two persons' doing, and rare. */
  terms(market: number): void {
    const { room } = this;
    const p = room.positions.rows;
    for (let slot = room.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number) {
      this.position(slot);
      tellPosition(room, slot);
      this.purse(p.purse[slot] as number);
    }
  }

  insure(slot: number, lots: number, value: number): number {
    return this.ladder.insurance.weigh(slot, lots, value);
  }

  /** How many isolated positions of a market are endangered, by looking at each: the index's oracle, and its measure. */
  scan(market: number): number {
    const { room } = this;
    const p = room.positions.rows;
    let found = 0;
    for (let slot = room.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number)
      if (p.mode[slot] === ISOLATED && positionEndangered(room, slot)) found += 1;
    return found;
  }

  override rebuild(): void {
    const { room, ticked, due, examinations } = this;
    const { rows: p, purses } = room.positions;
    this.moved = 0;
    for (let market = 1; market <= ticked.top; market += 1) if (ticked.moved[market] === MOVED) this.moved += 1;
    this.scans = 0;
    for (let market = 1; market <= this.unpriced.top; market += 1)
      if (this.unpriced.next[market] !== 0) this.scans += 1;
    this.funding.rebuild();
    this.reached.clear();
    for (let slot = 1; slot <= p.top; slot += 1) {
      if (!p.alive(slot)) continue;
      const purse = p.purse[slot] as number;
      const before = purses.endangered[purse] === QUEUED || (purse <= due.top && due.waits[purse] === 1);
      const isAway = this.inSteps() ? examinations.isAway(purse) : before;
      const away = p.mode[slot] === CROSS ? isAway : p.endangered[slot] === QUEUED;
      if (!away) this.reached.set(slot);
    }
  }

  override tell(): void {
    this.funding.tell();
    this.ladder.unwinding.inventory.tell();
    const c = this.room.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) if (c.markTime[market] !== 0) tellMark(this.room, market);
  }

  /** §12, 9 by looking at everyone: who is endangered is known to the index, and nobody else is. */
  override audit(expect: (holds: boolean, what: string) => void): void {
    const { ticked, unpriced } = this;
    this.examinations.audit(expect);
    auditTriggers(this.room, expect, this.reached);
    auditMarkets(this.room, this.ladder.unwinding.inventory, expect);
    this.ladder.unwinding.inventory.audit(expect);
    this.ladder.deleverage.orders.audit(expect);
    auditWallets(
      this.room,
      expect,
      (purse) => this.isListed(purse),
      (market) =>
        this.rejudging() ||
        (market <= ticked.top && ticked.moved[market] === MOVED) ||
        (market <= unpriced.top && unpriced.next[market] !== 0),
    );
  }
}
