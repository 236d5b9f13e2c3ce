// A signer in a folder of its own for each test, and orders that it would sign.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach } from 'vitest';
import { type SignOrder, SignerRefusal, type Signer } from '../../../src/custody/types/index.ts';
import type { Source } from '../../../src/custody/rail/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { openService, type SignerLimits } from '../../../src/custody/signer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { outsideAddress } from '../withdrawal/world.ts';

/** The folder of the current test, and the signer's clock. */
export const world = { folder: '', time: Date.UTC(2026, 10, 22, 12) };
export const HOUR = 3_600_000;
export const vault = createVault(new Uint8Array(32).fill(9));
export const KEY = vault.derive('signer');
export const COLD = outsideAddress('cold');
export const PROGRAM = join(import.meta.dirname, 'program.ts');

export const LIMITS: SignerLimits = {
  coins: { 'practice:USDT': { transaction: '1000', hour: '2100', day: '3100', fee: '100' } },
  cold: { practice: COLD },
  bumps: 2,
};

export const running: Signer[] = [];

/** Opens it as a start does: whoever worked before has ended. */
export const open = async (key: Uint8Array = KEY, at = world.folder) => {
  for (const signer of running.splice(0)) await signer.stop();
  const signer = await openService({ folder: at, key, codecs: [practiceCodec], limits: LIMITS, now: () => world.time });
  running.push(signer);
  return signer;
};

/** Gives each test of the file a folder, and ends its signers. */
export function useSigners(): void {
  beforeEach(async () => {
    world.folder = join(await mkdtemp(join(tmpdir(), 'vitrine-signer-')), 'signer');
  });
  afterEach(async () => {
    for (const signer of running.splice(0)) await signer.stop();
    await rm(join(world.folder, '..'), { recursive: true, force: true });
  });
}

export function keyOf(extended: string, source: Source): Uint8Array {
  const path = source.kind === 'hot' ? 'm/1/0' : `m/0/${source.index}`;
  const { publicKey } = HDKey.fromExtendedKey(extended).derive(path);
  if (publicKey === null) throw new Error('expected a public key');
  return publicKey;
}

export interface Change {
  readonly id?: string;
  readonly nonce?: number;
  readonly units?: bigint;
  readonly fee?: bigint;
  readonly to?: string;
  readonly source?: Source;
  readonly recipient?: Source;
  readonly more?: boolean;
}

export async function order(signer: Signer, change: Change = {}): Promise<SignOrder> {
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

export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'signed',
    (error: unknown) => {
      if (error instanceof SignerRefusal) return error.message;
      throw error;
    },
  );
