// Whether the alert drawer is open, and the initial values of its form.

import type { AlertForm } from './alert-form.ts';

export type AlertBegin = Partial<AlertForm>;

let opened: AlertBegin | undefined;
const listeners = new Set<() => void>();

function set(next: AlertBegin | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the drawer; its form starts with the given values, unsent. */
export function openAlerts(begin: AlertBegin = {}): void {
  set(begin);
}

export function closeAlerts(): void {
  set(undefined);
}

export function alertsOpen(): AlertBegin | undefined {
  return opened;
}

export function onAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
