// Public interface of the start: the first steps.

export { beginDatabases, type Beginning, type Databases } from './databases.ts';
export { makeDataFolder } from './data-folder.ts';
export { type HeldFolder, holdFolder } from './hold-folder.ts';
export { SETUP_FILE, setupLine } from './setup-line.ts';
