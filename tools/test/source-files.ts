// Our own sources below a folder. Folders that tests of the linter make for a moment are not entered: one that goes while it is
// listed would fail whoever lists it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';

/** Paths from the root of `.ts` and `.tsx` files; `skipped` names folders that are left out. */
export function sourceFiles(folder: string, skipped: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    return skipped.includes(entry.name) || entry.name.startsWith('zz-planted') ? [] : sourceFiles(path, skipped);
  });
}
