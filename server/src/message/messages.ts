// The messages of a house: in practice mode all go to the practice inbox.

import type { Kysely } from 'kysely';
import { IdentityRefusal, type IdentityTables } from '../identity/index.ts';
import type { Messages } from './face.ts';
import { createPracticeInbox, type PracticeInbox } from './practice-inbox.ts';

export interface MessageParts {
  readonly db: Kysely<IdentityTables>;
  readonly mode: 'practice' | 'live';
  readonly now: () => number;
}

/** The way out to people, and in practice mode the inbox they look into. */
export function createMessages({ db, mode, now }: MessageParts): {
  readonly messages: Messages;
  readonly inbox: PracticeInbox | undefined;
  stop(): Promise<void>;
} {
  const inbox = mode === 'practice' ? createPracticeInbox(db, now) : undefined;
  return {
    inbox,
    messages: {
      async code(message) {
        if (inbox === undefined)
          throw new IdentityRefusal(
            503,
            'This exchange has no mail server yet, so no code can be sent. Nothing was done.',
          );
        if (message.code !== null) await inbox.put(message);
      },
      notice: async () => undefined,
    },
    stop: async () => undefined,
  };
}
