// What a visitor downloads: JavaScript as it travels (brotli), by route. Figures of bytes, never of time.

import type { Page, Request } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

const KB = 1_000;
const budgets = { first: 170 * KB, trade: 330 * KB, locale: 45 * KB } as const;

interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** What a page fetches seconds after its first paint: hosts of what no visitor needs at once. */
const LATE = /\/static\/late-/;

/** The scripts a page asks for before the late ones, once it is `ready`, with their sizes on the wire. */
async function scriptsOf(page: Page, url: string, ready: () => Promise<unknown>): Promise<Script[]> {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/static/')) asked.push(request);
  });
  const late = page.waitForRequest(LATE);
  await page.goto(url);
  await ready();
  const scripts: Script[] = [];
  for (const request of asked.slice(0, asked.indexOf(await late))) {
    const response = await request.response();
    expect(response?.headers()['content-encoding'], request.url()).toBe('br');
    const { responseBodySize } = await request.sizes();
    scripts.push({ name: new URL(request.url()).pathname, bytes: responseBodySize });
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
    const first = await scriptsOf(home, `${exchange.url}/home/index`, () =>
      home.getByRole('heading', { level: 1 }).waitFor(),
    );
    const locales = first.filter(isLocale);
    expect(locales.length).toBeGreaterThan(0);
    for (const locale of locales) expect(locale.bytes, locale.name).toBeLessThanOrEqual(budgets.locale);
    const code = first.filter((script) => !isLocale(script));
    expect(sum(code), JSON.stringify(code)).toBeLessThanOrEqual(budgets.first);
    await context.close();

    const sizes = [`first route ${sum(code)}`, `locale ${sum(locales)}`];
    for (const route of ['/exchange/index', '/exchange/full-contract/BTC_USDT']) {
      const fresh = await browser.newContext();
      const terminal = await fresh.newPage();
      // With its chart drawn the terminal is whole; seconds later it fetches dialogs ahead, for when the line is cut.
      const trade = await scriptsOf(terminal, `${exchange.url}${route}`, () =>
        terminal.locator('canvas').first().waitFor(),
      );
      const all = trade.filter((script) => !isLocale(script));
      expect(sum(all), `${route} ${JSON.stringify(all)}`).toBeLessThanOrEqual(budgets.trade);
      sizes.push(`${route} ${sum(all)}`);
      await fresh.close();
    }
    console.log(`brotli bytes: ${sizes.join(', ')}`);
  },
);
