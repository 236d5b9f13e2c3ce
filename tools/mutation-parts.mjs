// What `npm run mutate` knows: the code of each part, and the tests that must notice a change of it.
export const parts = {
  number: { code: ['core/src/number/*.ts'], tests: ['core/test/number/**/*.test.ts'] },
  ledger: { code: ['core/src/ledger/*.ts'], tests: ['core/test/ledger/**/*.test.ts'] },
};
