import { describe, it } from 'vitest';
import { vaultCases } from './kit/vault-cases.ts';
import { World } from './kit/world.ts';

describe('§1 DeFi mining: vault', () => {
  it.each(Object.entries(vaultCases))('%s', async (_, run) => {
    await run(await World.open());
  });
});
