import { it } from 'vitest';

it('rejects', () => void Promise.reject(new Error('nobody waits for it')));
it.skip('is skipped', () => {});
