// What the user's own socket says of the account: a session ended elsewhere, a freeze, locks, a stage of verification.
import type { QueryClient } from '@tanstack/react-query';
import { LOCK_KIND, USER_STATUS, verificationOf } from '@vitrine/contract';
import { ApiFault, NoAnswer, changeUser, currentSession, request } from '../api/index.ts';

const lockKinds: readonly string[] = LOCK_KIND;

/** The locks a status names, each with its end, in order; of the profile the same way. */
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

/** Asks for the profile anew, and holds what the account pages read of it for old. */
export async function readProfile(queries: QueryClient): Promise<void> {
  if (currentSession().state !== 'user') return;
  try {
    const { satoken: _, ...told } = await request('user.getInfo', {}, { quiet: true });
    changeUser(told);
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(user|member)\./.test(queryKey[0]),
    });
  } catch (error) {
    // A refusal was dealt with by the client; without an answer the next frame asks again.
    if (!(error instanceof ApiFault || error instanceof NoAnswer)) throw error;
  }
}

/**
 * Takes a USER_STATUS frame. The socket may be of a session before this one, so the exchange is asked: its 401, when the
 * session is over, signs the page out (§8); its answer, when locks or stages changed, is the profile from now on.
 */
export async function takeUserStatus(data: Readonly<Record<string, unknown>>, queries: QueryClient): Promise<void> {
  const { user } = currentSession();
  if (!user) return;
  const over = data['status'] === USER_STATUS.signedOut;
  const sameStage = data['kyc'] === verificationOf(user.kyc);
  if (over || !sameStage || locksOf(data['locks']) !== locksOf(user.locks)) await readProfile(queries);
}
