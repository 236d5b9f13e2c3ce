// A page's part of the browser's storage, under a prefix of its own; a browser that refuses storage gets memory instead.

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

/** The storage of a page whose names all begin with `prefix`. */
export function pageStorage(prefix: string) {
  const memory = new Map<string, string>();

  /** The text that this tab keeps under the prefix and a name. */
  function readTab(name: string): string | undefined {
    return tab()?.getItem(prefix + name) ?? undefined;
  }

  /** Keeps text in this tab; undefined removes it. Without a storage, or with a full one, nothing is kept. */
  function writeTab(name: string, text: string | undefined): void {
    try {
      if (text === undefined) tab()?.removeItem(prefix + name);
      else tab()?.setItem(prefix + name, text);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** The text kept under the prefix and a name. */
  function readStored(name: string): string | undefined {
    return local()?.getItem(prefix + name) ?? memory.get(name);
  }

  /** Keeps text under the prefix and a name; undefined removes it. A full storage keeps it in memory only. */
  function writeStored(name: string, text: string | undefined): void {
    if (text === undefined) {
      memory.delete(name);
      local()?.removeItem(prefix + name);
      return;
    }
    memory.set(name, text);
    try {
      local()?.setItem(prefix + name, text);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Removes everything under the prefix but the named ones. */
  function clearStored(keep: readonly string[]): void {
    for (const name of memory.keys()) if (!keep.includes(name)) memory.delete(name);
    const storage = local();
    if (!storage) return;
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const name of names) {
      if (name?.startsWith(prefix) && !keep.includes(name.slice(prefix.length))) storage.removeItem(name);
    }
  }

  /** Whether what is written now is there when the page is loaded again: storage may be forbidden, or full. */
  function keepsStored(): boolean {
    const name = `${prefix}probe`;
    const storage = local();
    try {
      storage?.setItem(name, '1');
      storage?.removeItem(name);
      return storage !== undefined;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  return { readTab, writeTab, readStored, writeStored, clearStored, keepsStored };
}
