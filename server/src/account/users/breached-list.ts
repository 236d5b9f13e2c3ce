// The list of breached passwords at work: checked whole in the background, and whether it can be read, for an operator.

import { IntakeError } from '../../engine/sequencer/index.ts';
import { BreachedPasswords } from '../identity/index.ts';

export interface BreachedList {
  /** Hashes that begin with five digits, without those; empty where there is no list. @throws {IntakeError} 503 */
  suffixes(prefix: string): Promise<string[]>;
  /** 1 while the last reading, or the check of the whole file, failed; else 0. */
  failing(): number;
  close(): Promise<void>;
}

/** Opens the list of a path; without one every answer is empty. */
export async function openBreachedList(
  path: string | undefined,
  onFault: (error: unknown) => void,
): Promise<BreachedList> {
  const list = path === undefined ? undefined : await BreachedPasswords.open(path);
  let unsorted = false;
  let unread = false;
  void list?.check().catch((error: unknown) => {
    unsorted = true;
    onFault(error);
  });
  return {
    async suffixes(prefix) {
      try {
        const found = (await list?.suffixesOf(prefix)) ?? [];
        unread = false;
        return found;
      } catch (error) {
        unread = true;
        // Pages go on without the list; the operator has to know.
        onFault(error);
        throw new IntakeError(503, 'The list of breached passwords cannot be read at the moment.');
      }
    },
    failing: () => (unsorted || unread ? 1 : 0),
    async close() {
      await list?.close();
    },
  };
}
