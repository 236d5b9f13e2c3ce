// What the reader prefers, and the storage it is kept in.
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
