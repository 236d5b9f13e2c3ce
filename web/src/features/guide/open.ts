// Which part of the guide is open. Small, so that menus can open a part before its code is loaded.
export type GuidePart = 'steps' | 'tour';

let opened: GuidePart | undefined;
const listeners = new Set<() => void>();

export function openGuide(part: GuidePart | undefined): void {
  opened = part;
  for (const listener of listeners) listener();
}

export function guideOpen(): GuidePart | undefined {
  return opened;
}

export function onGuide(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
