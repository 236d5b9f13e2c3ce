// §8 what the house moves by itself, and when it does not.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TreasuryCoin } from '../../../src/custody/treasury/coin.ts';
import { hotBounds, type MoveOptions, sweep, toCold } from '../../../src/custody/treasury/moves.ts';
import type { ReserveRow } from '../../../src/custody/treasury/reserves.ts';
import { COIN_TERMS } from '../../../src/custody/treasury/terms.ts';
import type { Move } from '../../../src/custody/treasury/transfers.ts';
import { CannotPlan } from '../../../src/custody/rail/index.ts';
import { GasMissing } from '../../../src/custody/rail/evm/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { COLD, FakeChain, HOT } from './fakes.ts';

const UNIT = 1_000_000n;
const usdt: TreasuryCoin = {
  ...{ coin: 'USDT', asset: 1, scale: 6, decimals: 6, factor: 1n },
  terms: COIN_TERMS['USDT'] ?? { limit: { share: 0, least: '0' }, low: 0, sweep: '0', tolerance: '0' },
};

let database: CustodyTestDatabase;
let begun: Move[];
let refuse: (move: Move) => Error | undefined;
let stopped: boolean;
let faults: unknown[];
let options: MoveOptions;

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());
beforeEach(async () => {
  await database.db.deleteFrom('custody_holdings').execute();
  begun = [];
  faults = [];
  stopped = false;
  refuse = () => undefined;
  options = {
    ...{ db: database.db, chain: new FakeChain().face() },
    addresses: {
      hot: () => HOT,
      cold: () => COLD,
      all: () => [],
      owner: (_, address) => ({ userId: '7', coreUser: 7, index: Number.parseInt(address.slice(-1), 10) }),
    },
    transfers: {
      async begin(move) {
        const error = refuse(move);
        if (error !== undefined) throw error;
        begun.push(move);
        return true;
      },
      free: async () => undefined,
      step: async () => undefined,
      underWay: async () =>
        begun.map(({ kind, payment, source }) => ({
          kind,
          coin: payment.coin,
          units: payment.units,
          source,
          to: payment.to,
        })),
    },
    liabilities: () => 2_000_000n * UNIT,
    halted: () => stopped,
    onFault: (error) => faults.push(error),
  };
});

const holds = (address: string, units: bigint) =>
  database.db
    .insertInto('custody_holdings')
    .values({ chain: 'ethereum', coin: 'USDT', address, units: String(units), looked_at: '1' })
    .execute();

describe('§8 sweeps', () => {
  it('begin with the largest, of what is worth it', async () => {
    await holds('0xdeposit1', 150n * UNIT);
    await holds('0xdeposit2', 900n * UNIT);
    await holds('0xdeposit3', 99n * UNIT);
    await sweep(options, usdt);
    expect(begun).toEqual([
      { kind: 'sweep', payment: { coin: 'USDT', to: HOT, units: 900n * UNIT }, source: { kind: 'deposit', index: 2 } },
      { kind: 'sweep', payment: { coin: 'USDT', to: HOT, units: 150n * UNIT }, source: { kind: 'deposit', index: 1 } },
    ]);
    await sweep(options, usdt);
    expect(begun.length).toBe(2);
  });

  it('of a token send ether first where it is missing, once, and say nothing of plans that wait', async () => {
    await holds('0xdeposit1', 150n * UNIT);
    refuse = ({ kind }) => (kind === 'sweep' ? new GasMissing('0xdeposit1', 77n) : undefined);
    await sweep(options, usdt);
    const gas = { kind: 'gas', payment: { coin: 'ETH', to: '0xdeposit1', units: 77n }, source: { kind: 'hot' } };
    expect(begun).toEqual([gas]);
    await sweep(options, usdt);
    expect(begun).toEqual([gas]);
    begun = [];
    refuse = ({ kind }) =>
      kind === 'sweep' ? new GasMissing('0xdeposit1', 77n) : new CannotPlan('funds', 'hot is empty');
    await sweep(options, usdt);
    expect([begun, faults]).toEqual([[], []]);
  });

  it('rest with withdrawals', async () => {
    await holds('0xdeposit1', 150n * UNIT);
    stopped = true;
    await sweep(options, usdt);
    expect(begun).toEqual([]);
  });
});

describe('§8 the hot wallet', () => {
  const row = (hot: bigint, leaving: bigint, state: string) =>
    ({ hot: String(hot), leaving: String(leaving), state }) as unknown as ReserveRow;

  it('holds a tenth of what is owed, at least so much, and is low below a quarter of that', () => {
    expect(hotBounds(usdt, 2_000_000n * UNIT)).toEqual({ limit: 200_000n * UNIT, low: 50_000n * UNIT });
    expect(hotBounds(usdt, 0n)).toEqual({ limit: 100_000n * UNIT, low: 25_000n * UNIT });
  });

  it.each([
    ['above its limit', row(250_000n * UNIT, 0n, 'even'), 130_000n * UNIT],
    ['above it without what leaves', row(250_000n * UNIT, 40_000n * UNIT, 'surplus'), 90_000n * UNIT],
    ['below it', row(200_000n * UNIT, 0n, 'even'), undefined],
    ['below it without what leaves', row(250_000n * UNIT, 50_000n * UNIT, 'even'), undefined],
    ['of which nothing is known', row(250_000n * UNIT, 0n, 'unknown'), undefined],
    ['that misses coins', row(250_000n * UNIT, 0n, 'short'), undefined],
    ['never looked at', undefined, undefined],
  ])('%s', async (_, reserve, units) => {
    await toCold(options, usdt, reserve);
    expect(begun).toEqual(
      units === undefined
        ? []
        : [{ kind: 'cold', payment: { coin: 'USDT', to: COLD, units }, source: { kind: 'hot' } }],
    );
  });
});
