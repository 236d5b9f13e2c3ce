// The user's panes: stored in this browser's preferences, shared by all its tabs.

import { useSyncExternalStore } from 'react';
import { readStored, storagePrefix, writeStored } from '../../preference/index.ts';
import { type Panes, readPanes, type SizedPane, usualPanes } from './panes.ts';

const name = 'panes';
let present: Panes | undefined;
const listeners = new Set<() => void>();

function panes(): Panes {
  present ??= readPanes(readStored(name));
  return present;
}

function keep(next: Panes): void {
  present = next;
  writeStored(name, next === usualPanes ? undefined : JSON.stringify(next));
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storagePrefix + name && event.key !== null) return;
  present = readPanes(event.newValue ?? undefined);
  for (const listener of listeners) listener();
});

/** Stores a pane's size, px; undefined: the default. */
export function sizePane(pane: SizedPane, size: number | undefined): void {
  const { [pane]: _, ...rest } = panes().sizes;
  keep({ ...panes(), sizes: size === undefined ? rest : { ...rest, [pane]: size } });
}

/** Shows or hides a pane. */
export function togglePane(pane: SizedPane): void {
  const { hidden } = panes();
  keep({ ...panes(), hidden: hidden.includes(pane) ? hidden.filter((one) => one !== pane) : [...hidden, pane] });
}

/** Resets all panes. */
export function resetPanes(): void {
  keep(usualPanes);
}

export function usePanes(): Panes {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, panes);
}
