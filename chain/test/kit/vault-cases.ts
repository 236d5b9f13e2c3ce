// What a vault does in each case, as `vault.test.ts` tries one by one and `coverage.test.ts` together.
import { expect } from 'vitest';
import { encodeFunctionData } from 'viem';
import { ALICE, BOB, CAROL, FUNDS, PERIOD, SHARES, UNIT, vaultWorld } from './vault.ts';
import type { World } from './world.ts';

type Case = (world: World) => Promise<void>;

export const vaultCases: Readonly<Record<string, Case>> = {
  'gives shares for assets and assets for shares': async (of) => {
    const { world, token, vault } = await vaultWorld(of);
    expect(await world.call(vault, 'deposit', [10n * UNIT, BOB], ALICE)).toBe(10n * UNIT * SHARES);
    expect(await world.read(vault, 'totalAssets')).toBe(10n * UNIT);
    expect(await world.call(vault, 'mint', [UNIT * SHARES, BOB], BOB)).toBe(UNIT);
    expect(await world.call(vault, 'redeem', [UNIT * SHARES, CAROL, BOB], BOB)).toBe(UNIT);
    expect(await world.read(token, 'balanceOf', CAROL)).toBe(FUNDS + UNIT);
    expect(await world.call(vault, 'withdraw', [10n * UNIT, BOB, BOB], BOB)).toBe(10n * UNIT * SHARES);
    expect(await world.read(vault, 'totalSupply')).toBe(0n);
    expect(await world.read(vault, 'totalAssets')).toBe(0n);
  },

  'lets nobody take the assets of another': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [UNIT, ALICE], ALICE);
    await expect(world.call(vault, 'redeem', [SHARES, BOB, ALICE], BOB)).rejects.toThrow('ERC20InsufficientAllowance');
    await expect(world.call(vault, 'withdraw', [UNIT + 1n, ALICE, ALICE], ALICE)).rejects.toThrow(
      'ERC4626ExceededMaxWithdraw',
    );
  },

  'releases rewards evenly over a week': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [100n * UNIT, ALICE], ALICE);
    await world.call(vault, 'fund', [7n * UNIT], CAROL);
    expect(await world.read(vault, 'totalAssets')).toBe(100n * UNIT);
    expect(await world.read(vault, 'rewards')).toEqual([7n * UNIT, world.now + PERIOD]);
    world.now += PERIOD / 7n;
    expect(await world.read(vault, 'totalAssets')).toBe(101n * UNIT);
    world.now += PERIOD;
    expect(await world.read(vault, 'totalAssets')).toBe(107n * UNIT);
    const shares = await world.read<bigint>(vault, 'balanceOf', ALICE);
    const got = await world.call<bigint>(vault, 'redeem', [shares, ALICE, ALICE], ALICE);
    expect(got).toBeLessThanOrEqual(107n * UNIT);
    expect(got).toBeGreaterThan(107n * UNIT - 10n);
  },

  'rounds what is released down': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [10n, ALICE], ALICE);
    await world.call(vault, 'fund', [1n], CAROL);
    world.now += PERIOD - 1n;
    expect(await world.read(vault, 'totalAssets')).toBe(10n);
    expect(await world.read(vault, 'rewards')).toEqual([1n, world.now + 1n]);
    world.now += 1n;
    expect(await world.read(vault, 'totalAssets')).toBe(11n);
  },

  'gives a deposit just before a payment nothing of what was paid before it': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [UNIT, ALICE], ALICE);
    const shares = await world.call<bigint>(vault, 'deposit', [100_000n * UNIT, BOB], BOB);
    await world.call(vault, 'fund', [1_000n * UNIT], CAROL);
    expect(await world.call<bigint>(vault, 'redeem', [shares, BOB, BOB], BOB)).toBeLessThanOrEqual(100_000n * UNIT);
  },

  'keeps rewards while there are no shares': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'fund', [UNIT], CAROL);
    world.now += 10n * PERIOD;
    expect(await world.read(vault, 'totalAssets')).toBe(0n);
    expect(await world.read(vault, 'rewards')).toEqual([UNIT, world.now + PERIOD]);
    await world.call(vault, 'deposit', [UNIT, ALICE], ALICE);
    expect(await world.read(vault, 'totalAssets')).toBe(UNIT);
    world.now += PERIOD;
    expect(await world.read(vault, 'totalAssets')).toBe(2n * UNIT);
  },

  'is not delayed by somebody who pays in next to nothing': async (of) => {
    const { world, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [UNIT, ALICE], ALICE);
    await world.call(vault, 'fund', [700n * UNIT], CAROL);
    const end = world.now + PERIOD;
    for (let step = 0; step < 20; step += 1) {
      world.now += PERIOD / 40n;
      await world.call(vault, 'fund', [1n], BOB);
    }
    const [, until] = await world.read<readonly [bigint, bigint]>(vault, 'rewards');
    // Each payment rounds its end up to the next second.
    expect(until).toBeLessThanOrEqual(end + 20n);
  },

  'makes rewards of assets sent without a call, and refuses to make them of nothing': async (of) => {
    const { world, token, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [UNIT, ALICE], ALICE);
    await world.call(token, 'transfer', [vault.address, 5n * UNIT], BOB);
    expect(await world.read(vault, 'totalAssets')).toBe(UNIT);
    await world.call(vault, 'skim', [], CAROL);
    expect(await world.read(vault, 'totalAssets')).toBe(UNIT);
    world.now += PERIOD;
    expect(await world.read(vault, 'totalAssets')).toBe(6n * UNIT);
    await expect(world.call(vault, 'skim', [], CAROL)).rejects.toThrow('NothingToFund');
    await expect(world.call(vault, 'fund', [0n], CAROL)).rejects.toThrow('NothingToFund');
  },

  'does not let the first depositor take the next one’s assets': async (of) => {
    const { world, token, vault } = await vaultWorld(of);
    await world.call(vault, 'deposit', [1n, ALICE], ALICE);
    await world.call(token, 'transfer', [vault.address, 100_000n * UNIT], ALICE);
    const shares = await world.call<bigint>(vault, 'deposit', [UNIT, BOB], BOB);
    expect(await world.read<bigint>(vault, 'previewRedeem', shares)).toBeGreaterThanOrEqual(UNIT - 1n);
  },

  'takes no asset that keeps part of a transfer': async (of) => {
    const { world, vault } = await vaultWorld(of, 'FeeToken');
    await expect(world.call(vault, 'deposit', [UNIT, ALICE], ALICE)).rejects.toThrow('AssetTakesFee');
    await expect(world.call(vault, 'fund', [UNIT], ALICE)).rejects.toThrow('AssetTakesFee');
    expect(await world.read(vault, 'totalSupply')).toBe(0n);
  },

  'cannot be entered again by a token that calls back': async (of) => {
    const { world, token, vault } = await vaultWorld(of, 'CallingToken');
    await world.call(vault, 'deposit', [10n * UNIT, ALICE], ALICE);
    // The token itself owns shares, approves the vault, and tries every way in.
    await world.call(token, 'mint', [token.address, 100n * UNIT], ALICE);
    await world.call(vault, 'deposit', [10n * UNIT, token.address], ALICE);
    const entries: readonly (readonly [string, readonly unknown[]])[] = [
      ['deposit', [1n, token.address]],
      ['mint', [SHARES, token.address]],
      ['withdraw', [UNIT, token.address, token.address]],
      ['redeem', [SHARES, token.address, token.address]],
      ['fund', [1n]],
      ['skim', []],
    ];
    for (const [functionName, args] of entries) {
      const inside = encodeFunctionData({ abi: vault.abi, functionName, args });
      for (const [outer, outerArgs] of [
        ['deposit', [UNIT, BOB]],
        ['fund', [UNIT]],
      ] as const) {
        await world.call(token, 'plan', [vault.address, inside], ALICE);
        await world.call(vault, outer, outerArgs, BOB);
        expect([functionName, outer, await world.read(token, 'ran'), await world.read(token, 'succeeded')]).toEqual([
          ...[functionName, outer, true, false],
        ]);
      }
      await world.call(token, 'plan', [vault.address, inside], ALICE);
      await world.call(vault, 'redeem', [SHARES, BOB, BOB], BOB);
      expect([await world.read(token, 'ran'), await world.read(token, 'succeeded')]).toEqual([true, false]);
    }
  },
};
