// Everything about people that is not money, put together: identity, messages, and what protects an account.

import type { Kysely } from 'kysely';
import { createIdentity, type Identity, type IdentityTables } from '../identity/index.ts';
import { createMessages, type Messages, type PracticeInbox } from '../message/index.ts';
import type { ExchangeLink } from '../sequencer/index.ts';
import type { Vault } from '../vault/index.ts';
import { type Guardian, refuse } from '../call/index.ts';

export interface PeopleOptions {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly vault: Vault;
  /** Sealed files lie below it. */
  readonly dataFolder: string;
  readonly mode: 'practice' | 'live';
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Hears of what failed in the background. */
  readonly onFault: (error: unknown) => void;
}

export interface People {
  readonly identity: Identity;
  readonly messages: Messages;
  /** Only in practice mode. */
  readonly inbox: PracticeInbox | undefined;
  readonly guardian: Guardian;
  stop(): Promise<void>;
}

/** People over SQL; their tables come from the migrations of each part. */
export async function createPeople({ db, link, mode, now = Date.now, onFault }: PeopleOptions): Promise<People> {
  const { messages, inbox, stop } = createMessages({ db, mode, now });
  const identity = await createIdentity({ db, link, messenger: messages, now, onFault });
  return {
    identity,
    messages,
    inbox,
    guardian: {
      factor: async () => undefined,
      fund: async () => undefined,
      signed: async () => {
        throw refuse(1111);
      },
    },
    async stop() {
      identity.standing.stop();
      await stop();
    },
  };
}
