// Calls about the chat of an over-the-counter order.

import type { HandlersOf } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handlers of that chat. */
export function otcChatCalls({
  otcChat,
}: Pick<RouteParts, 'otcChat'>): HandlersOf<'buy.sendChatRecord' | 'buy.getChatRecord'> {
  return {
    'buy.sendChatRecord': (input, { session }) => otcChat.send(session, input),
    'buy.getChatRecord': (input, { session }) => otcChat.list(session, input),
  };
}
