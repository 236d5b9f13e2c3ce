// §8: what the planner plans, the signer's first settings allow (issue 14, 3).

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountKeys } from '../../../src/custody/address/account.ts';
import type { Signer } from '../../../src/custody/types/index.ts';
import { bitcoinCodec } from '../../../src/custody/rail/bitcoin/codec.ts';
import { FEE_BOUNDS } from '../../../src/custody/rail/bitcoin/fees.ts';
import { NETWORK_TERMS } from '../../../src/custody/rail/bitcoin/network.ts';
import type { Outputs } from '../../../src/custody/rail/bitcoin/outputs.ts';
import { bitcoinPlanner } from '../../../src/custody/rail/bitcoin/planner.ts';
import type { BitcoinRpc } from '../../../src/custody/rail/bitcoin/rpc.ts';
import { MOST_FEE, type Payment, type Plan, type Source } from '../../../src/custody/rail/index.ts';
import { openService } from '../../../src/custody/signer/index.ts';
import { signerLimits } from '../../../src/custody/signer-limits.ts';

const BITCOIN = 100_000_000n;
const HOT: Source = { kind: 'hot' };
const DEPOSIT: Source = { kind: 'deposit', index: 0 };
const codec = bitcoinCodec('regtest');
let folder: string;
let signer: Signer;
let keys: (source: Source) => Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-limits-'));
  const limits = signerLimits({ bitcoin: [{ coin: 'BTC', decimals: 8 }] }, {});
  signer = await openService({ folder, key: new Uint8Array(32).fill(9), codecs: [codec], limits });
  keys = accountKeys(await signer.account('bitcoin'));
});
afterAll(async () => {
  await signer?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A planner whose wallet has these outputs, at a price in satoshi a virtual byte. */
function plannerOf(units: readonly bigint[], rate: number, word = 'b') {
  const own = units.map((of, index) => ({
    txid: `${word}${index.toString(16).padStart(63, '0')}`,
    index: 0,
    units: of,
    height: 1,
  }));
  return bitcoinPlanner({
    rpc: { ask: async () => ({ feerate: (rate * 1_000) / Number(BITCOIN) }) } as unknown as BitcoinRpc,
    outputs: { follow: async () => ({ height: 100 }), unspent: async () => own } as unknown as Outputs,
    ...{ codec, terms: NETWORK_TERMS.regtest, publicKeyOf: keys, fees: FEE_BOUNDS },
  });
}
const claims = { has: async () => false, lastNonce: async () => undefined, outstanding: async () => [] };

async function signed(id: string, plan: Plan): Promise<void> {
  const unsigned = codec.unsigned(plan, keys);
  const order = { id, chain: 'bitcoin' as const, unsigned, payment: plan.payment, source: plan.source };
  await signer.reserve(order);
  await signer.sign(order);
}

test('a sweep of much dust at a high price takes as many outputs as its fee allows', async () => {
  const dust = Array.from({ length: 199 }, () => 1_000n);
  const payment: Payment = { coin: 'BTC', to: codec.address(keys(HOT)), units: BITCOIN + 199_000n };
  const plan = await plannerOf([BITCOIN, ...dust], 80).plan(payment, DEPOSIT, claims);
  expect(plan.feeCap <= MOST_FEE.bitcoin).toBe(true);
  expect(plan.claims[0]).toContain('out:b');
  await signed('sweep:1', plan);
});

test('a payment out of too many small outputs is not planned until fees fall', async () => {
  const payment: Payment = { coin: 'BTC', to: codec.address(keys({ kind: 'deposit', index: 7 })), units: 150_000_000n };
  const small = Array.from({ length: 199 }, () => 1_000_000n);
  await expect(plannerOf(small, 120).plan(payment, HOT, claims)).rejects.toMatchObject({ why: 'fee' });
  const planner = plannerOf(small, 20, 'c');
  let plan: Plan | undefined = await planner.plan(payment, HOT, claims);
  // As far as the fee can be raised the signer signs it.
  for (; plan !== undefined; plan = await planner.bump(plan)) {
    expect(plan.feeCap <= MOST_FEE.bitcoin).toBe(true);
    await signed('withdrawal:1', plan);
  }
});
