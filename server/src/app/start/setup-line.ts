// What the start says of the desk. Whoever has the first set-up link becomes its administrator, so in live mode it goes to a
// terminal that somebody sits at, or into a file that only the exchange's own user reads: standard output is collected elsewhere.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder. */
export const SETUP_FILE = 'desk-setup';

export interface DeskStart {
  readonly url: string;
  /** Undefined once the first two people are there. */
  readonly setup: string | undefined;
  readonly mode: 'practice' | 'live';
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  readonly dataFolder: string;
}

/** The line to print. Writes the file with the link where it is not printed, and takes away the one of an earlier start. */
export function setupLine({ url, setup, mode, terminal, dataFolder }: DeskStart): string {
  const file = join(dataFolder, SETUP_FILE);
  // Never written through a link or into a file with other rights.
  rmSync(file, { force: true });
  if (setup === undefined) return `Desk: ${url}\n`;
  if (mode === 'practice' || terminal) return `Desk: open ${setup} to make the next of the first two desk people\n`;
  writeFileSync(file, `${setup}\n`, { mode: 0o600, flag: 'wx' });
  return `Desk: ${url}; the link that makes the next of the first two desk people is in ${file}\n`;
}
