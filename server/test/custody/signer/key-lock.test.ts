// Issue 14, 5: a copied folder has the same keys. Two signers on them, each with its own log, would each sign what the other does
// not know of: on one machine the second is refused.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bitcoinCodec } from '../../../src/custody/rail/bitcoin/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import type { Codec } from '../../../src/custody/rail/index.ts';
import { openService } from '../../../src/custody/signer/index.ts';
import { rotate } from '../../../src/custody/signer/seeds.ts';
import type { Signer } from '../../../src/custody/types/index.ts';

const KEY = new Uint8Array(32).fill(7);
const HELD = /another process on this machine signs with bitcoin key \d: an exchange or a signer on a copy/;

let place: string;
const running: Signer[] = [];
const open = async (name: string, codecs: readonly Codec[] = [bitcoinCodec('regtest')]): Promise<Signer> => {
  const signer = await openService({
    ...{ folder: join(place, name), key: KEY, codecs, limits: { coins: {}, cold: {}, bumps: 0 }, patience: 0 },
  });
  running.push(signer);
  return signer;
};
const close = async (signer: Signer): Promise<void> => {
  running.splice(running.indexOf(signer), 1);
  await signer.stop();
};
const copied = (from: string, to: string) => cp(join(place, from), join(place, to), { recursive: true });

beforeEach(async () => void (place = await mkdtemp(join(tmpdir(), 'vitrine-keys-'))));
afterEach(async () => {
  for (const signer of running.splice(0)) await signer.stop();
  await rm(place, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('one key, one signer on a machine (issue 14, 5)', () => {
  it('a copy of a stopped folder does not open beside the first, and does once that ended', async () => {
    await close(await open('first'));
    await copied('first', 'copy');
    const first = await open('first');
    await expect(open('copy')).rejects.toThrow(HELD);
    // Refused before: its own folder is free again, and so are the keys that it had taken already.
    await expect(open('copy')).rejects.toThrow(HELD);
    await close(first);
    await open('copy');
    await expect(open('first')).rejects.toThrow(HELD);
  });

  it('an older copy, from before a rotation, has the older key in common', async () => {
    await close(await open('first'));
    await copied('first', 'copy');
    await rotate(join(place, 'first'), KEY);
    await open('first');
    await expect(open('copy')).rejects.toThrow(HELD);
  });

  it('other keys, and copies that know the practice chain alone, work side by side', async () => {
    await close(await open('first'));
    await copied('first', 'copy');
    await open('first');
    await open('other');
    await open('copy', [practiceCodec]);
    await copied('copy', 'again');
    await open('again', [practiceCodec]);
  });

  it('is given up by a process that was killed', async () => {
    await close(await open('first'));
    await copied('first', 'copy');
    const service = join(import.meta.dirname, '../../../src/custody/signer/index.ts');
    const bitcoin = join(import.meta.dirname, '../../../src/custody/rail/bitcoin/index.ts');
    const script = `
      const { openService } = await import(${JSON.stringify(service)});
      const { bitcoinCodec } = await import(${JSON.stringify(bitcoin)});
      await openService({ folder: ${JSON.stringify(join(place, 'copy'))}, key: new Uint8Array(32).fill(7),
        codecs: [bitcoinCodec('regtest')], limits: { coins: {}, cold: {}, bumps: 0 } });
      process.stdout.write('open');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      await expect(open('first')).rejects.toThrow(HELD);
    } finally {
      child.kill('SIGKILL');
      await exit;
    }
    await open('first');
  });
});
