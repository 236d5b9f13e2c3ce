// The command palette and the list of keys.
export type { Deed, PageKey } from './actions.ts';
export { PaletteHost } from './host.tsx';
