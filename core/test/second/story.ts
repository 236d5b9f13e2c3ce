// Random stories of second contracts: dice decide what comes next; all is written down.

import fc from 'fast-check';
import { expect } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { type Reply } from '../kit/world.ts';
import { DELAY, M1, ODDS, PATIENCE, PERIODS, SecondWorld } from './kit.ts';
import { Steps } from './steps.ts';

/** Numbers that decide one step. */
export const DICE = 6;
const random = fc.array(fc.nat({ max: 65_535 }), { minLength: DICE, maxLength: DICE });
export const stories = fc.array(random, { minLength: 40, maxLength: 120 });

export interface Tick {
  readonly number: number;
  readonly price: number;
  readonly time: number;
  readonly valid: boolean;
}
export interface Ordered {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly direction: number;
  readonly seconds: number;
  readonly amount: number;
  readonly win: number;
  readonly time: number;
}

/** A world that writes down its ticks, its orders and what became of them. */
export class Watched extends SecondWorld {
  // Made by the first batch, which the world's own constructor runs.
  declare steps: Steps;
  declare ticked: Tick[][];
  declare outcomes: Map<number, { readonly what: string; readonly paid: number }>;
  readonly ordered: Ordered[] = [];
  readonly codes = new Set<number>();

  override batch(commands: readonly Command[]): Reply[] {
    this.steps ??= new Steps();
    this.ticked ??= [[], [], []];
    this.outcomes ??= new Map();
    const replies = this.steps.note(this, commands, () => super.batch(commands));
    for (const event of this.events) {
      if (event.name === 'tick')
        this.ticked[event.instrument]!.push({
          ...{ number: event.number, price: event.price, time: this.time, valid: event.state === 1 },
        });
      if (event.name === 'second.settled')
        this.outcomes.set(event.second, {
          what: `${event.result} by ${event.tick} at ${event.price}`,
          paid: event.paid,
        });
      if (event.name === 'second.void') this.outcomes.set(event.second, { what: 'void', paid: event.paid });
    }
    return replies;
  }

  /** What the rules make of an order, by the ticks alone. */
  ruled({ instrument, seconds, amount, win, direction, time }: Ordered): { what: string; paid: number } {
    const ticks = this.ticked[instrument]!.filter(({ valid }) => valid);
    const from = time + DELAY;
    const opened = ticks.find((tick) => tick.time >= from && tick.time <= from + PATIENCE);
    if (opened === undefined) return { what: 'void', paid: amount };
    const matures = opened.time + seconds * 1_000;
    const last = ticks.filter((tick) => tick.time <= matures).at(-1)!;
    if (matures - last.time > 2_000) return { what: 'void', paid: amount };
    const gain = (last.price - opened.price) * (direction === 1 ? 1 : -1);
    const [result, paid] = gain > 0 ? [1, amount + win] : gain < 0 ? [2, 0] : [3, amount];
    return { what: `${result} by ${last.number} at ${last.price}`, paid };
  }

  /** One order: asked and done alike; refused, and nothing changed. */
  wager(user: number, fields: Readonly<Record<string, number>>): void {
    const one = this.secondOf(user, fields);
    this.batch([]);
    const before = this.exchange.digest();
    const asked = this.exchange.ask(encodeCommand(one), 0);
    expect(this.exchange.digest(), 'deciding alone writes nothing').toBe(before);
    const reply = this.send(one);
    expect(asked.code).toBe(reply.code);
    this.codes.add(reply.code);
    if (reply.code !== 200) {
      expect(this.exchange.digest(), 'money §12.4: a refusal changes nothing').toBe(before);
      return;
    }
    const { market, direction, seconds, amount } = fields as Record<string, number>;
    const [win] = asked.numbers;
    this.ordered.push({
      ...{ id: reply.result, user, instrument: market! - M1 + 1, direction: direction!, seconds: seconds! },
      ...{ amount: amount!, win: win!, time: this.time },
    });
  }
}

/** What the dice do: time passes, prices come, someone bets. */
function play(world: Watched, [kind, a, b, c, d, e]: readonly number[]): void {
  world.time += (kind! >> 4) % 24 === 0 ? (a! % 40) * 1_000 : (a! % 8) * 125;
  if (kind! % 40 === 39) {
    // Prices come steadily for a while.
    for (let n = b! % 24; n > 0; n -= 1) {
      world.time += 1_500;
      world.must(world.ticks([10_000 + ((c! * n) % 5) - 2, 5_000 + ((d! * n) % 3) - 1]));
    }
  } else if (kind! % 6 < 3) {
    const state = b! % 12;
    const change = { spread: state === 0 ? 5_000 : 0, used: state === 1 ? 1 : 3 };
    world.must(world.ticks([10_000 + (c! % 5) - 2, 5_000 + (d! % 3) - 1], change));
  } else if (kind! % 6 === 3) world.batch([]);
  else {
    const period = PERIODS[b! % 3]!;
    world.wager(2 + ((c! >> 1) % 3), {
      ...{ market: M1 + (c! % 2), direction: 1 + ((c! >> 4) % 2), seconds: period.seconds },
      ...{ amount: d! % 9 === 0 ? 1 + (d! % 30_000) : 1 + (d! % 900), terms: e! % 20 === 0 ? ODDS + 1 : period.odds },
    });
  }
}

/** The world of a story, its hours among the steps. */
export function emitted(story: readonly (readonly number[])[]): Watched {
  const world = new Watched({ calendar: HOURS });
  const sessions = [0, 1, 2].map((n) => ({
    opens: world.time + n * 200_000,
    closes: world.time + n * 200_000 + 150_000,
  }));
  world.must(command('hours.set', { calendar: HOURS, sessions }));
  for (const roll of story) play(world, roll);
  return world;
}
