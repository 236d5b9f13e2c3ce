// Notices for writes whose form does not show their outcome.
import { WriteNotices } from '@vitrine/ui';
import { isKeyed, pendingWrites, refreshQueues, resumeWrite, useSession } from '../api/index.ts';
import { useFaultText } from '../words/index.ts';
import { writeName } from './write-names.ts';

const resume = (key: string): void => void resumeWrite(key);
const refresh = (): void => void refreshQueues();

export function WriteHost() {
  const session = useSession();
  return (
    <WriteNotices
      pending={pendingWrites}
      account={session.state === 'person' ? session.me.person.id : undefined}
      isCall={isKeyed}
      resume={resume}
      nameOf={writeName}
      whyNot={useFaultText()}
      refresh={refresh}
    />
  );
}
