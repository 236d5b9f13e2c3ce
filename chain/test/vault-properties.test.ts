import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import { FUNDS, PEOPLE, PERIOD, SHARES, UNIT, vaultWorld, type VaultWorld } from './kit/vault.ts';
import { Reverted, World } from './kit/world.ts';

const { rounds } = randomTests(import.meta.url);

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n }),
  fc.bigInt({ min: 0n, max: UNIT }),
  fc.bigInt({ min: 0n, max: FUNDS }),
);
const who = fc.constantFrom(...PEOPLE);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constantFrom('deposit', 'withdraw'), by: who, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom('mint', 'redeem'),
      by: who,
      amount: amount.map((n) => n * SHARES + (n % SHARES)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('fund', 'send'), by: who, amount }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constantFrom('skim', 'all'), by: who, amount: fc.constant(0n) }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('wait'), by: who, amount: fc.bigInt({ min: 1n, max: 2n * PERIOD }) }),
  },
);
interface Step {
  readonly is: string;
  readonly by: (typeof PEOPLE)[number];
  readonly amount: bigint;
}

/** Does one step. A refused one names its reason. */
async function take({ world, token, vault }: VaultWorld, { is, by, amount: of }: Step): Promise<void> {
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    deposit: () => world.call(vault, 'deposit', [of, by], by),
    mint: () => world.call(vault, 'mint', [of, by], by),
    withdraw: () => world.call(vault, 'withdraw', [of, by, by], by),
    redeem: () => world.call(vault, 'redeem', [of, by, by], by),
    fund: () => world.call(vault, 'fund', [of], by),
    send: () => world.call(token, 'transfer', [vault.address, of], by),
    skim: () => world.call(vault, 'skim', [], by),
    all: async () => world.call(vault, 'redeem', [await world.read(vault, 'balanceOf', by), by, by], by),
    wait: async () => {
      world.now += of;
    },
  };
  try {
    await calls[is]?.();
  } catch (error) {
    if (!(error instanceof Reverted)) throw error;
    expect(error.error).not.toMatch(/^(no reason|Panic)$/);
  }
}

interface Books {
  readonly total: bigint;
  readonly supply: bigint;
  readonly balance: bigint;
  readonly left: bigint;
  /** What each would get for all their shares. */
  readonly worth: readonly bigint[];
}
async function booksOf({ world, token, vault }: VaultWorld): Promise<Books> {
  const shares: bigint[] = [];
  for (const person of PEOPLE) shares.push(await world.read<bigint>(vault, 'balanceOf', person));
  const worth: bigint[] = [];
  for (const of of shares) worth.push(await world.read<bigint>(vault, 'previewRedeem', of));
  const [left] = await world.read<readonly [bigint, bigint]>(vault, 'rewards');
  return {
    ...{
      total: await world.read<bigint>(vault, 'totalAssets'),
      supply: await world.read<bigint>(vault, 'totalSupply'),
    },
    ...{ balance: await world.read<bigint>(token, 'balanceOf', vault.address), left, worth },
  };
}

describe('issue 19: properties of the vault', () => {
  it('the price of a share never falls, all shares together are worth no more than the assets, all assets are there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const of = await vaultWorld(await World.open());
        let before = await booksOf(of);
        for (const one of steps) {
          await take(of, one);
          const after = await booksOf(of);
          // (assets + 1) / (shares + a million) is the price that deposits and withdrawals use (ERC-4626 with virtual shares).
          const price = (after.total + 1n) * (before.supply + SHARES) - (before.total + 1n) * (after.supply + SHARES);
          expect(price, `price after ${one.is}`).toBeGreaterThanOrEqual(0n);
          const sum = after.worth.reduce((all, each) => all + each, 0n);
          expect(sum, `worth of all after ${one.is}`).toBeLessThanOrEqual(after.total);
          expect(after.total + after.left, `assets after ${one.is}`).toBeLessThanOrEqual(after.balance);
          before = after;
        }
      }),
      rounds(8),
    );
  });

  it('nobody gains by going in and out at once, however the vault came to be as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), who, amount, async (steps, thief, of) => {
        const made = await vaultWorld(await World.open());
        for (const one of steps) await take(made, one);
        const { world, token, vault } = made;
        const had = await world.read<bigint>(token, 'balanceOf', thief);
        const shares = await world.read<bigint>(vault, 'balanceOf', thief);
        await take(made, { is: 'deposit', by: thief, amount: of });
        const more = (await world.read<bigint>(vault, 'balanceOf', thief)) - shares;
        await take(made, { is: 'redeem', by: thief, amount: more });
        expect(await world.read<bigint>(token, 'balanceOf', thief)).toBeLessThanOrEqual(had);
      }),
      rounds(12),
    );
  });

  it('everybody can leave, and what remains is dust', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const made = await vaultWorld(await World.open());
        for (const one of steps) await take(made, one);
        const { world, vault } = made;
        world.now += 3n * PERIOD;
        for (const person of PEOPLE) {
          const shares = await world.read<bigint>(vault, 'balanceOf', person);
          if (shares > 0n) await world.call(vault, 'redeem', [shares, person, person], person);
        }
        expect(await world.read(vault, 'totalSupply')).toBe(0n);
      }),
      rounds(8),
    );
  });
});
