// Heads of the journal outside the database: by them an older or rewritten one is known.

export { addToAnchor, readAnchor } from './anchor.ts';
export { type Restored, restoreOlder } from './restore.ts';
export { createMarking, expectHistory, headOf, HistoryError, type HistoryParts } from './history.ts';
