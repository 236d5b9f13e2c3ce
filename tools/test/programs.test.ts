// The server's programs that are kept beside the sources (decision 382): those used last.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepNewest } from '../ensure.mjs';

test('keeps the programs that were used last and removes the others', () => {
  const shelf = mkdtempSync(join(tmpdir(), 'vitrine-programs-'));
  try {
    for (const [age, name] of ['e', 'a', 'd', 'c', 'b'].entries()) {
      mkdirSync(join(shelf, name, 'parts'), { recursive: true });
      utimesSync(join(shelf, name), 1_000 - age, 1_000 - age);
    }
    keepNewest(shelf, 3);
    expect(readdirSync(shelf).toSorted()).toEqual(['a', 'd', 'e']);
    keepNewest(shelf, 3);
    expect(readdirSync(shelf).length).toBe(3);
  } finally {
    rmSync(shelf, { recursive: true });
  }
});
