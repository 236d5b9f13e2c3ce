// Firefox over WebDriver BiDi: Playwright supports only its own patched build, not the Firefox that people use.

import { existsSync } from 'node:fs';
import { type Browser, launch } from 'puppeteer-core';

const FIREFOX = '/usr/bin/firefox-esr';

/** The path of a Firefox: FIREFOX_PATH from `npm test`, else Debian's; undefined if there is none. */
export function firefoxPath(): string | undefined {
  const named = process.env['FIREFOX_PATH'] ?? FIREFOX;
  return existsSync(named) ? named : undefined;
}

/** Starts it headless, in a temporary profile. */
export const startFirefox = (executablePath: string): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 860 } });
