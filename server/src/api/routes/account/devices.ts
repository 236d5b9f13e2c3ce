// Devices and the sign-in log.

import { type HandlersOf, refuse } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'member.getLoginLog' | 'member.getLoginDevice' | 'member.deleteDevice' | 'member.updateDevice';

/** The handlers of devices. */
export function devices({ people }: RouteParts): HandlersOf<Names> {
  return {
    'member.getLoginLog': ({ current, size }, { session }) => people.loginLog.list(session.userId, current, size),
    'member.getLoginDevice': (_, { session }) => people.devices.list(session.userId, session.id),
    async 'member.deleteDevice'({ id, keep = false }, { session, signOut }) {
      const ended = await people.devices.forget(session.userId, id, keep);
      if (ended === undefined) throw refuse('request.notFound');
      if (ended.includes(session.id)) signOut();
      return { id, status: 0, seq: 0 };
    },
    async 'member.updateDevice'({ id, name }, { session }) {
      if (!(await people.devices.rename(session.userId, id, name))) throw refuse('request.notFound');
      return { id, status: 0, seq: 0 };
    },
  };
}
