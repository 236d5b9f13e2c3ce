// The start's message about the desk. Whoever has the first setup link becomes its administrator. So in live mode the
// link only goes to an interactive terminal, or into a file that only the exchange's user can read. Standard output is
// collected elsewhere.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File name in the data folder. */
export const SETUP_FILE = 'desk-setup';

export interface DeskStart {
  readonly url: string;
  /** Undefined once the first two staff members exist. */
  readonly setup: string | undefined;
  readonly mode: 'practice' | 'live';
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  readonly dataFolder: string;
}

/** The line to print. Writes the file with the link if it is not printed, and removes the file of an earlier start. */
export function setupLine({ url, setup, mode, terminal, dataFolder }: DeskStart): string {
  const file = join(dataFolder, SETUP_FILE);
  // Never written through a link or into a file with other permissions.
  rmSync(file, { force: true });
  if (setup === undefined) return `Desk: ${url}\n`;
  if (mode === 'practice' || terminal) return `Desk: open ${setup} to make the next of the first two desk people\n`;
  writeFileSync(file, `${setup}\n`, { mode: 0o600, flag: 'wx' });
  return `Desk: ${url}; the link that makes the next of the first two desk people is in ${file}\n`;
}
