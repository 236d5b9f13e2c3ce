// What becomes of a second contract: it opens at a tick, and is settled or void by time (money §5). Nothing here looks
// at whose it is.

import { TIMER } from '../clock/index.ts';
import { secondResult, TIED, WON } from '../formula/index.ts';
import { CLASS } from '../ledger/index.ts';
import { AGING_AFTER, CLOSED } from '../price/index.ts';
import { SECOND_WALLET } from './open.ts';
import type { SecondContext } from './context.ts';
import { after, INPUT, NONE, STATE } from './states.ts';
import { emitOpened, emitSettled, emitVoid } from './events.ts';

const MS = 1_000;
/** Reasons of a void contract. */
const NO_OPENING = 1;
const NO_SETTLEMENT = 2;
const MARKET_CLOSED = 3;

/** A tick of an instrument was stored: if it is valid, contracts that have waited long enough open at it. */
export function openAll(context: SecondContext, instrument: number): void {
  const { markets, contracts, prices, clock } = context;
  if (instrument > markets.rows.top || markets.rows.first[instrument] === 0) return;
  const { ring } = prices;
  const tick = ring.firstValidAt(instrument, clock.now);
  if (tick === 0) return;
  let slot = markets.rows.first[instrument] as number;
  // Bounded by MAX_WAITING: each round takes one out of the queue.
  while (slot !== 0 && (contracts.rows.opensFrom[slot] as number) <= clock.now) {
    open(context, slot, ring.rows.number[tick] as number, ring.rows.price[tick] as number, clock.now);
    slot = markets.rows.first[instrument] as number;
  }
}

function open(context: SecondContext, slot: number, tick: number, price: number, time: number): void {
  const { contracts, timers, out } = context;
  const { rows } = contracts;
  contracts.leave(slot);
  rows.state[slot] = after(STATE.waiting, INPUT.tick);
  rows.tick[slot] = tick;
  rows.price[slot] = price;
  rows.time[slot] = time;
  const matures = time + (rows.seconds[slot] as number) * MS;
  rows.matures[slot] = matures;
  timers.cancel(TIMER.secondOpen, rows.id(slot));
  timers.add(matures, TIMER.secondMature, rows.id(slot));
  emitOpened(out, contracts, slot);
}

/** The time to open is over: void, unless it opened (or is over by now). */
export function late(context: SecondContext, id: number): void {
  const { contracts } = context;
  const slot = contracts.rows.find(id);
  if (slot === 0 || after(contracts.rows.state[slot] as number, INPUT.late) === NONE) return;
  giveBack(context, slot, NO_OPENING);
}

/** A contract matured at `due`: the last valid tick, at most 2 s old then, settles it; without one it is void. */
export function mature(context: SecondContext, id: number, due: number): void {
  const { contracts, prices } = context;
  const slot = contracts.rows.find(id);
  if (slot === 0) return;
  const instrument = contracts.rows.instrument[slot] as number;
  // No later tick is known: this fires before the first batch that shows more than `due`.
  const age = due - (prices.ring.kept.validTime[instrument] as number);
  const input = age <= AGING_AFTER ? INPUT.priced : INPUT.unpriced;
  const next = after(contracts.rows.state[slot] as number, input);
  if (next === STATE.settled) settle(context, slot, instrument);
  else if (next === STATE.void) giveBack(context, slot, NO_SETTLEMENT);
}

function settle(context: SecondContext, slot: number, instrument: number): void {
  const { contracts, prices, out } = context;
  const { rows } = contracts;
  const { kept } = prices.ring;
  const price = kept.validPrice[instrument] as number;
  const result = secondResult(rows.direction[slot] as number, rows.price[slot] as number, price);
  const stake = rows.stake[slot] as number;
  const paid = result === WON ? stake + (rows.win[slot] as number) : result === TIED ? stake : 0;
  const number = kept.validNumber[instrument] as number;
  emitSettled(out, contracts, slot, result, number, price, kept.validTime[instrument] as number, paid);
  pay(context, slot, paid);
}

/** The stake back, the possible win back to the pool. */
function giveBack(context: SecondContext, slot: number, reason: number): void {
  const { contracts, prices, out } = context;
  const closed = prices.state(contracts.rows.instrument[slot] as number) === CLOSED;
  emitVoid(out, contracts, slot, closed ? MARKET_CLOSED : reason);
  pay(context, slot, contracts.rows.stake[slot] as number);
}

/** Empties a contract's escrow: `paid` atoms to the customer, the rest to the pool. Its row goes. */
function pay(context: SecondContext, slot: number, paid: number): void {
  const { contracts, ledger } = context;
  const { rows } = contracts;
  const asset = rows.asset[slot] as number;
  const user = rows.user[slot] as number;
  const locked = (rows.stake[slot] as number) + (rows.win[slot] as number);
  contracts.remove(slot);
  ledger.post(ledger.open(CLASS.escrow, 0, 0, asset, 0), -locked, 0);
  ledger.post(ledger.open(CLASS.wallet, user, SECOND_WALLET, asset, 0), paid, 0);
  ledger.post(ledger.open(CLASS.secondPool, 0, 0, asset, 0), locked - paid, 0);
}
