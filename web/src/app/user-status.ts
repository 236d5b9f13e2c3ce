// Status messages of the user socket: a session ended elsewhere, a freeze, locks, a verification stage.
import type { QueryClient } from '@tanstack/react-query';
import { LOCK_KIND, USER_STATUS, verificationOf } from '@vitrine/contract';
import { ApiFault, NoAnswer, changeUser, currentSession, request } from '../api/index.ts';

const lockKinds: readonly string[] = LOCK_KIND;

/** The locks of a status or a profile with their ends, in a fixed order. */
function locksOf(locks: unknown): string {
  if (!Array.isArray(locks)) return '';
  return locks
    .flatMap((lock: unknown) => {
      if (typeof lock !== 'object' || lock === null || !('kind' in lock) || !('until' in lock)) return [];
      return lockKinds.includes(String(lock.kind)) ? [`${String(lock.kind)} ${String(lock.until)}`] : [];
    })
    .sort()
    .join();
}

/** Requests the profile again, and marks the account pages' data about it as stale. */
export async function readProfile(queries: QueryClient): Promise<void> {
  if (currentSession().state !== 'user') return;
  try {
    const { satoken: _, ...user } = await request('user.getInfo', {}, { quiet: true });
    changeUser(user);
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(user|member)\./.test(queryKey[0]),
    });
  } catch (error) {
    // The client handled a refusal; without an answer the next frame asks again.
    if (!(error instanceof ApiFault || error instanceof NoAnswer)) throw error;
  }
}

/**
 * Handles a USER_STATUS frame. The socket may belong to an earlier session, so this asks the exchange: a 401 signs the
 * page out (§8). If locks or stages changed, the answer is the new profile.
 */
export async function takeUserStatus(data: Readonly<Record<string, unknown>>, queries: QueryClient): Promise<void> {
  const { user } = currentSession();
  if (!user) return;
  const over = data['status'] === USER_STATUS.signedOut;
  const sameStage = data['kyc'] === verificationOf(user.kyc);
  if (over || !sameStage || locksOf(data['locks']) !== locksOf(user.locks)) await readProfile(queries);
}
