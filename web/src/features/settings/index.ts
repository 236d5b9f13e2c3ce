// Settings.
export { SettingsDrawer, SettingsForm, openSettings } from './settings.tsx';
