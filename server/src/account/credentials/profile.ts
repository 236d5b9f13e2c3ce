// A customer's profile: accepting the terms, setting the avatar.

import { fileIdOf, type Files } from '../files/index.ts';
import { IdentityRefusal, rememberTerms, TERMS_VERSION, wrongField } from '../identity/index.ts';
import type { CredentialParts } from './parts.ts';

/** File operations that profile links need. */
export type OwnFiles = Pick<Files, 'ofOwner' | 'attach' | 'release'>;

export interface Profile {
  /**
   * Records the accepted version and the time; earlier acceptances stay recorded. @throws {IdentityRefusal} 1010 if it
   * is not the current version.
   */
  acceptTerms(userId: string, version: string): Promise<void>;
  /** Sets one of the user's uploaded pictures; undefined: the default one. @throws {IdentityRefusal} 400. */
  setAvatar(userId: string, link: string | undefined): Promise<void>;
}

/** The profile over SQL. */
export function createProfile({ db, now }: Pick<CredentialParts, 'db' | 'now'>, files: OwnFiles): Profile {
  async function avatarId(userId: string, link: string): Promise<string> {
    const id = fileIdOf(link);
    const file = id === undefined ? undefined : await files.ofOwner(userId, id);
    // Another user's file gets the same answer as a missing one.
    if (file?.purpose !== 'avatar') throw noAvatar();
    return file.id;
  }

  return {
    async acceptTerms(userId, version) {
      if (version !== TERMS_VERSION)
        throw new IdentityRefusal('terms.required', `Version ${TERMS_VERSION} of the terms is the one in force.`);
      const time = String(now());
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('users')
          .set({ terms_version: version, terms_accepted_at: time })
          .where('id', '=', userId)
          .execute();
        await rememberTerms(tx, userId, version, time);
      });
    },

    async setAvatar(userId, link) {
      const id = link === undefined ? undefined : await avatarId(userId, link);
      const old = await db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('users')
          .select('avatar')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        // It may have been deleted since the check.
        if (id !== undefined && !(await files.attach(id, tx))) throw noAvatar();
        await tx
          .updateTable('users')
          .set({ avatar: link ?? null })
          .where('id', '=', userId)
          .execute();
        return before?.avatar ?? null;
      });
      const gone = old === null || old === link ? undefined : fileIdOf(old);
      if (gone !== undefined) await files.release(gone);
    },
  };
}

function noAvatar(): IdentityRefusal {
  return wrongField('link', 'range', 'A picture of one’s own, uploaded as an avatar, was expected.');
}
