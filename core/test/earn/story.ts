// Random stories of staking and finance: dice decide what comes next; all is written down.

import fc from 'fast-check';
import { expect } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import type { Reply } from '../kit/world.ts';
import { Steps } from '../second/steps.ts';
import { EarnWorld, TREASURY } from './kit.ts';

/** Numbers that decide one step. */
export const DICE = 5;
const random = fc.array(fc.nat({ max: 65_535 }), { minLength: DICE, maxLength: DICE });
export const stories = fc.array(random, { minLength: 30, maxLength: 90 });

export interface Bought {
  readonly user: number;
  readonly product: number;
  readonly amount: number;
  readonly time: number;
}

export class Watched extends EarnWorld {
  // Made by the first batch, which the world's own constructor runs.
  declare steps: Steps;
  readonly ids: number[] = [];
  readonly bought = new Map<number, Bought>();
  readonly codes = new Set<number>();

  override batch(commands: readonly Command[]): Reply[] {
    this.steps ??= new Steps();
    return this.steps.note(this, commands, () => super.batch(commands));
  }

  /** One command: asked and done alike; refused, and nothing changed. */
  tried(one: Command): Reply {
    this.batch([]);
    const before = this.exchange.digest();
    const asked = this.exchange.ask(encodeCommand(one), 0);
    expect(this.exchange.digest(), 'deciding alone writes nothing').toBe(before);
    const reply = this.send(one);
    expect(asked.code).toBe(reply.code);
    this.codes.add(reply.code);
    if (reply.code !== 200) expect(this.exchange.digest(), 'money §12.4: a refusal changes nothing').toBe(before);
    return reply;
  }
}

function play(world: Watched, [kind, a, b, c, d]: readonly number[]): void {
  world.time += kind! % 5 === 0 ? (a! % 50) * 3_600_000 : a! % 2_000;
  const user = 2 + (b! % 3);
  if (kind! % 3 > 0) {
    const product = 1 + (c! % 6);
    const amount = d! % 7 === 0 ? 1 + (d! % 6_000) : 10 + (d! % 2_000);
    const reply = world.tried(world.buyOf(user, product, amount, { version: d! % 30 === 0 ? 2 : 1 }));
    if (reply.code !== 200) return;
    world.ids.push(reply.result);
    world.bought.set(reply.result, { user, product, amount, time: world.time });
  } else {
    const id = world.ids.length === 0 ? 1 + (c! % 9) : world.ids[c! % world.ids.length]!;
    const own = world.bought.get(id);
    const of = own === undefined || d! % 8 === 0 ? user : own.user;
    // The right price, mostly: the principal less its penalty.
    const principal = own?.amount ?? 100;
    const penalty = own?.product === 1 ? Math.ceil(principal / 100) : 0;
    world.tried(world.redeemOf(of, id, principal - penalty + (d! % 9 === 1 ? 1 : 0)));
  }
}

/** What the house of a story has: every other one is poor. */
export function treasuryOf(story: readonly unknown[]): number {
  return story.length % 2 === 0 ? TREASURY : 60;
}

/** The world of a story. */
export function emitted(story: readonly (readonly number[])[]): Watched {
  const world = new Watched({}, {}, treasuryOf(story));
  for (const roll of story) play(world, roll);
  return world;
}
