// Preferences of a staff member: theme, time zone, date format, and single keys. One versioned store, shared by all
// tabs.
import { useSyncExternalStore } from 'react';
import { dateFormats, themeNames, zoneOffsets, type DateFormat, type ThemeName } from '@vitrine/ui';
import { storagePrefix, readStored, writeStored } from './storage.ts';

export interface Preferences {
  readonly theme: ThemeName;
  /** Minutes east of UTC. */
  readonly offset: number;
  readonly dateFormat: DateFormat;
  /** Whether single letters work outside fields (WCAG 2.1.4: they can be switched off). */
  readonly singleKeys: boolean;
}

const name = 'preferences';
const version = 1;

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

function oneOf<Item>(list: readonly Item[], value: unknown, otherwise: Item): Item {
  return list.find((item) => item === value) ?? otherwise;
}

/** Parses stored text; each field with an unknown version or form falls back to its default. */
export function readPreferences(text: string | undefined, defaults: Preferences): Preferences {
  if (text === undefined) return defaults;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return defaults;
    throw error;
  }
  if (typeof stored !== 'object' || stored === null || !('version' in stored) || stored.version !== version)
    return defaults;
  const field = (key: keyof Preferences): unknown => (stored as Record<string, unknown>)[key];
  const singleKeys = field('singleKeys');
  return {
    theme: oneOf(themeNames, field('theme'), defaults.theme),
    offset: oneOf(zoneOffsets, field('offset'), defaults.offset),
    dateFormat: oneOf(dateFormats, field('dateFormat'), defaults.dateFormat),
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
  };
}

let present: Preferences | undefined;
const listeners = new Set<() => void>();

/** The current preferences. */
export function preferences(): Preferences {
  present ??= readPreferences(readStored(name), defaultPreferences());
  return present;
}

/** Changes some preferences, stores them, and notifies the subscribers in every tab. */
export function prefer(change: Partial<Preferences>): void {
  present = { ...preferences(), ...change };
  writeStored(name, JSON.stringify({ version, ...present }));
  for (const listener of listeners) listener();
}

/** Subscribes to changes from any tab. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storagePrefix + name) return;
  present = readPreferences(event.newValue ?? undefined, defaultPreferences());
  for (const listener of listeners) listener();
});

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences);
}
