// Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own making, not the one people have.

import { existsSync } from 'node:fs';
import { type Browser, launch } from 'puppeteer-core';

const FIREFOX = '/usr/bin/firefox-esr';

/** The path of a Firefox: the one named by FIREFOX_PATH, as `npm test` found it, else Debian's; undefined where there is none. */
export function firefoxPath(): string | undefined {
  const named = process.env['FIREFOX_PATH'] ?? FIREFOX;
  return existsSync(named) ? named : undefined;
}

/** Starts it without windows, in a profile of its own that goes with it. */
export const startFirefox = (executablePath: string): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 860 } });
