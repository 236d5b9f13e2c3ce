// Notices for writes whose form does not show their outcome.
import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { WriteNotices } from '@vitrine/ui';
import { type ApiFault, pendingWrites, useSession } from '../../api/index.ts';
import { refusalText } from '../../i18n/index.ts';
import { isKeyed, resumeWrite } from './resume.ts';
import { useWriteNames } from './write-names.ts';

/** The code of a key that never ran. */
const NEVER = 410;

const whyNot = (fault: ApiFault) => (fault.code === NEVER ? undefined : refusalText(fault));
const resume = (key: string): void => void resumeWrite(key);

export function WriteHost() {
  const queries = useQueryClient();
  const nameOf = useWriteNames();
  const refresh = useCallback(() => void queries.invalidateQueries(), [queries]);
  return (
    <WriteNotices
      pending={pendingWrites}
      account={useSession().user?.id}
      isCall={isKeyed}
      resume={resume}
      nameOf={nameOf}
      whyNot={whyNot}
      refresh={refresh}
    />
  );
}
