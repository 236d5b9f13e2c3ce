// Issue 14, done-when 3: the restore drill of docs/operate/recovery.md, with whole exchanges: an older database beside the newest
// signer folder, the newest database beside an older signer folder, and both older.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Exchange, PATIENCE, type Person, runProgram, until } from './exchange.ts';

/** `npm run restore -- DATA`. */
const restore = (data: string) => runProgram('restore', data);

let folder: string;
let first: Person;
let lost: Person;
let running: Exchange | undefined;
const place = (name: string) => join(folder, name);
/** As a backup is made: with the permissions of folders, which PostgreSQL looks at. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', place(from), place(to)]);
const begin = async (name: string): Promise<Exchange> => (running = await Exchange.on(place(name)));

async function prepare(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-drill-'));
  let exchange = await begin('data');
  first = await exchange.customer('drilla');
  await exchange.deposit(first, '30');
  await exchange.stop();
  copy('data', 'older');
  exchange = await begin('data');
  lost = await exchange.customer('drillb');
  await exchange.deposit(lost, '50');
  // The head is marked each minute.
  const size = (): number => (existsSync(place('data/anchor.log')) ? statSync(place('data/anchor.log')).size : 0);
  const before = size();
  await until('the head is marked', () => Promise.resolve(size() > before));
  await exchange.stop();
}

/** After a restore: nothing that was given out is given to somebody else. */
async function goesOn(data: string): Promise<void> {
  const exchange = await begin(data);
  expect(exchange.ended, exchange.said).toBe(false);
  const next = await exchange.customer('drillc');
  expect(Number(next.id) - Number(lost.id)).toBeGreaterThan(10_000);
  expect(next.address).not.toBe(lost.address);
  expect(next.address).not.toBe(first.address);
  // Whoever pays to the address that was lost pays to nobody here.
  const sent = await exchange.call('/api/practice/send', { coin: 'USDT', address: lost.address, amount: '7' }, next);
  expect(sent.code).toBe(200);
  await exchange.deposit(next, '11');
  expect(await exchange.deposits(next)).toEqual(['credited 11']);
  await exchange.stop();
}

// Eight starts of an exchange and a minute's wait: `npm run test:deep -- long`.
describe.runIf(process.env['VITRINE_DEEP'] === '1')(
  'issue 14, done-when 3: the restore drill as docs/operate/recovery.md says',
  () => {
    beforeAll(prepare, PATIENCE);
    afterEach(async () => running?.stop());
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it(
      'an older database and the newest signer folder: refused by name, restored, goes on',
      async () => {
        copy('data', 'a');
        rmSync(place('a/postgres'), { recursive: true });
        copy('older/postgres', 'a/postgres');
        const refused = await begin('a');
        expect(refused.ended).toBe(true);
        expect(refused.said).toMatch(/the database is older|is not there|is missing/);
        const { code, out } = await restore(place('a'));
        expect(out, 'nothing leaves until two people look').toMatch(
          /Halted until two people open them: .*practice USDT/,
        );
        expect(code).toBe(0);
        await goesOn('a');
      },
      PATIENCE,
    );

    it(
      'the newest database and an older signer folder: starts, since the database knows what was signed',
      async () => {
        copy('data', 'b');
        rmSync(place('b/signer'), { recursive: true });
        copy('older/signer', 'b/signer');
        const exchange = await begin('b');
        expect(exchange.ended, exchange.said).toBe(false);
        expect(await exchange.deposits(lost)).toEqual(['credited 50']);
        const next = await exchange.customer('drilld');
        expect(next.address).not.toBe(lost.address);
        await exchange.deposit(next, '12');
        await exchange.stop();
      },
      PATIENCE,
    );

    it(
      'both older: the anchor knows, and the restore command goes on from it',
      async () => {
        copy('older', 'c');
        copy('data/anchor.log', 'c/anchor.log');
        const refused = await begin('c');
        expect(refused.ended).toBe(true);
        expect(refused.said).toContain('anchor.log');
        expect(refused.said).toContain('npm run restore');
        expect((await restore(place('c'))).code).toBe(0);
        await goesOn('c');
      },
      PATIENCE,
    );
  },
);
