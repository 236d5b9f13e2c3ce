// Issue 14: after the restore drill of docs/operate/recovery.md withdrawals come again. What was signed in the lost time has nonces
// that the older database gives out anew and the signer refuses.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, defaultGenesis, firstCommands } from '@vitrine/core';
import { hashPassword } from '@vitrine/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { connect, startPostgres } from '../../src/app/postgres/index.ts';
import { sealBody, type SealingKey } from '../../src/api/sealed/index.ts';
import { coreKit, startLocal } from '../../src/engine/sequencer/index.ts';
import { Exchange, newKey, PATIENCE, type Person, runProgram, until } from './exchange.ts';

const FUND_PASSWORD = hashPassword('904217');
const CUSTOMERS = 2;
/** Numbers of customers that are tried. */
const MOST_USERS = 100;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-drilled-'));
const data = join(folder, 'data');
let running: Exchange | undefined;

const begin = async (): Promise<Exchange> => {
  const exchange = (running = await Exchange.on(data));
  return exchange;
};

/** Customers may withdraw from stage 2 on: set in the journal, the exchange being stopped. */
async function stageTwo(): Promise<void> {
  const postgres = await startPostgres({ dataFolder: data });
  const local = await startLocal({
    ...{ address: postgres.address, dataFolder: data, kit: coreKit },
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
  });
  let found = 0;
  for (let user = 1; user < MOST_USERS && found < CUSTOMERS; user += 1) {
    const { code } = await local.link.submit({ name: 'user.set', user, stage: 2, locks: 0 } as unknown as Command);
    if (code === 200) found += 1;
  }
  await local.stop();
  await postgres.stop();
}

async function withdraw(exchange: Exchange, of: Person, address: string, amount: string): Promise<void> {
  const config = await (await fetch(`${exchange.url}/platform/dev/config.js`)).text();
  const { withdrawalKey } = JSON.parse(/Object\.freeze\((.*)\)/.exec(config)?.[1] ?? '{}') as {
    readonly withdrawalKey: SealingKey;
  };
  const key = newKey();
  const body = { coin: 'USDT', network: 'practice', address, amount };
  const sealed = { userId: of.id, key, time: Date.now(), fundPassword: FUND_PASSWORD, ...body };
  const path = '/api/v1/coin/assets/withdrawal';
  const answer = await exchange.call(path, { data: await sealBody(sealed, withdrawalKey) }, of, key);
  if (answer.code !== 200) throw new Error(`expected the withdrawal to be taken, got ${JSON.stringify(answer)}`);
}

async function stages(exchange: Exchange, of: Person): Promise<string[]> {
  const { data: page } = await exchange.call('/api/v1/coin/assets/getWithdrawalLog', {}, of);
  return (page['records'] as readonly { readonly stage: string }[]).map(({ stage }) => stage);
}

const allConfirmed = (exchange: Exchange, of: Person, count: number) =>
  until(`${count} withdrawals are confirmed`, async () => {
    const found = await stages(exchange, of);
    return found.length === count && found.every((stage) => stage === 'confirmed');
  });

/** What two people do at the desk, coin by coin. */
async function openCoins(): Promise<void> {
  const postgres = await startPostgres({ dataFolder: data });
  const client = await connect(postgres.address, 'test');
  await client.query('update custody_halts set lifted_at = since where lifted_at is null');
  await client.end();
  await postgres.stop();
}

afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(process.env['VITRINE_DEEP'] === '1')('a restore of an older database', () => {
  it(
    'whose lost time has withdrawals: others are paid after it',
    async () => {
      let exchange = await begin();
      const [payer, payee] = [await exchange.customer('drillw'), await exchange.customer('drillx')];
      await exchange.stop();
      await stageTwo();
      exchange = await begin();
      for (const [path, body] of [
        ['/api/practice/claim', {}],
        ['/api/user/tardPwdSet', { pwd: FUND_PASSWORD, confirmPwd: FUND_PASSWORD }],
      ] as const)
        expect((await exchange.call(path, body, payer)).code).toBe(200);
      await withdraw(exchange, payer, payee.address, '20');
      await allConfirmed(exchange, payer, 1);
      await exchange.stop();
      const older = join(folder, 'older');
      execFileSync('cp', ['-a', join(data, 'postgres'), older]);

      exchange = await begin();
      await withdraw(exchange, payer, payee.address, '21');
      await withdraw(exchange, payer, payee.address, '22');
      await allConfirmed(exchange, payer, 3);
      await exchange.stop();

      rmSync(join(data, 'postgres'), { recursive: true });
      execFileSync('cp', ['-a', older, join(data, 'postgres')]);
      expect((await runProgram('restore', data)).code).toBe(0);
      // What was signed in the lost time is a case of its own, once.
      exchange = await begin();
      await until('the two are reported', async () =>
        exchange.said.includes('signed.log has 2 signed, no row here knows'),
      );
      await exchange.stop();
      await openCoins();
      exchange = await begin();
      expect(exchange.ended, exchange.said).toBe(false);
      await withdraw(exchange, payer, payee.address, '23');
      await allConfirmed(exchange, payer, 2);
      expect(exchange.said).not.toContain('no row here knows');
    },
    3 * PATIENCE,
  );
});
