// API keys: create, list, delete.

import type { HandlersOf } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'member.apis' | 'member.api' | 'member.api.del';

/** The handlers of API keys. */
export function apiKeyCalls({ people: { apiKeys } }: RouteParts): HandlersOf<Names> {
  return {
    'member.apis': (_, { session }) => apiKeys.list(session.userId),
    'member.api': (input, { session }) => apiKeys.create(session.userId, input),
    async 'member.api.del'({ id }, { session }) {
      await apiKeys.delete(session.userId, id);
      return { id, status: 0, seq: 0 };
    },
  };
}
