// upgrades §2: a release with newer rules on an existing journal: practice activates them at once, a live exchange
// announces them a day before. The newer rules are made up: numbers without a change.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import {
  type Command,
  defaultGenesis,
  firstCommands,
  NEWEST_RULES,
  openExchange,
  restoreExchange,
  RULES,
  RULES_NOTICE,
} from '@vitrine/core';
import { createLive } from '../../../src/projection/live/index.ts';
import { connect, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { type CoreKit, coreKit, startLocal } from '../../../src/engine/sequencer/index.ts';
import { ruleVersions } from '../../../src/api/wire/index.ts';
import { eventually } from '../../support/eventually.ts';

const LATER = NEWEST_RULES + 2;
const SEED_HASH = [1, 2, 3, 4, 5, 6, 7, 8];
const MINUTE = 60_000;

/** A release that knows two versions more. */
const laterKit: CoreKit = {
  ...coreKit,
  open: () => openExchange(LATER),
  restore: (parts) => restoreExchange(parts, LATER),
};

let database: TestDatabase;
let client: pg.Client;
let dataFolder: string;
let now: number;
/** What was logged about rules: message and version. */
let logged: string[];
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  database = await testDatabase();
  client = await connect(database.address, 'test');
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-rules-'));
  now = Date.UTC(2026, 10, 23, 6);
  logged = [];
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await client.end();
  await database.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Starts a release; the one before is stopped. */
async function start(mode: 'practice' | 'live', kit: CoreKit) {
  await stop?.();
  const begun = now;
  const exchange = await startLocal({
    ...{ address: database.address, dataFolder, kit, genesis: defaultGenesis(mode, SEED_HASH) },
    setup: firstCommands(mode),
    time: { utc: () => now, monotonic: () => now - begun },
    log: (_, message, detail) => {
      if (message.startsWith('rules')) logged.push(`${message} ${String(detail?.['version'])}`);
    },
  });
  ({ stop } = exchange);
  return exchange;
}

async function rulesByRow(): Promise<number[]> {
  const { rows } = await client.query<{ rules: number }>('SELECT rules_after AS rules FROM journal ORDER BY row');
  return rows.map(({ rules }) => rules);
}

const opened = { name: 'user.open', referrer: 0 } as unknown as Command;
const ALL = [NEWEST_RULES + 1, LATER];

test('a new exchange of either mode has the newest rules from its first row on', async () => {
  await start('live', laterKit);
  expect((await rulesByRow())[0]).toBe(LATER);
  expect(logged).toEqual([]);
});

test('practice: the newest rules are activated after the start, in one row, and logged', async () => {
  const { link } = await start('practice', coreKit);
  await link.submit(opened);
  expect((await rulesByRow()).at(-1)).toBe(NEWEST_RULES);
  await start('practice', laterKit);
  await eventually(() => expect(logged).toEqual(ALL.map((version) => `rules are activated ${version}`)));
  expect(new Set(await rulesByRow())).toEqual(new Set([NEWEST_RULES, LATER]));
});

test('live: announced a day before, activated at that time, also by a later start', async () => {
  const { link } = await start('live', coreKit);
  await link.submit(opened);
  await start('live', laterKit);
  await eventually(() => expect(logged).toEqual(ALL.map((version) => `rules are announced ${version}`)));
  const from = now + RULES_NOTICE + MINUTE;
  // A start in between neither announces again nor activates.
  now += RULES_NOTICE - MINUTE;
  logged = [];
  const { link: restarted } = await start('live', laterKit);
  await restarted.submit(opened);
  const live = await createLive(restarted);
  // What `common.getAllSetting` and the desk show.
  const announced = ALL.map((version) => ({ version, what: '', from }));
  expect(ruleVersions(live.rules())).toEqual({ version: NEWEST_RULES, what: RULES.at(-1)?.what, announced });
  expect((await rulesByRow()).at(-1)).toBe(NEWEST_RULES);
  expect(logged).toEqual([]);

  now += 3 * MINUTE;
  await eventually(() => expect(logged).toEqual(ALL.map((version) => `rules are activated ${version}`)));
  expect((await rulesByRow()).at(-1)).toBe(LATER);
  await eventually(() => expect(live.rules()).toEqual({ version: LATER, announced: [] }));
  live.stop();
});

test('a release without the rules in force does not start on the journal', async () => {
  await start('practice', laterKit);
  await stop?.();
  stop = undefined;
  await expect(start('practice', coreKit)).rejects.toThrow('Journal row 1 replays differently');
});
