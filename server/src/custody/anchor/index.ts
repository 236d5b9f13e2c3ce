// Heads of the journal outside the database: they reveal an older or rewritten one.

export { type Anchor, AnchorFault, type AnchorSettings, openAnchor } from './place.ts';
export { checkSignedLog } from './signed-log-check.ts';
export { type Restored, restoreOlder } from './restore.ts';
export { createMarking, expectHistory, headOf, HistoryError, type HistoryParts, type Marking } from './history.ts';
