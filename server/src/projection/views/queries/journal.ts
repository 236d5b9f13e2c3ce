// Journal data from the event log: a command's row with its chain hash, and ticks older than the table of ticks.

import { decodeEvents, type ExchangeEvent, type Millis, type Seq, unpackWords } from '@vitrine/core';
import type { Kysely } from 'kysely';
import type { Tick, TickSource } from '../../handlers/index.ts';
import type { ViewsDatabase } from '../tables/tables.ts';

/** Most batches of one millisecond that are searched. */
const MOST_ROWS_AT_ONCE = 100;

/** One row of the journal: its number, its time (ms UTC) and its chain hash, hex. */
export interface JournalEntry {
  readonly row: number;
  readonly time: number;
  readonly rowHash: string;
}

/** The row that contains a command; undefined until SQL has it. */
export async function readJournalEntry(db: Kysely<ViewsDatabase>, seq: number): Promise<JournalEntry | undefined> {
  const line = await db
    .selectFrom('event_log')
    .select(['row', 'first_seq', 'count', 'time', 'row_hash'])
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (line === undefined || seq > line.first_seq + line.count) return undefined;
  return { row: line.row, time: line.time, rowHash: line.row_hash };
}

/** The events of one command in order, without its `begin` and end; empty until SQL has it. */
export async function readCommandEvents(db: Kysely<ViewsDatabase>, seq: number): Promise<readonly ExchangeEvent[]> {
  const row = await db
    .selectFrom('event_log')
    .select('events')
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return [];
  const found: ExchangeEvent[] = [];
  let within = false;
  for (const event of decodeEvents(unpackWords(row.events))) {
    if (event.name === 'begin') {
      if (within) break;
      within = event.seq === seq;
    } else if (within && event.name !== 'done') found.push(event);
  }
  return found;
}

/** An instrument's tick by number, sequenced at `time` (ms UTC), with its sources, however old. */
export async function readJournalTick(
  db: Kysely<ViewsDatabase>,
  instrument: number,
  number: number,
  time: number,
): Promise<Tick | undefined> {
  const rows = await db
    .selectFrom('event_log')
    .select('events')
    .where('time', '=', time)
    .orderBy('row')
    .limit(MOST_ROWS_AT_ONCE)
    .execute();
  for (const row of rows) {
    const tick = tickIn(unpackWords(row.events), instrument, number, time);
    if (tick !== undefined) return tick;
  }
  return undefined;
}

/** The tick by number among a batch's events; its sources follow directly. */
function tickIn(events: Float64Array, instrument: number, number: number, time: number): Tick | undefined {
  let seq = 0;
  let found: Tick | undefined;
  const sources: TickSource[] = [];
  for (const event of decodeEvents(events)) {
    if (found !== undefined) {
      if (event.name !== 'tick.source') break;
      sources.push({ source: event.source, offset: event.offset, age: event.age, state: event.state });
    } else if (event.name === 'begin') seq = event.seq;
    else if (event.name === 'tick' && event.instrument === instrument && event.number === number) {
      const { name: _name, ...tick } = event;
      found = { ...tick, seq: seq as Seq, time: time as Millis, sources };
    }
  }
  return found;
}
