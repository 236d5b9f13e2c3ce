// Preferences of a page: one versioned object in the browser's storage, shared by all tabs.
import { useSyncExternalStore } from 'react';
import type { pageStorage } from './storage.ts';

const name = 'preferences';
const version = 1;

/** The item of a list that a stored value equals; `otherwise` if none does. */
export function oneOf<Item>(list: readonly Item[], value: unknown, otherwise: Item): Item {
  return list.find((item) => item === value) ?? otherwise;
}

/**
 * Parses stored text. Text without the known version or form gives the defaults; `read` gives each field of unknown form
 * its default.
 */
export function parsePreferences<Preferences>(
  text: string | undefined,
  defaults: Preferences,
  read: (field: (key: keyof Preferences) => unknown) => Preferences,
): Preferences {
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
  return read((key) => (stored as Record<keyof Preferences, unknown>)[key]);
}

/**
 * The preferences of one page: what reads them, changes some of them, subscribes to changes from any tab, and the hook
 * that does so in a component. `prefix`: of the storage's names.
 */
export function preferenceStore<Preferences extends object>(
  prefix: string,
  { readStored, writeStored }: Pick<ReturnType<typeof pageStorage>, 'readStored' | 'writeStored'>,
  defaults: () => Preferences,
  parse: (text: string | undefined, defaults: Preferences) => Preferences,
) {
  let present: Preferences | undefined;
  const listeners = new Set<() => void>();
  const preferences = (): Preferences => (present ??= parse(readStored(name), defaults()));
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const prefer = (change: Partial<Preferences>): void => {
    present = { ...preferences(), ...change };
    writeStored(name, JSON.stringify({ version, ...present }));
    notify();
  };
  const onPreferences = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== prefix + name) return;
    present = parse(event.newValue ?? undefined, defaults());
    notify();
  });
  const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences);
  return [preferences, prefer, onPreferences, usePreferences] as const;
}
