// How many connections this process keeps at once: each takes one of the files that it may have open, which the database,
// pictures and snapshots need too.

import { readFileSync } from 'node:fs';

/** At most, where more files may be open; 30 KB of memory each. */
const MOST = 10_000;
/** Of the files that may be open. */
const PART_OF_FILES = 0.6;

/**
 * Connections at once, at most.
 * @param limits the system's limits of this process, as Linux writes them; undefined where they are not known.
 */
export function connectionsMost(limits: string | undefined = readLimits()): number {
  const files = /^Max open files\s+(\d+)/m.exec(limits ?? '')?.[1];
  return files === undefined ? MOST : Math.min(MOST, Math.floor(Number(files) * PART_OF_FILES));
}

function readLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Elsewhere than on Linux.
    return undefined;
  }
}
