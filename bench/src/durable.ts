// Durable commands a second through sequencer, core and journal, compared with a plain insert of the same rows.

import { type JournalRow, NO_HASH, readHead, readRows } from '@vitrine/server/engine/journal';
import { connect } from '@vitrine/server/app/postgres';
import { journalStream } from './journal-run.ts';
import { median, type Row } from './part.ts';

export const name = 'durable';
export const goal = 'durable commands at least 0.7 of a bare insert of the same bytes into the same PostgreSQL';

const COMMANDS = 100_000;
const ROUNDS = 3;

const BARE_TABLE = `CREATE TABLE bare (row bigint PRIMARY KEY, epoch integer, first_seq bigint, count integer, "time" bigint,
  rules integer, commands bytea STORAGE EXTERNAL, event_hash bytea, prev_hash bytea, row_hash bytea) WITH (toast_tuple_target = 8160)`;
const BARE_INSERT = 'INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';

/** Seconds to insert the same rows one after another, each with its own commit. */
async function bareSeconds(client: Awaited<ReturnType<typeof connect>>, rows: readonly JournalRow[]): Promise<number> {
  await client.query(BARE_TABLE);
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const values = rows.map((row) => [
    ...[row.row, row.epoch, row.firstSeq, row.count, row.time, row.rules],
    ...[Buffer.from(row.commands), bytes(row.eventHash), bytes(row.prevHash), bytes(row.rowHash)],
  ]);
  const from = performance.now();
  for (const one of values) await client.query({ name: 'bare', text: BARE_INSERT, values: one });
  return (performance.now() - from) / 1000;
}

/** Measures ours and the plain insert in turn; returns the pair with the median ratio. */
export async function run(): Promise<Row[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  const processor: number[] = [];
  let perRow = 0;
  let size = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const journalled = await journalStream(COMMANDS);
    const client = await connect(journalled.database.address, 'bench');
    try {
      const head = await readHead(client);
      const rows: JournalRow[] = [];
      for await (const row of readRows(client, { row: 0, rowHash: NO_HASH }, head.row)) {
        if (row.row > journalled.rowsBefore) rows.push(row);
      }
      ours.push(journalled.commands / journalled.seconds);
      processor.push((journalled.processor / journalled.commands) * 1e6);
      bare.push(journalled.commands / (await bareSeconds(client, rows)));
      perRow = journalled.commands / rows.length;
      size = rows.reduce((sum, row) => sum + row.commands.length, 0) / journalled.commands;
    } finally {
      await client.end();
      await journalled.stop();
    }
  }
  const value = median(ours);
  const beside = median(bare);
  return [
    {
      what: 'durable commands',
      value,
      unit: 'commands/s',
      beside: { what: 'bare insert', value: beside },
      ratio: value / beside,
      goal: { is: 'at least', value: 0.7 },
      note: `${Math.round(perRow)} commands a row, ${size.toFixed(1)} bytes and ${median(processor).toFixed(2)} µs of our processor time a command; medians of ${ROUNDS}, measured in turn`,
    },
  ];
}
