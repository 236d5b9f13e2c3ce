// The process that recovery.test.ts kills: sequencer in its thread on a database of its own or a lent one, and a load of
// orders. What it was told it prints at once, a JSON line each, so that its death loses none of it.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, decodeEvents, defaultGenesis, DONE } from '@vitrine/core';
import { type DatabaseAddress, isCode, startPostgres } from '../../src/app/postgres/index.ts';
import { IntakeError, startSequencer } from '../../src/engine/sequencer/index.ts';

/** What the process is given, as JSON. Without an address it starts the embedded database itself. */
export interface ChildOrders {
  readonly dataFolder: string;
  readonly address?: DatabaseAddress;
}

/** What the process tells. `key`: 0 for the house's commands. */
export type Word =
  | {
      readonly kind: 'ready';
      /** The database's process, 0 when it is lent. */
      readonly postgres: number;
      readonly row: number;
      readonly digest: string;
      readonly from: number;
    }
  | { readonly kind: 'batch'; readonly row: number; readonly hash: string }
  | { readonly kind: 'ack'; readonly seq: number; readonly code: number; readonly key: number }
  | { readonly kind: 'state'; readonly taking: boolean; readonly reason?: string };

const USERS = 4;
const LOOPS = 8;
const MIDDLE = 600_000;
/** What the simulator's seed hashes to; nothing is simulated here. */
const SEED_HASH = [1, 2, 3, 4, 5, 6, 7, 8];
/** How long the first tick and the first customers may take, ms. */
const BEGIN_PATIENCE = 600_000;
/** Pause before a full pipe is tried again, or a refused command is followed by the next, ms. */
const PIPE_PAUSE = 1;
const REFUSED_PAUSE = 5;
const TICK_EVERY = 250;
const { dataFolder, address } = JSON.parse(process.argv[2] ?? '{}') as ChildOrders;

// The test that started us is gone.
process.stdin.resume().once('end', () => process.exit(1));

const never = new Int32Array(new SharedArrayBuffer(4));

/** Synchronous: once it returns the parent has it. A full pipe is waited for. */
function tell(word: Word): void {
  let left = Buffer.from(`${JSON.stringify(word)}\n`);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
      Atomics.wait(never, 0, 0, PIPE_PAUSE);
    }
  }
}

let replayed = { rows: 0, digest: '', fromSnapshot: 0 };
const postgres =
  address === undefined ? await startPostgres({ dataFolder, options: { shared_buffers: '16MB' } }) : undefined;
const core = await startSequencer({
  address: address ?? postgres!.address,
  dataFolder,
  genesis: defaultGenesis('practice', SEED_HASH),
  log: (level, message, detail) => {
    if (message === 'the journal is replayed') replayed = detail as typeof replayed;
    if (level !== 'info') process.stderr.write(`${level} ${message} ${JSON.stringify(detail)}\n`);
  },
  fatal: (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
  snapshots: { rows: 100, commands: 1_000_000 },
});
const { link } = core;
link.onBatch(({ row, rowHash }) => tell({ kind: 'batch', row, hash: rowHash }));
link.onState((state) => tell({ kind: 'state', ...state }));

const bits48 = () => randomInt(2 ** 48 - 1);
/** A fresh key; its low bits find the command again in the journal. */
const newKey = () => ({ keyTime: Date.now(), keyHigh: bits48(), keyLow: bits48(), bodyHash: bits48() });

/** Puts a command and tells its outcome; undefined when the intake refused it, after a pause. */
async function put(
  fields: Record<string, unknown>,
  user: number,
): Promise<{ code: number; result: number } | undefined> {
  try {
    const { seq, code, result } = await link.submit(fields as unknown as Command, user);
    tell({ kind: 'ack', seq, code, key: Number(fields['keyLow'] ?? 0) });
    return { code, result };
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    await sleep(REFUSED_PAUSE);
    return undefined;
  }
}

/** Puts a command of the house until it is done; gives what it made. */
async function surely(fields: Record<string, unknown>): Promise<number> {
  const until = performance.now() + BEGIN_PATIENCE;
  for (;;) {
    const outcome = await put(fields, 0);
    if (outcome?.code === DONE) return outcome.result;
    if (performance.now() > until) {
      throw new Error(`${String(fields['name'])} was not done: ${JSON.stringify(outcome ?? link.state())}`);
    }
  }
}

/** The customers there are. */
async function customers(): Promise<number[]> {
  const { events } = await link.seed();
  const found: number[] = [];
  for (const event of decodeEvents(events)) {
    if (event.name === 'user.changed' && event.house === 0) found.push(event.user);
  }
  return found;
}

const tick = {
  name: 'ticks',
  ticks: [{ instrument: 1, price: MIDDLE * 100, spread: 0, used: 3, total: 3 }],
  quotes: [1, 2, 3].map((source) => ({ instrument: 1, source, offset: 0, age: 0, state: 1 })),
};

async function trade(loop: number, users: readonly number[]): Promise<never> {
  for (let turn = loop; ; turn += 1) {
    const user = users[turn % users.length] ?? 0;
    const who = { user, ...newKey() };
    if (turn % 17 === 0) await put({ name: 'order.cancelAll', ...who, market: 1 }, user);
    else if (turn % 29 === 0) await put({ name: 'practice.claim', ...who }, user);
    else {
      const order = {
        ...{ market: 1, wallet: 1, side: 1 + randomInt(2), type: 1, timeInForce: 1 },
        ...{ price: MIDDLE - 20 + randomInt(41), lots: 10 + randomInt(50), amount: 0 },
        ...{ trigger: 0, triggerBy: 1, selfTrade: 1 + randomInt(3) },
      };
      await put({ name: 'order.place', ...who, ...order }, user);
    }
  }
}

tell({
  kind: 'ready',
  postgres: postgres?.pid() ?? 0,
  row: replayed.rows,
  digest: replayed.digest,
  from: replayed.fromSnapshot,
});
// Without a tick a market has no price and refuses every order: the load begins when there surely is one.
await surely(tick);
const users = await customers();
while (users.length < USERS) users.push(await surely({ name: 'user.open', referrer: users.at(-1) ?? 0 }));
for (const user of users) await put({ name: 'practice.claim', user, ...newKey() }, user);
setInterval(() => void put(tick, 0), TICK_EVERY);
await Promise.all(Array.from({ length: LOOPS }, (_, loop) => trade(loop, users)));
