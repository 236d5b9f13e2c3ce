// The events of second contracts, written from their rows.

import { SECOND_MARKETS } from '../market/index.ts';
import type { EventBuffer } from '../state/index.ts';
import { layoutOf } from '../schema/index.ts';
import type { Contracts } from './contracts.ts';

const WAITING = layoutOf('second.waiting');
const OPENED = layoutOf('second.opened');
const SETTLED = layoutOf('second.settled');
const VOID = layoutOf('second.void');

export function emitWaiting(out: EventBuffer, contracts: Contracts, slot: number): void {
  const { rows } = contracts;
  const at = out.open(WAITING.head);
  const w = out.words;
  w[at + WAITING.second] = rows.id(slot);
  w[at + WAITING.user] = rows.user[slot] as number;
  w[at + WAITING.market] = SECOND_MARKETS + (rows.instrument[slot] as number);
  w[at + WAITING.asset] = rows.asset[slot] as number;
  w[at + WAITING.direction] = rows.direction[slot] as number;
  w[at + WAITING.seconds] = rows.seconds[slot] as number;
  w[at + WAITING.amount] = rows.stake[slot] as number;
  w[at + WAITING.odds] = rows.odds[slot] as number;
  w[at + WAITING.win] = rows.win[slot] as number;
  w[at + WAITING.version] = rows.version[slot] as number;
  w[at + WAITING.opensFrom] = rows.opensFrom[slot] as number;
}

export function emitOpened(out: EventBuffer, contracts: Contracts, slot: number): void {
  const { rows } = contracts;
  const at = out.open(OPENED.head);
  const w = out.words;
  w[at + OPENED.second] = rows.id(slot);
  w[at + OPENED.user] = rows.user[slot] as number;
  w[at + OPENED.market] = SECOND_MARKETS + (rows.instrument[slot] as number);
  w[at + OPENED.tick] = rows.tick[slot] as number;
  w[at + OPENED.price] = rows.price[slot] as number;
  w[at + OPENED.time] = rows.time[slot] as number;
  w[at + OPENED.matures] = rows.matures[slot] as number;
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
  const { rows } = contracts;
  const at = out.open(SETTLED.head);
  const w = out.words;
  w[at + SETTLED.second] = rows.id(slot);
  w[at + SETTLED.user] = rows.user[slot] as number;
  w[at + SETTLED.market] = SECOND_MARKETS + (rows.instrument[slot] as number);
  w[at + SETTLED.result] = result;
  w[at + SETTLED.tick] = tick;
  w[at + SETTLED.price] = price;
  w[at + SETTLED.time] = time;
  w[at + SETTLED.paid] = paid;
}

export function emitVoid(out: EventBuffer, contracts: Contracts, slot: number, reason: number): void {
  const { rows } = contracts;
  const at = out.open(VOID.head);
  const w = out.words;
  w[at + VOID.second] = rows.id(slot);
  w[at + VOID.user] = rows.user[slot] as number;
  w[at + VOID.market] = SECOND_MARKETS + (rows.instrument[slot] as number);
  w[at + VOID.reason] = reason;
  w[at + VOID.paid] = rows.stake[slot] as number;
}
