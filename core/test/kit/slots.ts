// A slot of the markets: ticks, quotes, and behind them `slot.end`, with which what the ticks cause is worked off.

import { type Command, encodeCommand, type Exchange } from '../../src/index.ts';
import { command } from './genesis.ts';

export const SLOT_END = command('slot.end', {});

/** Runs a command at the time that an exchange has, ticks with the end of their slot; its code. */
export function applyWithSlotEnd(exchange: Exchange, one: Command): number {
  const code = exchange.apply(encodeCommand(one), 0);
  if (one.name === 'ticks') exchange.apply(encodeCommand(SLOT_END), 0);
  return code;
}

/** The commands of a batch, with the end of a slot behind all of it where it has ticks and no end of its own. */
export function withSlotEnd(commands: readonly Command[]): readonly Command[] {
  const ticks = commands.some(({ name }) => name === 'ticks');
  const ends = commands.some(({ name }) => name === 'slot.end');
  return ticks && !ends ? [...commands, SLOT_END] : commands;
}
