// Preferences of a staff member: theme, time zone, date format, and single keys. One versioned store, shared by all
// tabs.
import {
  dateFormats,
  oneOf,
  parsePreferences,
  preferenceStore,
  themeNames,
  zoneOffsets,
  type DateFormat,
  type ThemeName,
} from '@vitrine/ui';
import { storagePrefix, readStored, writeStored } from './storage.ts';

export interface Preferences {
  readonly theme: ThemeName;
  /** Minutes east of UTC. */
  readonly offset: number;
  readonly dateFormat: DateFormat;
  /** Whether single letters work outside fields (WCAG 2.1.4: they can be switched off). */
  readonly singleKeys: boolean;
}

/** The system's theme and the time zone of this machine; the date with the year first, which is unambiguous. */
export function defaultPreferences(): Preferences {
  const offset = -new Date().getTimezoneOffset();
  return {
    theme: globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'theme-night' : 'theme-daytime',
    offset: zoneOffsets.includes(offset) ? offset : 0,
    dateFormat: 'YYYY/MM/DD',
    singleKeys: true,
  };
}

/** Parses stored text; each field with an unknown version or form falls back to its default. */
export function readPreferences(text: string | undefined, defaults: Preferences): Preferences {
  return parsePreferences(text, defaults, (field) => {
    const singleKeys = field('singleKeys');
    return {
      theme: oneOf(themeNames, field('theme'), defaults.theme),
      offset: oneOf(zoneOffsets, field('offset'), defaults.offset),
      dateFormat: oneOf(dateFormats, field('dateFormat'), defaults.dateFormat),
      singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
    };
  });
}

export const [preferences, prefer, onPreferences, usePreferences] = preferenceStore(
  storagePrefix,
  { readStored, writeStored },
  defaultPreferences,
  readPreferences,
);
