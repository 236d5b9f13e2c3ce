// How fast a journal recovers: replayed from decoded rows, and from PostgreSQL including the reads.

import { NO_HASH, readHead, readRows } from '@vitrine/server/engine/journal';
import { connect } from '@vitrine/server/app/postgres';
import { catchUp, coreKit } from '@vitrine/server/engine/sequencer';
import { journalStream } from './journal-run.ts';
import { median, type Row } from './part.ts';

export const name = 'recovery';
export const goal = 'recovery at least 1 million commands a second from decoded rows; from PostgreSQL printed';

const COMMANDS = 200_000;
const ROUNDS = 5;

interface Decoded {
  readonly time: number;
  readonly hash: string;
  readonly words: Float64Array;
}

/** Replays decoded rows and compares every event hash. Returns seconds. */
function replay(rows: readonly Decoded[]): number {
  const exchange = coreKit.open();
  const from = performance.now();
  for (const { time, hash, words } of rows) {
    exchange.advance(time);
    for (let at = 0; at < words.length; at += words[at + 1] ?? 1) exchange.apply(words, at);
    exchange.readEvents();
    if (exchange.runningHash() !== hash) throw new Error('Expected the replay to equal what was recorded.');
  }
  return (performance.now() - from) / 1000;
}

export async function run(): Promise<Row[]> {
  const journalled = await journalStream(COMMANDS);
  const client = await connect(journalled.database.address, 'bench');
  try {
    const head = await readHead(client);
    const rows: Decoded[] = [];
    let commands = 0;
    for await (const row of readRows(client, { row: 0, rowHash: NO_HASH }, head.row)) {
      rows.push({ time: row.time, hash: row.eventHash, words: coreKit.unpack(row.commands) });
      commands += row.count;
    }
    const decoded: number[] = [];
    const database: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      decoded.push(commands / replay(rows));
      const from = performance.now();
      await catchUp(coreKit, client, { exchange: coreKit.open(), row: 0, rowHash: NO_HASH }, head.row);
      database.push(commands / ((performance.now() - from) / 1000));
    }
    const note = `${commands} commands in ${rows.length} rows; medians of ${ROUNDS}; every event hash compared`;
    return [
      {
        what: 'recovery from decoded rows',
        value: median(decoded),
        unit: 'commands/s',
        goal: { is: 'at least', value: 1_000_000 },
        note,
      },
      {
        what: 'recovery from PostgreSQL',
        value: median(database),
        unit: 'commands/s',
        note: 'read, hashed, unpacked, replayed',
      },
    ];
  } finally {
    await client.end();
    await journalled.stop();
  }
}
