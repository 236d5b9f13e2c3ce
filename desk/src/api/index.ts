// Calls, session, queries: the console's only way to the desk.
export { seen, stillFor, watchActivity } from './activity.ts';
export { request, requestPicture, type PictureCall } from './client.ts';
export { ApiFault, NoAnswer, readWhy } from './fault.ts';
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
