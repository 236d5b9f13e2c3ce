// The seed of a test that draws its own world: another one each run, the same again with VITRINE_SEED.

/** Below a billion. */
export function testSeed(): number {
  return Number.parseInt(process.env['VITRINE_SEED'] ?? String(Date.now() % 1_000_000_000), 10);
}
