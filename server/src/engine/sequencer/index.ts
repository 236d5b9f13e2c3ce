// Public interface of the sequencer: start it, reach it from any thread, follow what it commits.

export { waitsFrom } from './clock.ts';
export { coreKit } from './core.ts';
export { type FollowOptions, followBatches, replayBetween, type ReplayBetweenOptions } from './follow.ts';
export { followLink } from './follow-link.ts';
export type { CoreKit } from './kit.ts';
export { type Batch, type ExchangeLink, IntakeError, type IntakeState, type Outcome, type Seed } from './link.ts';
export type { Log } from './open.ts';
export type { Outcomes } from './outcome.ts';
export { catchUp, nearestStart, replayRow, replayRows, type Restart } from './replay.ts';
export { removeOtherSnapshots, snapshotFolder, snapshotHeaders } from './snapshot-file.ts';
export { saveSnapshot, type ToSave } from './save.ts';
export { loadSequencer, openLink, type RunningCore, startLocal, startSequencer } from './start.ts';
