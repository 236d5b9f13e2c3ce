// Issue 18, done when 2: axe on every route of the pages, in both themes and both sizes. The routes are read from the
// router's own table, so that a new one cannot be forgotten.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeInBothThemes } from '../../support/axe.ts';
import { root } from '../../support/server.ts';
import { signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

/** Every address that the router knows, by its generated table. */
function routes(): readonly string[] {
  const table = readFileSync(join(root, 'web/src/routeTree.gen.ts'), 'utf8');
  const union = /fullPaths:\n((?: +\| '[^']+'\n?)+)/.exec(table)?.[1] ?? '';
  return [...union.matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '');
}

/** Values of the parameters in addresses. */
const VALUES: Readonly<Record<string, string>> = { $type: 'BTC_USDT' };
/** Pages that a query chooses: each is a page of its own. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/assets/index': [
    ...['overview', 'finance', 'agreement', 'recharge', 'withdraw', 'swap', 'transfer', 'tradeOrder', 'records'].map(
      (key) => `?key=${key}`,
    ),
    '?key=withdraw&part=book',
  ],
  '/trade/index': ['?type=sec', '?type=usta', '?type=spot'],
  '/exchange/index': ['?symbol=BTC_USDT', '?symbol=BTC_USDT&type=u', '?symbol=BTC_USDT&type=coin'],
  '/rule/index': ['?key=spot', '?key=contracts', '?key=options'],
};
/** Their pages are those they lead to: groups, the start, and whatever does not exist. */
const isGroup = (path: string): boolean => path === '/$' || path.endsWith('/');

/** An address of a route, with values for its parameters. @throws for a parameter without a value. */
function addressOf(path: string): string {
  return path.replaceAll(/\$\w+/g, (name) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`${path}: a value for ${name} belongs into this test`);
    return value;
  });
}

const all = routes()
  .filter((path) => !isGroup(path))
  .flatMap((path) => (QUERIES[path] ?? ['']).map((query) => `${addressOf(path)}${query}`));
const FOR_GUESTS = /^\/user\/(login|register|reset)$/;

async function check(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.getByRole('heading').first().waitFor();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await axeInBothThemes(page, path);
  const { wide, shown } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect.soft(wide, `${path} is wider than the page`).toBeLessThanOrEqual(shown);
}

test('issue 18: the table of routes is read', { tag: '@desktop' }, () => {
  expect(all.length).toBeGreaterThan(50);
  expect(all).toEqual(expect.arrayContaining(['/rate/index', '/rule/index?key=contracts', '/trade/index?type=sec']));
});

/** Journeys of a few pages each, which both workers share. */
const PARTS = 4;
for (let part = 0; part < PARTS; part += 1) {
  test(
    `issue 18: every route passes axe in both themes, ${part + 1} of ${PARTS}`,
    { tag: '@both' },
    async ({ page, exchange: { url } }) => {
      test.setTimeout(600_000);
      const mine = all.filter((_, at) => at % PARTS === part);
      for (const path of mine.filter((one) => FOR_GUESTS.test(one))) await check(page, url, path);
      await signedIn(page, url, [{ to: '2', coin: 'USDT', amount: '1000' }]);
      for (const path of mine.filter((one) => !FOR_GUESTS.test(one))) await check(page, url, path);
    },
  );
}
