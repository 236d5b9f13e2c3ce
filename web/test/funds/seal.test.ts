// §5 the sealed body: the key by the RFC's own example, and a text that the exchange's opener reads.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentKey, seal } from '../../src/features/wallet/seal.ts';
import { createSealedBodies } from '@vitrine/server/api/sealed';

const base64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

it('agrees with what the exchange opens, each time another text', async () => {
  const secret = randomBytes(32);
  const bodies = await createSealedBodies({ derive: () => secret });
  const body = { userId: '7', key: 'k', time: 5, coin: 'USDT', address: 'ä', amount: '1' };
  const one = await seal(body, bodies.key);
  const two = await seal(body, bodies.key);
  expect(one).not.toBe(two);
  for (const text of [one, two]) {
    expect(text.split('.')).toHaveLength(5);
    expect(await bodies.open(text, { userId: '7', key: 'k', now: 5 })).toEqual(body);
  }
  await expect(bodies.open(one, { userId: '8', key: 'k', now: 5 })).rejects.toMatchObject({ code: 3108 });
});

it('derives another key for another algorithm or secret', async () => {
  const shared = base64url('nlbZHYFxNdNyg0KDv4QmnPsxbqPagGpI9tqneYz-kMs');
  const key = await contentKey(shared);
  expect(key).toHaveLength(32);
  expect(await contentKey(shared, 'A128GCM')).not.toEqual(key);
  expect(await contentKey(shared.slice(1))).not.toEqual(key);
});
