// Face of files of ours: read, or refused by name.

export { type OwnFile, readOwn, unreadable } from './own-file.ts';
