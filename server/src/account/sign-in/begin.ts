// Begins a session: finds or creates the device, issues new tokens, logs the sign-in, notifies of a new device.

import type { Language } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import type { Devices, LoginLog } from '../devices/index.ts';
import { STEP_UP_LIFE } from '../two-factor/index.ts';
import type { Account, IdentityTables, Session, Sessions, SignIn } from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';

/** The browser that signs in. */
export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  /** The browser's cookie. */
  readonly browser: string;
  readonly lang: Language;
  /** This browser's previous session, which ends. */
  readonly session?: Session | undefined;
}

/** How the account was authenticated. */
export type How = 'registered' | 'password' | 'factor';

/**
 * @param holds asked once the session is there; throws where what authenticated the account was taken away meanwhile, and the
 *   session ends. Whoever takes it away ends sessions afterwards, so one of both sees the other.
 */
export type Begin = (account: Account, visitor: Visitor, how: How, holds?: () => Promise<void>) => Promise<SignIn>;

export interface BeginParts {
  readonly db: Kysely<IdentityTables>;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly log: LoginLog;
  readonly messages: Messages;
  readonly now: () => number;
}

/** Begins sessions. Session, tokens and anti-forgery token are new each time; earlier ones are never continued. */
export function createBegin({ db, sessions, devices, log, messages, now }: BeginParts): Begin {
  return async (account, visitor, how, holds) => {
    const { userId, coreUser } = account;
    const { ip, agent, browser, lang } = visitor;
    const original = how === 'registered';
    const trusted = how === 'factor';
    const device = await devices.enter({ userId, browser, agent, ip, original, trusted });
    if (visitor.session !== undefined) await sessions.end(visitor.session.id);
    const grant = await sessions.start(userId, coreUser, {
      ip,
      agent,
      deviceId: device.id,
      ...(trusted ? { steppedUntil: now() + STEP_UP_LIFE } : {}),
    });
    try {
      await holds?.();
    } catch (error) {
      await sessions.end(grant.session.id);
      throw error;
    }
    await log.write({ userId, ip, agent, result: 'done' });
    if (device.fresh && !original)
      await messages.notice(userId, {
        kind: 'newDevice',
        deviceId: device.id,
        device: device.name,
        ip,
        time: now(),
      });
    // After the notice: whoever signs in must not choose the language of the customer's warning.
    await db.updateTable('users').set({ lang }).where('id', '=', userId).execute();
    return { account, grant };
  };
}
