// Browser journeys against the real server, in the phone's and the desktop's size.

import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../node_modules/.cache/journeys',
  // Journeys wait more than they work: for planted prices, blocks, time-outs. Two at a time keep two cores busy.
  workers: 2,
  fullyParallel: false,
  // What only passes when tried again is named as flaky at the end of `npm test`: two cores have bad minutes.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
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
    { name: 'desktop', use: { viewport: { width: 1280, height: 860 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
