// W07 and issue §7: a sound command of every kind, and then each of its words swapped for what does not belong there.
import { describe, expect, it } from 'vitest';
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
import { BTC, command, ETH, genesisOf, HOURS, USDT, usual } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, HOUSE, NO_KEY, NOON, SELL, World } from '../kit/world.ts';

/** What no word may be, wherever it stands. */
const NEVER = [-1, 2 ** 53, -(2 ** 53), 2 ** 52 + 1, 0.5, -0.5, Number.NaN, Infinity, -Infinity];
const KEY = { keyTime: NOON, keyHigh: 11, keyLow: 12, bodyHash: 13 };

/** A world with an order of Anna's and one of Ben's, a ladder, and money in other wallets. */
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

/** One sound command of every kind. */
function sound(annas: number): Partial<Readonly<Record<CommandName, Command>>> {
  return {
    genesis: genesisOf(usual),
    epoch: command('epoch', { epoch: 4 }),
    'rules.activate': command('rules.activate', { version: 2 }),
    seal: command('seal', { digest: [{ word: 1 }, { word: 2 ** 32 - 1 }] }),
    ticks: command('ticks', {
      ticks: [{ instrument: 1, price: 10_000, spread: 5, used: 3, total: 3 }],
      quotes: [{ instrument: 1, source: 2, offset: -3, age: 10, state: 1 }],
    }),
    'maker.quote': command('maker.quote', { market: 1, levels: [{ side: BUY, price: 94, lots: 5 }] }),
    'hours.set': command('hours.set', { calendar: HOURS, sessions: [{ opens: NOON + 5, closes: NOON + 10 }] }),
    'user.open': command('user.open', { referrer: BEN }),
    'user.set': command('user.set', { user: BEN, stage: 1, locks: 2 }),
    'key.void': command('key.void', { user: ANNA, ...KEY }),
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
    'order.cancelAll': command('order.cancelAll', { user: ANNA, ...KEY, market: 1 }),
    'wallet.transfer': command('wallet.transfer', {
      user: ANNA,
      ...KEY,
      from: 2,
      to: 1,
      asset: USDT,
      amount: 400,
      market: 0,
    }),
    'practice.claim': command('practice.claim', { user: ANNA, ...KEY }),
  };
}

interface Place {
  readonly at: number;
  readonly name: string;
  /** Bounds of a field; of a list's count 0 to its most. */
  readonly of: Pick<Scalar, 'min' | 'max'>;
}

/** Every word of an encoded command with what the schema says of it; counts of lists too. */
function placesOf(one: Command): Place[] {
  const places: Place[] = [];
  let at = 2;
  for (const [name, field] of Object.entries(commands[one.name].fields as Fields)) {
    if (!('rows' in field)) {
      places.push({ at, name, of: field });
      at += 1;
      continue;
    }
    places.push({ at, name: `${name}.length`, of: { min: 0, max: field.most } });
    at += 1;
    for (const row of (one as unknown as Record<string, object[]>)[name]!)
      for (const column of Object.keys(row)) {
        places.push({ at, name: `${name}.${column}`, of: field.rows[column]! });
        at += 1;
      }
  }
  return places;
}

/** Runs words on a copy of a state: a code of the closed set, invariants whole; refused: nothing changed. */
function tried(exchange: () => Exchange, words: Float64Array, what: string): number {
  const one = exchange();
  one.advance(NOON);
  // The seed's first record is the command's number, which a refusal takes too.
  const seeded = (): string => one.seed().subarray(5).join(' ');
  const before = [one.digest(), seeded()];
  const asked = one.ask(words, 0).code;
  const code = one.apply(words, 0);
  one.audit();
  if (code === 200) return code;
  expect(rejectKey(code), `${what}: a code of the closed set, got ${code}`).toBeDefined();
  // Asking looks at no key, so it may allow what a key of another time forbids.
  expect(
    asked === 200 || rejectKey(asked) !== undefined,
    `${what}: asked, a code of the closed set, got ${asked}`,
  ).toBe(true);
  expect([one.digest(), seeded()], `${what}: nothing changed`).toEqual(before);
  return code;
}

describe('W07 each word of each command swapped', () => {
  const { world, annas, bens } = busy();
  const saved = world.exchange.save();
  const state = (): Exchange => restoreExchange(saved);
  const fresh = (): Exchange => openExchange();
  const all = sound(annas) as Readonly<Record<CommandName, Command>>;

  for (const name of Object.keys(all) as CommandName[]) {
    const from = name === 'genesis' ? fresh : state;
    const words = encodeCommand(all[name]);
    const sounds = name === 'rules.activate' ? 400 : 200;

    it(`${name}: sound as it is; a word beyond its bounds is refused as invalid, wherever it stands`, () => {
      const claimed = name === 'practice.claim' ? 3006 : sounds;
      expect(tried(from, words, name)).toBe(claimed);
      for (const { at, name: field, of } of placesOf(all[name]))
        for (const value of [...NEVER, of.min - 1, of.max + 1]) {
          if (value >= of.min && value <= of.max && Number.isInteger(value)) continue;
          const changed = words.slice();
          changed[at] = value;
          expect(tried(from, changed, `${field} = ${value}`), `${name}.${field} = ${value}`).toBe(400);
        }
    });

    it(`${name}: small numbers and ids of others anywhere give a code, or are done with all invariants whole`, () => {
      const others = [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        99,
        100,
        annas,
        bens,
        annas + 2 ** 23,
        NOON,
        2 ** 24 - 1,
        2 ** 50,
        2 ** 52,
      ];
      for (const { at, name: field } of placesOf(all[name]))
        for (const value of others) {
          const changed = words.slice();
          changed[at] = value;
          tried(from, changed, `${name}.${field} = ${value}`);
        }
    });

    it(`${name}: shorter, longer, another kind's head: refused as invalid`, () => {
      const shapes: Float64Array[] = [];
      for (const length of [0, 1, 2, words.length - 1, words.length + 1, 2 ** 40, -5, 1.5, Number.NaN]) {
        const changed = Float64Array.from([...words, 0]);
        changed[1] = length;
        shapes.push(changed);
      }
      for (const kind of [0, 5, 99, 100, 101, 111, 134, 255, 256, 2 ** 40, -1, 0.5, Number.NaN]) {
        const changed = words.slice();
        changed[0] = kind;
        shapes.push(changed);
      }
      shapes.push(words.slice(0, 1), words.slice(0, 2), words.slice(0, words.length - 1));
      for (const [at, shape] of shapes.entries()) expect(tried(from, shape, `${name}, shape ${at}`)).toBe(400);
    });
  }

  it('what is another’s is not mine: orders, wallets, the house', () => {
    const as = (name: CommandName, change: object): number =>
      tried(state, encodeCommand({ ...all[name], ...change } as Command), name);
    for (const name of ['order.cancel', 'order.amend'] as const) {
      expect(as(name, { order: bens })).toBe(2101);
      expect(as(name, { user: BEN })).toBe(2101);
      expect(as(name, { order: annas + 2 ** 23 }), 'the same slot of a later time').toBe(2101);
      expect(as(name, { user: HOUSE })).toBe(403);
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
