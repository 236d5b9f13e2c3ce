// Face of files of ours: read, or refused by name; written whole, or as they were.

export { type OwnFile, readOwn, shownOf, unexpected, unreadable } from './own-file.ts';
export { writeWhole } from './whole-file.ts';
