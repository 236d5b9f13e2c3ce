// The practice inbox: messages to the calling browser.

import { type HandlersOf, refuse } from '../../call/index.ts';
import { CODE_LIFE } from '../../../account/identity/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handler of the practice inbox; it is empty in live mode. */
export function practiceInbox({ people: { inbox } }: RouteParts): HandlersOf<'practice.inbox'> {
  return {
    async 'practice.inbox'(_, context) {
      if (!inbox) throw refuse('request.notFound');
      const messages = await inbox.list(context.browser());
      return messages.map((message) => ({ ...message, expires: message.time + CODE_LIFE }));
    },
  };
}
