// Random commands of every kind in the schema: half sensible, half arbitrary words within their bounds.

import { type Command, type CommandName, commands, type Fields, type List, type Scalar } from '../../src/index.ts';
import { command, HOURS } from './genesis.ts';
import { NO_KEY, type World } from './world.ts';

/** The numbers that decide one command. */
export type Random = readonly number[];
/** Random numbers that a command may use before they repeat. */
export const DICE = 14;
export const FACES = 1 << 16;

const KINDS = Object.keys(commands) as CommandName[];
/** The weight of each sensible command. */
const STORIES: readonly (readonly [story: keyof typeof stories, weight: number])[] = [
  ['place', 12],
  ['cancel', 3],
  ['amend', 4],
  ['cancelAll', 1],
  ['quotes', 4],
  ['ticks', 4],
  ['transfer', 2],
  ['claim', 2],
  ['open', 1],
  ['set', 1],
  ['void', 1],
  ['hours', 1],
];
const WEIGHTS = STORIES.reduce((sum, [, weight]) => sum + weight, 0);

class Roll {
  private at = 0;
  private readonly random: Random;
  constructor(random: Random) {
    this.random = random;
  }
  /** 0 to below − 1. */
  below(below: number): number {
    const round = Math.floor(this.at / this.random.length);
    const face = this.random[this.at % this.random.length]! + round * 7_919;
    this.at += 1;
    return face % below;
  }
  /** From least to most, inclusive. */
  from(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

function userOf(world: World, roll: Roll): number {
  return roll.from(2, Math.max(2, world.audit.users.size));
}

function keyOf(world: World, roll: Roll): typeof NO_KEY {
  if (roll.below(3) > 0) return NO_KEY;
  return {
    keyTime: world.time - roll.below(3),
    keyHigh: roll.below(3),
    keyLow: roll.below(2),
    bodyHash: roll.below(2),
  };
}

/** An open order, or sometimes a closed one. */
function orderOf(world: World, roll: Roll): number {
  const open = [...world.audit.orders.keys()];
  const closed = [...world.audit.closed.keys()];
  const list = closed.length > 0 && (open.length === 0 || roll.below(8) === 0) ? closed : open;
  return list.length === 0 ? 1 : roll.of(list);
}

function middle(market: number): number {
  return market === 1 ? 100 : 50;
}

/** A trigger price near the index, mostly on the valid side. */
function triggerOf(world: World, market: number, side: number, type: number, roll: Roll): number {
  const rising = (side === 1) === type < 5;
  const index = Math.floor((world.audit.instruments.get(market)?.price ?? 0) / 100);
  return Math.max(1, index + (rising === roll.below(8) > 0 ? 1 : -1) * roll.from(1, 5));
}

const stories = {
  place(world: World, roll: Roll): Command {
    const type = roll.below(5) > 1 ? 1 + roll.below(2) : roll.from(1, 6);
    const limit = type % 2 === 1;
    const side = roll.from(1, 2);
    const market = roll.below(3) === 0 ? 2 : 1;
    const near = middle(market);
    const byAmount = !limit && side === 1 && roll.below(2) === 0;
    return command('order.place', {
      ...{ user: userOf(world, roll), ...keyOf(world, roll), market, wallet: 1, side, type },
      timeInForce: limit ? roll.of([1, 1, 1, 2, 3, 4]) : roll.of([1, 2, 3]),
      price: limit ? near + roll.from(-6, 6) : 0,
      lots: byAmount ? 0 : roll.from(1, 30),
      amount: byAmount ? roll.from(20, 4_000) : 0,
      trigger: type > 2 ? triggerOf(world, market, side, type, roll) : 0,
      triggerBy: roll.of([1, 1, 2]),
      selfTrade: roll.from(1, 3),
    });
  },
  cancel(world: World, roll: Roll): Command {
    const order = orderOf(world, roll);
    const user = roll.below(6) > 0 ? (world.audit.orders.get(order)?.user ?? 2) : userOf(world, roll);
    return command('order.cancel', { user, ...keyOf(world, roll), order });
  },
  amend(world: World, roll: Roll): Command {
    const id = orderOf(world, roll);
    const order = world.audit.orders.get(id);
    return command('order.amend', {
      ...{ user: order?.user ?? userOf(world, roll), ...keyOf(world, roll), order: id },
      price: roll.below(2) === 0 ? 0 : middle(order?.market ?? 1) + roll.from(-6, 6),
      lots: roll.below(2) === 0 ? 0 : roll.from(1, 40),
    });
  },
  cancelAll(world: World, roll: Roll): Command {
    return command('order.cancelAll', { user: userOf(world, roll), ...keyOf(world, roll), market: roll.below(3) });
  },
  quotes(_: World, roll: Roll): Command {
    const market = roll.from(1, 2);
    const near = middle(market) + roll.from(-4, 4);
    const levels: { side: number; price: number; lots: number }[] = [];
    for (let row = roll.below(6); row >= 0; row -= 1) {
      const side = roll.from(1, 2);
      const price = near + (side === 1 ? -1 : 1) * roll.from(-1, 6);
      levels.push({ side, price, lots: roll.below(3) === 0 ? 0 : roll.from(1, 40) });
    }
    const once = levels.filter(
      (one, at) => levels.findIndex((o) => o.side === one.side && o.price === one.price) === at,
    );
    return command('maker.quote', { market, levels: roll.below(8) === 0 ? levels : once });
  },
  ticks(world: World, roll: Roll): Command {
    const change = { spread: roll.below(6) === 0 ? 500 : 1, used: roll.below(9) === 0 ? 1 : 3 };
    return world.ticks([(100 + roll.from(-8, 8)) * 100 + roll.below(100), (50 + roll.from(-5, 5)) * 100], change);
  },
  transfer(world: World, roll: Roll): Command {
    const from = roll.of([1, 1, 2, 4, 5]);
    const to = roll.of([1, 2, 3, 4, 5, 6, 7]);
    const fields = { from, to, asset: roll.from(1, 3), amount: roll.from(1, 2_000) };
    const market = from === 5 || to === 5 ? roll.from(1, 2) : 0;
    return command('wallet.transfer', { user: userOf(world, roll), ...keyOf(world, roll), ...fields, market });
  },
  claim(world: World, roll: Roll): Command {
    return command('practice.claim', { user: userOf(world, roll), ...keyOf(world, roll) });
  },
  open(world: World, roll: Roll): Command {
    return command('user.open', { referrer: roll.below(2) === 0 ? 0 : userOf(world, roll) });
  },
  set(world: World, roll: Roll): Command {
    return command('user.set', { user: userOf(world, roll), stage: roll.below(3), locks: roll.of([0, 0, 0, 1, 2]) });
  },
  void(world: World, roll: Roll): Command {
    const key = { keyTime: world.time - roll.below(3), keyHigh: roll.below(3), keyLow: roll.below(2), bodyHash: 0 };
    return command('key.void', { user: userOf(world, roll), ...key });
  },
  hours(world: World, roll: Roll): Command {
    const opens = world.time - roll.below(2) * 1_000 + roll.below(2) * 500;
    const closes = opens + 1_000 + roll.below(4) * 500_000;
    return command('hours.set', {
      calendar: HOURS,
      sessions: [
        { opens, closes },
        { opens: closes + 10, closes: closes + 10 ** 9 },
      ],
    });
  },
};

/** A word of a unit: one that is meaningful now, or an edge of its bounds. */
function wordOf(field: Scalar, name: string, world: World, roll: Roll): number {
  const edge = roll.below(8);
  if (edge === 0) return field.min;
  if (edge === 1) return field.max;
  const within = (n: number): number => Math.min(field.max, Math.max(field.min, n));
  switch (field.unit) {
    case 'user':
      return within(roll.below(world.audit.users.size + 2));
    case 'order':
      return within(orderOf(world, roll));
    case 'ticks':
      return within(roll.below(3) === 0 ? 0 : roll.from(40, 110));
    case 'cents':
      return within(roll.from(4_000, 11_000));
    case 'lots':
    case 'atoms':
      return within(roll.below(3) === 0 ? 0 : roll.below(2_000));
    case 'ms':
      return within(name === 'keyTime' && roll.below(2) === 0 ? 0 : world.time + roll.from(-5_000, 5_000));
    case 'ppm':
      return within(roll.below(1_000_001));
    default:
      return within(roll.below(9));
  }
}

/** Arbitrary words within the schema's bounds of a kind's fields. */
function anyWords(name: CommandName, world: World, roll: Roll): Command {
  const record: { [field: string]: unknown } = {};
  for (const [key, field] of Object.entries(commands[name].fields as Fields)) {
    if (!('rows' in field)) {
      record[key] = wordOf(field, key, world, roll);
      continue;
    }
    const rows = [];
    for (let row = roll.below(Math.min(4, (field as List).most)); row > 0; row -= 1)
      rows.push(
        Object.fromEntries(
          Object.entries((field as List).rows).map(([column, of]) => [column, wordOf(of, column, world, roll)]),
        ),
      );
    record[key] = rows;
  }
  return command(name, record);
}

/** The command that the random numbers select, given the auditor's state. */
export function commandOf(world: World, random: Random): Command {
  const roll = new Roll(random);
  if (roll.below(10) < 2) return anyWords(roll.of(KINDS), world, roll);
  let weight = roll.below(WEIGHTS);
  for (const [story, share] of STORIES) {
    weight -= share;
    if (weight < 0) return stories[story](world, roll);
  }
  throw new Error('Expected a story for every weight.');
}

/** A command of that kind with arbitrary words. */
export function commandLike(name: CommandName, world: World, random: Random): Command {
  return anyWords(name, world, new Roll(random));
}

/** Time before a command: mostly short, sometimes past price ages, minutes or days. */
export function pauseOf(random: Random): number {
  const roll = new Roll([...random].reverse());
  const kind = roll.below(40);
  if (kind === 0) return roll.below(40) * 3_600_000;
  if (kind < 3) return roll.below(15_000);
  return roll.below(300);
}
