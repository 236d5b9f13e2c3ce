// Browser storage under a prefix per page. Falls back to memory when the browser refuses storage.

function local(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch (error) {
    // Blocked storage throws SecurityError on access. The values then live in memory until the page closes.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** The session storage of this tab; it ends with the tab. */
function tab(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** The storage of a page; all its names begin with `prefix`. */
export function pageStorage(prefix: string) {
  const memory = new Map<string, string>();

  /** Reads the text of a name from this tab's storage. */
  function readTab(name: string): string | undefined {
    return tab()?.getItem(prefix + name) ?? undefined;
  }

  /** Writes text to this tab's storage; undefined removes it. Does nothing when storage is missing or full. */
  function writeTab(name: string, text: string | undefined): void {
    try {
      if (text === undefined) tab()?.removeItem(prefix + name);
      else tab()?.setItem(prefix + name, text);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Reads the text of a name. */
  function readStored(name: string): string | undefined {
    return local()?.getItem(prefix + name) ?? memory.get(name);
  }

  /** Writes text under a name; undefined removes it. When storage is full, the text is kept in memory only. */
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

  /** Removes all names under the prefix except the given ones. */
  function clearStored(keep: readonly string[]): void {
    for (const name of memory.keys()) if (!keep.includes(name)) memory.delete(name);
    const storage = local();
    if (!storage) return;
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const name of names) {
      if (name?.startsWith(prefix) && !keep.includes(name.slice(prefix.length))) storage.removeItem(name);
    }
  }

  /** Whether written values survive a reload: storage may be blocked or full. */
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
