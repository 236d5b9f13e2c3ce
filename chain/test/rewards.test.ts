import { describe, it } from 'vitest';
import { rewardsCases } from './kit/rewards-cases.ts';
import { World } from './kit/world.ts';

describe('§1 DeFi mining: rewards', () => {
  it.each(Object.entries(rewardsCases))('%s', async (_, run) => {
    await run(await World.open());
  });
});
