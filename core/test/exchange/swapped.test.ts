// W07 and issue §7: a sound command of every kind, and then each of its words swapped for what does not belong there.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  type Fields,
  openExchange,
  rejectKey,
  restoreExchange,
  type Scalar,
} from '../../src/index.ts';
import { write } from '../../sim/words.ts';
import { Everything, FIRST, SECOND } from '../kit/everything.ts';
import { BTC, command, ETH, genesisOf, HOURS, USDT, usual } from '../kit/genesis.ts';
import { runs } from '../kit/random-tests.ts';
import { soundCommands, type State } from '../kit/sound-commands.ts';
import { ANNA, BEN, BUY, NO_KEY, NOON, SELL, World } from '../kit/world.ts';

const KEY = { keyTime: NOON, keyHigh: 11, keyLow: 12, bodyHash: 13 };

/** A world with an order of Anna's and one of Ben's, quotes, and money in other wallets. */
function busy(): { world: World; annas: number; bens: number } {
  const world = new World({ calendar: HOURS });
  world.must(command('hours.set', { calendar: HOURS, sessions: [{ opens: NOON, closes: NOON + 10 ** 9 }] }));
  world.tick();
  world.quote(1, [
    [BUY, 95, 20],
    [SELL, 105, 20],
  ]);
  const annas = world.buy(ANNA, 5, 90);
  const bens = world.sell(BEN, 5, 110);
  world.transfer(ANNA, 1, 2, USDT, 500);
  world.transfer(ANNA, 1, 5, USDT, 500, 1);
  world.cancel(ANNA, world.buy(ANNA, 5, 90));
  return { world, annas, bens };
}

/** Sound commands of one's own, to be sent by others and about others'. */
function sound(
  annas: number,
): Readonly<Record<'order.place' | 'order.amend' | 'order.cancel' | 'wallet.transfer', Command>> {
  return {
    'order.place': command('order.place', {
      ...{
        user: ANNA,
        ...KEY,
        market: 1,
        wallet: 1,
        side: BUY,
        type: 1,
        timeInForce: 1,
        price: 99,
        lots: 7,
        amount: 0,
      },
      ...{ trigger: 0, triggerBy: 1, selfTrade: 1 },
    }),
    'order.amend': command('order.amend', { user: ANNA, ...KEY, order: annas, price: 91, lots: 6 }),
    'order.cancel': command('order.cancel', { user: ANNA, ...KEY, order: annas }),
    'wallet.transfer': command('wallet.transfer', {
      ...{ user: ANNA, ...KEY, from: 2, to: 1, asset: USDT, amount: 400, market: 0 },
    }),
  };
}

interface Place {
  readonly at: number;
  readonly name: string;
  /** Bounds of a field; of a list's count 0 to its most. */
  readonly of: Pick<Scalar, 'min' | 'max'>;
}

/** Every word of a record with what the schema says of it; counts of lists too. */
function placesOf(name: CommandName, words: Float64Array): Place[] {
  const places: Place[] = [];
  let at = 2;
  for (const [field, shape] of Object.entries(commands[name].fields as Fields)) {
    if (!('rows' in shape)) {
      places.push({ at, name: field, of: shape });
      at += 1;
      continue;
    }
    const count = words[at]!;
    places.push({ at, name: `${field}.length`, of: { min: 0, max: shape.most } });
    at += 1;
    for (let row = 0; row < count; row += 1)
      for (const [column, of] of Object.entries(shape.rows)) {
        places.push({ at, name: `${field}.${column}`, of });
        at += 1;
      }
  }
  return places;
}

/** Of a long list its first and last words: the rows between are like them. */
function someOf(places: readonly Place[]): readonly Place[] {
  return places.length <= 40 ? places : [...places.slice(0, 28), ...places.slice(-12)];
}

/** Runs words on a copy of a state: a code of the closed set, invariants whole; refused: nothing changed. */
function tried(exchange: () => Exchange, words: Float64Array, what: string): number {
  const one = exchange();
  one.advance(NOON);
  return apply(one, words, what);
}

/** The seed's first record is the command's number, which a refusal takes too. */
const seeded = (one: Exchange): string => one.seed().subarray(5).join(' ');

function apply(one: Exchange, words: Float64Array, what: string, emitted = true, known = ''): number {
  const before = [known === '' ? one.digest() : known, emitted ? seeded(one) : ''];
  const asked = one.ask(words, 0).code;
  const code = one.apply(words, 0);
  if (code === 200) {
    one.audit();
    return code;
  }
  // Asking looks at no key, so it may allow what a key of another time forbids.
  for (const answer of asked === 200 ? [code] : [code, asked])
    if (rejectKey(answer) === undefined) expect(answer, `${what}: a code of the closed set`).toBe(0);
  const after = [one.digest(), emitted ? seeded(one) : ''];
  if (after[0] !== before[0] || after[1] !== before[1]) expect(after, `${what}: nothing changed`).toEqual(before);
  return code;
}

const world = new Everything();
const all = soundCommands(world);

/** After so many that were done a state is set up anew only now and then: the others go on with what has become. */
const ANEW = 20;
const SELDOM = 8;

/** States to try on: a refused command leaves one as it was, so the next goes on with it. */
class Ground {
  done = 0;
  /** What the last one that was done made. */
  result = 0;
  private one: Exchange | undefined;
  private digest = '';
  private readonly on: State;
  private readonly keeps: boolean;
  private tries = 0;

  /** `keeps`: goes on with what was done. */
  constructor(on: State, keeps = false) {
    this.on = on;
    this.keeps = keeps;
  }

  state(): Exchange {
    if (this.one !== undefined) return this.one;
    const made = this.on === 'fresh' ? openExchange() : restoreExchange(this.on === 'young' ? world.young : world.busy);
    made.advance(world.time);
    this.one = made;
    return made;
  }

  try(words: Float64Array, what: string): number {
    const one = this.state();
    this.tries += 1;
    if (this.digest === '') this.digest = one.digest();
    // A seed is derived from the state: checked now and then.
    const code = apply(one, words, what, this.tries % 24 === 0, this.digest);
    if (code === 200) this.over(one);
    return code;
  }

  /** Something was done: the next begins anew. */
  private over(one: Exchange): void {
    this.done += 1;
    this.digest = '';
    this.result = one.result;
    one.takeEvents();
    if (!this.keeps && (this.done <= ANEW || this.done % SELDOM === 0)) this.one = undefined;
  }
}

/** What no word may be, wherever it stands. */
const NEVER = [-1, 2 ** 53, -(2 ** 53), 2 ** 52 + 1, 0.5, -0.5, Number.NaN, Infinity, -Infinity];
/** Small numbers, ids of others and of other kinds, edges, times long gone and to come. */
const OTHERS = [
  ...[0, 1, 2, 3, 4, 5, 7, 9, 101, 201, 301],
  ...['annas', 'bens', 'dealt', 'long', 'short', 'stake', 'pending', 'approved', 'buys', 'paid', 'appealed'].map(
    (name) => world.ids[name] ?? 0,
  ),
  ...[(world.ids['annas'] ?? 0) + 2 ** 23, world.time, world.time - 10 ** 9, world.time + 10 ** 9, 10 ** 6],
  ...[2 ** 24 - 1, 2 ** 31, 2 ** 48, 2 ** 50, 2 ** 52],
];
const others: readonly number[] = [...new Set(OTHERS)];

/** Of which so many places each value is tried at one; the deep run tries every value everywhere. */
const ROTATION = runs(1) >= 3 ? 1 : 3;
function partOf(values: readonly number[], place: number): readonly number[] {
  return values.filter((_, step) => step % ROTATION === place % ROTATION);
}

describe('W07 each word of each command swapped', () => {
  it('every command of the schema has a sound example', () => {
    expect(Object.keys(all).toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  for (const name of Object.keys(commands) as CommandName[]) {
    const { on, words, code } = all[name];

    it(`${name}: sound as it is; a word beyond its bounds is refused as invalid, wherever it stands`, () => {
      expect(new Ground(on).try(words, name), name).toBe(code);
      const ground = new Ground(on);
      for (const [place, { at, name: field, of }] of someOf(placesOf(name, words)).entries())
        for (const value of [...partOf(NEVER, place), of.min - 1, of.max + 1]) {
          if (value >= of.min && value <= of.max && Number.isInteger(value)) continue;
          const changed = words.slice();
          changed[at] = value;
          expect(ground.try(changed, `${field} = ${value}`), `${name}.${field} = ${value}`).toBe(400);
        }
    });

    it(`${name}: small numbers and ids of others anywhere give a code, or are done with all invariants whole`, () => {
      const ground = new Ground(on);
      for (const [place, { at, name: field }] of someOf(placesOf(name, words)).entries())
        for (const value of partOf(others, place)) {
          const changed = words.slice();
          changed[at] = value;
          ground.try(changed, `${name}.${field} = ${value}`);
        }
    });

    it(`${name}: shorter, longer, another kind's head: refused as invalid`, () => {
      const shapes: Float64Array[] = [];
      for (const length of [0, 1, 2, words.length - 1, words.length + 1, 2 ** 40, -5, 1.5, Number.NaN]) {
        const changed = Float64Array.from([...words, 0]);
        changed[1] = length;
        shapes.push(changed);
      }
      for (const kind of [0, 5, 99, 100, 101, 111, 134, 255, 511, 512, 2 ** 40, -1, 0.5, Number.NaN]) {
        const changed = words.slice();
        changed[0] = kind;
        shapes.push(changed);
      }
      shapes.push(words.slice(0, 1), words.slice(0, 2), words.slice(0, words.length - 1));
      const ground = new Ground(on);
      for (const [at, shape] of shapes.entries()) {
        // A record without fields is whole with its head.
        if (shape[0] === words[0] && shape[1] === words.length && shape.length >= words.length) continue;
        expect(ground.try(shape, `${name}, shape ${at}`)).toBe(400);
      }
    });
  }

  const settings = (Object.keys(commands) as CommandName[]).filter((name) => commands[name].sender === 'setup');

  it.each(settings)('%s: with customers there nobody alone, whoever sends it', (name) => {
    const busy = restoreExchange(world.busy);
    busy.advance(world.time);
    expect(apply(busy, all[name].words, name)).toBe(403);
  });

  // A claim on a bond takes a week's notice (otc/claims.test.ts).
  const atOnce = settings.filter((name) => name !== 'bond.pay');

  it.each(atOnce)('%s: proposed by one and approved by another, each word swapped', (name) => {
    const { words } = all[name];
    const ground = new Ground('busy', true);
    const agree = (changed: Float64Array, what: string): void => {
      const proposed = write('proposal.make', { operator: FIRST, words: [...changed].map((word) => ({ word })) });
      if (ground.try(proposed, what) !== 200) return;
      const proposal = ground.result;
      if (ground.try(write('proposal.approve', { operator: SECOND, proposal }), what) !== 200)
        ground.try(write('proposal.refuse', { operator: SECOND, proposal }), what);
    };
    agree(words, name);
    for (const [place, { at, name: field }] of someOf(placesOf(name, words)).entries())
      for (const value of others.filter((_, step) => step % 6 === place % 6)) {
        const changed = words.slice();
        changed[at] = value;
        agree(changed, `${name}.${field} = ${value}`);
      }
    expect(ground.done, 'some of it is done').toBeGreaterThan(0);
  });
});

describe('W07 what is another’s', () => {
  const { world: small, annas, bens } = busy();
  const saved = small.exchange.save();
  const state = (): Exchange => restoreExchange(saved);
  const all = sound(annas);

  it('what is another’s is not mine: orders, wallets, the house', () => {
    const as = (name: keyof typeof all, change: object): number =>
      tried(state, encodeCommand({ ...all[name], ...change } as Command), name);
    for (const name of ['order.cancel', 'order.amend'] as const) {
      expect(as(name, { order: bens })).toBe(2101);
      expect(as(name, { user: BEN })).toBe(2101);
      expect(as(name, { order: annas + 2 ** 23 }), 'the same slot of a later time').toBe(2101);
      expect(as(name, { user: MARKET_MAKER })).toBe(403);
      expect(as(name, { user: 99 })).toBe(403);
    }
    expect(as('wallet.transfer', { user: BEN }), 'Ben has nothing there').toBe(3001);
    for (const asset of [BTC, ETH]) expect(as('wallet.transfer', { asset }), 'nor Anna of these').toBe(3001);
    expect(as('wallet.transfer', { asset: 9 })).toBe(3002);
    expect(as('wallet.transfer', { from: 5, market: 2 }), 'that of the other market is empty').toBe(3001);
    expect(as('wallet.transfer', { from: 5, market: 1 })).toBe(200);
    expect(as('order.place', { market: 9 })).toBe(2002);
    expect(as('order.place', { ...NO_KEY, market: 2 }), 'another market’s price').toBe(2108);
    expect(as('order.place', { wallet: 2 }), 'another wallet').toBe(400);
  });
});

describe('W07 a genesis that does not fit together is refused whole', () => {
  type Rows = { [list: string]: { [field: string]: number }[] } & { [field: string]: number };
  const changed = (change: (genesis: Rows) => void): number => {
    const genesis = structuredClone(genesisOf(usual)) as unknown as Rows;
    change(genesis);
    return tried(() => openExchange(), encodeCommand(genesis as unknown as Command), 'genesis');
  };
  const wrong: Record<string, (genesis: Rows) => void> = {
    'an asset twice': (g) => (g['assets']![1]!['asset'] = 1),
    'an instrument twice': (g) => (g['instruments']![1]!['instrument'] = 1),
    'a market twice': (g) => (g['markets']![1]!['market'] = 1),
    'a market of an unlisted asset': (g) => (g['markets']![0]!['base'] = 9),
    'a market of an unlisted instrument': (g) => (g['markets']![0]!['instrument'] = 9),
    'a coin against itself': (g) => (g['markets']![0]!['base'] = USDT),
    'a K that is not tick × lot': (g) => (g['markets']![0]!['atomsPerTickLot'] = 2),
    'a lot that is not what its decimals say': (g) => (g['markets']![0]!['baseAtomsPerLot'] = 10),
    'ticks other than the index’s': (g) => (g['instruments']![0]!['tickDecimals'] = 0),
    'a least value above the greatest': (g) => (g['markets']![0]!['minValue'] = 2_000_000),
    'no tier': (g) => void g['tiers']!.splice(0),
    'tiers that begin above 0': (g) => (g['tiers']![0]!['volume'] = 1),
    'tiers out of order': (g) => (g['tiers']![2]!['volume'] = 60),
    'money for an unlisted asset': (g) => (g['funds']![0]!['asset'] = 9),
    'money for an account that is no fund': (g) => (g['funds']![0]!['class'] = 8),
    'money out of nothing in live mode': (g) => void Object.assign(g, { mode: 2 }),
    'more money than 2^52': (g) => void g['funds']!.push({ class: 11, asset: USDT, amount: 2 ** 52 }),
    'practice money of an unlisted asset': (g) => (g['practice']![0]!['asset'] = 9),
    'practice money of an asset twice': (g) => (g['practice']![1]!['asset'] = 1),
  };
  for (const [what, change] of Object.entries(wrong)) it(what, () => expect(changed(change)).toBe(400));
});
