// Preferences of a staff member, and their storage.
export {
  defaultPreferences,
  onPreferences,
  prefer,
  preferences,
  readPreferences,
  usePreferences,
  type Preferences,
} from './store.ts';
export { readStored, readTab, writeStored, writeTab } from './storage.ts';
export { ThemeButton } from './theme-button.tsx';
