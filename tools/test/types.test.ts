// The type check reads every TypeScript file.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { bin, root } from '../ensure.mjs';
import { programs } from '../steps.mjs';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['node_modules', 'dist', 'data'].includes(entry.name)) return [];
    // The linter's test, at the same time.
    if (entry.name.startsWith('zz-planted')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [relative(root, path)];
  });
}

it('every TypeScript file is in a program', () => {
  const checked = new Set(
    programs.flatMap((program) =>
      spawnSync(bin('tsc'), ['-p', program, '--listFilesOnly'], { cwd: root, encoding: 'utf8' })
        .stdout.split('\n')
        .map((path) => relative(root, path)),
    ),
  );
  expect(filesBelow(root).filter((file) => /\.tsx?$/.test(file) && !checked.has(file))).toEqual([]);
});
