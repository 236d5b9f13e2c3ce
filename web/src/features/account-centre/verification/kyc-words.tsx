// Why a field of a verification was refused: the reason, and the reviewer's note.
import type { KycStage } from '@vitrine/contract';
import { useKycReason } from '../words.tsx';

/** The text of a refused field of a failed stage; undefined for fields that were not refused. */
export function useRefusedWords(found: KycStage | undefined): (field: string) => string | undefined {
  const reasonOf = useKycReason();
  return (field) => {
    const refused = found?.refused.find((one) => one.field === field);
    if (refused === undefined) return undefined;
    const reason = reasonOf(refused.reason);
    return refused.note === null ? reason : `${reason}: ${refused.note}`;
  };
}
