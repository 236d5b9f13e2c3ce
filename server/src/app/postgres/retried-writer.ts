// Writes what waits for the database: one write at a time, tried again after one that failed.

/** After a write that failed, ms. */
const RETRY = 1_000;

export interface RetriedWriter {
  /** Writes what waits now. @throws what the write throws; it is tried again. */
  write(): Promise<void>;
  /** Something waits: writes it, without an answer. */
  wake(): void;
  /** Resolves once nothing waits. @throws what a write throws. */
  settled(): Promise<void>;
  /** Ends the tries; what waits is written once more. */
  stop(): Promise<void>;
}

/** `writeAll` writes until nothing `waits`, with what comes meanwhile. */
export function retriedWriter(
  writeAll: () => Promise<void>,
  waits: () => boolean,
  onFault: (error: unknown) => void,
): RetriedWriter {
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function write(): Promise<void> {
    clearTimeout(timer);
    writing ??= writeAll()
      .catch((error: unknown) => {
        if (!stopped) timer = setTimeout(wake, RETRY).unref();
        throw error;
      })
      .finally(() => (writing = undefined));
    return writing;
  }

  function wake(): void {
    write().then(() => {
      // What came in the moment between its last look and its end.
      if (waits()) wake();
    }, onFault);
  }

  return {
    write,
    wake,
    async settled() {
      while (writing !== undefined || waits()) await write();
    },
    async stop() {
      stopped = true;
      if (writing !== undefined || waits()) await write().catch(onFault);
      clearTimeout(timer);
    },
  };
}
