// W05: faults at every step between plan, sign, store, broadcast and record, two workers, a chain that is replaced up to
// 60 deep: every withdrawal is paid exactly once or not at all with its money back, and the books agree with the chain.
// Among the faults (issue 14, done-when 2): nonces that jam, recipients that refuse, fees that rise, second signers,
// reservations that are forgotten, databases that are older, and somebody else who has our keys and uses nonces of
// withdrawals and of the house's own moves. What stands dead is a named case, and two people end it.
// `npm run test:deep -- long`: 20 seeds of 5,000 faults each.
import { type Batch } from '../../../src/engine/sequencer/index.ts';
import { USDT } from '@vitrine/core';
import { afterEach, describe, expect, it } from 'vitest';
import { randomTests, runs } from '@vitrine/core/test';
import type { CommandKey } from '../../../src/api/call/index.ts';
import { createMarking, expectHistory, headOf, openAnchor } from '../../../src/custody/anchor/index.ts';
import { type Customer, type Head, SignerRefusal, type Withdrawals } from '../../../src/custody/types/index.ts';
import { type Halts, openHalts } from '../../../src/custody/treasury/halts.ts';
import { createTransfers, type Transfers } from '../../../src/custody/treasury/transfers.ts';
import { cancellingCodec, Chaos } from './chaos.ts';
import { keyOf, SecondHolder } from './second-holder.ts';
import { command, DOLLAR, MINUTE, outsideAddress, startWorld, STUCK, type World } from './world.ts';
import { BY_PAGE } from '../support/asker.ts';

const { seed } = randomTests(import.meta.url);

const DEEP = process.env['VITRINE_DEEP'] === '1';
const SEEDS = DEEP ? runs(2) : 1;
const FAULTS = DEEP ? 5_000 : runs(1_000);
/** Faults after which everything is brought to its end and counted. */
const PART = 20_000;
/** How likely a fault is at each place: another share every round. */
const RATES = [0.08, 0.2, 0.35, 0.45];
const CUSTOMERS = 30;
const UNDER_WAY = 40;
/** Rounds without a fault until all has ended, at most. */
const LAST_ROUNDS = 400;
/** Of those, rounds in which nothing hangs unless its nonce is jammed. */
const QUICK = 12;
const FEE = 1;
/** Blocks that a proof needs, and some. */
const BURIED = 105;
/** How likely these are in a round, or for a recipient. */
const RARELY = { refuses: 0.1, spike: 0.1, calm: 0.4, signer: 0.05, forgotten: 0.1, older: 0.1, buried: 0.15 };
/** Why a coin may halt here: a token's second recipient that refuses, a transaction that custody did not make. */
const HALT = /was included and paid nothing|^Transaction [0-9a-f]{64} used .* Our key signed it/;
/** How likely the house moves coins of its own in a round, and how much: to a deposit address, or back from it. */
const MOVES = 0.5;
const MOVED = BigInt(DOLLAR);
/** A move is sent again after, ms. */
const AGAIN = 60_000;
/** Heap that a story may leave behind, bytes. */
const MOST_LEFT = 300 * 2 ** 20;

interface Intent {
  readonly customer: Customer;
  readonly key: CommandKey;
  readonly address: string;
  readonly dollars: number;
  tries: number;
}

let world: World;
let chaos: Chaos;
let customers: Customer[];
/** Two workers of their own databases, nodes, links; all faulty. */
let workers: Withdrawals[];
let plain: Withdrawals;
let serial = 0;
let newest: Head | undefined;
let taken: Map<number, number>;
let halts: Halts;
/** The house's own moves, by a faulty worker and at the end by one without faults. */
let moves: Transfers;
/** Named while they stood. */
let named: Set<string>;

async function begin(number: number): Promise<void> {
  world = await startWorld(cancellingCodec);
  chaos = new Chaos(number);
  [customers, workers, taken, newest, named] = [[], [], new Map(), undefined, new Set()];
  halts = await openHalts(world.db);
  const treasury = {
    halted: (network: string, coin: string) => halts.standing(network, coin),
    async halt(network: string, coin: string, reason: string, by: string | null, cause?: string) {
      await halts.halt(network, coin, reason, by, world.now(), cause);
    },
  };
  world.link.onBatch((batch: Batch) => (newest = headOf(batch)));
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const customer = await world.customer();
    customers.push(customer);
    await world.addresses.of(customer, 'practice');
  }
  const keys = new Map(world.addresses.all('practice').map(({ address, source }) => [address, keyOf(source)]));
  chaos.own = new Set(keys.keys());
  chaos.second = new SecondHolder((address) => {
    const key = keys.get(address);
    if (key === undefined) throw new Error(`expected an address of ours, got ${address}`);
    return key;
  }, outsideAddress('a thief'));
  await world.mine(BURIED);
  const faulty = () => ({
    parts: {
      ...world.parts,
      db: world.pool((pool) => chaos.pool(pool)),
      link: chaos.link(world.link),
      onFault: () => undefined,
    },
    chains: [chaos.chain(world.chain)],
    signer: chaos.signer(() => world.signer),
    treasury,
  });
  for (let at = 0; at < 2; at += 1) workers.push(world.open(faulty()));
  plain = world.open({ treasury });
  const { parts, signer } = faulty();
  const { follower, addresses } = world;
  moves = createTransfers({
    parts,
    chain: chaos.chain(world.chain),
    follower,
    addresses,
    signer,
    again: AGAIN,
    treasury,
  });
}
afterEach(() => world?.stop());

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
  return survived(pick(workers).request(customer, given, key, BY_PAGE));
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

/** Two people end what stands dead and is buried; one who was refused may take it the second time. */
async function decide(worker: Withdrawals): Promise<void> {
  for (const { id } of await plain.stuck()) {
    const row = await plain.one(id);
    const proof = await worker.proof(id);
    if (proof === undefined || proof.depth < proof.needed || row === undefined) continue;
    if (chaos.chance(0.5)) chaos.refusing.delete(row.record.address ?? '');
    await (chaos.chance(0.5) ? worker.failProven(id, proof.txid, 'other', null) : worker.replan(id, proof.txid));
  }
}

/** Two people open what halts now, for a reason they know; what else halts the coin stands on. */
async function lift(): Promise<void> {
  await halts.refresh();
  for (const { coin } of world.chain.coins) {
    const halt = halts.standing('practice', coin);
    if (halt === undefined) continue;
    expect(halt.reason).toMatch(HALT);
    named.add(/[0-9a-f]{64}/.exec(halt.reason)?.[0] ?? '');
    await halts.lift('practice', coin, world.now());
  }
}

/** The house moves coins of its own: to a deposit address, and back. */
async function move(): Promise<void> {
  const to = await world.addresses.of(pick(customers), 'practice');
  const source = world.addresses.all('practice').find(({ address }) => address === to)?.source ?? { kind: 'hot' };
  const there = await world.chain.node.balance(to, 'USDT', 0);
  const hot = world.addresses.hot('practice');
  const payment = { coin: 'USDT', units: there > MOVED / 2n ? there : MOVED, to: there > MOVED / 2n ? hot : to };
  await (there > MOVED / 2n
    ? moves.begin({ kind: 'sweep', payment, source })
    : moves.begin({ kind: 'gas', payment, source: { kind: 'hot' } }));
}

/** What people do meanwhile: the desk approves and refuses, customers cancel, are locked and unlocked. */
async function people(): Promise<void> {
  const acts: Promise<unknown>[] = [survived(decide(pick(workers)))];
  if (chaos.chance(0.3)) await lift();
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

/** Faults of what stands around the workers. */
async function surroundings(): Promise<void> {
  if (chaos.high ? chaos.chance(RARELY.calm) : chaos.strikes('fee spike', RARELY.spike))
    await chaos.spike(world.chain, !chaos.high);
  if (chaos.strikes('signer restarted', RARELY.signer)) await world.restartSigner();
  if (chaos.strikes('reservations forgotten', RARELY.forgotten)) await world.restartSigner(true);
  if (chaos.strikes('second signer', RARELY.signer)) await expect(world.secondSigner()).rejects.toThrow();
  if (chaos.strikes('older database', RARELY.older)) await olderDatabase();
}

/** Heads that were given to the anchor. */
const anchored = new Map<number, string>();

/** A start on an older or rewritten database is refused, and the signer signs nothing for it; then the newest is back. */
async function olderDatabase(): Promise<void> {
  const head = newest;
  if (head === undefined) return;
  const { db, signer } = world;
  const anchor = openAnchor({ place: world.anchor });
  const rowHash = async (row: number) => (row === head.row ? head.hash : anchored.get(row));
  const onFault = (error: Error): void => {
    throw error;
  };
  const markAt = (at: Head) => createMarking({ db, signer, anchor, rowHash, onFault }, () => at);
  anchored.set(head.row, head.hash);
  await markAt(head).mark();
  const start = (hash: string | undefined) =>
    expectHistory({ db, signer, anchor, rowHash: (row) => Promise.resolve(row === head.row ? hash : undefined) });
  await start(head.hash);
  await expect(start(undefined)).rejects.toThrow('the database is older');
  await expect(start('0'.repeat(64))).rejects.toThrow('history was rewritten');
  const older = { row: head.row - 1, hash: '1'.repeat(64) };
  await db
    .updateTable('custody_head')
    .set({ ...older, row: String(older.row) })
    .execute();
  await expect(start(head.hash)).rejects.toThrow('the database is older');
  const order = {} as Parameters<typeof signer.sign>[0];
  await expect(markAt(older).signer.sign(order)).rejects.toThrow(SignerRefusal);
  await db
    .updateTable('custody_head')
    .set({ row: String(head.row), hash: head.hash })
    .execute();
  await start(head.hash);
}

async function chain(): Promise<void> {
  if (chaos.chance(RARELY.buried)) await world.mine(BURIED);
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
    if (chaos.strikes('recipient refuses', RARELY.refuses)) chaos.refusing.add(intent.address);
    asks.push(ask(intent));
    if (chaos.chance(0.3)) asks.push(ask(intent));
  }
  // Clients that heard nothing ask again with the same key.
  for (const intent of intents.slice(-UNDER_WAY)) if (intent.tries < 4 && chaos.chance(0.1)) asks.push(ask(intent));
  if (chaos.chance(MOVES)) asks.push(survived(move()));
  await Promise.all([...asks, ...workers.map((worker) => survived(worker.step())), survived(moves.step())]);
  await surroundings();
  await people();
  await chain();
  world.move(chaos.chance(0.05) ? STUCK : 30_000);
}

/** No faults any more: everything ends, and is counted. */
async function settle(intents: readonly Intent[]): Promise<void> {
  chaos.rate = 0;
  await chaos.spike(world.chain, false);
  for (const { coreUser: user } of customers)
    await world.link.submit(command('user.set', { user, stage: 2, locks: 0 }));
  // The last requests are asked for once more: one answer, whatever was heard before.
  for (let left = LAST_ROUNDS; left > 0; left -= 1) {
    const rows = await open();
    if (rows.length === 0 && (await moves.underWay()).length === 0) break;
    await Promise.all(
      rows
        .filter(({ stage, review }) => stage === 'review' && review !== 'rules')
        // Refused where its own answer was lost: it is decided already.
        .map(({ id }) => survived(plain.approve(id, 1))),
    );
    await Promise.all([...workers.map((worker) => worker.step()), moves.step()]);
    await lift();
    // A jammed nonce is given up after ten times as long as its chain calls stuck; what stands dead is then a named case.
    world.move(left < LAST_ROUNDS - QUICK ? STUCK : MINUTE);
    await decide(pick(workers));
    const waits = (await plain.stuck()).length > 0 || ((await moves.underWay()).length > 0 && rows.length === 0);
    await world.mine(waits ? BURIED : 2);
  }
  expect(await open(), 'withdrawals that did not end').toEqual([]);
  expect(await plain.stuck()).toEqual([]);
  expect(await moves.underWay(), 'moves that did not end').toEqual([]);
  // What a deep replacement took back after the end is on its way again.
  for (let left = 4; left > 0; left -= 1) {
    await Promise.all([...workers.map((worker) => worker.step()), moves.step()]);
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
    for (const { address, units, txid } of await world.chain.node.arrivals(block, () => true))
      if (!chaos.reverted.has(txid)) payments.set(address, [...(payments.get(address) ?? []), units]);
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
    if (row !== undefined) expect(['confirmed', 'refused', 'cancelled', 'failed']).toContain(row.stage);
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
  let own = there;
  for (const { address } of world.addresses.all('practice').slice(1))
    own += await world.chain.node.balance(address, 'USDT', 0);
  expect(own + (await spentWithout()) + (await takenByOthers()), 'the chain against the ledger').toBe(expected);
  for (let left = 100; left > 0; left -= 1) await lift();
  expect(world.chain.coins.map(({ coin }) => halts.standing('practice', coin))).toEqual(
    world.chain.coins.map(() => undefined),
  );
}

/**
 * What transactions took that custody did not make; each that stands was named. One that paid a withdrawal is that
 * withdrawal's: after a deep replacement another of both may stand than the one whose cost was booked.
 */
async function takenByOthers(): Promise<bigint> {
  const rows = await world.db
    .selectFrom('custody_withdrawals as w')
    .innerJoin('custody_transactions as t', 't.withdrawal_id', 'w.id')
    .innerJoin('custody_claims as c', 'c.transaction_id', 't.id')
    .select(['w.core_id', 'c.claim'])
    .where('w.stage', '=', 'confirmed')
    .whereRef('t.round', '=', 'w.round')
    .execute();
  const paid = new Map(rows.map(({ claim, core_id: id }) => [claim, Number(id)]));
  const ours = new Set(world.addresses.all('practice').map(({ address }) => address));
  const second = chaos.second;
  if (second === undefined) return 0n;
  const stands = async (txid: string) => (await world.chain.node.status(txid)).state === 'included';
  let sum = 0n;
  for (const { use, txid, fee, payment, claim } of second.used) {
    const withdrawal = paid.get(claim);
    const there = await stands(txid);
    if (use === 'same' && withdrawal !== undefined) {
      let cost = there ? fee : 0n;
      for (const one of there ? [] : second.sentWith(claim)) if (await stands(one.txid)) cost = one.fee;
      sum += cost - (chaos.booked.get(withdrawal) ?? 0n);
    } else if (there) {
      expect(named, `the case of ${txid}, which used ${claim}`).toContain(txid);
      sum += fee + (ours.has(payment.to) ? 0n : payment.units);
    }
  }
  return sum;
}

/**
 * What reverted transactions, cancellations and moves of the house took, which no command books; this chain gives nothing
 * back of a revert.
 */
async function spentWithout(): Promise<bigint> {
  const rows = await world.db
    .selectFrom('custody_transactions')
    .select(['state', 'kind', 'units', 'cost'])
    .where((is) =>
      is.or([
        is('state', '=', 'reverted'),
        is.and([is('kind', 'in', ['cancel', 'gas', 'sweep']), is('state', '=', 'confirmed')]),
      ]),
    )
    .execute();
  return rows.reduce(
    (sum, { state, units, cost }) => sum + (state === 'reverted' ? BigInt(units) : 0n) + BigInt(cost ?? '0'),
    0n,
  );
}

describe('W05 faults between plan, sign, store, broadcast and record', () => {
  it.each(Array.from({ length: SEEDS }, (_, at) => (seed + at) % 2 ** 31))(
    `${FAULTS} faults, two workers, seed %i: nothing is paid twice, nothing is lost`,
    { timeout: 600_000 + FAULTS * 200 },
    async (number) => {
      await begin(number);
      const begun = performance.now();
      const heap = process.memoryUsage().heapUsed;
      let asked = 0;
      let intents: Intent[] = [];
      let rounds = 0;
      for (let done = 0; chaos.total < FAULTS;) {
        await round(intents, true);
        rounds += 1;
        if (chaos.total - done < PART && chaos.total < FAULTS) continue;
        done = chaos.total;
        await settle(intents);
        asked += intents.length;
        intents = [];
      }
      const seconds = (performance.now() - begun) / 1_000;
      const known = await world.db.selectFrom('custody_withdrawals').select(['stage', 'round']).execute();
      const count = (...stages: readonly string[]) => known.filter(({ stage }) => stages.includes(stage)).length;
      const cancelled = await world.db
        .selectFrom('custody_transactions')
        .select('id')
        .where('kind', '=', 'cancel')
        .where('state', '=', 'confirmed')
        .execute();
      const places = [...chaos.played].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `${name} ${times}`);
      process.stdout.write(
        [
          `W05: seed ${number}, ${chaos.total} faults in ${rounds} rounds, ${seconds.toFixed(1)} s (${(chaos.total / seconds).toFixed(0)} a second)`,
          `asked ${asked}, confirmed ${count('confirmed')}, given back ${count('refused', 'cancelled')}, failed by proof ${count('failed')}, planned again ${known.filter((one) => one.round > 0).length}, nonces cancelled ${cancelled.length}, foreign ${named.size}, heap ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MiB`,
          places.join(' · '),
          '',
        ].join('\n'),
      );
      expect(chaos.total).toBeGreaterThanOrEqual(FAULTS);
      expect(count('confirmed')).toBeGreaterThan(0);
      // Each story begins anew: what one leaves behind does not grow.
      expect(process.memoryUsage().heapUsed - heap).toBeLessThan(MOST_LEFT);
    },
  );
});
