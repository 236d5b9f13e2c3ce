// Saves the whole state as a snapshot and loads it.

import type { Parts } from './parts.ts';
import { checkParts, digestOf, SNAPSHOT_FORMAT, type SnapshotParts } from './state/index.ts';

/** Returns the whole state of an exchange, raw, with checksums. `hash`: of its last batch's events. */
export function saveState(parts: Parts, hash: string): SnapshotParts {
  const { clock, registry } = parts;
  return {
    header: {
      format: SNAPSHOT_FORMAT,
      rules: clock.rules,
      time: clock.time,
      seq: clock.seq,
      digest: registry.digest(),
      hash,
    },
    tables: registry.save(),
  };
}

/**
 * Loads a snapshot into an empty exchange. Throws with the table's name when the snapshot is damaged, or older or newer
 * than this release reads.
 * @param newestRules the highest version that the snapshot may have
 */
export function loadState(parts: Parts, given: SnapshotParts, newestRules: number): void {
  checkParts(given);
  if (given.header.rules > newestRules)
    throw new Error(
      `Expected rules up to version ${newestRules}, the snapshot was made under ${given.header.rules}: run a newer release.`,
    );
  const { registry, keys, users, ledger, timers, orderBooks, domains, clock } = parts;
  for (const part of given.tables)
    if (!registry.tables.some((table) => table.name === part.name) && !keys.declare(part.name))
      throw new Error(`Expected tables of this release, got ${part.name}: replay the journal instead.`);
  // The snapshot's digest covers columns that this release has dropped; the release's own digest does not.
  let dropped = false;
  for (const table of registry.tables) {
    const part = given.tables.find((one) => one.name === table.name);
    // A digested table may be absent because it was empty or is new. The digest below verifies that.
    if (part !== undefined) dropped = table.load(part) || dropped;
    else if (!table.digested) throw new Error(`Expected a table ${table.name} in the snapshot; it is missing.`);
  }
  ledger.rebuild();
  timers.rebuild();
  keys.rebuild();
  users.rebuild();
  orderBooks.rebuild();
  for (const domain of domains) domain.rebuild();
  clock.now = clock.time;
  const { digest } = given.header;
  for (const got of dropped ? [digestOf(given)] : [digestOf(given), registry.digest()])
    if (got !== digest)
      throw new Error(`Expected digest ${digest} after loading, got ${got}: the snapshot is damaged.`);
}
