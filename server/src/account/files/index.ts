// Face of files: pictures of customers, drawn anew and kept sealed.

export { createFiles, fileIdOf, type FileParts, type Files, type KeptFile, linkOf } from './files.ts';
export { openFolderStore, type FileStore } from './store.ts';
export { UNUSED_LIFE } from './sweep.ts';
export type { FileTables } from './tables.ts';
