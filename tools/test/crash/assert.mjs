import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('a suite', () => {
  beforeAll(() => {
    throw new Error('thrown before all');
  });
  it('is left out', () => {});
});
afterAll(() => {
  throw new Error('thrown after all');
});
it('differs', () => expect({ a: 1, b: 2 }).toEqual({ a: 1, b: 3 }));
it('passes', () => {});
