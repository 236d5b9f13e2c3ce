// Staff of the desk: invited, changed and reset by two of them (issue 4).

import { decodeEvents, type ExchangeEvent } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUTOMATIC } from '../../src/desk/index.ts';
import { type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
const events: ExchangeEvent[] = [];

beforeAll(async () => {
  world = await startDeskWorld();
  world.exchange.link.onBatch((batch) => void events.push(...decodeEvents(batch.events)));
  [ada, grace] = await founders(world);
});
afterAll(() => world.stop());
beforeEach(() => {
  events.length = 0;
  world.faults.length = 0;
});

const approve = (user: DeskUser, id: string) => world.call(user, 'desk.proposals.approve', { id });
const emitted = <N extends ExchangeEvent['name']>(name: N) =>
  events.filter((event): event is Extract<ExchangeEvent, { name: N }> => event.name === name);

describe('people of the desk', () => {
  it('are granted in the exchange by both administrators, and so are their roles', async () => {
    const tess = await world.hire('Tess', ['treasurer', 'risk'], ada, grace);
    expect(emitted('desk.changed').at(-1)).toMatchObject({ operator: Number(tess.id), roles: 6 });
    const asked = await world.call(ada, 'desk.people.roles', { id: tess.id, roles: ['auditor'], reason: 'moves' });
    expect(asked.data.facts).toEqual([{ fact: 'roles', before: 'risk,treasurer', after: 'auditor' }]);
    await approve(grace, asked.data.id);
    expect(emitted('desk.changed').at(-1)).toMatchObject({ operator: Number(tess.id), roles: 0 });
    expect((await world.call(tess, 'desk.audit.list')).code).toBe(200);
    expect((await world.call(tess, 'desk.customers.freeze', { id: '1', reason: 'x' })).data.why).toBe('role');
  });

  it('an auditor is nothing else, a name is one person’s, and no role is left out', async () => {
    const invite = (name: string, roles: readonly string[]) =>
      world.call(ada, 'desk.people.invite', { name, roles: roles as never, reason: 'x' });
    expect((await invite('Two', ['auditor', 'support'])).data.fields).toEqual({ roles: 'range' });
    expect((await invite('Two', [])).code).toBe(400);
    expect((await invite('Two', ['king'])).code).toBe(400);
    for (const name of ['ADA', 'Automatic Reviewer (practice)'])
      expect((await invite(name, ['support'])).code).toBe(1006);
    expect((await invite('Uma', ['support'])).code).toBe(200);
    expect((await invite('uma', ['reviewer'])).code).toBe(1006);
    expect((await world.call(ada, 'desk.people.roles', { id: AUTOMATIC, roles: ['support'], reason: 'x' })).code).toBe(
      404,
    );
  });

  it('two administrators stay: neither stopped nor without the role, by both at once too; and nobody stops oneself', async () => {
    const whys = async (calls: readonly ReturnType<typeof world.call>[]) =>
      (await Promise.all(calls)).map(({ data }) => data.why);
    expect(
      await whys([
        world.call(ada, 'desk.people.stop', { id: ada.id, reason: 'x' }),
        world.call(ada, 'desk.people.stop', { id: grace.id, reason: 'x' }),
        world.call(ada, 'desk.people.roles', { id: grace.id, roles: ['support'], reason: 'x' }),
      ]),
    ).toEqual(['oneself', 'administrators', 'administrators']);
    const third = await world.hire('Third', ['administrator'], ada, grace);
    const stops = await Promise.all([
      world.call(ada, 'desk.people.stop', { id: third.id, reason: 'x' }),
      world.call(third, 'desk.people.stop', { id: ada.id, reason: 'x' }),
      world.call(grace, 'desk.people.stop', { id: ada.id, reason: 'x' }),
    ]);
    expect(stops.filter(({ code }) => code === 200)).toHaveLength(1);
    const people = await world.db
      .selectFrom('desk_people')
      .select(['id', 'state'])
      .where('id', 'in', ['1', '2', third.id])
      .execute();
    expect(people.filter(({ state }) => state === 'active')).toHaveLength(2);
    // Whoever was stopped comes back by two: the other two are here to do that.
    const stopped = people.find(({ state }) => state === 'stopped');
    const [one, two] = [ada, grace, third].filter(({ id }) => id !== String(stopped?.id));
    if (one === undefined || two === undefined) throw new Error('expected two to be left');
    const asked = await world.call(one, 'desk.people.reset', { id: String(stopped?.id), reason: 'was right' });
    expect((await approve(two, asked.data.id)).data.state).toBe('done');
  });
});
