// Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own making, not the one people have.

import { existsSync } from 'node:fs';
import { type Browser, launch } from 'puppeteer-core';

const PLACES = [
  process.env['FIREFOX_PATH'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of a Firefox on this machine; undefined where there is none. */
export const firefoxPath = (): string | undefined =>
  PLACES.find((place) => place !== undefined && place !== '' && existsSync(place));

/** Starts it without windows, in a profile of its own that goes with it. */
export const startFirefox = (executablePath: string): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 860 } });
