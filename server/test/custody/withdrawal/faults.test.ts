// W05: faults at every step between plan, sign, store, broadcast and record, two workers, a chain that is replaced up to
// 60 deep: every withdrawal is paid exactly once or not at all with its money back, and the books agree with the chain.
import { USDT } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomTests, runs } from '@vitrine/core/test';
import type { CommandKey } from '../../../src/call/index.ts';
import type { Customer, Withdrawals } from '../../../src/custody/face.ts';
import { Chaos } from './chaos.ts';
import { command, DOLLAR, MINUTE, outsideAddress, startWorld, STUCK, type World } from './world.ts';

const { seed } = randomTests(import.meta.url);

const FAULTS = runs(1_000);
/** Faults after which everything is brought to its end and counted. */
const PART = 20_000;
/** How likely a fault is at each place: another share every round. */
const RATES = [0.08, 0.2, 0.35, 0.45];
const CUSTOMERS = 30;
const UNDER_WAY = 40;
/** Rounds without a fault until all has ended, at most. */
const LAST_ROUNDS = 400;
const FEE = 1;

interface Intent {
  readonly customer: Customer;
  readonly key: CommandKey;
  readonly address: string;
  readonly dollars: number;
  tries: number;
}

let world: World;
const chaos = new Chaos(seed);
const customers: Customer[] = [];
/** Two workers of their own databases, nodes, links; all faulty. */
const workers: Withdrawals[] = [];
let plain: Withdrawals;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  for (let at = 0; at < CUSTOMERS; at += 1) customers.push(await world.customer());
  await world.mine(105);
  for (let at = 0; at < 2; at += 1)
    workers.push(
      world.open({
        parts: {
          ...world.parts,
          db: world.pool((pool) => chaos.pool(pool)),
          link: chaos.link(world.link),
          onFault: () => undefined,
        },
        chains: [chaos.chain(world.chain)],
        signer: chaos.signer(() => world.signer),
      }),
    );
  plain = world.open();
});
afterAll(() => world.stop());

function pick<T>(list: readonly T[]): T {
  return list[chaos.below(list.length)] as T;
}

/** Whatever a fault threw: the world goes on, and what it cut is found again. */
const survived = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );

function ask(intent: Intent): Promise<boolean> {
  const { customer, key, address, dollars } = intent;
  intent.tries += 1;
  const given = { coin: 'USDT', network: 'practice', address, amount: String(dollars) };
  return survived(pick(workers).request(customer, given, key, { signed: false }));
}

interface Open {
  readonly id: string;
  readonly user_id: string;
  readonly stage: string;
  readonly review: string;
}

const open = (): Promise<Open[]> =>
  world.db
    .selectFrom('custody_withdrawals')
    .select(['id', 'user_id', 'stage', 'review'])
    .where('stage', 'in', ['asking', 'review', 'approved', 'signed', 'broadcast'])
    .orderBy('id')
    .execute();

/** What people do meanwhile: the desk approves and refuses, customers cancel, are locked and unlocked. */
async function people(): Promise<void> {
  const acts: Promise<unknown>[] = [];
  for (const row of await open()) {
    const worker = pick(workers);
    if (row.stage === 'review' && row.review !== 'rules' && chaos.chance(0.4))
      acts.push(survived(chaos.chance(0.9) ? worker.approve(row.id, 1) : worker.refuse(row.id, 1, 'risk', null)));
    else if (chaos.chance(0.02)) {
      const customer = customers.find(({ userId }) => userId === row.user_id);
      if (customer !== undefined) acts.push(survived(worker.cancel(customer, row.id)));
    }
  }
  await Promise.all(acts);
  if (chaos.chance(0.1)) {
    const { coreUser: user } = pick(customers);
    await world.link.submit(command('user.set', { user, stage: 2, locks: chaos.chance(0.5) ? 2 : 0 }));
  }
}

async function chain(): Promise<void> {
  if (chaos.chance(0.03))
    await world.practice.outside.reorganise(1 + chaos.below(chaos.chance(0.2) ? 60 : 14), chaos.chance(0.6));
  await world.mine(chaos.below(3));
}

async function round(intents: Intent[], fresh: boolean): Promise<void> {
  chaos.rate = pick(RATES);
  const waiting = await open();
  const asks: Promise<unknown>[] = [];
  for (let at = waiting.length; fresh && at < UNDER_WAY; at += 1) {
    serial += 1;
    const intent = {
      ...{ customer: pick(customers), key: world.key(), address: outsideAddress(`${seed} ${serial}`) },
      ...{ dollars: 10 + chaos.below(90), tries: 0 },
    };
    intents.push(intent);
    asks.push(ask(intent));
    if (chaos.chance(0.3)) asks.push(ask(intent));
  }
  // Clients that heard nothing ask again with the same key.
  for (const intent of intents.slice(-UNDER_WAY)) if (intent.tries < 4 && chaos.chance(0.1)) asks.push(ask(intent));
  await Promise.all([...asks, ...workers.map((worker) => survived(worker.step()))]);
  if (chaos.chance(0.01)) await world.restartSigner();
  await people();
  await chain();
  world.move(chaos.chance(0.05) ? STUCK : 30_000);
}

/** No faults any more: everything ends, and is counted. */
async function settle(intents: readonly Intent[]): Promise<void> {
  chaos.rate = 0;
  for (const { coreUser: user } of customers)
    await world.link.submit(command('user.set', { user, stage: 2, locks: 0 }));
  // The last requests are asked for once more: one answer, whatever was heard before.
  for (let left = LAST_ROUNDS; left > 0; left -= 1) {
    const rows = await open();
    if (rows.length === 0) break;
    await Promise.all(
      rows
        .filter(({ stage, review }) => stage === 'review' && review !== 'rules')
        // Refused where its own answer was lost: it is decided already.
        .map(({ id }) => survived(plain.approve(id, 1))),
    );
    await Promise.all(workers.map((worker) => worker.step()));
    world.move(MINUTE);
    await world.mine(2);
  }
  expect(await open(), 'withdrawals that did not end').toEqual([]);
  // What a deep replacement took back after the end is on its way again.
  for (let left = 4; left > 0; left -= 1) {
    await Promise.all(workers.map((worker) => worker.step()));
    world.move(2 * MINUTE);
    await world.mine(2);
  }
  await count(intents);
}

async function count(intents: readonly Intent[]): Promise<void> {
  const payments = new Map<string, bigint[]>();
  const head = await world.chain.node.head();
  for (let height = head.height; height >= 0; height -= 1) {
    const block = await world.chain.node.block(height);
    if (block === undefined) break;
    for (const { address, units } of await world.chain.node.arrivals(block, () => true))
      payments.set(address, [...(payments.get(address) ?? []), units]);
  }
  for (const { address, customer, key, dollars } of intents) {
    const rows = await world.db
      .selectFrom('custody_withdrawals')
      .select(['id', 'stage', 'key'])
      .where('user_id', '=', customer.userId)
      .where('address', '=', address)
      .execute();
    expect(rows.length, `one withdrawal of key ${key.keyLow}`).toBeLessThanOrEqual(1);
    const [row] = rows;
    const confirmed = row?.stage === 'confirmed';
    if (row !== undefined) expect(['confirmed', 'refused', 'cancelled']).toContain(row.stage);
    expect(payments.get(address) ?? [], `payments of withdrawal ${row?.id} (${row?.stage})`).toEqual(
      confirmed ? [BigInt(dollars * DOLLAR)] : [],
    );
    // What the customer pays is what left, once.
    taken.set(customer.coreUser, (taken.get(customer.coreUser) ?? 0) + (confirmed ? dollars + FEE : 0));
  }
  for (const { coreUser } of customers) {
    const balance = world.live.balance(coreUser, 1, USDT);
    expect(balance?.held, `held of customer ${coreUser}`).toBe(0);
    expect(balance?.available, `available of customer ${coreUser}`).toBe(
      (2_000_000 - (taken.get(coreUser) ?? 0)) * DOLLAR,
    );
  }
  const { expected, there } = await world.books();
  expect(there, 'the chain against the ledger').toBe(expected);
  expect([...world.halted], 'no halt').toEqual([]);
}
const taken = new Map<number, number>();

describe('W05 faults between plan, sign, store, broadcast and record', () => {
  it(
    `${FAULTS} faults, two workers: nothing is paid twice, nothing is lost`,
    { timeout: 600_000 + FAULTS * 60 },
    async () => {
      const begun = performance.now();
      const ended = { confirmed: 0, back: 0, never: 0 };
      let intents: Intent[] = [];
      let rounds = 0;
      for (let done = 0; chaos.total < FAULTS;) {
        await round(intents, true);
        rounds += 1;
        if (chaos.total - done < PART && chaos.total < FAULTS) continue;
        done = chaos.total;
        await settle(intents);
        const known = await world.db.selectFrom('custody_withdrawals').select('stage').execute();
        ended.confirmed = known.filter(({ stage }) => stage === 'confirmed').length;
        ended.back = known.length - ended.confirmed;
        ended.never += intents.length;
        intents = [];
      }
      const seconds = (performance.now() - begun) / 1_000;
      const places = [...chaos.played].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `${name} ${times}`);
      process.stdout.write(
        [
          `W05: seed ${seed}, ${chaos.total} faults in ${rounds} rounds, ${seconds.toFixed(1)} s (${(chaos.total / seconds).toFixed(0)} a second)`,
          `asked ${ended.never}, confirmed ${ended.confirmed}, given back ${ended.back}`,
          places.join(' · '),
          '',
        ].join('\n'),
      );
      expect(chaos.total).toBeGreaterThanOrEqual(FAULTS);
      expect(ended.confirmed).toBeGreaterThan(0);
    },
  );
});
