// Setup of a staff member with a single-use link: choosing a password and binding an authenticator.

import type { DeskRole, SetupKind, SetupTask } from '@vitrine/contract';
import { refuse, refuseField } from '../../api/call/index.ts';
import { isCommon, seal } from '../../account/identity/index.ts';
import { isCode } from '../../app/postgres/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import type { Audit } from '../audit.ts';
import { secretUri, stepOf } from './authenticator.ts';
import type { Links } from '../proposals/links.ts';
import { nameKey, secretPlace } from './staff-list.ts';
import type { Recovery } from './recovery.ts';
import { rolesOf } from './roles.ts';
import type { DeskDevice, DeskSessions } from './sessions.ts';
import type { DeskDatabase } from '../tables.ts';

/** PostgreSQL's error for a name that is taken. */
const NOT_UNIQUE = '23505';

/** The new person's choices. `password` is its client hash. */
export interface SetupInput {
  readonly token: string;
  readonly word?: string | undefined;
  readonly name?: string | undefined;
  readonly password: string;
  readonly code: string;
}

export interface SetupResult {
  readonly recoveryCodes: readonly string[];
  readonly next: { readonly path: string; readonly expires: number } | null;
  /** Token of the new session. */
  readonly token: string;
}

export interface SetupParts {
  readonly db: DeskDatabase;
  readonly vault: Vault;
  readonly links: Links;
  readonly audit: Audit;
  readonly recovery: Recovery;
  readonly sessions: DeskSessions;
  readonly now: () => number;
}

export interface Setup {
  /** @throws 1005 for a link that is unknown, used or expired; 1004 for a wrong word. */
  open(token: string, word: string | undefined): Promise<SetupTask>;
  /** @throws 1005, 1004; 1006 for a taken name; 1008, 1109; 400 without a name. */
  finish(input: SetupInput, device: DeskDevice): Promise<SetupResult>;
}

export function createSetup({ db, vault, links, audit, recovery, sessions, now }: SetupParts): Setup {
  return {
    async open(token, word) {
      const link = await links.find(token);
      const given = await links.wordGiven(link, word);
      const person = await db
        .selectFrom('desk_people')
        .select(['name', 'roles'])
        .where('id', '=', link.person)
        .executeTakeFirstOrThrow();
      const offered = given ? await links.secretOf(link) : undefined;
      const roles: DeskRole[] = [...rolesOf(person.roles)];
      return {
        kind: link.kind as SetupKind,
        name: person.name,
        roles,
        expires: Number(link.expires_at),
        wordNeeded: !given,
        authenticator:
          offered === undefined
            ? null
            : { secret: offered, uri: secretUri(offered, person.name ?? `person ${link.person}`) },
      };
    },

    async finish({ token, word, name: chosen, password, code }, device) {
      const link = await links.find(token);
      if (!(await links.wordGiven(link, word))) throw refuse('code.wrong');
      const id = String(link.person);
      const known = await db.selectFrom('desk_people').select('name').where('id', '=', id).executeTakeFirstOrThrow();
      const name = known.name ?? chosen;
      if (name === undefined) throw refuseField('name', 'required');
      if (isCommon(password)) throw refuse('password.weak');
      const offered = await links.secretOf(link);
      await links.attempt(link);
      const step = stepOf(offered, code, now(), 0);
      if (step === undefined) throw refuse('factor.wrong');
      const sealed = await seal(password, `desk ${name}`);
      const work = db.transaction().execute(async (tx) => {
        await links.use(tx, link);
        const time = String(now());
        await tx
          .updateTable('desk_people')
          .set({
            ...{ name, name_key: nameKey(name), password: sealed, secret: vault.seal(offered, secretPlace(id)) },
            ...{ last_step: String(step), state: 'active', last_sign_in: time },
          })
          .where('id', '=', id)
          .execute();
        await sessions.endAll(tx, id);
        const recoveryCodes = await recovery.renew(tx, id);
        const session = await sessions.start(tx, id, device);
        const second = link.kind === 'first' ? await links.nextLink(tx) : null;
        await audit.add(tx, {
          ...{ what: 'setup.done', person: id, subject: `person:${id}`, ip: device.ip, detail: { kind: link.kind } },
        });
        return { recoveryCodes, next: second, token: session };
      });
      return work.catch((error: unknown) => {
        throw isCode(error, NOT_UNIQUE) ? refuse('account.taken') : error;
      });
    },
  };
}
