// The pictures of the README: `npm run tour -- --readme`. An exchange of its own runs for some hours on its test clock, so that its
// charts and lists have something to show.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import sharp from 'sharp';
import { showTheme } from '../support/axe.ts';
import { startExchange } from '../support/exchange.ts';
import { scratchFolder } from '../support/scratch.ts';
import { root } from '../support/server.ts';
import { type Own, signedIn } from '../support/signed-in.ts';

const target = join(root, 'docs/pictures');
/** So few colours that a picture stays below 150 kB. */
const COLOURS = 96;
/** The clock moves on in parts this long, which it walks second by second, ms (`server/src/shared/clock`). */
const PART = 295_000;
const PARTS = 66;
/** The customer trades after so many of them. */
const TRADES_EVERY = 8;
/** Figures, candles and the other theme's colours have come within this time, ms. */
const SETTLED_WITHIN = 4_000;

const pictures = [
  { name: 'spot-light', scheme: 'light', path: '/exchange/index?symbol=BTC_USDT', width: 1_440, height: 900 },
  { name: 'perpetual-dark', scheme: 'dark', path: '/exchange/index?symbol=BTC_USDT&type=u', width: 1_440, height: 900 },
  { name: 'phone', scheme: 'light', path: '/exchange/index?symbol=BTC_USDT&type=u', width: 390, height: 844 },
] as const;

/** Some trades and orders of a customer; the first time a position and waiting orders too. */
async function trade(own: Own, time: number): Promise<void> {
  const side = time % 2 === 0 ? 1 : 2;
  const order = { symbol: 'BTC_USDT', type: 2, direction: side, quantity: '0.01' };
  // A busy machine's prices may be too old to order at: wait for fresh ones.
  await expect(() => own.ask('/api/currency/order/submit', order)).toPass({ timeout: 60_000 });
  if (time !== 0) return;
  const contract = { contractType: 'u', type: 2, marginMode: 'fixed', leverageRadio: 10 };
  await own.ask('/api/contract/order/submit', { ...contract, symbol: 'BTC_USDT', direction: 1, quantity: '0.05' });
  await own.ask('/api/contract/order/submit', { ...contract, symbol: 'ETH_USDT', direction: 2, quantity: '0.5' });
  const limit = { symbol: 'BTC_USDT', type: 1, quantity: '0.02' };
  await own.ask('/api/currency/order/submit', { ...limit, direction: 1, price: '100000' });
  await own.ask('/api/currency/order/submit', { ...limit, direction: 2, price: '150000' });
}

mkdirSync(target, { recursive: true });
const data = scratchFolder();
const exchange = await startExchange({
  // The customer stays signed in over all parts.
  settings: { VITRINE_DATA: join(data, 'data'), VITRINE_PRICES: 'simulated', VITRINE_ACCESS_LIFE: '86400' },
});
let browser: Browser | undefined;
try {
  browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Lisbon' });
  const own = await signedIn(page, exchange.url, [{ to: '2', coin: 'USDT', amount: '3000' }]);
  for (let part = 0; part < PARTS; part += 1) {
    if (part % TRADES_EVERY === 0) await trade(own, part / TRADES_EVERY);
    await exchange.clock.advance(PART);
  }
  for (const { name, scheme, path, width, height } of pictures) {
    await page.setViewportSize({ width, height });
    await page.goto(`${exchange.url}${path}`);
    await page.getByRole('heading').first().waitFor();
    await showTheme(page, scheme);
    await page.waitForTimeout(SETTLED_WITHIN);
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, colours: COLOURS, effort: 10, compressionLevel: 9 })
      .toFile(join(target, `${name}.png`));
    console.log(`${name}: ${picture.size} bytes`);
  }
} finally {
  await browser?.close();
  await exchange.dispose();
  rmSync(data, { recursive: true, force: true });
}
