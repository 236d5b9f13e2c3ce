// Calls, session and queries: the console's only access to the desk.
export { seen, stillFor, watchActivity } from './activity.ts';
export { type KeyedName, requestPicture, requestUnkeyed as request, type PictureCall } from './client.ts';
export { deskNow } from './desk-time.ts';
export { ApiFault, NoAnswer, NotDone, OutcomeUnknown, readWhy } from './fault.ts';
export { isKeyed, pendingWrites } from './pending.ts';
export { oldAfter, queryClient, queryOf, refreshQueues, strategies, type Strategy } from './query.ts';
export {
  currentSession,
  endSession,
  enterSession,
  onSession,
  rolesOf,
  sessionKnown,
  useMe,
  useSession,
  type Session,
} from './session.ts';
export { useSend } from './use-send.ts';
export { resumeWrite } from './write.ts';
