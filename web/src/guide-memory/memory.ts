// Under a prefix of its own: signing out clears the page's storage, and finished things must not come back.
import { useSyncExternalStore } from 'react';
import { pageStorage } from '@vitrine/ui';

const PREFIX = 'vitrine-guide:';
const TOUR = 'tour';
const { readStored, writeStored } = pageStorage(PREFIX);

export interface AccountMemory {
  /** The first steps are hidden from the wallet. */
  readonly hidden: boolean;
  /** A receipt was recalculated on this device. */
  readonly recalculated: boolean;
}

export interface TourMemory {
  /** Index of the step to continue with. */
  readonly step: number;
  /** Finished, skipped, or declined: not offered again. */
  readonly over: boolean;
}

const listeners = new Set<() => void>();
let version = 0;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** The stored object of a name; undefined if there is none, or text of another form. */
function read(name: string): Readonly<Record<string, unknown>> | undefined {
  const text = readStored(name);
  if (text === undefined) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? { ...stored } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function accountMemory(userId: string): AccountMemory {
  const stored = read(userId);
  return { hidden: stored?.['hidden'] === true, recalculated: stored?.['recalculated'] === true };
}

export function noteAccount(userId: string, change: Partial<AccountMemory>): void {
  writeStored(userId, JSON.stringify({ ...accountMemory(userId), ...change }));
  changed();
}

/** Undefined: never offered here. */
export function tourMemory(): TourMemory | undefined {
  const stored = read(TOUR);
  if (stored === undefined) return undefined;
  const step = stored['step'];
  return {
    step: typeof step === 'number' && Number.isInteger(step) && step > 0 ? step : 0,
    over: stored['over'] === true,
  };
}

export function noteTour(memory: TourMemory): void {
  writeStored(TOUR, JSON.stringify(memory));
  changed();
}

function subscribe(listener: () => void): () => void {
  const other = (event: StorageEvent): void => {
    if (event.key?.startsWith(PREFIX) === true) changed();
  };
  listeners.add(listener);
  addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', other);
  };
}

/** Renders again when anything remembered changes, in this tab or another. */
export function useGuideMemory(): void {
  useSyncExternalStore(subscribe, () => version);
}
