// Issue 14: an older database knows nothing of an output that the signer has spent. Planning leaves it alone from then on.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountKeys } from '../../../src/custody/address/account.ts';
import { type Signer, SignerRefusal } from '../../../src/custody/types/index.ts';
import { bitcoinCodec } from '../../../src/custody/rail/bitcoin/codec.ts';
import { FEE_BOUNDS } from '../../../src/custody/rail/bitcoin/fees.ts';
import { NETWORK_TERMS } from '../../../src/custody/rail/bitcoin/network.ts';
import type { Outputs } from '../../../src/custody/rail/bitcoin/outputs.ts';
import { bitcoinPlanner } from '../../../src/custody/rail/bitcoin/planner.ts';
import type { BitcoinRpc } from '../../../src/custody/rail/bitcoin/rpc.ts';
import type { Chain, Plan, Source } from '../../../src/custody/rail/index.ts';
import { openService } from '../../../src/custody/signer/index.ts';
import { signerLimits } from '../../../src/custody/signer-limits.ts';
import { freeForgotten } from '../../../src/custody/treasury/forgotten.ts';
import { insertPlan, sqlClaims } from '../../../src/custody/withdrawal/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';

const HOT: Source = { kind: 'hot' };
const codec = bitcoinCodec('regtest');
let folder: string;
let signer: Signer;
let database: CustodyTestDatabase;
let keys: (source: Source) => Uint8Array;

beforeAll(async () => {
  database = await custodyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-forgotten-'));
  const limits = signerLimits({ bitcoin: [{ coin: 'BTC', decimals: 8 }] }, {});
  signer = await openService({ folder, key: new Uint8Array(32).fill(9), codecs: [codec], limits });
  keys = accountKeys(await signer.account('bitcoin'));
});
afterAll(async () => {
  await signer?.stop();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

const orderOf = (id: string, plan: Plan) => ({
  ...{ id, chain: 'bitcoin' as const, unsigned: codec.unsigned(plan, keys) },
  ...{ payment: plan.payment, source: plan.source },
});

test('an output of an order that only the signer knows is passed over, and one of an order of ours is not', async () => {
  const own = [1, 2].map((index) => ({ txid: `${'b'.repeat(63)}${index}`, index: 0, units: 50_000_000n, height: 1 }));
  const planner = bitcoinPlanner({
    rpc: { ask: async () => ({ feerate: 0.0001 }) } as unknown as BitcoinRpc,
    outputs: { follow: async () => ({ height: 100 }), unspent: async () => own } as unknown as Outputs,
    ...{ codec, terms: NETWORK_TERMS.regtest, publicKeyOf: keys, fees: FEE_BOUNDS },
  });
  const claims = sqlClaims(database.db, 'bitcoin');
  const to = (index: number) => codec.address(keys({ kind: 'deposit', index }));
  const lost = await planner.plan({ coin: 'BTC', to: to(7), units: 1_000_000n }, HOT, claims);
  await signer.sign(orderOf('withdrawal:12', lost));

  const payment = { coin: 'BTC', to: to(8), units: 2_000_000n };
  const next = await planner.plan(payment, HOT, claims);
  const refused = await signer.reserve(orderOf('withdrawal:13', next)).catch((error: unknown) => error);
  if (!(refused instanceof SignerRefusal) || refused.held === undefined)
    throw new Error('expected a claim that is held');
  expect(refused.held).toEqual({ claim: lost.claims[0], by: 'withdrawal:12' });

  const faults: unknown[] = [];
  const options = {
    parts: { db: database.db, now: () => 1, onFault: (error: unknown) => void faults.push(error) },
    ...{ chain: { name: 'bitcoin', planner } as unknown as Chain, check: () => undefined },
  };
  // Of a move of ours nothing is let go.
  const id = await insertPlan(database.db as never, lost, { kind: 'cold', attempt: 0, now: 1 });
  await freeForgotten(options, next, { ...refused.held, by: `cold:${id}` });
  await database.db.deleteFrom('custody_claims').execute();
  expect(await claims.has(refused.held.claim)).toBe(false);

  await freeForgotten(options, next, refused.held);
  expect(faults).toHaveLength(1);
  const other = await planner.plan(payment, HOT, claims);
  expect(other.claims).not.toEqual(lost.claims);
  await signer.reserve(orderOf('withdrawal:13', other));
});
