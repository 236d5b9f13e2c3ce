// The running list of breached passwords: checks the whole file in the background and reports to operators whether it
// is readable.

import { IntakeError } from '../../engine/sequencer/index.ts';
import { BreachedPasswords } from '../identity/index.ts';

export interface BreachedList {
  /** Hashes with a five-digit prefix, without it; empty if there is no list. @throws {IntakeError} 503 */
  suffixes(prefix: string): Promise<string[]>;
  /** 1 while the last read or the check of the whole file has failed; else 0. */
  failing(): number;
  close(): Promise<void>;
}

/** Opens the list at a path; without a path every answer is empty. */
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
        // Pages work without the list; the operator must be informed.
        onFault(error);
        throw new IntakeError('server.notTaking', 'The list of breached passwords cannot be read at the moment.');
      }
    },
    failing: () => (unsorted || unread ? 1 : 0),
    async close() {
      await list?.close();
    },
  };
}
