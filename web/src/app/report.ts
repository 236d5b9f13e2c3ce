// Faults nobody handles: the browser's own console, where a developer and a journey's test see them.

/** Reports a fault without stopping anything. */
export function report(error: unknown): void {
  globalThis.reportError(error);
}
