import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generated } from '../build/generate.ts';

it('issue 19: interface and code of the contracts are what the sources give', () => {
  for (const [path, text] of generated()) expect(readFileSync(path, 'utf8'), path).toBe(text);
});
