// The proof of work of a registration (issue 15 A.7): bound to a challenge of ours, expiring, taken once, before all else.

import { findWork } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityRefusal } from '../../../src/account/identity/index.ts';
import { createProofOfWork, WORK_LIFE } from '../../../src/account/sign-in/proof-of-work.ts';
import { type PeopleWorld, refusal, startPeople } from './world.ts';

const BITS = 6;
const solve = (challenge: string) => findWork(challenge, BITS, 0, 1_000_000) ?? '';
/** The last number that solves it not. */
const wrong = (challenge: string) => {
  for (let at = 0; ; at += 1) if (findWork(challenge, BITS, at, 1) === undefined) return at.toString(16);
};

function codeOf(work: () => void): number {
  try {
    work();
    return 200;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error.code;
    throw error;
  }
}

describe('a challenge', () => {
  it('is taken once it is solved, and once only', () => {
    const work = createProofOfWork(BITS, () => 1_000);
    const { challenge, bits } = work.challenge();
    expect(bits).toBe(BITS);
    expect(codeOf(() => work.take(challenge, wrong(challenge)))).toBe(1012);
    expect(codeOf(() => work.take(challenge, solve(challenge)))).toBe(200);
    expect(codeOf(() => work.take(challenge, solve(challenge)))).toBe(1012);
  });

  it('is ours: another text, another server’s, or one changed in any place is refused', () => {
    const work = createProofOfWork(BITS, () => 1_000);
    const { challenge } = work.challenge();
    for (let at = 0; at < challenge.length; at += 1) {
      const other = `${challenge.slice(0, at)}${challenge[at] === 'A' ? 'B' : 'A'}${challenge.slice(at + 1)}`;
      expect(
        codeOf(() => work.take(other, solve(other))),
        `${at}`,
      ).toBe(1012);
    }
    const foreign = createProofOfWork(BITS, () => 1_000).challenge().challenge;
    for (const text of [foreign, '', 'x', `${challenge}=`, `${challenge} `])
      expect(codeOf(() => work.take(text, solve(text)))).toBe(1012);
    expect(codeOf(() => work.take(undefined, undefined))).toBe(1012);
    expect(codeOf(() => work.take(challenge, solve(challenge)))).toBe(200);
  });

  it('expires', () => {
    let now = 1_000;
    const work = createProofOfWork(BITS, () => now);
    const [early, late] = [work.challenge().challenge, work.challenge().challenge];
    now += WORK_LIFE - 1;
    expect(codeOf(() => work.take(early, solve(early)))).toBe(200);
    now += 1;
    expect(codeOf(() => work.take(late, solve(late)))).toBe(1012);
  });

  it('is remembered until it expires, so many at most: then nobody registers, and nothing is taken twice', () => {
    let now = 1_000;
    const work = createProofOfWork(BITS, () => now, 2);
    const all = [1, 2, 3].map(() => work.challenge().challenge);
    expect(all.map((one) => codeOf(() => work.take(one, solve(one))))).toEqual([200, 200, 503]);
    now += WORK_LIFE;
    const next = work.challenge().challenge;
    expect(codeOf(() => work.take(next, solve(next)))).toBe(200);
  });

  it('of 0 bits asks for nothing', () => {
    const work = createProofOfWork(0, () => 1_000);
    expect(work.challenge()).toMatchObject({ bits: 0, challenge: '' });
    expect(codeOf(() => work.take(undefined, undefined))).toBe(200);
  });
});

describe('a registration where a proof is asked for', () => {
  let world: PeopleWorld;
  beforeAll(async () => {
    world = await startPeople({ workBits: BITS });
  });
  afterAll(() => world.stop());

  it('wants one, which is used up by it, also when it is refused', async () => {
    const { signIn } = world.people;
    const visitor = world.visitor();
    const registration = world.registration(world.name());
    expect(await refusal(signIn.register(registration, visitor))).toBe(1012);
    const first = signIn.challenge().challenge;
    const work = { challenge: first, solution: solve(first) };
    const differing = { ...registration, confirmPassword: 'another' };
    expect(await refusal(signIn.register(differing, visitor, work))).toBe(400);
    expect(await refusal(signIn.register(registration, visitor, work))).toBe(1012);
    const { challenge } = signIn.challenge();
    expect(await refusal(signIn.register(registration, visitor, { challenge, solution: solve(challenge) }))).toBe(200);
  });
});
