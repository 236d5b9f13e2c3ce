// One person of the desk does not slow the others (issue 15 A.1): their requests are counted from however many addresses.

import { deskCallOf } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskEdge } from '../../src/api/desk/index.ts';
import { DESK_ORIGIN, type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

const CALLS = 20;
let world: DeskWorld;
beforeAll(async () => {
  world = await startDeskWorld();
});
afterAll(() => world.stop());

it('of a person are so many units a minute; another person is answered behind the same addresses', async () => {
  const [greedy, other] = await founders(world);
  const edge = await createDeskEdge({
    ...{ desk: world.desk, now: world.now, origins: () => new Set([DESK_ORIGIN]), secure: false },
    limits: { calls: CALLS, secrets: 1_000 },
  });
  const ask = async ({ cookie, satoken }: DeskUser, at: number) => {
    const answer = await edge.inject({
      ...{ method: 'POST', url: deskCallOf('desk.me').path, payload: {}, remoteAddress: `198.51.100.${at}` },
      headers: { origin: DESK_ORIGIN, cookie, satoken },
    });
    return answer.statusCode;
  };
  const answers: number[] = [];
  for (let at = 0; at < 2 * CALLS; at += 1) answers.push(await ask(greedy, at));
  expect(answers[0]).toBe(200);
  expect(answers.at(-1)).toBe(429);
  expect(answers.filter((one) => one === 200).length).toBeLessThanOrEqual(CALLS + 1);
  for (let at = 0; at < 5; at += 1) expect(await ask(other, at)).toBe(200);
  await edge.close();
});
