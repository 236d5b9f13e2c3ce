// The browser's storage under the desk's prefix; a browser that refuses storage gets memory instead.

export const storagePrefix = 'vitrine-desk:';

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

/** The text kept under `vitrine-desk:name`. */
export function readStored(name: string): string | undefined {
  return local()?.getItem(storagePrefix + name) ?? memory.get(name);
}

/** Keeps text under `vitrine-desk:name`. A full storage keeps it in memory only. */
export function writeStored(name: string, text: string): void {
  memory.set(name, text);
  try {
    local()?.setItem(storagePrefix + name, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
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

/** The text that this tab keeps under `vitrine-desk:name`. */
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
