// The events of second contracts, written from their rows.

import { SECOND_MARKETS } from '../market/index.ts';
import type { EventBuffer } from '../state/index.ts';
import type { Contracts } from './contracts.ts';

const WAITING = 195;
const OPENED = 196;
const SETTLED = 197;
const VOID = 198;

function begin(out: EventBuffer, contracts: Contracts, slot: number, kind: number, length: number): number {
  const { rows } = contracts;
  const at = out.reserve(length);
  const w = out.words;
  w[at] = kind;
  w[at + 1] = length;
  w[at + 2] = rows.id(slot);
  w[at + 3] = rows.user[slot] as number;
  w[at + 4] = SECOND_MARKETS + (rows.instrument[slot] as number);
  return at + 5;
}

export function emitWaiting(out: EventBuffer, contracts: Contracts, slot: number): void {
  const { rows } = contracts;
  const at = begin(out, contracts, slot, WAITING, 13);
  const w = out.words;
  w[at] = rows.asset[slot] as number;
  w[at + 1] = rows.direction[slot] as number;
  w[at + 2] = rows.seconds[slot] as number;
  w[at + 3] = rows.stake[slot] as number;
  w[at + 4] = rows.odds[slot] as number;
  w[at + 5] = rows.win[slot] as number;
  w[at + 6] = rows.version[slot] as number;
  w[at + 7] = rows.opensFrom[slot] as number;
}

export function emitOpened(out: EventBuffer, contracts: Contracts, slot: number): void {
  const { rows } = contracts;
  const at = begin(out, contracts, slot, OPENED, 9);
  const w = out.words;
  w[at] = rows.tick[slot] as number;
  w[at + 1] = rows.price[slot] as number;
  w[at + 2] = rows.time[slot] as number;
  w[at + 3] = rows.matures[slot] as number;
}

/** `tick`, `price` (cents), `time`: the tick that settles it; `paid` atoms to the user. */
export function emitSettled(
  out: EventBuffer,
  contracts: Contracts,
  slot: number,
  result: number,
  tick: number,
  price: number,
  time: number,
  paid: number,
): void {
  const at = begin(out, contracts, slot, SETTLED, 10);
  const w = out.words;
  w[at] = result;
  w[at + 1] = tick;
  w[at + 2] = price;
  w[at + 3] = time;
  w[at + 4] = paid;
}

export function emitVoid(out: EventBuffer, contracts: Contracts, slot: number, reason: number): void {
  const at = begin(out, contracts, slot, VOID, 7);
  out.words[at] = reason;
  out.words[at + 1] = contracts.rows.stake[slot] as number;
}
