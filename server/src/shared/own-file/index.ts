// Public interface of our own files: read or rejected with the file's name; written atomically.

export { type OwnFile, readOwn, shownOf, unexpected, unreadable } from './own-file.ts';
export { writeWhole } from './whole-file.ts';
