// The desk's own state: every column of its tables is used and digested (W24); what it decides writes nothing, also
// when it is broken off at any step (W20); every word of its commands swapped gives a code of the closed set (W07).
import { describe, expect, it } from 'vitest';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  rejectKey,
  restoreExchange,
  type SnapshotParts,
} from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import { ROLES } from '../../src/user/index.ts';
import { breakAt } from '../kit/break.ts';
import { command, USDT, usual } from '../kit/genesis.ts';
import { sounds, stage } from '../kit/sound.ts';
import { ANNA, BEN, NO_KEY } from '../kit/world.ts';
import { FIRST, proposal, SECOND } from './kit.ts';

/** The desk's tables, by name. */
const TABLES = [
  ...['operators', 'agents', 'merchants', 'locked', 'stored', 'proposals', 'proposals_alarm', 'changes'],
  ...['changes_alarm', 'market_work'],
];

const set = stage();
const saved = set.world.exchange.save();
const { time } = set.world;
const DESK = Object.entries(sounds)
  .map(([name, make]) => [name as CommandName, make(set)] as const)
  .filter(([name]) => name in ROLES || commands[name].sender === 'identity');

const fresh = (): Exchange => restoreExchange(saved);
const made = (one: Command): Float64Array =>
  encodeCommand(commands[one.name].sender === 'setup' ? proposal(FIRST, one) : one);
const approval = (id: number): Float64Array =>
  encodeCommand(command('proposal.approve', { operator: SECOND, proposal: id }));

/** A state in which everything of the desk stands at once. */
function full(): SnapshotParts {
  const exchange = fresh();
  const { world } = set;
  const send = (...all: Command[]): void => {
    exchange.advance(time);
    for (const one of all) expect(exchange.apply(encodeCommand(one), 0), one.name).toBe(200);
    exchange.takeEvents();
  };
  const ids: number[] = [];
  const agree = (one: Command): void => {
    send(proposal(FIRST, one));
    send(command('proposal.approve', { operator: SECOND, proposal: exchange.result }));
  };
  send(command('agent.set', { user: BEN, agent: ANNA, share: 5 }), command('merchant.set', { user: BEN, merchant: 1 }));
  send(
    command('user.set', { user: ANNA, stage: 1, locks: 2 }),
    command('user.freeze', { operator: FIRST, user: ANNA, locks: 4 }),
  );
  const bounds = (market: number, minValue: number): Command =>
    command('market.change', { market, state: 0, minValue, maxValue: 0 });
  const fees = (maker: number): Command =>
    command('parameters.set', {
      ...{ tiers: [{ volume: 0, maker, taker: maker }], safety: usual.safety, first: usual.first },
      ...{ second: usual.second, third: usual.third },
    });
  for (const one of [bounds(1, 21), bounds(2, 21), fees(50_000), bounds(1, 19), bounds(2, 19)]) agree(one);
  for (let amount = 1; amount < 5; amount += 1) {
    send(proposal(FIRST, command('correction', { user: ANNA, asset: USDT, amount, cause: 1 })));
    if (amount < 3) ids.push(exchange.result);
  }
  for (const id of ids) send(command('proposal.refuse', { operator: SECOND, proposal: id }));
  // Orders of more users than a batch has steps for, and the steps of their market changed.
  const users: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    send(command('user.open', { referrer: 0 }));
    users.push(exchange.result);
    send(command('practice.claim', { user: exchange.result, ...NO_KEY }));
  }
  for (const user of users)
    send(...Array.from({ length: 180 }, (_, n) => world.order(user, { price: 82 + (n % 15), lots: 1 })));
  agree(command('market.steps', { market: 1, instrument: 1, tickDecimals: 1, lotDecimals: 1 }));
  expect(exchange.hasWork()).toBe(true);
  exchange.audit();
  return exchange.save();
}

describe('W24 the desk’s tables', () => {
  const parts = full();
  const own = parts.tables.filter(({ name }) => TABLES.includes(name));

  it('every column of every one is set somewhere', () => {
    expect(own.map(({ name }) => name).toSorted()).toEqual(TABLES.toSorted());
    const unset = own.flatMap(({ name, columns }) =>
      columns.filter(({ data }) => data.every((word: number) => word === 0)).map((column) => `${name}.${column.name}`),
    );
    expect(unset).toEqual([]);
  });

  it('a changed word in any of them is found by the digest', () => {
    const { digest } = parts.header;
    for (const { name, columns } of own)
      for (const column of columns) {
        const copy = structuredClone(parts);
        const data = copy.tables
          .find((table) => table.name === name)!
          .columns.find((one) => one.name === column.name)!.data;
        data[1] = data[1]! + 1;
        expect(() => restoreExchange(copy), `${name}.${column.name}, ${digest}`).toThrow();
      }
  });
});

describe('W20 what the desk decides', () => {
  const router = (exchange: Exchange): Parts['router'] => (exchange as unknown as { parts: Parts }).parts.router;
  const all: (readonly [string, Float64Array])[] = [
    ...DESK.map(([name, one]) => [name, made(one)] as const),
    ['proposal.approve', approval(set.open)],
  ];

  it.each(all)('%s: broken off at any step of decide the state is as it was', (name, words) => {
    const exchange = fresh();
    exchange.advance(time);
    exchange.takeEvents();
    const before = exchange.digest();
    let steps = 0;
    for (let n = 1; ; n += 1) {
      const { broken } = breakAt(exchange, n, () => router(exchange).decide(words, 0, words[0]!));
      expect(exchange.digest(), `step ${n}`).toBe(before);
      if (!broken) break;
      steps = n;
    }
    expect(steps, 'there were steps to break').toBeGreaterThan(0);
    expect(exchange.apply(words, 0), name).toBe(200);
    const twin = fresh();
    twin.advance(time);
    twin.takeEvents();
    expect(twin.apply(words, 0)).toBe(200);
    expect([exchange.digest(), [...exchange.takeEvents()]]).toEqual([twin.digest(), [...twin.takeEvents()]]);
  });
});

describe('W07 each word of each command of the desk swapped', () => {
  const others = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    11,
    16,
    31,
    99,
    255,
    300,
    301,
    4_097,
    set.open,
    set.annas,
    time,
    2 ** 24,
    2 ** 50,
    2 ** 52,
  ];

  it.each(DESK)('%s: a code of the closed set, or done with all invariants whole', (name, one) => {
    const words = encodeCommand(one);
    let done = 0;
    let exchange = fresh();
    exchange.advance(time);
    const before = exchange.digest();
    for (let place = 2; place < words.length; place += 1)
      for (const value of others) {
        const changed = words.slice();
        changed[place] = value;
        // A refusal left it as it was; after anything else it begins anew.
        if (exchange.digest() !== before) {
          exchange = fresh();
          exchange.advance(time);
        }
        const what = `${name}, word ${place} = ${value}`;
        const tried = (record: Float64Array): number => {
          const now = exchange.digest();
          const code = exchange.apply(record, 0);
          if (code === 200) exchange.audit();
          else {
            expect(rejectKey(code), `${what}: ${code}`).toBeDefined();
            expect(exchange.digest(), what).toBe(now);
          }
          return code;
        };
        if (commands[name].sender !== 'setup') {
          if (tried(changed) === 200) done += 1;
          continue;
        }
        const inside = encodeCommand(
          command('proposal.make', { operator: FIRST, words: [...changed].map((word) => ({ word })) }),
        );
        if (tried(inside) === 200 && tried(approval(exchange.result)) === 200) done += 1;
      }
    expect(done, 'some of them are sound too').toBeGreaterThan(0);
  });
});
