// The practice inbox: what was sent to the browser that looks.

import { type HandlersOf, refuse } from '../../call/index.ts';
import { CODE_LIFE } from '../../../account/identity/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handler of the practice inbox; in live mode there is none. */
export function practiceInbox({ people: { inbox } }: RouteParts): HandlersOf<'practice.inbox'> {
  return {
    async 'practice.inbox'(_, context) {
      if (!inbox) throw refuse(404);
      const messages = await inbox.list(context.browser());
      return messages.map((message) => ({ ...message, expires: message.time + CODE_LIFE }));
    },
  };
}
