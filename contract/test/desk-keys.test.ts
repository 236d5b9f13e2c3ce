// Keys of the desk's writes (issue 16, part A): each has one, or says why a lost answer needs none.
import { describe, expect, it } from 'vitest';
import { type DeskCallName, deskCallNames, deskCallOf } from '../src/index.ts';

/**
 * `again`: repeating it changes nothing that was seen, and only its answer is of use. `look`: it shows something, and each look
 * is logged by itself. `session`: it makes or ends a session, whose answer cannot be had later; it is done anew.
 */
const WITHOUT_KEY: Readonly<Partial<Record<DeskCallName, 'again' | 'look' | 'session'>>> = {
  'desk.audit.check': 'again',
  'desk.kyc.unmask': 'look',
  'desk.outcome': 'again',
  'desk.people.link': 'again',
  'desk.setup.finish': 'session',
  'desk.setup.open': 'again',
  'desk.signIn': 'session',
  'desk.signOut': 'session',
  'desk.treasury.topUp': 'again',
};

describe('writes of the desk', () => {
  it('take a key, or are named with the reason why they need none', () => {
    const without = deskCallNames.filter((name) => deskCallOf(name).writes && !deskCallOf(name).key);
    expect(without.sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
  });

  it('keep their keys in SQL, by the operator, so only the signed in send one', () => {
    const keyed = deskCallNames.filter((name) => deskCallOf(name).key);
    expect(keyed.length).toBeGreaterThan(20);
    for (const name of keyed) {
      const { keyIn, who, writes, download } = deskCallOf(name);
      expect({ keyIn, who, writes, download }, name).toEqual({
        keyIn: 'requests',
        who: 'user',
        writes: true,
        download: false,
      });
    }
  });
});
