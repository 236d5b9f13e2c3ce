// Which Chromium the journeys run in.

import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';
/** The same engine without windows of its own: a page costs a third less of the machine. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** Tells the workers, whose arguments are others, that somebody watches. */
const WATCHED = 'VITRINE_TEST_WATCHED';

/** The path of the browser: the one named by CHROME_PATH, and in place of the system's Chromium its shell where nobody watches. */
export function browserPath(): string {
  if (process.argv.some((word) => ['--headed', '--debug', '--ui'].includes(word))) process.env[WATCHED] = '1';
  const named = process.env['CHROME_PATH'] ?? CHROMIUM;
  return named === CHROMIUM && process.env[WATCHED] === undefined && existsSync(SHELL) ? SHELL : named;
}
