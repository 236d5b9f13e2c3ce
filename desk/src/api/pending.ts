// The writes of this page with unknown outcomes, stored per operator.
import { deskCalls } from '@vitrine/contract';
import { createPendingWrites } from '@vitrine/ui';
import { readTab, writeTab } from '../preference/index.ts';
import type { KeyedName } from './client.ts';
import type { ApiFault } from './fault.ts';
import { currentSession } from './session.ts';

/** Number of the signed-in staff member. */
function operator(): string | undefined {
  const session = currentSession();
  return session.state === 'person' ? session.me.person.id : undefined;
}

export const pendingWrites = createPendingWrites<KeyedName, ApiFault>({
  name() {
    const id = operator();
    return id === undefined ? undefined : `writes:${id}`;
  },
  read: readTab,
  write: writeTab,
});

export function isKeyed(name: unknown): name is KeyedName {
  return typeof name === 'string' && Object.entries(deskCalls).some(([known, { key }]) => key && known === name);
}
