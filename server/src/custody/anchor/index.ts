// Heads of the journal outside the database: by them an older or rewritten one is known.

export { type Anchor, AnchorFault, type AnchorSettings, openAnchor } from './place.ts';
export { checkSignedLog } from './signed-log-check.ts';
export { type Restored, restoreOlder } from './restore.ts';
export { createMarking, expectHistory, headOf, HistoryError, type HistoryParts, type Marking } from './history.ts';
