import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageOf } from './kit/coverage.ts';
import { rewardsCases } from './kit/rewards-cases.ts';
import { vaultCases } from './kit/vault-cases.ts';
import { World, type Ran } from './kit/world.ts';

describe.each([
  ['VitrineVault', vaultCases],
  ['VitrineRewards', rewardsCases],
] as const)('issue 19: coverage of %s', (name, cases) => {
  const file = join(import.meta.dirname, '..', 'contracts', `${name}.sol`);

  it('has no statement that no case runs', async () => {
    const ran: Ran = new Set();
    for (const run of Object.values(cases)) await run(await World.open(ran));
    const { all, missed } = coverageOf(name, file, ran);
    expect(all.length).toBeGreaterThan(15);
    expect(missed).toEqual([]);
  });

  it('notices what does not run', () => {
    const { all, missed } = coverageOf(name, file, new Set());
    expect(missed).toEqual(all);
  });
});
