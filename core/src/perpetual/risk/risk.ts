// What contracts do without a command: marks at each tick, index checks, liquidations, funding (money §3, core §5).

import { TIMER } from '../../clock/index.ts';
import { Domain } from '../../domain.ts';
import { MARGIN_MODE, MARKET_MAKER } from '../../enum/index.ts';
import type { FundDays } from '../../ledger/index.ts';
import { RULE } from '../../rules.ts';
import { WORK_STEPS } from '../../steps.ts';
import { auditMarkets } from '../audit.ts';
import type { PerpetualContext, Watch } from '../context.ts';
import { emitPosition } from '../events.ts';
import { Funding } from '../funding/funding.ts';
import { makeMark, emitMark } from '../mark.ts';
import { priced } from '../priced.ts';
import { CheckQueue } from './check-queue.ts';
import { Liquidation, QUEUED } from './liquidation.ts';
import { LiquidationQueue } from './liquidation-queue.ts';
import { LiquidationTurns } from './liquidation-turns.ts';
import { isolatedTrigger, positionEndangered } from './margin-check.ts';
import { MovedMarkets } from './moved-markets.ts';
import { auditTriggers, auditWallets } from './risk-audit.ts';
import { RiskTables } from './tables.ts';
import { TriggerIndex } from './trigger-index.ts';
import { UnpricedMarkets } from './unpriced-markets.ts';
import { WalletChecks } from './wallet-checks.ts';
import type { Expect } from '../../expect.ts';

export class Risk extends Domain implements Watch {
  readonly kinds: readonly number[] = [];
  override readonly tradesByItself = true;
  override readonly timers = [TIMER.funding, TIMER.premium, TIMER.unwind];
  readonly checks: WalletChecks;
  readonly liquidation: Liquidation;
  readonly funding: Funding;
  private readonly context: PerpetualContext;
  private readonly unpriced: UnpricedMarkets;
  private readonly moved: MovedMarkets;
  private readonly liquidations: LiquidationTurns;

  constructor(context: PerpetualContext) {
    super();
    this.context = context;
    const { registry } = context;
    const tables = new RiskTables(registry);
    const queue = new LiquidationQueue(registry);
    const checkQueue = new CheckQueue(registry);
    this.liquidation = new Liquidation(context);
    this.checks = new WalletChecks(
      context,
      tables,
      queue,
      checkQueue,
      new TriggerIndex(context),
      this.liquidation.shares,
    );
    this.funding = new Funding(context, queue, this.liquidation.unwinding.inventory);
    this.unpriced = new UnpricedMarkets(context, tables, this.checks);
    this.moved = new MovedMarkets(context, tables, this.liquidation, this.checks);
    this.liquidations = new LiquidationTurns(context, this.liquidation, this.checks);
    context.watch = this;
  }

  decide(): number {
    throw new Error('Expected no command here: marks, liquidations and funding come by themselves.');
  }

  commit(): number {
    throw new Error('Expected no command here: marks, liquidations and funding come by themselves.');
  }

  override fire(kind: number, id: number, due: number): void {
    if (kind === TIMER.unwind) this.liquidation.unwinding.fire(id, due);
    else if (kind === TIMER.premium) this.funding.minute(id, due);
    else this.funding.interval(id, due);
  }

  /** All marks are computed before any check, so a hedged wallet is never judged on half of a tick. */
  override tick(instrument: number): void {
    const { context } = this;
    const c = context.contracts.rows;
    const m = context.markets.rows;
    let counts = false;
    for (let market = 1; market <= c.top; market += 1) {
      if (c.type[market] === 0 || m.instrument[market] !== instrument) continue;
      this.unpriced.notice(market);
      this.funding.tick(market);
      if (!priced(context, market)) continue;
      const first = c.markTime[market] === 0;
      makeMark(context, market);
      if (first) {
        this.funding.begin(market);
        this.funding.tick(market);
      }
      counts = true;
      this.moved.note(market);
    }
    if (!counts || !this.checks.inSteps()) return;
    this.checks.checkQueue.ticked();
    this.liquidation.deleverage.orders.tick();
  }

  /** The age of an instrument's price changed what it allows. */
  aged(instrument: number): void {
    const { markets, contracts } = this.context;
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.rows.type[market] !== 0 && markets.rows.instrument[market] === instrument)
        this.unpriced.notice(market);
  }

  /**
   * From the version in which a stale profit counts as 0, wallets with stale prices are checked too. From the version
   * that liquidates by the index, wallets get bounds by it, as many at a time as a batch allows; isolated positions
   * keep their triggers, which the next tick compares with the index. Nothing is liquidated before that tick. From the
   * version that checks in steps, wallets that wait for the next tick move to its queues.
   */
  override activated(version: number): void {
    if (version === RULE.workInSteps) this.checks.listWaiting();
    if (version === RULE.indexLiquidates) this.checks.beginRejudging();
    if (version === RULE.fundingByTime) this.funding.activated();
    if (version !== RULE.staleOnlyReduces) return;
    const c = this.context.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) if (c.type[market] !== 0) this.unpriced.notice(market);
  }

  /** What the insurance funds may still lose today. Shared with margin. */
  get fundDays(): FundDays {
    return this.liquidation.unwinding.inventory.days;
  }

  override busy(steps = WORK_STEPS): boolean {
    if (this.moved.busy(steps) || this.checks.rejudging()) return true;
    if (this.liquidation.deleverage.orders.busy()) return true;
    return this.unpriced.busy || this.liquidations.busy || this.funding.busy();
  }

  override work(steps: number): number {
    let left = steps;
    if (this.moved.busy(left)) left = this.moved.work(left);
    if (this.unpriced.busy) left = this.unpriced.work(left);
    if (this.checks.rejudging()) left = this.checks.rejudge(left);
    const { deleverage } = this.liquidation;
    left = this.liquidations.work(left);
    if (left > 0 && deleverage.orders.busy()) left = deleverage.orders.work(left);
    if (left > 0 && this.funding.busy()) left = this.funding.work(left);
    deleverage.forget();
    return left;
  }

  position(slot: number, released = 0): void {
    const { context } = this;
    const p = context.positions.rows;
    this.funding.changed(slot, released);
    this.liquidation.insurance.settled(slot);
    if (p.mode[slot] === MARGIN_MODE.isolated) {
      p.trigger[slot] = isolatedTrigger(context, slot);
      if (p.endangered[slot] !== QUEUED) this.checks.triggerIndex.set(slot);
    } else {
      if (p.user[slot] !== MARKET_MAKER) this.checks.orient(slot);
      if (p.lots[slot] === 0) this.checks.triggerIndex.remove(slot);
    }
    this.liquidation.deleverage.changed(slot);
    if (p.lots[slot] !== 0) return;
    context.leaves(slot);
    this.unpriced.leaves(slot);
  }

  contractWallet(row: number): void {
    if (this.context.positions.contractWallets.crosses[row] !== 0) this.checks.changed(row);
    this.liquidation.deleverage.changedContractWallet(row);
  }

  /**
   * New maintenance tiers: all triggers are recomputed, and wallets checked at the next tick. Rare: two operators
   * change them.
   */
  terms(market: number): void {
    const { context } = this;
    const p = context.positions.rows;
    for (let slot = context.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number) {
      this.position(slot);
      emitPosition(context, slot);
      this.contractWallet(p.contractWallet[slot] as number);
    }
  }

  insure(slot: number, lots: number, value: number): number {
    return this.liquidation.insurance.weigh(slot, lots, value);
  }

  /**
   * Counts isolated positions of a market at or below maintenance by checking each: the reference for the index, and
   * its benchmark.
   */
  scan(market: number): number {
    const { context } = this;
    const p = context.positions.rows;
    let found = 0;
    for (let slot = context.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number)
      if (p.mode[slot] === MARGIN_MODE.isolated && positionEndangered(context, slot)) found += 1;
    return found;
  }

  override rebuild(): void {
    this.moved.rebuild();
    this.unpriced.rebuild();
    this.funding.rebuild();
    this.checks.rebuild();
  }

  override emitState(): void {
    this.funding.emitState();
    this.liquidation.unwinding.inventory.emitState();
    const c = this.context.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) if (c.markTime[market] !== 0) emitMark(this.context, market);
  }

  /** §12, 9, checked over everything: the index contains exactly what is at or below maintenance. */
  override audit(expect: Expect): void {
    const { moved, unpriced, checks } = this;
    checks.checkQueue.audit(expect);
    auditTriggers(this.context, expect, checks.triggerIndex);
    auditMarkets(this.context, this.liquidation.unwinding.inventory, expect);
    this.liquidation.unwinding.inventory.audit(expect);
    this.liquidation.deleverage.orders.audit(expect);
    auditWallets(
      this.context,
      expect,
      (contractWallet) => checks.isListed(contractWallet),
      (market) => checks.rejudging() || moved.has(market) || unpriced.scanning(market),
    );
  }
}
