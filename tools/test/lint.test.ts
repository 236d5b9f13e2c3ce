// The house's lint rules notice what they are for: each planted line is found, and its lawful twin is not.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const planted: string[] = [];

/** Lints `text` as if it stood at `path`, and gives the rules that spoke. */
function lint(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  planted.push(dirname(file));
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', file], { cwd: root, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('design §1 floors: a room imports only what stands below it', () => {
  const cases: [path: string, text: string, found: string][] = [
    ['core/src/zz-planted/a.ts', "import { x } from '@vitrine/contract';\nexport const y = x;\n", 'core may import'],
    [
      'core/src/zz-planted/a.ts',
      "import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n",
      'imports nothing from outside',
    ],
    [
      'contract/src/zz-planted/a.ts',
      "import { x } from '@vitrine/server';\nexport const y = x;\n",
      'contract may import',
    ],
    [
      'contract/src/zz-planted/a.ts',
      "import { x } from '@vitrine/core';\nexport const y = x;\n",
      'contract may import',
    ],
    ['server/src/zz-planted/a.ts', "import { x } from '@vitrine/ui';\nexport const y = x;\n", 'server may import'],
    ['web/src/zz-planted/a.ts', "import { x } from '@vitrine/server';\nexport const y = x;\n", 'web may import'],
    ['web/src/zz-planted/a.ts', "export const y = import('@vitrine/core');\n", 'web may import'],
    [
      'web/src/zz-planted/a.ts',
      "import { x } from '../../../core/src/index.ts';\nexport const y = x;\n",
      'by its name',
    ],
    [
      'web/src/features/zz-planted/a.ts',
      "import { x } from '../quotes/index.ts';\nexport const y = x;\n",
      'do not import each other',
    ],
    ['ui/src/zz-planted/a.ts', "import { x } from '@vitrine/core/test';\nexport const y = x;\n", 'ui may import'],
    ['server/src/zz-planted/a.ts', "import { x } from '../journal/append.ts';\nexport const y = x;\n", 'by its face'],
  ];
  it.each(cases)('%s: %s', (path, text, found) => {
    expect(lint(path, text)).toContain(found);
  });

  it('lets the lawful imports pass', () => {
    expect(lint('server/src/zz-planted/a.ts', "import { x } from '@vitrine/core';\nexport const y = x;\n")).toBe('');
    expect(lint('ui/test/zz-planted/a.ts', "import { x } from '@vitrine/core/test';\nexport const y = x;\n")).toBe('');
    expect(lint('web/src/zz-planted/a.ts', "import { x } from '@vitrine/core/formula';\nexport const y = x;\n")).toBe(
      '',
    );
  });
});

describe('core §5 determinism: the core has no clock, randomness or hidden state', () => {
  it.each([
    'export const now = () => Date.now();\n',
    'export const half = (a: number) => Math.floor(a / 2);\n',
    'export const any = () => Math.random();\n',
    'export const seen = new Set<number>();\n',
    'export let count = 0;\n',
    'export const later = async () => await 1;\n',
    'export const power = (a: number, b: number) => a ** b;\n',
    'export const clock = Date.now;\n',
    'const { floor } = Math;\nexport const half = (a: number) => floor(a / 2);\n',
    "export const half = (a: number) => Math['floor'](a / 2);\n",
    'export const wave = (a: number) => Math.tan(a);\n',
    'export async function later(): Promise<number> { return 1; }\n',
    'export const folder = process.cwd;\n',
    "export const sorted = (a: string) => a.localeCompare('b');\n",
  ])('%s', (text) => {
    expect(lint('core/src/zz-planted/a.ts', text)).toContain('deterministic');
  });
});

describe('core §5 determinism: what is exact everywhere passes', () => {
  it.each([
    'export const least = (a: number, b: number) => Math.min(Math.abs(a), Math.trunc(b), Math.clz32(b));\n',
    'export const times: { readonly Date: number } = { Date: 1 };\nexport const one = times.Date;\n',
  ])('%s', (text) => {
    expect(lint('core/src/zz-planted/a.ts', text)).toBe('');
  });
});

describe('the house bans', () => {
  it.each([
    ['core/src/zz-planted/a.ts', 'export const x: any = 1;\n', 'no-explicit-any'],
    ['core/src/zz-planted/a.ts', 'export const f = (x?: number) => x!;\n', 'no-non-null-assertion'],
    ['core/src/zz-planted/a.ts', 'export default 1;\n', 'no-default-export'],
    ['web/src/zz-planted/a.tsx', 'export const A = () => <p>Hello there</p>;\n', 'literal-text'],
    ['web/src/zz-planted/a.tsx', 'export const A = () => <input aria-label="Your name" />;\n', 'literal-text'],
    ['server/src/zz-planted/a.ts', 'export function f() { try { f(); } catch {} }\n', 'no-empty'],
  ])('%s: %s', (path, text, found) => {
    expect(lint(path, text)).toContain(found);
  });

  it('lets text of the catalogue pass', () => {
    const text =
      "import { Trans } from '@lingui/react/macro';\nexport const A = () => <p><Trans>Hello <b>there</b></Trans></p>;\n";
    expect(lint('web/src/zz-planted/a.tsx', text)).toBe('');
  });
});
