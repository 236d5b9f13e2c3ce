// Writes pending data to the database: one write at a time, retried after a failure.

/** Pause after a failed write, ms. */
const RETRY = 1_000;

export interface RetriedWriter {
  /** Writes what is pending now. @throws what the write throws; it is retried. */
  write(): Promise<void>;
  /** Signals that something is pending: writes it in the background. */
  wake(): void;
  /** Resolves once nothing is pending. @throws what a write throws. */
  settled(): Promise<void>;
  /** Stops retrying; writes what is pending once more. */
  stop(): Promise<void>;
}

/** `writeAll` writes until nothing `waits`, including what arrives meanwhile. */
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
      // Picks up what arrived between the last check and the end.
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
