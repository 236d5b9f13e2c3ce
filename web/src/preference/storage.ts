// The browser's storage under the house's prefix; a browser that refuses storage gets memory instead.

export const storagePrefix = 'vitrine:';

const memory = new Map<string, string>();

function local(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch (error) {
    // Blocked storage throws SecurityError on the mere access; the page then remembers until it is closed.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** This tab's own storage: it ends with the tab. */
function tab(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** The text that this tab keeps under `vitrine:name`. */
export function readTab(name: string): string | undefined {
  return tab()?.getItem(storagePrefix + name) ?? undefined;
}

/** Keeps text in this tab; undefined removes it. Without a storage, or with a full one, nothing is kept. */
export function writeTab(name: string, text: string | undefined): void {
  try {
    if (text === undefined) tab()?.removeItem(storagePrefix + name);
    else tab()?.setItem(storagePrefix + name, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The text kept under `vitrine:name`. */
export function readStored(name: string): string | undefined {
  return local()?.getItem(storagePrefix + name) ?? memory.get(name);
}

/** Keeps text under `vitrine:name`; undefined removes it. A full storage keeps it in memory only. */
export function writeStored(name: string, text: string | undefined): void {
  if (text === undefined) {
    memory.delete(name);
    local()?.removeItem(storagePrefix + name);
    return;
  }
  memory.set(name, text);
  try {
    local()?.setItem(storagePrefix + name, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Removes everything under the prefix but the named ones. */
export function clearStored(keep: readonly string[]): void {
  for (const name of memory.keys()) if (!keep.includes(name)) memory.delete(name);
  const storage = local();
  if (!storage) return;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names) {
    if (name?.startsWith(storagePrefix) && !keep.includes(name.slice(storagePrefix.length))) storage.removeItem(name);
  }
}
