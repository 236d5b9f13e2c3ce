// Where a file stands: its workspace, area and folders.
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export function place(file) {
  const parts = relative(root, file).split(sep);
  return { workspace: parts[0], area: parts[1], folders: parts.slice(2, -1), name: parts.at(-1), parts };
}
