// Preferences of a page: one versioned object in the browser's storage, shared by all tabs.
import { useSyncExternalStore } from 'react';
import type { pageStorage } from './storage.ts';

const name = 'preferences';
const version = 1;

export interface PreferenceOptions<Preferences> {
  readonly storage: Pick<ReturnType<typeof pageStorage>, 'readStored' | 'writeStored'>;
  /** The prefix of the storage's names. */
  readonly prefix: string;
  readonly defaults: () => Preferences;
  /** Reads each stored field; one of unknown form becomes its default. */
  readonly read: (field: (key: keyof Preferences) => unknown, defaults: Preferences) => Preferences;
}

/** The item of a list that a stored value equals; `otherwise` if none does. */
export function oneOf<Item>(list: readonly Item[], value: unknown, otherwise: Item): Item {
  return list.find((item) => item === value) ?? otherwise;
}

/** The preferences of one page. */
export function preferenceStore<Preferences extends object>(options: PreferenceOptions<Preferences>) {
  const { storage, prefix, defaults, read } = options;
  let present: Preferences | undefined;
  const listeners = new Set<() => void>();

  /** Parses stored text. Text without the known version or form gives the defaults. */
  function readPreferences(text: string | undefined, otherwise: Preferences): Preferences {
    if (text === undefined) return otherwise;
    let stored: unknown;
    try {
      stored = JSON.parse(text);
    } catch (error) {
      if (error instanceof SyntaxError) return otherwise;
      throw error;
    }
    if (typeof stored !== 'object' || stored === null || !('version' in stored) || stored.version !== version)
      return otherwise;
    return read((key) => (stored as Record<keyof Preferences, unknown>)[key], otherwise);
  }

  /** The current preferences. */
  function preferences(): Preferences {
    present ??= readPreferences(storage.readStored(name), defaults());
    return present;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** Changes some preferences, stores them, and notifies the subscribers in every tab. */
  function prefer(change: Partial<Preferences>): void {
    present = { ...preferences(), ...change };
    storage.writeStored(name, JSON.stringify({ version, ...present }));
    notify();
  }

  /** Subscribes to changes from any tab. */
  function onPreferences(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== prefix + name) return;
    present = readPreferences(event.newValue ?? undefined, defaults());
    notify();
  });

  function usePreferences(): Preferences {
    return useSyncExternalStore(onPreferences, preferences);
  }

  return { readPreferences, preferences, prefer, onPreferences, usePreferences };
}
