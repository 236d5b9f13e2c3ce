// Lists our own source files below a folder. Skips what other tests plant and remove: it may be gone before it is read.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';

const PLANTED = 'zz-planted';

/** Paths from the root of `.ts` and `.tsx` files; `skipped` names folders to leave out. */
export function sourceFiles(folder: string, skipped: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(PLANTED)) return [];
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    return skipped.includes(entry.name) ? [] : sourceFiles(path, skipped);
  });
}

const CODE = /\.(?:[cm]?js|tsx?|css)$/;
/** Folders that are made by builds and runs. */
const MADE = ['node_modules', 'dist', 'maps', 'data', 'coverage', 'test-results', 'playwright-report'];

/** Paths from the root of all files of code: programs, components and styles, those of tests too. */
export function codeFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name.startsWith(PLANTED)) return [];
    if (!entry.isDirectory()) return CODE.test(name) ? [path] : [];
    return name.startsWith('.') || MADE.includes(name) ? [] : codeFiles(path);
  });
}

export const isTest = (file: string): boolean => /(^|\/)test\/|^e2e\/journeys\//.test(file);

export const isGenerated = (file: string): boolean => file.endsWith('.gen.ts');
