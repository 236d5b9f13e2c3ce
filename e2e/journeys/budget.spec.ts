// What a visitor downloads: JavaScript as it travels (brotli), by route. Figures of bytes, never of time.

import type { Page, Response } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const KB = 1_000;
const budgets = { first: 170 * KB, trade: 330 * KB, locale: 45 * KB } as const;

interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** Every script a page has asked for `settle` ms after it is ready, with its size on the wire. */
async function scriptsOf(page: Page, url: string, ready: () => Promise<unknown>, settle: number): Promise<Script[]> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.url().includes('/static/')) responses.push(response);
  });
  await page.goto(url);
  await ready();
  await page.waitForTimeout(settle);
  page.removeAllListeners('response');
  const scripts: Script[] = [];
  for (const response of responses) {
    expect(response.headers()['content-encoding'], response.url()).toBe('br');
    const { responseBodySize } = await response.request().sizes();
    scripts.push({ name: new URL(response.url()).pathname, bytes: responseBodySize });
  }
  return scripts;
}

const isLocale = (script: Script) => /\/messages-/.test(script.name);
const sum = (scripts: readonly Script[]) => scripts.reduce((total, one) => total + one.bytes, 0);

// On the phone the same bundles are loaded.
test(
  '§9 the first route, a locale and the trade route stay within their budgets',
  { tag: '@desktop' },
  async ({ browser, exchange }) => {
    const context = await browser.newContext();
    const home = await context.newPage();
    const first = await scriptsOf(
      home,
      `${exchange.url}/home/index`,
      () => home.getByRole('heading', { level: 1 }).waitFor(),
      1_000,
    );
    const locales = first.filter(isLocale);
    expect(locales.length).toBeGreaterThan(0);
    for (const locale of locales) expect(locale.bytes, locale.name).toBeLessThanOrEqual(budgets.locale);
    const code = first.filter((script) => !isLocale(script));
    expect(sum(code), JSON.stringify(code)).toBeLessThanOrEqual(budgets.first);
    await context.close();

    const told = [`first route ${sum(code)}`, `locale ${sum(locales)}`];
    for (const route of ['/exchange/index', '/exchange/full-contract/BTC_USDT']) {
      const fresh = await browser.newContext();
      const terminal = await fresh.newPage();
      // With its chart drawn the terminal is whole; seconds later it fetches dialogs ahead, for when the line is cut.
      const trade = await scriptsOf(
        terminal,
        `${exchange.url}${route}`,
        () => terminal.locator('canvas').first().waitFor(),
        0,
      );
      const all = trade.filter((script) => !isLocale(script));
      expect(sum(all), `${route} ${JSON.stringify(all)}`).toBeLessThanOrEqual(budgets.trade);
      told.push(`${route} ${sum(all)}`);
      await fresh.close();
    }
    console.log(`brotli bytes: ${told.join(', ')}`);
  },
);
