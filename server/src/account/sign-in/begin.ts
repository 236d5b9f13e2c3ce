// The beginning of a session: a device found or made, fresh tokens, a line in the log, a notice for a new device.

import type { Language } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import type { Devices, LoginLog } from '../devices/index.ts';
import { STEP_UP_LIFE } from '../two-factor/index.ts';
import type { Account, IdentityTables, Session, Sessions, SignIn } from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';

/** Who comes in. */
export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  /** The browser's own mark. */
  readonly browser: string;
  readonly lang: Language;
  /** The session this browser has already: it ends. */
  readonly session?: Session | undefined;
}

/** What the account was proved by. */
export type How = 'registered' | 'password' | 'factor';

export type Begin = (account: Account, visitor: Visitor, how: How) => Promise<SignIn>;

export interface BeginParts {
  readonly db: Kysely<IdentityTables>;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly log: LoginLog;
  readonly messages: Messages;
  readonly now: () => number;
}

/** Begins sessions. Session, tokens and anti-forgery value are fresh each time: none that was there before goes on. */
export function createBegin({ db, sessions, devices, log, messages, now }: BeginParts): Begin {
  return async (account, visitor, how) => {
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
    await log.write({ userId, ip, agent, result: 'done' });
    if (device.fresh && !original)
      await messages.notice(userId, {
        kind: 'newDevice',
        deviceId: device.id,
        device: device.name,
        ip,
        time: now(),
      });
    // After the notice: whoever signs in does not choose the language the customer is warned in.
    await db.updateTable('users').set({ lang }).where('id', '=', userId).execute();
    return { account, grant };
  };
}
