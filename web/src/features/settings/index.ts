// Settings.
export { SettingsDrawer, openSettings } from './settings-drawer.tsx';
