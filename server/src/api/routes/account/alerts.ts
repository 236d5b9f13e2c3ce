// Calls about alerts.

import type { HandlersOf } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handlers of alerts. */
export function alertCalls({
  alerts,
}: Pick<RouteParts, 'alerts'>): HandlersOf<'alert.list' | 'alert.save' | 'alert.del'> {
  return {
    'alert.list': (_, { session }) => alerts.list(session),
    'alert.save': (input, { session }) => alerts.save(session, input),
    async 'alert.del'({ id }, { session }) {
      await alerts.del(session, id);
      return { id };
    },
  };
}
