// Issue 14: what the signer's console says to an operator who typed something that does not fit. One line, and nothing is
// written.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVault } from '../../../src/account/vault/index.ts';
import { openSigner } from '../../../src/custody/index.ts';
import { lackingLimits, signerLimits } from '../../../src/custody/signer-limits.ts';
import { restore } from '../../../src/custody/signer/seeds.ts';

const WORDS =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon art';
const KEY = new Uint8Array(32).fill(7);

let data: string;
let keyFile: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'vitrine-console-'));
  keyFile = join(data, 'key');
  writeFileSync(keyFile, Buffer.from(KEY).toString('hex'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

function said(...words: string[]): readonly [number | null, string] {
  const { VITRINE_MASTER_KEY: _, ...env } = process.env;
  const program = join(import.meta.dirname, 'program.ts');
  const run = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env, input: '' });
  return [run.status, run.stderr];
}

it('issue 14: a word that is none is answered with those there are', () => {
  expect(said('help')).toEqual([
    1,
    'expected backup, rotate, use, restore, accept, key, serve, got help (docs/operate/custody-keys.md)\n',
  ]);
});

it('issue 14: a folder of no exchange, and a key file that is not there, are named with what they should be', () => {
  const none = join(data, 'none');
  const [status, text] = said('backup', '--data', none, '--version', '1');
  expect(status).toBe(1);
  expect(text).toContain(`${join(none, 'master.key')}: expected the master key of an exchange`);
  expect(existsSync(none)).toBe(false);
  const missing = join(data, 'missing');
  expect(said('backup', '--folder', data, '--key-file', missing)[1]).toContain(`${missing}: expected the key file`);
  const serving = said('serve', '--folder', data, '--key-file', keyFile, '--socket', join(data, 'socket'));
  expect(serving[1]).toContain(`${join(data, 'policy.json')}: expected the limits of the signer`);
});

it('issue 14: a version that is not there is told from a seed that does not open', async () => {
  const folder = join(data, 'signer');
  const backup = (version: string) => said('backup', '--folder', folder, '--key-file', keyFile, '--version', version);
  expect(backup('1')[1]).toContain('holds no seed: see that it is the right folder');
  await restore(folder, KEY, WORDS, 1);
  const before = readdirSync(folder);
  const [status, text] = backup('2');
  expect(status).toBe(1);
  expect(text).toContain('seed-2.sealed: expected the seed of version 2, got no file. There are: 1');
  expect(text).not.toContain('move the file away');
  expect(readdirSync(folder)).toEqual(before);
  const used = said('use', '--folder', folder, '--key-file', keyFile, '--chain', 'practice', '--version', '2');
  expect(used[1]).toContain(`expected --version, one of the seeds in ${folder} (1), got 2`);
});

it('issue 14: a chain and a cold wallet that were set after the first start are named as lacking', () => {
  const practice = { practice: [{ coin: 'USDT', decimals: 6 }] };
  const first = signerLimits(practice, {});
  expect(lackingLimits(first, first)).toBeUndefined();
  const ethereum = [
    { coin: 'ETH', decimals: 18 },
    { coin: 'USDT', decimals: 6 },
  ];
  const later = signerLimits({ ...practice, ethereum }, { ethereum: '0x1' });
  const text = lackingLimits(first, later)?.words;
  expect(text).toContain('policy.json lacks limits of ethereum:ETH, ethereum:USDT');
  expect(text).toContain('the cold address of ethereum that VITRINE_COLD names');
  expect(text).toContain('A chain added later');
  expect(lackingLimits({ ...later, cold: { ethereum: '0x2' } }, later)?.what).toContain('cold address of ethereum');
  // Its keeper may keep more, and other amounts.
  expect(lackingLimits(later, first)).toBeUndefined();
});

it('issue 14: what the signer lacks is a failing part that /readyz and the metrics name, until it is added', async () => {
  const vault = createVault(KEY);
  const faults: unknown[] = [];
  const open = async () => {
    const settings = {
      ...{ practiceBlock: 5_000, ethereum: undefined, signer: undefined, cold: {} },
      bitcoin: { network: 'regtest' },
    } as never;
    const signer = await openSigner({
      ...{ settings, dataFolder: data, mode: 'practice', vault, now: () => 7 },
      onFault: (error) => faults.push(error),
    });
    await signer.stop();
    return signer.failing();
  };
  await restore(join(data, 'signer'), vault.derive('signer'), WORDS, 1);
  expect(await open(), 'the first start writes all of them').toEqual([]);
  const path = join(data, 'signer', 'policy.json');
  const own = JSON.parse(readFileSync(path, 'utf8')) as { coins: Record<string, unknown> };
  const { 'bitcoin:BTC': taken, ...rest } = own.coins;
  expect(taken).toBeDefined();
  writeFileSync(path, JSON.stringify({ ...own, coins: rest }));
  expect(await open()).toEqual([{ name: 'signer without limits of bitcoin:BTC', since: 7 }]);
  expect(faults.map(String).join()).toContain('policy.json lacks limits of bitcoin:BTC');
  writeFileSync(path, JSON.stringify(own));
  expect(await open()).toEqual([]);
});
