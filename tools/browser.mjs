// Finds browsers for the journeys and installs system packages if there are none: Chromium for all journeys, Firefox
// for one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Chromium without windows. The journeys prefer it (`e2e/support/browser.ts`), because it needs a third less CPU time.
 */
const shell = '/usr/bin/chromium-headless-shell';
const options = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

const find = () => places.find((place) => place && existsSync(place));
const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const install = (...names) =>
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);

/** The path of a Chromium; undefined if there is none, with the reason printed. */
export function browser() {
  const found = find();
  if (found) {
    // The headless shell is optional: without it the journeys are slower.
    if (found === '/usr/bin/chromium' && !existsSync(shell) && canInstall()) install('chromium-headless-shell');
    return found;
  }
  if (canInstall()) {
    console.log("Installing Chromium from the system's packages …");
    spawnSync('apt-get', ['update', '-qq'], options);
    install('chromium', 'fonts-noto-core');
    install('chromium-headless-shell');
  }
  const installed = find();
  if (!installed)
    console.error('No Chromium found. Install one (on Debian: apt-get install chromium) or name it in CHROME_PATH.');
  return installed;
}

const foxes = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
/** The path of an installed Firefox, or undefined. */
export const findFirefox = () => foxes.find((place) => place && existsSync(place));

/** The path of a Firefox, installed if missing and permitted; undefined if there is none, with the reason printed. */
export function firefox() {
  if (!findFirefox() && canInstall()) {
    console.log("Installing Firefox from the system's packages …");
    spawnSync('apt-get', ['update', '-qq'], options);
    install('firefox-esr');
  }
  const found = findFirefox();
  if (!found)
    console.error('No Firefox found. Install one (on Debian: apt-get install firefox-esr) or name it in FIREFOX_PATH.');
  return found;
}
