// Public interface of files: customers' pictures, re-encoded and stored sealed.

export { createFiles, fileIdOf, type FileParts, type Files, type KeptFile, linkOf } from './files.ts';
export { openFolderStore, type FileStore } from './store.ts';
export { UNUSED_LIFE } from './sweep.ts';
export type { FileTables } from './tables.ts';
