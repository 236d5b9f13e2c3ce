// The Chromium that the journeys use.

import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';
/** Chromium without windows: a page needs a third less CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** Tells the workers, whose arguments differ, that the run is headed. */
const WATCHED = 'VITRINE_TEST_WATCHED';

/** The path of the browser: CHROME_PATH, or in a headless run the headless shell instead of the system's Chromium. */
export function browserPath(): string {
  if (process.argv.some((word) => ['--headed', '--debug', '--ui'].includes(word))) process.env[WATCHED] = '1';
  const named = process.env['CHROME_PATH'] ?? CHROMIUM;
  return named === CHROMIUM && process.env[WATCHED] === undefined && existsSync(SHELL) ? SHELL : named;
}
