// Calls, sessions and queries: the page's only access to the exchange.
export { type KeyedName, requestUnkeyed as request, type RequestOptions } from './client.ts';
export { ApiFault, mayBeDone, NoAnswer, type Leave } from './fault.ts';
export { judge, type Verdict } from './interceptor.ts';
export { queryKey, queryOf, strategies, type Strategy, noteCommand } from './query.ts';
export { refreshSession, type Refreshed } from './refresh.ts';
export {
  changeUser,
  currentSession,
  currentToken,
  endSession,
  enterSession,
  leave,
  onLeave,
  onSession,
  sessionAge,
  signedInMark,
  useSession,
  type LeaveReason,
  type Session,
  type SessionState,
} from './session.ts';
export { showRefusal } from './notice.ts';
export { saveList, type ListName } from './save-list.ts';
export { exchangeClock, followClock, type ExchangeClock } from './exchange-clock.ts';
export { newKey } from './key.ts';
export { upload, type UploadOptions, type Uploaded } from './upload.ts';
export { onFactorWanted, type AskFactor } from './step-up.ts';
export { pendingWrites } from './pending.ts';
export { useSend, useSettle } from './use-send.ts';
export { ask, settle, type Settled, type WriteOptions } from './write.ts';
