// The signer as a process: one per folder, a log that cannot be written, its socket.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, open as openFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SignerFault, type SignOrder } from '../../../src/custody/types/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { openService, startSigner } from '../../../src/custody/signer/index.ts';
import { eventually } from '../../support/eventually.ts';
import { KEY, LIMITS, PROGRAM, open, order, refusal, running, useSigners, vault, world } from './signer-world.ts';

useSigners();

describe('its process', () => {
  it('signs, refuses, and is started again when it died; what it signed it remembers', async () => {
    const faults: unknown[] = [];
    const signer = await startSigner({
      ...{
        folder: world.folder,
        vault,
        codecs: [],
        limits: LIMITS,
        program: PROGRAM,
        onFault: (error) => void faults.push(error),
      },
    });
    running.push(signer);
    const asked = await order(signer);
    const raw = await signer.sign(asked);
    expect(await refusal(signer.sign({ ...asked, payment: { ...asked.payment, units: 1n } }))).toContain(
      'something else',
    );
    await expect(signer.sign({ ...asked, chain: 'bitcoin' })).rejects.toBeInstanceOf(SignerFault);
    signer.kill();
    await expect(signer.sign(asked)).rejects.toBeInstanceOf(SignerFault);
    await eventually(() => expect(faults).not.toEqual([]));
    await eventually(async () => expect(await signer.sign(asked)).toEqual(raw));
    expect(await refusal(signer.sign(await order(signer, { nonce: 1 })))).toContain('other claims');
  });
});

describe('one folder, one signer (issue 14, 5)', () => {
  const again = () =>
    openService({
      folder: world.folder,
      key: KEY,
      codecs: [practiceCodec],
      limits: LIMITS,
      now: () => world.time,
      patience: 0,
    });

  it('refuses a second one while the first works, and opens when that has ended', async () => {
    const first = await open();
    await expect(again()).rejects.toThrow('another signer works on');
    await expect(again()).rejects.toThrow(SignerFault);
    await first.stop();
    running.length = 0;
    running.push(await again());
  });

  it('refuses one in another process, and takes over at once from one that was killed', async () => {
    const child = await startSigner({
      ...{ folder: world.folder, vault, codecs: [{ chain: 'practice' }], limits: LIMITS, program: PROGRAM },
    });
    try {
      await expect(again()).rejects.toThrow('another signer works on');
      child.kill();
      await eventually(async () => {
        running.push(await again());
      });
    } finally {
      await child.stop();
    }
  });

  it('issue 14: one in another process says with its refusal whether it has no limits for the coin', async () => {
    const child = await startSigner({
      ...{ folder: world.folder, vault, codecs: [{ chain: 'practice' }], limits: LIMITS, program: PROGRAM },
    });
    try {
      const plain = await order(child);
      const refusalOf = (given: SignOrder) => child.reserve(given).catch((error: unknown) => error);
      const other = { ...plain, payment: { ...plain.payment, coin: 'BTC' } };
      expect(await refusalOf(other)).toMatchObject({ name: 'SignerRefusal', unlimited: true });
      const less = { ...plain, payment: { ...plain.payment, units: 499n } };
      expect(await refusalOf(less)).toMatchObject({ name: 'SignerRefusal', unlimited: false });
    } finally {
      await child.stop();
    }
  });

  it('signs nothing more once somebody else wrote its log', async () => {
    const signer = await open();
    await signer.sign(await order(signer, { id: 'withdrawal:1', nonce: 0 }));
    await appendFile(join(world.folder, 'signed.log'), '{}\n');
    await expect(signer.sign(await order(signer, { id: 'withdrawal:2', nonce: 1 }))).rejects.toThrow(
      'somebody else wrote it',
    );
    await expect(signer.sign(await order(signer, { id: 'withdrawal:3', nonce: 1 }))).rejects.toThrow(
      'somebody else wrote it',
    );
  });
});

describe('a write of its log that fails (issue 14, 8)', () => {
  it.each(['appendFile', 'sync'] as const)('in %s is taken back by the next one', async (name) => {
    const signer = await open();
    await signer.sign(await order(signer, { id: 'withdrawal:1', nonce: 0 }));
    const handle = await openFile(join(world.folder, 'signed.log'), 'a');
    const kind = Object.getPrototypeOf(handle) as typeof handle;
    const inner = kind.appendFile;
    const failing =
      name === 'sync'
        ? vi.spyOn(kind, 'sync').mockRejectedValueOnce(new Error('test: EIO'))
        : vi.spyOn(kind, 'appendFile').mockImplementationOnce(async function (this: typeof handle, text) {
            await inner.call(this, typeof text === 'string' ? text.slice(0, 40) : '');
            throw new Error('test: ENOSPC');
          });
    const second = await order(signer, { id: 'withdrawal:2', nonce: 1 });
    await expect(signer.sign(second)).rejects.toThrow('test: ');
    failing.mockRestore();
    await handle.close();
    const third = await order(signer, { id: 'withdrawal:3', nonce: 1 });
    await signer.sign(third);
    expect(await refusal(signer.sign(second))).toContain('withdrawal:3 has');
    const again = await open();
    expect(await refusal(again.sign(second))).toContain('withdrawal:3 has');
    expect(await again.release('withdrawal:2')).toBe(true);
  });
});

describe('its socket (issue 14, 5)', () => {
  it('is not taken over while another signer serves it, and is once that was killed', async () => {
    const path = join(world.folder, '..', 's');
    const served: ChildProcess[] = [];
    const serve = async (name: string): Promise<{ readonly child: ChildProcess; readonly reported: () => string }> => {
      const own = join(world.folder, '..', name);
      await (
        await openService({ folder: own, key: KEY, codecs: [practiceCodec], limits: LIMITS, now: () => world.time })
      ).stop();
      const file = join(world.folder, '..', `${name}.key`);
      await writeFile(file, Buffer.from(KEY).toString('hex'));
      const words = [
        'serve',
        '--folder',
        own,
        '--key-file',
        file,
        '--socket',
        path,
        '--codecs',
        '[{"chain":"practice"}]',
      ];
      const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
      served.push(child);
      let reported = '';
      child.stderr.on('data', (part: Buffer) => (reported += part.toString()));
      return { child, reported: () => reported };
    };
    const reach = () => startSigner({ folder: world.folder, vault, codecs: [], limits: LIMITS, socket: path });
    const account = async (): Promise<string> => {
      const signer = await reach();
      try {
        return await signer.account('practice');
      } finally {
        await signer.stop();
      }
    };
    try {
      const first = await serve('one');
      let own = '';
      await eventually(async () => {
        own = await account();
      });
      const second = await serve('two');
      const ended = new Promise((resolve) => second.child.once('exit', resolve));
      expect(await ended).not.toBe(0);
      expect(second.reported()).toContain(`another signer serves ${path}`);
      expect(await account()).toBe(own);
      const killed = new Promise((resolve) => first.child.once('exit', resolve));
      first.child.kill('SIGKILL');
      await killed;
      await serve('three');
      await eventually(async () => expect(await account()).not.toBe(own));
    } finally {
      for (const child of served) child.kill('SIGKILL');
    }
  });
});
