// The process that recovery.test.ts kills: database, sequencer in its thread, and a load of orders. What it was told it
// prints at once, a JSON line each, so that its death loses none of it.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, decodeEvents, defaultGenesis } from '@vitrine/core';
import { seedHashOf } from '../../src/markets/index.ts';
import { isCode, startPostgres } from '../../src/postgres/index.ts';
import { IntakeError, startSequencer } from '../../src/sequencer/index.ts';

/** What the process tells. */
export type Word =
  | {
      readonly kind: 'ready';
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
const [dataFolder = ''] = process.argv.slice(2);

/** Synchronous: once it returns the parent has it. A full pipe is waited for. */
function tell(word: Word): void {
  let left = Buffer.from(`${JSON.stringify(word)}\n`);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
    }
  }
}

let replayed = { rows: 0, digest: '', fromSnapshot: 0 };
const postgres = await startPostgres({ dataFolder, options: { shared_buffers: '16MB' } });
const core = await startSequencer({
  address: postgres.address,
  dataFolder,
  genesis: defaultGenesis('practice', seedHashOf('5eed')),
  log: (level, message, detail) => {
    if (message === 'the journal is replayed') replayed = detail as typeof replayed;
    if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(detail)}\n`);
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

/** Puts a command, tells its outcome, and takes a refusal of the intake as one does: waits and goes on. */
async function put(fields: Record<string, unknown>, user: number): Promise<number> {
  try {
    const { seq, code, result } = await link.submit(fields as unknown as Command, user);
    tell({ kind: 'ack', seq, code, key: Number(fields['keyLow'] ?? 0) });
    return result;
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    await sleep(5);
    return 0;
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

async function tick(): Promise<void> {
  const one = { instrument: 1, price: MIDDLE * 100, spread: 0, used: 3, total: 3 };
  const quotes = [1, 2, 3].map((source) => ({ instrument: 1, source, offset: 0, age: 0, state: 1 }));
  await put({ name: 'ticks', ticks: [one], quotes }, 0);
}

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
  postgres: postgres.pid() ?? 0,
  row: replayed.rows,
  digest: replayed.digest,
  from: replayed.fromSnapshot,
});
await tick();
const users = await customers();
while (users.length < USERS) users.push(await put({ name: 'user.open', referrer: users.at(-1) ?? 0 }, 0));
for (const user of users) await put({ name: 'practice.claim', user, ...newKey() }, user);
setInterval(() => void tick(), 250);
await Promise.all(Array.from({ length: LOOPS }, (_, loop) => trade(loop, users)));
