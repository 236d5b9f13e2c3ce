// The domain of second contracts: second.open, second.set, their ticks and timers (money §5).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, SECOND_STATUS, WALLET } from '../enum/index.ts';
import { breakEven } from '../formula/index.ts';
import { SECOND_MARKETS } from '../market/index.ts';
import { RULE } from '../rules.ts';
import { type CommandOf, commands, decodeCommand, DONE, rejects } from '../schema/index.ts';
import { WORK_STEPS } from '../steps.ts';
import { MAX_OPEN, MAX_WAITING } from './contracts.ts';
import { commitOpen, decideOpen } from './open.ts';
import { SecondWallet } from './wallet.ts';
import type { SecondContext } from './context.ts';
import { endRow, late, mature, openAll, paySome } from './run.ts';
import { emitOpened, emitWaiting } from './events.ts';
import type { Expect } from '../expect.ts';

const OPEN = commands['second.open'].kind;
const SET = commands['second.set'].kind;
/** Steps of a batch that are left to all others: at most 250 contracts are paid in one. */
const OTHERS = (WORK_STEPS * 3) / 4;

export class Second extends Domain {
  readonly kinds = [OPEN, SET];
  override readonly timers = [TIMER.secondOpen, TIMER.secondMature, TIMER.secondEnd];
  readonly context: SecondContext;

  constructor(context: SecondContext) {
    super();
    this.context = context;
    context.walletRules.give(WALLET.second, new SecondWallet(context.ledger, context.markets));
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === SET) return this.decideSet(decodeCommand(words, at) as CommandOf<'second.set'>);
    this.context.refuse(0, 0, 0);
    const code = decideOpen(this.context, words, at);
    return code === DONE ? DONE : this.refuse(code, this.context.expected, this.context.got);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { context } = this;
    if (kind === OPEN) return commitOpen(context, words, at);
    const given = decodeCommand(words, at) as CommandOf<'second.set'>;
    context.markets.set(given);
    context.prices.ring.keep(given.instrument);
    return context.markets.rows.version[given.instrument] as number;
  }

  /** Numbers of the order that `decide` just allowed: its win, and the win rate to break even. */
  override numbers(_words: Float64Array, _at: number, kind: number): readonly number[] {
    const { context } = this;
    return kind === OPEN ? [context.win, breakEven(context.markets.periods.odds[context.period] as number)] : [];
  }

  override fire(kind: number, id: number, due: number): void {
    if (kind === TIMER.secondOpen) late(this.context, id);
    else if (kind === TIMER.secondEnd) endRow(this.context, id, due);
    else mature(this.context, id, due);
  }

  override tick(instrument: number): void {
    openAll(this.context, instrument);
  }

  /** Since rules `secondsInSteps`: what ended is paid with the first steps of a batch, a quarter of them. */
  override busy(steps = WORK_STEPS): boolean {
    return steps > OTHERS && this.context.endings.first !== 0;
  }

  override work(steps: number): number {
    return steps - paySome(this.context, steps - OTHERS);
  }

  /** Rules `rowTimers`: a contract that opened waits for its maturity only. */
  override activated(version: number): void {
    if (version !== RULE.rowTimers) return;
    const { timers, contracts } = this.context;
    timers.keep(this.timers, (_due, kind, id) => {
      const slot = contracts.rows.find(id);
      return slot !== 0 && (kind === TIMER.secondMature || contracts.rows.state[slot] === SECOND_STATUS.generating);
    });
  }

  override rebuild(): void {
    this.context.contracts.rebuild();
    this.context.endings.rebuild();
  }

  override emitState(): void {
    const { markets, contracts, out } = this.context;
    for (let instrument = 1; instrument <= markets.rows.top; instrument += 1)
      if (markets.rows.version[instrument] !== 0) markets.emit(instrument);
    for (let slot = 1; slot <= contracts.rows.top; slot += 1) {
      if (!contracts.rows.alive(slot)) continue;
      emitWaiting(out, contracts, slot);
      if (contracts.rows.state[slot] !== SECOND_STATUS.generating && contracts.rows.tick[slot] !== 0)
        emitOpened(out, contracts, slot);
    }
  }

  /** Whether a market sells second contracts. The commands that stop and start markets ask this. */
  sells(market: number): boolean {
    return this.context.markets.instrumentOf(market) !== 0;
  }

  /** The state of a market of second contracts. */
  standing(market: number): number {
    const { markets } = this.context;
    return markets.rows.state[markets.instrumentOf(market)] as number;
  }

  /** Stops a market (2, 3: no new contracts) or resumes it (1). Open contracts run on as sold. */
  stop(market: number, state: number): void {
    this.context.markets.stop(this.context.markets.instrumentOf(market), state);
  }

  private decideSet(given: CommandOf<'second.set'>): number {
    const { prices, listed } = this.context;
    const { market, instrument, asset, periods, most } = given;
    if (!prices.exists(instrument)) return this.refuse(rejects['request.notFound'], 0, instrument);
    if (market !== SECOND_MARKETS + instrument)
      return this.refuse(rejects['request.invalid'], SECOND_MARKETS + instrument, market);
    if (!listed.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    for (const [at, period] of periods.entries()) {
      if (period.min > period.max) return this.refuse(rejects['request.invalid'], period.max, period.min);
      if (period.max > most) return this.refuse(rejects['request.invalid'], most, period.max);
      for (const other of periods.slice(0, at))
        if (other.seconds === period.seconds) return this.refuse(rejects['request.invalid'], 0, period.seconds);
    }
    return DONE;
  }

  /** Escrow = Σ stake + possible win. Queues are in order; sums and counts equal those of the contracts (money §12). */
  override audit(expect: Expect): void {
    const { contracts, markets, ledger, listed } = this.context;
    const { rows, sums } = contracts;
    this.context.endings.audit(expect);
    const locked = new Float64Array(listed.assets.top + 1);
    const stakes = new Float64Array(sums.top + 1);
    const open = new Float64Array(sums.top + 1);
    const waiting = new Float64Array(markets.rows.top + 1);
    for (let slot = 1; slot <= rows.top; slot += 1) {
      if (!rows.alive(slot)) continue;
      const asset = rows.asset[slot] as number;
      const stake = rows.stake[slot] as number;
      locked[asset] = (locked[asset] as number) + stake + (rows.win[slot] as number);
      const sum = contracts.sumOf(rows.user[slot] as number, asset);
      stakes[sum] = (stakes[sum] as number) + stake;
      open[sum] = (open[sum] as number) + 1;
      const instrument = rows.instrument[slot] as number;
      if (rows.state[slot] === SECOND_STATUS.generating) waiting[instrument] = (waiting[instrument] as number) + 1;
      else
        expect(
          rows.state[slot] === SECOND_STATUS.void || rows.tick[slot] !== 0,
          () => `contract slot ${slot} waiting or open`,
        );
    }
    for (let asset = 1; asset < locked.length; asset += 1) {
      const escrow = ledger.find(ACCOUNT_CLASS.escrow, 0, 0, asset, 0);
      const has = escrow === 0 ? 0 : ledger.accounts.available[escrow];
      expect(has === locked[asset], () => `the escrow of asset ${asset} to be ${locked[asset]}, it is ${has}`);
    }
    for (let sum = 1; sum <= sums.top; sum += 1)
      expect(
        stakes[sum] === sums.stakes[sum] && open[sum] === sums.open[sum] && (open[sum] as number) <= MAX_OPEN,
        () =>
          `sum ${sum} to be ${stakes[sum]} in ${open[sum]} contracts, it says ${sums.stakes[sum]} in ${sums.open[sum]}`,
      );
    for (let instrument = 1; instrument <= markets.rows.top; instrument += 1)
      expect(
        this.queueOf(instrument) === waiting[instrument],
        () => `the queue of instrument ${instrument} to be in order`,
      );
  }

  /** Length of a queue, −1 when it is out of order or its links or count disagree. */
  private queueOf(instrument: number): number {
    const { contracts, markets } = this.context;
    const { rows } = contracts;
    let count = 0;
    let previous = 0;
    for (let slot = markets.rows.first[instrument] as number; slot !== 0; slot = rows.next[slot] as number) {
      count += 1;
      if (rows.previous[slot] !== previous || count > MAX_WAITING) return -1;
      if (previous !== 0 && (rows.opensFrom[previous] as number) > (rows.opensFrom[slot] as number)) return -1;
      previous = slot;
    }
    return markets.rows.last[instrument] === previous && markets.rows.waiting[instrument] === count ? count : -1;
  }
}
