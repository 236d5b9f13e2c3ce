// The first start of a journal sets every product up, once, on the real core (money §1; core §3).

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  COIN_MARKETS,
  type Command,
  contractFunding,
  decodeCommand,
  decodeEvents,
  defaultGenesis,
  defaultSetup,
  type EventOf,
  firstCommands,
  instruments,
  SECOND_MARKETS,
  U_MARKETS,
  activations,
} from '@vitrine/core';
import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { coreKit, type ExchangeLink, startLocal } from '../../../src/engine/sequencer/index.ts';

type Mode = 'practice' | 'live';

let database: TestDatabase;
let client: pg.Client;
let dataFolder: string;

beforeEach(async () => {
  database = await testDatabase();
  client = await connect(database.address, 'test');
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-setup-'));
  return async () => {
    await client.end();
    await database.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
});

/** Starts, does something, stops. */
async function run(
  mode: Mode,
  act: (link: ExchangeLink) => Promise<void>,
  setup: readonly Command[] = firstCommands(mode),
): Promise<void> {
  const local = await startLocal({ address: database.address, dataFolder, genesis: defaultGenesis(mode, []), setup });
  try {
    await act(local.link);
  } finally {
    await local.stop();
  }
}

/** Names of all commands in the journal, row by row. */
async function journalled(): Promise<string[][]> {
  const { rows } = await client.query<{ commands: Buffer }>('SELECT commands FROM journal ORDER BY row');
  return rows.map(({ commands }) => {
    const words = coreKit.unpack(new Uint8Array(commands));
    const names: string[] = [];
    for (let at = 0; at < words.length; at += words[at + 1] as number) names.push(decodeCommand(words, at).name);
    return names;
  });
}

async function markets(link: ExchangeLink): Promise<number[]> {
  const events = [...decodeEvents((await link.seed()).events)];
  return events
    .filter((event): event is EventOf<'market.changed'> => event.name === 'market.changed')
    .map(({ market }) => market);
}

const every = [
  ...[...Array(24).keys()].map((at) => at + 1),
  ...instruments.map((_, at) => U_MARKETS + at + 1),
  ...firstCommands('live').flatMap((one) =>
    one.name === 'contract.list' && one.market > COIN_MARKETS ? [Number(one.market)] : [],
  ),
];

describe('the first start', () => {
  test.each(['practice', 'live'] as const)(
    'of a %s exchange lists every product in the row of genesis',
    async (mode) => {
      await run(mode, async (link) => {
        expect((await markets(link)).filter((market) => market < SECOND_MARKETS)).toEqual(every);
      });
      const rows = await journalled();
      expect(rows[0]).toEqual(['genesis', ...[...activations(1), ...firstCommands(mode)].map(({ name }) => name)]);
      expect(rows[0]?.filter((name) => name === 'maker.transfer')).toHaveLength(
        mode === 'practice' ? contractFunding().length : 0,
      );
    },
  );

  test('and no later one does it again', async () => {
    for (let start = 0; start < 3; start += 1) await run('practice', async () => undefined);
    const names = (await journalled()).flat();
    expect(names.filter((name) => name === 'contract.list')).toHaveLength(
      defaultSetup('practice').filter(({ name }) => name === 'contract.list').length,
    );
    expect(names.filter((name) => name === 'maker.transfer')).toHaveLength(contractFunding().length);
  });

  test('gives the house maker what contracts are quoted with, out of its spot wallet', async () => {
    await run('practice', async (link) => {
      const seed = [...decodeEvents((await link.seed()).events)];
      const accounts = seed.filter((event): event is EventOf<'account.opened'> => event.name === 'account.opened');
      const entries = seed.filter((event): event is EventOf<'entry'> => event.name === 'entry');
      for (const { to, asset, amount } of contractFunding()) {
        const found = accounts.find((one) => one.user === 1 && one.wallet === to && one.asset === asset);
        expect(entries.find(({ account }) => account === found?.account)?.available).toBe(amount);
      }
    });
  });
});

describe('a folder of a release that had only spot', () => {
  test('gets every product while nobody is there, in one row, once', async () => {
    await run('practice', async () => undefined, []);
    for (let start = 0; start < 2; start += 1)
      await run('practice', async (link) => {
        expect((await markets(link)).filter((market) => market < SECOND_MARKETS)).toEqual(every);
      });
    const rows = await journalled();
    expect(rows.filter((names) => names.includes('contract.list'))).toEqual([
      firstCommands('practice').map(({ name }) => name),
    ]);
  });

  test('keeps what it has once a customer is there: from then on it takes two persons of the desk', async () => {
    await run(
      'practice',
      async (link) => {
        expect((await link.submit({ name: 'user.open', referrer: 0 } as unknown as Command)).code).toBe(200);
      },
      [],
    );
    await run('practice', async (link) => {
      expect(await markets(link)).toHaveLength(24);
    });
    expect((await journalled()).flat()).not.toContain('contract.list');
  });
});
