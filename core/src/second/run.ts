// The life of a second contract: it opens at a tick, and is settled or void by time (money §5). No code here depends on
// whose contract it is.

import { TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, PRICE_STATE, SECOND_RESULT, SECOND_STATUS, WALLET } from '../enum/index.ts';
import { secondResult } from '../formula/index.ts';
import { AGING_AFTER } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { ENDED, type EndTick } from './endings.ts';
import type { SecondContext } from './context.ts';
import { after, INPUT, NONE } from './states.ts';
import { emitOpened, emitSettled, emitVoid } from './events.ts';

const MS = 1_000;
/** Reasons why a contract is void. */
const NO_OPENING = 1;
const NO_SETTLEMENT = 2;
const MARKET_CLOSED = 3;

/** A tick of an instrument was stored. If it is valid, contracts that have waited long enough open at it. */
export function openAll(context: SecondContext, instrument: number): void {
  const { markets, contracts, prices, clock } = context;
  if (instrument > markets.rows.top || markets.rows.first[instrument] === 0) return;
  const { ring } = prices;
  const tick = ring.firstValidAt(instrument, clock.now);
  if (tick === 0) return;
  let slot = markets.rows.first[instrument] as number;
  const endings: number[] = [];
  // Bounded by MAX_WAITING: each round takes one out of the queue.
  while (slot !== 0 && (contracts.rows.opensFrom[slot] as number) <= clock.now) {
    open(context, slot, ring.rows.number[tick] as number, ring.rows.price[tick] as number, clock.now, endings);
    slot = markets.rows.first[instrument] as number;
  }
}

/** `joined`: rows of endings that contracts opened by this tick have, a period each. */
function open(context: SecondContext, slot: number, tick: number, price: number, time: number, joined: number[]): void {
  const { contracts, timers, out } = context;
  const { rows } = contracts;
  contracts.leave(slot);
  rows.state[slot] = after(SECOND_STATUS.generating, INPUT.tick);
  rows.tick[slot] = tick;
  rows.price[slot] = price;
  rows.time[slot] = time;
  const matures = time + (rows.seconds[slot] as number) * MS;
  rows.matures[slot] = matures;
  timers.cancel(TIMER.secondOpen, rows.id(slot));
  if (inSteps(context)) joinEnding(context, slot, matures, joined);
  else timers.add(matures, TIMER.secondMature, rows.id(slot));
  emitOpened(out, contracts, slot);
}

function inSteps(context: SecondContext): boolean {
  return context.clock.rules >= RULE.secondsInSteps;
}

/** A contract ends with those of its tick and period. */
function joinEnding(context: SecondContext, slot: number, matures: number, joined: number[]): void {
  const { endings, contracts, timers } = context;
  let row = joined.find((one) => endings.rows.due[one] === matures) ?? 0;
  if (row === 0) {
    row = endings.open(contracts.rows.instrument[slot] as number, matures);
    joined.push(row);
    timers.add(matures, TIMER.secondEnd, endings.rows.id(row));
  }
  endings.join(row, slot);
}

/** The time to open is over: void, unless it opened (or is over by now). */
export function late(context: SecondContext, id: number): void {
  const { contracts } = context;
  const slot = contracts.rows.find(id);
  if (slot === 0 || after(contracts.rows.state[slot] as number, INPUT.late) === NONE) return;
  if (!inSteps(context)) {
    context.endings.keep(-1);
    return giveBack(context, slot, reasonOf(context, slot, NO_OPENING));
  }
  contracts.leave(slot);
  const closed = isClosed(context, contracts.rows.instrument[slot] as number);
  context.endings.endOne(slot, context.clock.now - 1, closed ? ENDED.closed : ENDED.unopened);
}

/** A contract matured at `due`. The last valid tick, at most 2 s old then, settles it; without one it is void. */
export function mature(context: SecondContext, id: number, due: number): void {
  const { contracts, prices } = context;
  const slot = contracts.rows.find(id);
  if (slot === 0) return;
  const instrument = contracts.rows.instrument[slot] as number;
  // No later tick is known: this timer fires before the first batch after `due`.
  const age = due - (prices.ring.kept.validTime[instrument] as number);
  const input = age <= AGING_AFTER ? INPUT.priced : INPUT.unpriced;
  const next = after(contracts.rows.state[slot] as number, input);
  if (next === NONE) return;
  if (inSteps(context)) {
    const ended = endedBy(context, instrument, due);
    context.endings.endOne(slot, due, ended, ended === ENDED.priced ? lastValid(context, instrument) : undefined);
    return;
  }
  context.endings.keep(-1);
  if (next === SECOND_STATUS.settled) settle(context, slot, lastValid(context, instrument));
  else giveBack(context, slot, reasonOf(context, slot, NO_SETTLEMENT));
}

/** All contracts of a row of endings matured at `due`: what settles them is written down, they are paid in `paySome`. */
export function endRow(context: SecondContext, id: number, due: number): void {
  const { endings } = context;
  const row = endings.rows.find(id);
  if (row === 0) throw new Error(`Expected a row of endings for timer ${id}.`);
  const instrument = endings.rows.instrument[row] as number;
  const ended = endedBy(context, instrument, due);
  endings.end(row, ended, ended === ENDED.priced ? lastValid(context, instrument) : undefined);
}

/** What contracts of an instrument that mature at `due` end with. */
function endedBy(context: SecondContext, instrument: number, due: number): number {
  const age = due - (context.prices.ring.kept.validTime[instrument] as number);
  if (age <= AGING_AFTER) return ENDED.priced;
  return isClosed(context, instrument) ? ENDED.closed : ENDED.unpriced;
}

function lastValid(context: SecondContext, instrument: number): EndTick {
  const { kept } = context.prices.ring;
  return {
    number: kept.validNumber[instrument] as number,
    price: kept.validPrice[instrument] as number,
    time: kept.validTime[instrument] as number,
  };
}

/** Pays contracts that have ended, oldest first, at most `most`; gives how many. */
export function paySome(context: SecondContext, most: number): number {
  const { endings } = context;
  const { rows } = endings;
  let paid = 0;
  for (let row = endings.first; row !== 0 && paid < most; row = endings.first) {
    const ended = rows.outcome[row] as number;
    const tick = {
      number: rows.tick[row] as number,
      price: rows.price[row] as number,
      time: rows.time[row] as number,
    };
    for (; rows.first[row] !== 0 && paid < most; paid += 1) {
      const slot = endings.take(row);
      if (ended === ENDED.priced) settle(context, slot, tick);
      else giveBack(context, slot, ended - 1);
    }
    if (rows.first[row] === 0) endings.close(row);
  }
  return paid;
}

function settle(context: SecondContext, slot: number, tick: EndTick): void {
  const { contracts, out } = context;
  const { rows } = contracts;
  const result = secondResult(rows.direction[slot] as number, rows.price[slot] as number, tick.price);
  const stake = rows.stake[slot] as number;
  const paid =
    result === SECOND_RESULT.won ? stake + (rows.win[slot] as number) : result === SECOND_RESULT.tied ? stake : 0;
  emitSettled(out, contracts, slot, result, tick.number, tick.price, tick.time, paid);
  pay(context, slot, paid);
}

function isClosed(context: SecondContext, instrument: number): boolean {
  return context.prices.state(instrument) === PRICE_STATE.closed;
}

/** Why a contract is void now: its market is closed, or `reason`. */
function reasonOf(context: SecondContext, slot: number, reason: number): number {
  return isClosed(context, context.contracts.rows.instrument[slot] as number) ? MARKET_CLOSED : reason;
}

/** The stake back, the possible win back to the pool. */
function giveBack(context: SecondContext, slot: number, reason: number): void {
  const { contracts, out } = context;
  emitVoid(out, contracts, slot, reason);
  pay(context, slot, contracts.rows.stake[slot] as number);
}

/** Empties a contract's escrow: `paid` atoms to the user, the rest to the pool. Frees its row. */
function pay(context: SecondContext, slot: number, paid: number): void {
  const { contracts, ledger } = context;
  const { rows } = contracts;
  const asset = rows.asset[slot] as number;
  const user = rows.user[slot] as number;
  const locked = (rows.stake[slot] as number) + (rows.win[slot] as number);
  contracts.remove(slot);
  ledger.post(ledger.open(ACCOUNT_CLASS.escrow, 0, 0, asset, 0), -locked, 0);
  ledger.post(ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.second, asset, 0), paid, 0);
  ledger.post(ledger.open(ACCOUNT_CLASS.secondPool, 0, 0, asset, 0), locked - paid, 0);
}
