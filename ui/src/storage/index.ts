export { oneOf, preferenceStore, type PreferenceOptions } from './preference-store.ts';
export { pageStorage } from './storage.ts';
