// Waits for an asynchronous effect as long as a loaded machine needs; vitest's default of a second is too short.

import { vi } from 'vitest';

/** The time limit, ms; only a failing test waits this long. */
const PATIENCE = 600_000;
const LOOK_EVERY = 10;

/** Resolves as soon as the check no longer throws; otherwise throws its last error. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: PATIENCE, interval: LOOK_EVERY });
}
