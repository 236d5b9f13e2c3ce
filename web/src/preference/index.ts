// Preferences of the user, and their storage.
export { clearStored, keepsStored, readStored, readTab, storagePrefix, writeStored, writeTab } from './storage.ts';
export {
  defaultPreferences,
  forgetReader,
  onPreferences,
  prefer,
  preferences,
  readPreferences,
  usePreferences,
  type Preferences,
} from './store.ts';
export { LanguageMenu, ThemeButton } from './menus.tsx';
