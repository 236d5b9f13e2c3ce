// What an operator prefers, and the storage it is kept in.
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
