// Refreshes the session once at a time over all tabs: a browser lock makes the others wait.
import * as z from 'zod/mini';
import { readStored, writeStored } from '../preference/index.ts';
import { judgeOurs } from './interceptor.ts';
import { currentToken, renewSession, renewedStamp } from './session.ts';
import { send } from './transport.ts';

const lockName = 'vitrine:refresh';
const patience = 10_000;

const answer = z.object({ satoken: z.string() });

/** Outcome of a refresh; `failed` includes no answer: it releases the lock and changes nothing (§4). */
export type Refreshed = 'renewed' | 'ended' | 'failed';

let flight: Promise<Refreshed> | undefined;

async function refresh(since: number): Promise<Refreshed> {
  // Another tab may have renewed the shared cookies while this one waited; the satoken stays the session's.
  const last = Number.parseInt(readStored(renewedStamp) ?? '0', 10);
  if (last > since && currentToken() !== undefined) return 'renewed';
  try {
    const { status, body } = await send('user.refresh', {}, { timeout: patience });
    const verdict = judgeOurs(status, body);
    if (verdict.kind === 'refused') return verdict.code === 401 || verdict.code === 1001 ? 'ended' : 'failed';
    renewSession(answer.parse(verdict.data).satoken);
    writeStored(renewedStamp, String(Date.now()));
    return 'renewed';
  } catch (error) {
    if (error instanceof Error) return 'failed';
    throw error;
  }
}

/** Renews the session's cookies, once for all concurrent callers in this tab and the others. */
export function refreshSession(): Promise<Refreshed> {
  if (flight) return flight;
  const since = Date.now();
  const locks = globalThis.navigator?.locks;
  const run = locks ? locks.request(lockName, () => refresh(since)) : refresh(since);
  flight = Promise.resolve(run).finally(() => {
    flight = undefined;
  });
  return flight;
}
