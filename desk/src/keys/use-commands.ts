// Commands of the current page: the handler registered last comes first. A dialog takes the keystrokes inside it.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { preferences } from '../preference/index.ts';
import { commandOf, type Command, type Stroke } from './map.ts';

/** The action of a command; receives the key, for commands with several. */
export type Handlers = Partial<Record<Command, ((key: string) => void) | undefined>>;

interface Layer {
  handlers: Handlers;
}

let layers: readonly Layer[] = [];
let offered: readonly Command[] = [];
const listeners = new Set<() => void>();

function publish(): void {
  const next = [...new Set(layers.flatMap((layer) => Object.keys(layer.handlers) as Command[]))].filter((command) =>
    layers.some((layer) => layer.handlers[command]),
  );
  if (next.length === offered.length && next.every((command) => offered.includes(command))) return;
  offered = next;
  for (const listener of listeners) listener();
}

const fields = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]';

/** Converts a browser's keyboard event. */
export function strokeOf(event: KeyboardEvent): Stroke {
  const target = event.target instanceof Element ? event.target : undefined;
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    typing: target?.matches(fields) ?? false,
    composing: event.isComposing,
  };
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
  const command = commandOf(strokeOf(event), preferences().singleKeys);
  if (command === undefined) return;
  const handler = layers.findLast((layer) => layer.handlers[command])?.handlers[command];
  if (!handler) return;
  event.preventDefault();
  handler(event.key);
}

/**
 * Handles commands while the component is mounted. Uses a layout effect: with a passive one, a form just closed would
 * still take the next key.
 */
export function useCommands(handlers: Handlers): void {
  const layer = useRef<Layer>({ handlers });
  useLayoutEffect(() => {
    layer.current.handlers = handlers;
    publish();
  });
  useLayoutEffect(() => {
    const own = layer.current;
    if (layers.length === 0) globalThis.addEventListener('keydown', onKeyDown);
    layers = [...layers, own];
    publish();
    return () => {
      layers = layers.filter((other) => other !== own);
      if (layers.length === 0) globalThis.removeEventListener('keydown', onKeyDown);
      publish();
    };
  }, []);
}

/** The commands that the current page handles, for the help. */
export function useOffered(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
    () => offered,
  );
}
