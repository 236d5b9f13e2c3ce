// The desk's port reads requests as the exchange's does (issue 15 A; RFC 9112): what is read in two ways, or too large, is
// refused with its connection, and nothing behind it is answered.

import { deskCallOf } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ambiguousRequests,
  answersTo,
  endlessRequests,
  nextTo,
  oversizeRequests,
} from '../api/http/framing/ambiguous-requests.ts';
import { type DeskWorld, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
beforeAll(async () => {
  world = await startDeskWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.stop());

const { path } = deskCallOf('desk.me');

describe('a request to the desk with', () => {
  it.each(ambiguousRequests(path))('%s is refused, and nothing behind it', async (_, bytes) => {
    expect(await answersTo(world.app.server, bytes)).toEqual(['400']);
  });

  it.each(oversizeRequests(path))('%s is refused, and nothing behind it', async (_, bytes, status) => {
    expect(await answersTo(world.app.server, bytes)).toEqual([status]);
  });

  it.each(endlessRequests(path))('%s is not read to its end: its connection ends (issue 15 A.1)', async (_, bytes) => {
    expect((await answersTo(world.app.server, bytes)).length).toBeLessThanOrEqual(1);
  });

  it('nothing of this is answered, and so is the one behind it', async () => {
    const last = nextTo(path).replace('host', 'connection: close\r\nhost');
    expect(await answersTo(world.app.server, `${nextTo(path)}${last}`)).toHaveLength(2);
  });
});
