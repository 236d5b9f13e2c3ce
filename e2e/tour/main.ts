// Pictures of every trading page: `npm run tour -- FOLDER [--only TEXT]`. Starts an exchange of its own, makes a customer
// with positions, orders, a loan and second contracts, and saves each page in both themes at three widths.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startExchange } from '../support/exchange.ts';
import { type Own, showTheme, signedIn } from '../support/signed-in.ts';
import { pages } from './pages.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1_280, height: 860 },
  { width: 1_920, height: 1_080 },
] as const;
/** Figures and candles have come within this time, ms; pictures of a page that still loads say so by themselves. */
const SETTLED_WITHIN = 4_000;
const REDRAWN_WITHIN = 500;
/** Windows up to this wide are a phone's. */
const PHONE = 760;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const folder = positionals[0];
if (folder === undefined) {
  console.error('usage: npm run tour -- FOLDER [--only TEXT]');
  process.exit(1);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });

/** One of everything a customer can have. */
async function furnish(own: Own): Promise<void> {
  const contract = { type: 2, marginMode: 'fixed', leverageRadio: 20 };
  const u = { ...contract, contractType: 'u' };
  await own.ask('/api/contract/order/submit', { ...u, symbol: 'BTC_USDT', direction: 1, quantity: '0.05' });
  await own.ask('/api/contract/order/submit', { ...u, symbol: 'ETH_USDT', direction: 2, quantity: '0.5' });
  await own.ask('/api/contract/order/submit', {
    ...contract,
    contractType: 'coin',
    symbol: 'BTC_USDT',
    direction: 1,
    quantity: '5',
  });
  await own.ask('/api/v1/coin/wallet/all/borrow', { coin: 'USDT', amount: '500' });
  await run(own);
}

/** A second contract that runs while its page is looked at. */
async function run(own: Own): Promise<void> {
  const periods = (await own.ask('/api/period/list', { symbol: 'BTC_USDT' })) as { id: string; odds: string }[];
  const period = periods.at(1) ?? periods[0];
  if (period === undefined) return;
  await own.ask('/api/secondContractOrder/createSecondContractOrder', {
    symbol: 'BTC_USDT',
    periodId: period.id,
    direction: 1,
    amount: '10',
    odds: period.odds,
  });
}

async function pictures(page: Page, url: string, own: Own): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const { name, path, before, running } of pages) {
      if (values.only !== undefined && !name.includes(values.only)) continue;
      if (running === true) await run(own);
      await page.goto(`${url}${path}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(SETTLED_WITHIN);
      await before?.(page, size.width <= PHONE);
      // On the phone bars stand at the window's end: a window as long as the page has them at the page's.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (size.width <= PHONE) await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
      for (const scheme of ['dark', 'light'] as const) {
        await showTheme(page, scheme);
        // The chart draws itself anew in the other colours.
        await page.waitForTimeout(REDRAWN_WITHIN);
        await page.screenshot({ path: join(target, `${name}-${size.width}-${scheme}.png`), fullPage: true });
      }
      await page.setViewportSize(size);
      console.log(`${name} ${size.width}`);
    }
  }
}

const exchange = await startExchange();
let browser: Browser | undefined;
try {
  browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' });
  const own = await signedIn(page, exchange.url, [
    { to: '2', coin: 'USDT', amount: '2000' },
    { to: '3', coin: 'BTC', amount: '0.02' },
    { to: '4', coin: 'USDT', amount: '1000' },
    { to: '5', coin: 'USDT', amount: '500', symbol: 'BTC_USDT' },
    { to: '6', coin: 'USDT', amount: '500' },
  ]);
  await furnish(own);
  await pictures(page, exchange.url, own);
} finally {
  await browser?.close();
  await exchange.dispose();
}
