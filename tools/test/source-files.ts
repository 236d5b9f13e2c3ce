// Lists our own source files below a folder. Skips folders that lint tests create and remove: a folder removed during
// the listing would make it fail.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';

/** Paths from the root of `.ts` and `.tsx` files; `skipped` names folders to leave out. */
export function sourceFiles(folder: string, skipped: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    return skipped.includes(entry.name) || entry.name.startsWith('zz-planted') ? [] : sourceFiles(path, skipped);
  });
}
