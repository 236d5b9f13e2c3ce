// The committed contracts are what their sources give.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildContracts, builtFile } from './build-contracts.ts';

test('contracts/built.json is what the sources beside it compile to', () => {
  const committed: unknown = JSON.parse(readFileSync(builtFile, 'utf8'));
  expect(committed, 'run node server/test/custody/evm/build-contracts.ts').toEqual(
    JSON.parse(JSON.stringify(buildContracts())),
  );
});
