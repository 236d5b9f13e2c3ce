// The signer: what it refuses whoever asks, what it remembers whatever happens, and that its keys stay where they are.
import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SignOrder, SignerFault, SignerRefusal, type Signer } from '../../../src/custody/types/index.ts';
import type { Source } from '../../../src/custody/rail/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { openService, type SignerLimits, startSigner } from '../../../src/custody/signer/index.ts';
import { choose } from '../../../src/custody/signer/service.ts';
import { checkVectors, restore, rotate, wordsOf } from '../../../src/custody/signer/seeds.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { eventually } from '../../support/eventually.ts';
import { outsideAddress } from '../withdrawal/world.ts';

const HOUR = 3_600_000;
const vault = createVault(new Uint8Array(32).fill(9));
const KEY = vault.derive('signer');
const COLD = outsideAddress('cold');
const PROGRAM = join(import.meta.dirname, 'program.ts');
const LIMITS: SignerLimits = {
  coins: { 'practice:USDT': { transaction: '1000', hour: '2100', day: '3100', fee: '100' } },
  cold: { practice: COLD },
  bumps: 2,
};

let folder: string;
let time = Date.UTC(2026, 10, 22, 12);
const running: Signer[] = [];

/** Opens it as a start does: whoever worked before has ended. */
const open = async (key: Uint8Array = KEY, at = folder) => {
  for (const signer of running.splice(0)) await signer.stop();
  const signer = await openService({ folder: at, key, codecs: [practiceCodec], limits: LIMITS, now: () => time });
  running.push(signer);
  return signer;
};

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vitrine-signer-')), 'signer');
});
afterEach(async () => {
  for (const signer of running.splice(0)) await signer.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function keyOf(extended: string, source: Source): Uint8Array {
  const path = source.kind === 'hot' ? 'm/1/0' : `m/0/${source.index}`;
  const { publicKey } = HDKey.fromExtendedKey(extended).derive(path);
  if (publicKey === null) throw new Error('expected a public key');
  return publicKey;
}

interface Change {
  readonly id?: string;
  readonly nonce?: number;
  readonly units?: bigint;
  readonly fee?: bigint;
  readonly to?: string;
  readonly source?: Source;
  readonly recipient?: Source;
  readonly more?: boolean;
}

async function order(signer: Signer, change: Change = {}): Promise<SignOrder> {
  const { id = 'withdrawal:1', nonce = 0, units = 500n, fee = 10n, to = outsideAddress('customer') } = change;
  const source = change.source ?? { kind: 'hot' };
  const publicKey = keyOf(await signer.account('practice'), source);
  const outputs = [{ address: to, units }, ...(change.more === true ? [{ address: COLD, units: 1n }] : [])];
  return {
    ...(change.recipient === undefined ? {} : { recipient: change.recipient }),
    ...{ id, chain: 'practice', source, payment: { coin: 'USDT', to, units } },
    unsigned: writeTransaction({ publicKey, nonce, coin: 'USDT', fee, outputs }),
  };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'signed',
    (error: unknown) => {
      if (error instanceof SignerRefusal) return error.message;
      throw error;
    },
  );

describe('its console', () => {
  it('changes a folder one command after the other, beside a signer that runs (issue 14)', async () => {
    const signer = await open();
    await Promise.all([1, 2, 3].map(() => rotate(folder, KEY)));
    await Promise.all([
      choose(folder, 'practice', 2),
      choose(folder, 'ethereum', 3),
      choose(folder, 'bitcoin', 4),
      rotate(folder, KEY),
    ]);
    const { versions } = JSON.parse(await readFile(join(folder, 'policy.json'), 'utf8')) as { versions: unknown };
    expect(versions).toEqual({ practice: 2, ethereum: 3, bitcoin: 4 });
    const words = await Promise.all([1, 2, 3, 4, 5].map((version) => wordsOf(folder, KEY, version)));
    expect(new Set(words).size).toBe(5);
    await signer.account('practice');
  });
});

describe('its clock', () => {
  it('was days ahead for one order and was set back: what was signed before still counts (issue 14)', async () => {
    let signer = await open();
    for (const at of [0, 1])
      await signer.sign(await order(signer, { id: `withdrawal:${at}`, nonce: at, units: 1_000n }));
    time += 48 * HOUR;
    await signer.sign(await order(signer, { id: 'withdrawal:2', nonce: 2, units: 20n }));
    time -= 48 * HOUR;
    const more = { id: 'withdrawal:3', nonce: 3, units: 600n };
    expect(await refusal(signer.sign(await order(signer, more)))).toContain('would leave within an hour');
    signer = await open();
    expect(await refusal(signer.sign(await order(signer, more))), 'after a restart').toContain('within an hour');
  });
});

describe('what it signs', () => {
  it('exactly the payment of the order, and the same bytes for the same order', async () => {
    const signer = await open();
    const asked = await order(signer);
    const raw = await signer.sign(asked);
    const spend = practiceCodec.read(raw, new Set());
    expect(spend.payments).toEqual([asked.payment]);
    expect(await signer.sign(asked)).toEqual(raw);
    const again = await open();
    expect(await again.sign(asked), 'after a restart').toEqual(raw);
  });

  it('W08 refuses whatever its bytes do besides, or instead', async () => {
    const signer = await open();
    const plain = await order(signer);
    const other = { coin: 'USDT', to: outsideAddress('thief'), units: 500n };
    expect(await refusal(signer.sign({ ...plain, payment: other }))).toContain('pay something else');
    expect(await refusal(signer.sign({ ...plain, payment: { ...plain.payment, units: 499n } }))).toContain(
      'something else',
    );
    expect(await refusal(signer.sign({ ...plain, payment: { ...plain.payment, coin: 'BTC' } }))).toContain('no limits');
    expect(await refusal(signer.sign(await order(signer, { more: true })))).toContain('2 payments');
    expect(await refusal(signer.sign(await order(signer, { fee: 101n })))).toContain('may take 101');
    expect(await refusal(signer.sign(await order(signer, { units: 1_001n })))).toContain('more than 1000');
    expect(await refusal(signer.sign({ ...plain, source: { kind: 'deposit', index: 3 } }))).toContain('another source');
    expect(await refusal(signer.sign({ ...plain, unsigned: Buffer.from('00', 'hex') }))).toContain('cannot be read');
    expect(await refusal(signer.sign({ ...plain, id: 'gift:1' }))).toContain('expected an order like');
    const deposit = await order(signer, { source: { kind: 'deposit', index: 3 } });
    expect(await refusal(signer.sign(deposit))).toContain('hot address only');
  });

  it('sweeps to its own hot address, cold to the configured one, and nowhere else', async () => {
    const signer = await open();
    const source = { kind: 'deposit', index: 7 } as const;
    const hot = practiceCodec.address(keyOf(await signer.account('practice'), { kind: 'hot' }));
    expect(await refusal(signer.sign(await order(signer, { id: 'sweep:1', source })))).toContain('hot address only');
    await signer.sign(await order(signer, { id: 'sweep:1', source, to: hot, units: 99_999n }));
    expect(await refusal(signer.sign(await order(signer, { id: 'cold:1' })))).toContain('cold address only');
    await signer.sign(await order(signer, { id: 'cold:1', to: COLD, units: 99_999n }));
    expect(await refusal(signer.sign(await order(signer, { id: 'withdrawal:9', to: hot, nonce: 4 })))).toContain(
      'hot address',
    );
  });

  it('so much an hour and a day, by its own clock and its own log', async () => {
    let signer = await open();
    const next = async (nonce: number) =>
      refusal(signer.sign(await order(signer, { id: `withdrawal:${nonce}`, nonce, units: 1_000n })));
    expect((await next(0)).length && (await next(1)).length).toBeTruthy();
    expect(await next(2)).toContain('within an hour');
    signer = await open();
    expect(await next(2), 'a restart forgets nothing').toContain('within an hour');
    time += HOUR;
    await next(2);
    time += HOUR;
    expect(await next(3)).toContain('within a day');
    time += 24 * HOUR;
    expect(await next(3)).not.toContain('not signed');
  });
});

describe('a server in wrong hands (threats: gas and fees)', () => {
  const addressOf = async (signer: Signer, source: Source) =>
    practiceCodec.address(keyOf(await signer.account('practice'), source));
  const recipient = { kind: 'deposit', index: 3 } as const;

  it('pays gas to addresses of its own only, and to each no more than two transactions’ fees', async () => {
    const signer = await open();
    const to = await addressOf(signer, recipient);
    const gas = (change: Change) => order(signer, { id: 'gas:1', units: 200n, to, recipient, ...change });
    const thief = outsideAddress('thief');
    expect(await refusal(signer.sign(await gas({ to: thief })))).toContain('address of our own only');
    const { recipient: _, ...untold } = await gas({});
    expect(await refusal(signer.sign(untold)), 'whose it is has to be told').toContain('address of our own only');
    expect(await refusal(signer.sign(await gas({ recipient: { kind: 'deposit', index: 4 } })))).toContain(
      'our own only',
    );
    expect(await refusal(signer.sign(await gas({ units: 201n })))).toContain('more than 200');
    const hot = await addressOf(signer, { kind: 'hot' });
    expect(await refusal(signer.sign(await gas({ to: hot, recipient: { kind: 'hot' } })))).toContain('our own only');
    // What an order of another kind says of a recipient opens nothing.
    expect(await refusal(signer.sign(await gas({ id: 'sweep:1' })))).toContain('hot address only');
    expect(practiceCodec.read(await signer.sign(await gas({})), new Set()).payments).toMatchObject([
      { to, units: 200n },
    ]);
  });

  it('whatever orders it thinks of, what leaves a hot wallet and what is burnt as fees stay within the hour’s and the day’s bound', async () => {
    let signer = await open();
    const hot = await addressOf(signer, { kind: 'hot' });
    const own = await addressOf(signer, recipient);
    let nonce = 0;
    let left = 0n;
    const kinds = [
      (at: number) => ({ id: `withdrawal:${at}`, units: 400n, to: outsideAddress('thief') }),
      (at: number) => ({ id: `gas:${at}`, units: 200n, to: own, recipient }),
      (at: number) => ({ id: `cold:${at}`, units: 1n, to: COLD }),
      (at: number) => ({ id: `sweep:${at}`, units: 1n, to: hot, source: { kind: 'deposit', index: at } as const }),
    ];
    const refusalOf = (asked: SignOrder) =>
      signer.sign(asked).then(
        () => undefined,
        (error: unknown) => error,
      );
    /** Orders of every kind at the highest fee, raised as far as it goes, until none is signed; units that are gone. */
    const drain = async (): Promise<bigint> => {
      let gone = 0n;
      for (const kind of kinds)
        for (let refused = false; !refused;) {
          nonce += 1;
          const change = kind(nonce);
          for (const fee of [98n, 99n, 100n]) {
            refused = (await refusalOf(await order(signer, { ...change, nonce, fee }))) !== undefined;
            if (refused) break;
            // Of an order's transactions one is included: its dearest.
            gone += fee === 98n ? 98n + (change.id.startsWith('withdrawal') ? change.units : 0n) : 1n;
          }
        }
      return gone;
    };
    left += await drain();
    expect(left).toBeGreaterThan(0n);
    expect(left, 'within an hour').toBeLessThanOrEqual(2_100n);
    signer = await open();
    expect(await drain(), 'a restart forgets nothing').toBe(0n);
    for (let hour = 0; hour < 6; hour += 1) {
      time += HOUR;
      left += await drain();
    }
    expect(left, 'within a day').toBeLessThanOrEqual(3_100n);
    time += 24 * HOUR;
    expect(await refusalOf(await order(signer, { id: 'withdrawal:last', nonce: 9_999 }))).toBeUndefined();
  });

  it('reads a log whose lines tell no cost, as they were written before', async () => {
    const signer = await open();
    const asked = await order(signer);
    const raw = await signer.sign(asked);
    await signer.stop();
    running.length = 0;
    const path = join(folder, 'signed.log');
    const { cost: _, costCoin: __, before, hash: ___, ...plain } = JSON.parse(await readFile(path, 'utf8'));
    const line = { ...plain, before, hash: hash('sha256', `${before}\n${JSON.stringify(plain)}`) };
    await writeFile(path, `${JSON.stringify(line)}\n`);
    const again = await open();
    expect(await again.sign(asked)).toEqual(raw);
    await again.sign(await order(again, { id: 'withdrawal:2', nonce: 1 }));
    await open();
  });
});

describe('W05 once', () => {
  it('an order again only with the same payment and claims; its fee is raised so often', async () => {
    const signer = await open();
    await signer.sign(await order(signer));
    expect(await refusal(signer.sign(await order(signer, { nonce: 1 })))).toContain('other claims');
    expect(await refusal(signer.sign(await order(signer, { units: 501n })))).toContain('another payment');
    await signer.sign(await order(signer, { fee: 20n }));
    await signer.sign(await order(signer, { fee: 30n }));
    expect(await refusal(signer.sign(await order(signer, { fee: 40n })))).toContain('raised 2 times');
    await signer.sign(await order(signer, { fee: 20n }));
  });

  it('a database that is older than the log: the order is not signed with a new nonce, nor its nonce for another', async () => {
    const signer = await open();
    await signer.sign(await order(signer));
    const later = await open();
    expect(await refusal(later.sign(await order(later, { nonce: 8 })))).toContain('other claims');
    expect(await refusal(later.sign(await order(later, { id: 'withdrawal:2' })))).toContain('which withdrawal:1 has');
  });

  it('a last line that was cut while written is dropped; any other change stops it', async () => {
    const signer = await open();
    await signer.sign(await order(signer));
    await signer.sign(await order(signer, { id: 'withdrawal:2', nonce: 1 }));
    const path = join(folder, 'signed.log');
    const whole = await readFile(path);
    await truncate(path, whole.length - 20);
    const after = await open();
    await after.sign(await order(after, { id: 'withdrawal:2', nonce: 1 }));
    expect((await readFile(path)).equals(whole) || (await readFile(path, 'utf8')).split('\n').length === 3).toBe(true);
    await appendFile(path, 'half a li');
    await open();
    await writeFile(path, (await readFile(path, 'utf8')).replace('"units":"500"', '"units":"501"'));
    await expect(open()).rejects.toThrow('expected line 1 as it was written');
  });
});

describe('keys', () => {
  it('lie sealed, for their owner alone, and open with their key only; no word of them is in any file', async () => {
    await open();
    const words = await wordsOf(folder, KEY, 1);
    expect(words.split(' ')).toHaveLength(24);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
      expect((await readFile(join(folder, name))).includes(words.slice(0, 20))).toBe(false);
    }
    await expect(open(new Uint8Array(32).fill(1))).rejects.toThrow();
    expect(() => checkVectors()).not.toThrow();
  });

  it('the account it tells is public', async () => {
    const account = HDKey.fromExtendedKey(await (await open()).account('practice'));
    expect(account.privateKey).toBeNull();
  });

  it('restored from its words in an empty folder it signs the same bytes', async () => {
    const signer = await open();
    const asked = await order(signer);
    const raw = await signer.sign(asked);
    const words = await wordsOf(folder, KEY, 1);
    const elsewhere = join(folder, '..', 'restored');
    await restore(elsewhere, new Uint8Array(32).fill(5), `  ${words.toUpperCase()}\n`);
    const restored = await open(new Uint8Array(32).fill(5), elsewhere);
    expect(await restored.sign(asked)).toEqual(raw);
    // One word in 256 leaves the checksum right by chance, so one that is in no list stands in for the first.
    await expect(restore(elsewhere, KEY, words.replace(/^\S+/, 'zooo'))).rejects.toThrow('24 words');
    // Words of the wrong sheet: two versions of one seed would stop the next start, or pass for the other.
    const own = new Uint8Array(32).fill(5);
    await expect(restore(elsewhere, own, words, 2)).rejects.toThrow(
      'expected the words of seed 2, got those of seed 1',
    );
    await expect(restore(elsewhere, own, words, 1)).rejects.toThrow('expected no seed 1 in the folder');
    expect(await rotate(elsewhere, own)).toBe(2);
  });

  it('a new seed beside the old: the old signs what is its own, and addresses change when the keeper says so', async () => {
    const before = await (await open()).account('practice');
    expect(await rotate(folder, KEY)).toBe(2);
    const both = await open();
    expect(await both.account('practice'), 'nothing changes by itself').toBe(before);
    const settings = JSON.parse(await readFile(join(folder, 'policy.json'), 'utf8')) as SignerLimits;
    await writeFile(join(folder, 'policy.json'), JSON.stringify({ ...settings, versions: { practice: 2 } }));
    const rotated = await open();
    const after = await rotated.account('practice');
    expect(after).not.toBe(before);
    const newHot = practiceCodec.address(keyOf(after, { kind: 'hot' }));
    // What stands at the old addresses is swept to the new hot one with the old keys.
    for (const [at, source] of ([{ kind: 'hot' }, { kind: 'deposit', index: 4 }] as const).entries()) {
      const publicKey = keyOf(before, source);
      const payment = { coin: 'USDT', to: newHot, units: 700n };
      const outputs = [{ address: newHot, units: 700n }];
      const unsigned = writeTransaction({ publicKey, nonce: 3, coin: 'USDT', fee: 10n, outputs });
      const raw = await rotated.sign({ id: `sweep:${at}`, chain: 'practice', unsigned, payment, source });
      expect(practiceCodec.read(raw, new Set()).from).toBe(practiceCodec.address(publicKey));
    }
  });
});

describe('its process', () => {
  it('signs, refuses, and is started again when it died; what it signed it remembers', async () => {
    const faults: unknown[] = [];
    const signer = await startSigner({
      ...{ folder, vault, codecs: [], limits: LIMITS, program: PROGRAM, onFault: (error) => void faults.push(error) },
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
    openService({ folder, key: KEY, codecs: [practiceCodec], limits: LIMITS, now: () => time, patience: 0 });

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
      ...{ folder, vault, codecs: [{ chain: 'practice' }], limits: LIMITS, program: PROGRAM },
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
      ...{ folder, vault, codecs: [{ chain: 'practice' }], limits: LIMITS, program: PROGRAM },
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
    await appendFile(join(folder, 'signed.log'), '{}\n');
    await expect(signer.sign(await order(signer, { id: 'withdrawal:2', nonce: 1 }))).rejects.toThrow(
      'somebody else wrote it',
    );
    await expect(signer.sign(await order(signer, { id: 'withdrawal:3', nonce: 1 }))).rejects.toThrow(
      'somebody else wrote it',
    );
  });
});

describe('a reservation (issue 14, 3)', () => {
  it('keeps claims and limits for an order until it is signed, across a restart', async () => {
    let signer = await open();
    await signer.reserve(await order(signer, { id: 'withdrawal:1', nonce: 0, units: 900n }));
    await signer.reserve(await order(signer, { id: 'withdrawal:1', nonce: 0, units: 900n }));
    await signer.reserve(await order(signer, { id: 'withdrawal:2', nonce: 1, units: 900n }));
    signer = await open();
    expect(await refusal(signer.reserve(await order(signer, { id: 'withdrawal:3', nonce: 2, units: 900n })))).toContain(
      'within an hour',
    );
    expect(await refusal(signer.sign(await order(signer, { id: 'withdrawal:3', nonce: 2, units: 900n })))).toContain(
      'within an hour',
    );
    await signer.sign(await order(signer, { id: 'withdrawal:1', nonce: 0, units: 900n }));
    // Signed it counts once; given up it counts no more.
    await signer.sign(await order(signer, { id: 'withdrawal:4', nonce: 3, units: 200n }));
    expect(await signer.release('withdrawal:2')).toBe(true);
    await signer.sign(await order(signer, { id: 'withdrawal:3', nonce: 1, units: 900n }));
  });

  it('is refused for what would not be signed, and is nothing that was signed', async () => {
    const signer = await open();
    expect(await refusal(signer.reserve(await order(signer, { fee: 101n })))).toContain('may take 101');
    expect(await signer.release('withdrawal:1')).toBe(true);
    await signer.sign(await order(signer));
    expect(await signer.release('withdrawal:1')).toBe(false);
    expect(await refusal(signer.reserve(await order(signer, { id: 'withdrawal:2' })))).toContain('withdrawal:1 has');
    await signer.reserve(await order(signer, { fee: 20n }));
    expect(await refusal(signer.reserve(await order(signer, { fee: 101n })))).toContain('may take 101');
  });

  it('holds for a day, and gives a claim up to who reserves it next', async () => {
    const signer = await open();
    await signer.reserve(await order(signer, { id: 'withdrawal:1', nonce: 0, units: 1_000n }));
    await signer.reserve(await order(signer, { id: 'withdrawal:2', nonce: 0, units: 1_000n }));
    // The first has nothing set aside any more.
    await signer.reserve(await order(signer, { id: 'withdrawal:3', nonce: 1, units: 1_000n }));
    expect(await refusal(signer.reserve(await order(signer, { id: 'withdrawal:4', nonce: 2 })))).toContain('an hour');
    time += 24 * HOUR;
    await signer.reserve(await order(signer, { id: 'withdrawal:4', nonce: 2 }));
  });

  it('is asked of the process too', async () => {
    const signer = await startSigner({
      ...{ folder, vault, codecs: [{ chain: 'practice' }], limits: LIMITS, program: PROGRAM },
    });
    running.push(signer);
    await signer.reserve(await order(signer));
    expect(await refusal(signer.reserve(await order(signer, { fee: 101n })))).toContain('may take 101');
    expect(await signer.release('withdrawal:1')).toBe(true);
    await signer.sign(await order(signer));
    expect(await signer.release('withdrawal:1')).toBe(false);
  });
});

describe('a write of its log that fails (issue 14, 8)', () => {
  it.each(['appendFile', 'sync'] as const)('in %s is taken back by the next one', async (name) => {
    const signer = await open();
    await signer.sign(await order(signer, { id: 'withdrawal:1', nonce: 0 }));
    const handle = await openFile(join(folder, 'signed.log'), 'a');
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
    const path = join(folder, '..', 's');
    const served: ChildProcess[] = [];
    const serve = async (name: string): Promise<{ readonly child: ChildProcess; readonly told: () => string }> => {
      const own = join(folder, '..', name);
      await (
        await openService({ folder: own, key: KEY, codecs: [practiceCodec], limits: LIMITS, now: () => time })
      ).stop();
      const file = join(folder, '..', `${name}.key`);
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
      let told = '';
      child.stderr.on('data', (part: Buffer) => (told += part.toString()));
      return { child, told: () => told };
    };
    const reach = () => startSigner({ folder, vault, codecs: [], limits: LIMITS, socket: path });
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
      expect(second.told()).toContain(`another signer serves ${path}`);
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
