// Which wallets are checked, and when: the queue of changed ones, the list of those not calm, the bounds of calm ones
// (money §3, §4).

import { safeMove } from '../formula/index.ts';
import { MAX_WORD } from '../schema/index.ts';
import { centsOf } from './priced.ts';
import type { MarginContext } from './context.ts';
import { CALM, FALLING, LAST, RISING, ROW } from './tables.ts';
import type { Measure } from './value.ts';

/** Queues a changed wallet for a check after the command. */
export function enqueue(context: MarginContext, row: number): void {
  const { wallets, state } = context.tables;
  if (wallets.waits[row] !== 0) return;
  if (wallets.debts[row] === 0 && wallets.bounds[row] === 0 && wallets.state[row] === CALM) return;
  wallets.waits[row] = LAST;
  const last = state.queueLast[ROW] as number;
  if (last === 0) state.queueFirst[ROW] = row;
  else wallets.waits[last] = row;
  state.queueLast[ROW] = row;
}

/** Takes the first wallet from the queue; 0 when it is empty. */
export function dequeue(context: MarginContext): number {
  const { wallets, state } = context.tables;
  const row = state.queueFirst[ROW] as number;
  if (row === 0) return 0;
  const next = wallets.waits[row] as number;
  wallets.waits[row] = 0;
  state.queueFirst[ROW] = next === LAST ? 0 : next;
  if (next === LAST) state.queueLast[ROW] = 0;
  return row;
}

/** Sets a wallet's state. Every tick checks wallets that are not calm. */
export function setState(context: MarginContext, row: number, is: number): void {
  const { wallets } = context.tables;
  wallets.state[row] = is;
  if (is === CALM) unwatch(context, row);
  else watch(context, row);
}

function watch(context: MarginContext, row: number): void {
  const { wallets, state } = context.tables;
  if (wallets.watched[row] !== 0) return;
  wallets.watched[row] = 1;
  const last = state.watchLast[ROW] as number;
  wallets.before[row] = last;
  wallets.after[row] = 0;
  if (last === 0) state.watchFirst[ROW] = row;
  else wallets.after[last] = row;
  state.watchLast[ROW] = row;
}

function unwatch(context: MarginContext, row: number): void {
  const { wallets, state } = context.tables;
  if (wallets.watched[row] === 0) return;
  wallets.watched[row] = 0;
  const before = wallets.before[row] as number;
  const after = wallets.after[row] as number;
  if (before === 0) state.watchFirst[ROW] = after;
  else wallets.after[before] = after;
  if (after === 0) state.watchLast[ROW] = before;
  else wallets.before[after] = before;
  if (state.round[ROW] === row) state.round[ROW] = after;
}

export function clearBounds(context: MarginContext, row: number): void {
  const { wallets } = context.tables;
  context.bounds.clear(wallets.bounds[row] as number);
  wallets.bounds[row] = 0;
}

/**
 * Before rules `marginStale`, a coin's price prevents liquidation: the wallet is checked at the coin's next usable
 * tick.
 */
export function waitFor(context: MarginContext, row: number, asset: number): void {
  const { wallets } = context.tables;
  clearBounds(context, row);
  wallets.bounds[row] = context.bounds.add(row, asset, FALLING, MAX_WORD, 0);
}

/**
 * Sets the bounds of a calm wallet: while no coin reaches its bound, the level stays above `level` (millionths). The
 * slack is divided evenly among the coins whose price matters.
 */
export function setBounds(context: MarginContext, row: number, measured: Measure, level: number): void {
  const { wallets } = context.tables;
  clearBounds(context, row);
  const slack = measured.assets - measured.debts * BigInt(level);
  const moving = measured.holdings
    .map((one) => ({
      ...one,
      net: BigInt(one.own) * BigInt(one.factor) - BigInt(one.owed) * BigInt(level),
    }))
    .filter(({ net, cent }) => net !== 0n && cent !== 0n);
  for (const { asset, net, cent } of moving) {
    const cents = centsOf(context, asset);
    const move = safeMove(slack, moving.length, net, cent);
    const side = net > 0n ? FALLING : RISING;
    const bound = side === FALLING ? cents - move : cents + move;
    // A price never falls to 0, so a bound there is not needed.
    if (bound <= 0 || bound > MAX_WORD) continue;
    wallets.bounds[row] = context.bounds.add(row, asset, side, bound, wallets.bounds[row] as number);
  }
}

/** Whether a wallet is above a level (millionths). At the level it is not. */
export function isAbove(measured: Measure, level: number): boolean {
  return measured.assets > measured.debts * BigInt(level);
}
