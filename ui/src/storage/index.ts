export { oneOf, parsePreferences, preferenceStore } from './preference-store.ts';
export { pageStorage } from './storage.ts';
