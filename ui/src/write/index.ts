export {
  createPendingWrites,
  type KeptWrite,
  type PendingWrite,
  type PendingWrites,
  type WriteStorage,
} from './pending-writes.ts';
export { createJoinEqual, type JoinEqual } from './join-equal.ts';
export { askUntilKnown, settleWrite, unknownAfter, waitOnline, type WriteSteps } from './settle-write.ts';
export { WriteNotices, type WriteNoticesProps } from './write-notices.tsx';
