// Waiting for what comes by itself: as long as a loaded machine needs, where vitest's own second is too short.

import { vi } from 'vitest';

/** How long it may take, ms; only a test that fails waits so long. */
const PATIENCE = 600_000;
const LOOK_EVERY = 10;

/** Resolves as soon as the check no longer throws; throws what it threw last. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: PATIENCE, interval: LOOK_EVERY });
}
