// Announced changes of closing rates that are not in force yet.

import { commands, decodeCommand, type EventOf, type ExchangeEvent, type Millis } from '@vitrine/core';
import type { FoldState } from './state.ts';

const ANNOUNCED = 1;
const KIND = commands['contract.closingRate'].kind;

export interface AnnouncedRate {
  /** Number of the change. */
  readonly change: number;
  readonly market: number;
  /** Millionths of a position's value. */
  readonly rate: number;
  /** Effective from, ms UTC. */
  readonly from: Millis;
}

/** The closing rate that a change announces; undefined if it announces something else or is already finished. */
export function announcedClosingRate(event: EventOf<'parameters.changed'>): AnnouncedRate | undefined {
  if (event.command !== KIND || event.state !== ANNOUNCED) return undefined;
  const command = decodeCommand(Float64Array.from(event.words, ({ word }) => word));
  if (command.name !== 'contract.closingRate') return undefined;
  return { change: event.change, market: command.market, rate: command.rate, from: event.from };
}

/** Returns true if the event was a change of a closing rate. */
export function takeAnnounced(event: ExchangeEvent, { closingRatesAnnounced: waiting }: FoldState): boolean {
  if (event.name !== 'parameters.changed' || event.command !== KIND) return false;
  const announced = announcedClosingRate(event);
  if (announced !== undefined) {
    waiting.set(announced.market, announced);
    return true;
  }
  for (const [market, { change }] of waiting) if (change === event.change) waiting.delete(market);
  return true;
}
