// Many users with many orders each, without an audit after each command, which would take minutes.

import { expect } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { partsOf } from './full.ts';
import { command } from './genesis.ts';
import { NO_KEY, type World } from './world.ts';

/** Open orders that a user may have in a market. */
export const EACH = 200;

/** Runs one command at the exchange's time; returns its code. Its events go to `hear`, not to the world's audit. */
export function run(world: World, one: Command, hear?: (words: Float64Array) => void): number {
  const code = world.exchange.apply(encodeCommand(one), 0);
  const words = world.exchange.takeEvents();
  hear?.(words);
  return code;
}

/** Creates enough users for `orders` orders, `EACH` per user. `order` makes each order, after `prepare`. */
export function crowd(
  world: World,
  orders: number,
  order: (user: number) => Command,
  prepare?: (user: number) => Command,
  hear?: (words: Float64Array) => void,
): void {
  world.exchange.advance(world.time);
  let user = partsOf(world.exchange).users.rows.top;
  for (let made = 0; made < orders; made += EACH) {
    user += 1;
    const begins = [command('user.open', { referrer: 0 }), command('practice.claim', { user, ...NO_KEY })];
    if (prepare !== undefined) begins.push(prepare(user));
    for (const one of begins) expect(run(world, one, hear)).toBe(200);
    for (let at = 0; at < EACH; at += 1) expect(run(world, order(user), hear)).toBe(200);
  }
}
