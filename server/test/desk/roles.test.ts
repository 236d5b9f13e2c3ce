// Every call of the desk by every role (issue 4: a role using another role's call): allowed and refused by one table.

import {
  DESK_CALL_ROLES,
  DESK_ROLES,
  type DeskCallName,
  deskCallNames,
  deskCallOf,
  type DeskRole,
} from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

/** A right input of each call, about things that are not there: who may, gets past the door and no further. */
const INPUT: Readonly<Record<string, object>> = {
  'desk.setup.open': { token: 'x'.repeat(43) },
  'desk.setup.finish': { token: 'x'.repeat(43), password: 'a'.repeat(64), code: '123456' },
  'desk.signIn': { name: 'Nobody', password: 'a'.repeat(64), code: '123456' },
  'desk.reviewer.set': { on: false },
  'desk.kyc.unmask': { id: '999999', field: 'name', reason: 'x' },
  'desk.kyc.document': { id: '999999', fileId: 'f'.repeat(32) },
  'desk.kyc.refuse': { id: '999999', refused: [{ field: 'name', reason: 'other' }] },
  'desk.deposits.pass': { id: '999999', amount: '1', reference: 'x', reason: 'x' },
  'desk.deposits.refuse': { id: '999999', why: 'other' },
  'desk.withdrawals.refuse': { id: '999999', why: 'other' },
  'desk.withdrawals.paid': { id: '999999', reference: 'x', reason: 'x' },
  'desk.treasury.halt': { coin: 'NONE', network: 'practice', reason: 'x' },
  'desk.treasury.resume': { coin: 'NONE', network: 'practice', reason: 'x' },
  'desk.treasury.topUp': { coin: 'NONE', network: 'practice', amount: '1', reason: 'x' },
  'desk.chain.rescan': { network: 'practice', from: 2, to: 1 },
  'desk.chain.credit': { network: 'practice', height: 1, txid: 'x', position: 0, reason: 'x' },
  'desk.practice.reorganise': { depth: 1, reason: 'x' },
  'desk.customers.search': { by: 'number', text: '999999' },
  'desk.links.link': { id: '999999', other: '999998', reason: 'x' },
  'desk.appeals.grant': { id: '999999', answer: 'x', reason: 'x' },
  'desk.appeals.refuse': { id: '999999', answer: 'x', reason: 'x' },
  'desk.closingRates.set': { id: '999999', rate: '0.05', reason: 'x' },
  'desk.people.invite': { name: 'Ada', roles: ['support'], reason: 'x' },
  'desk.people.roles': { id: '999999', roles: ['support'], reason: 'x' },
};
const OTHERS = { id: '999999', reason: 'x' };
const inputOf = (name: DeskCallName): never => (INPUT[name] ?? OTHERS) as never;
/** Ends the session: each role's last. */
const LAST = 'desk.signOut';

let world: DeskWorld;
const users = new Map<DeskRole, DeskUser>();

beforeAll(async () => {
  world = await startDeskWorld();
  const [ada, grace] = await founders(world);
  for (const role of DESK_ROLES) users.set(role, await world.hire(`Only ${role}`, [role], ada, grace));
});
afterAll(() => world.stop());

const names = [...deskCallNames.filter((name) => name !== LAST), LAST] as const;

describe.each(DESK_ROLES)('%s', (role) => {
  it.each(names)('%s: by the table', async (name) => {
    const user = users.get(role);
    const answer = await world.call(user, name, inputOf(name));
    const needed = DESK_CALL_ROLES[name];
    if (needed === 'anybody' || needed.includes(role)) expect(answer.data?.why).not.toBe('role');
    else expect([answer.status, answer.code, answer.data.why]).toEqual([403, 403, 'role']);
  });
});

describe('the table', () => {
  it('names every call, and all but the door wants somebody signed in', async () => {
    expect(Object.keys(DESK_CALL_ROLES).sort()).toEqual([...deskCallNames].sort());
    for (const name of deskCallNames) {
      const open = DESK_CALL_ROLES[name] === 'anybody';
      expect(deskCallOf(name).who === 'guest', name).toBe(open);
      if (!open) expect((await world.call(undefined, name, inputOf(name))).code, name).toBe(401);
    }
  });

  it('lets an auditor see and change nothing', () => {
    for (const name of deskCallNames) {
      const needed = DESK_CALL_ROLES[name];
      if (needed === 'anybody' || !needed.includes('auditor')) continue;
      expect(
        deskCallOf(name).writes &&
          !['desk.signOut', 'desk.outcome', 'desk.kyc.unmask', 'desk.audit.check'].includes(name),
        name,
      ).toBe(false);
    }
  });

  it('every path stands under the desk’s own, takes POST, and no word of it is a customers’ call', () => {
    for (const name of deskCallNames) {
      expect(deskCallOf(name).method).toBe('POST');
      expect(deskCallOf(name).path).toMatch(/^\/desk\/api\/[a-zA-Z/]+$/);
    }
    expect(new Set(deskCallNames.map((name) => deskCallOf(name).path)).size).toBe(deskCallNames.length);
  });
});
