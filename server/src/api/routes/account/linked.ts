// A customer's link with other accounts, and the appeal against it.

import type { AnswerOf } from '@vitrine/contract';
import { LINK_NOTICE } from '@vitrine/core';
import { type HandlersOf, refuse, refuseField } from '../../call/index.ts';
import type { LinkFact } from '../../../projection/handlers/index.ts';
import type { RouteParts } from '../parts.ts';

const LINKED = 1;

/** The handlers of account links. */
export function linkedCalls({ live, reads, people }: RouteParts): HandlersOf<'user.linked' | 'user.linkAppeal'> {
  const { appeals } = people;
  return {
    async 'user.linked'(_, { session }) {
      const now = live.head().time;
      const [own, ...others] = live.linked(session.coreUser);
      const counts = own !== undefined && own.from <= now;
      return {
        link:
          own === undefined
            ? null
            : {
                ...{ since: own.from - LINK_NOTICE, from: own.from, accounts: others.length },
                counting: counts ? others.filter(({ from }) => from <= now).length : 0,
              },
        past: pastOf(await reads.links(session.coreUser)),
        appeals: [...(await appeals.own(session.userId))],
      };
    },
    async 'user.linkAppeal'({ act, text }, { session }) {
      if (act === 'withdraw') return appeals.withdraw(session.userId);
      if (text === undefined) throw refuseField('text', 'required');
      if (live.linked(session.coreUser).length === 0) throw refuse('request.notFound');
      return appeals.open(session.userId, text);
    },
  };
}

/** Past links, newest first, from all link events, newest first. */
function pastOf(events: readonly LinkFact[]): AnswerOf<'user.linked'>['past'] {
  const past: AnswerOf<'user.linked'>['past'] = [];
  let ended = 0;
  for (const { state, from, time } of events) {
    if (state !== LINKED) ended = time;
    else if (ended !== 0) {
      past.push({ since: from - LINK_NOTICE, ended });
      ended = 0;
    }
  }
  return past;
}
