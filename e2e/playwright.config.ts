// Browser journeys against the real server, in the desktop's and the phone's size.
//
// VITRINE_JOURNEYS=gate, which `npm test` sets, runs each journey once: on the desktop, and those tagged @both, whose layout
// differs there, on the phone too. Otherwise each journey runs in both sizes, but for those of one size (@desktop, @phone);
// those tagged @deep only then.

import { defineConfig } from '@playwright/test';
import { browserPath } from './support/browser.ts';
import { runFolder } from './support/runs.ts';

const gate = process.env['VITRINE_JOURNEYS'] === 'gate';

export default defineConfig({
  testDir: 'journeys',
  outputDir: runFolder(),
  globalSetup: './support/prepare.ts',
  workers: 2,
  // Each journey makes its own customers: those of a file may be shared out too.
  fullyParallel: true,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  use: {
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    // Steps cost nothing. Pictures, copies of each page and its requests cost two thirds of what the journeys do:
    // `--trace on` keeps those too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: gate ? /@phone|@deep/ : /@phone/,
      use: { viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'phone',
      ...(gate ? { grep: /@both|@phone/ } : {}),
      grepInvert: gate ? /@deep/ : /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
