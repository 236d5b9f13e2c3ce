// The writes of this page with unknown outcomes, stored per account.
import { createPendingWrites } from '@vitrine/ui';
import { readTab, writeTab } from '../preference/index.ts';
import type { KeyedName } from './client.ts';
import type { ApiFault } from './fault.ts';
import { currentSession } from './session.ts';

export const pendingWrites = createPendingWrites<KeyedName, ApiFault>({
  name: () => currentSession().user && `writes:${currentSession().user?.id}`,
  read: readTab,
  write: writeTab,
});
