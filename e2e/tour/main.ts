// Pictures of every page: `npm run tour -- FOLDER [--only TEXT,TEXT]`. Starts an exchange of its own, makes a customer with
// positions, orders, a loan and second contracts, then a desk with its queues, and saves each page in both themes at three widths.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { startExchange } from '../support/exchange.ts';
import { showTheme } from '../support/axe.ts';
import { type Own, signedIn } from '../support/signed-in.ts';
import { accountPages, accountTour, freshPages, guestPages } from './account-pages.ts';
import { deskTour } from './desk.ts';
import { pages, type TourPage } from './pages.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1_280, height: 860 },
  { width: 1_920, height: 1_080 },
] as const;
/** Figures and candles have come within this time, ms; pictures of a page that still loads say so by themselves. */
const SETTLED_WITHIN = 4_000;
/** The desk has no candles. */
const DESK_SETTLED_WITHIN = 1_500;
const REDRAWN_WITHIN = 500;
/** The first order is taken within this time, ms. */
const FURNISHED_WITHIN = 60_000;
/** Windows up to this wide are a phone's. */
const PHONE = 760;

/** Blocks of the practice chain come by themselves here. */
const BLOCKS = { VITRINE_PRACTICE_BLOCK: '500' };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const folder = positionals[0];
if (folder === undefined) {
  console.error('usage: npm run tour -- FOLDER [--only TEXT,TEXT]');
  process.exit(1);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });

/** One of everything a customer can have. */
async function furnish(own: Own): Promise<void> {
  // A busy machine's first prices may be too old to order at: wait for fresh ones.
  const first = { symbol: 'ETH_USDT', type: 2, direction: 1, quantity: '0.1' };
  await expect(() => own.ask('/api/currency/order/submit', first)).toPass({ timeout: FURNISHED_WITHIN });
  const contract = { type: 2, marginMode: 'fixed', leverageRadio: 20 };
  const u = { ...contract, contractType: 'u' };
  await own.ask('/api/contract/order/submit', {
    ...u,
    leverageRadio: 5,
    symbol: 'BTC_USDT',
    direction: 1,
    quantity: '0.05',
    stopProfitPrice: '150000',
    stopLossPrice: '105000',
  });
  await own.ask('/api/contract/order/submit', { ...u, symbol: 'ETH_USDT', direction: 2, quantity: '0.5' });
  await own.ask('/api/contract/order/submit', {
    ...contract,
    contractType: 'coin',
    symbol: 'BTC_USDT',
    direction: 1,
    quantity: '5',
  });
  await own.ask('/api/contract/order/submit', { ...u, type: 2, symbol: 'ETH_USDT', direction: 4, quantity: '0.2' });
  await own.ask('/api/v1/coin/wallet/all/borrow', { coin: 'USDT', amount: '500' });
  await wait(own);
  await run(own);
}

/** Orders that wait, far from the price. */
async function wait(own: Own): Promise<void> {
  const limit = { symbol: 'BTC_USDT', type: 1, quantity: '0.01' };
  await own.ask('/api/currency/order/submit', { ...limit, direction: 1, price: '100000' });
  await own.ask('/api/currency/order/submit', { ...limit, direction: 2, price: '150000' });
  await own.ask('/api/currency/order/submit', {
    ...limit,
    direction: 2,
    type: 3,
    price: '99000',
    triggerPrice: '99500',
  });
  await own.ask('/api/contract/order/submit', {
    ...limit,
    contractType: 'u',
    marginMode: 'fixed',
    leverageRadio: 5,
    direction: 1,
    price: '110000',
  });
  await own.ask('/api/contract/order/submit', {
    ...limit,
    contractType: 'coin',
    quantity: '2',
    marginMode: 'fixed',
    leverageRadio: 20,
    direction: 2,
    price: '140000',
  });
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

const only = values.only?.split(',');
const wanted = ({ name }: Pick<TourPage, 'name'>): boolean => !only || only.some((text) => name.includes(text));

async function pictures(page: Page, url: string, list: readonly TourPage[], own?: Own): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const { name, path, before, running } of list.filter(wanted)) {
      if (running === true && own) await run(own);
      await page.goto(`${url}${path}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(own ? SETTLED_WITHIN : DESK_SETTLED_WITHIN);
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

const exchange = await startExchange({ settings: BLOCKS });
let browser: Browser | undefined;
try {
  browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  if (pages.some(wanted)) {
    const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' });
    const own = await signedIn(page, exchange.url, [
      { to: '2', coin: 'USDT', amount: '2000' },
      { to: '3', coin: 'BTC', amount: '0.02' },
      { to: '4', coin: 'USDT', amount: '1000' },
      { to: '5', coin: 'USDT', amount: '500', symbol: 'BTC_USDT' },
      { to: '6', coin: 'USDT', amount: '500' },
    ]);
    await furnish(own);
    await pictures(page, exchange.url, pages, own);
  }
  if ([guestPages, freshPages, accountPages].flat().some(wanted)) await accountTour(browser, pictures);
  if (!only || only.some((text) => text.startsWith('desk'))) await deskTour(browser, exchange, pictures);
} finally {
  await browser?.close();
  await exchange.dispose();
}
