// WCAG 2.2 AA by axe, on every page, in both themes, in the phone's and the desktop's size.

import { axeInBothThemes, loaded } from '../../support/axe.ts';
import { test } from '../../support/test.ts';
import { enter, takePracticeMoney } from '../../support/visitor.ts';

const open = [
  '/home/index',
  '/quotes/index',
  '/market/main',
  '/exchange/index',
  '/exchange/full-screen/BTC_USDT',
  '/exchange/full-contract/BTC_USDT',
  '/user/login',
  '/user/register',
  '/user/reset',
];
const own = ['/account/entrust/spot', '/assets/index?key=overview', '/exchange/index'];

async function check(page: Parameters<Parameters<typeof test>[2]>[0]['page'], url: string): Promise<void> {
  await page.goto(url);
  await loaded(page);
  await axeInBothThemes(page, url);
}

test('every public page passes axe in both themes', { tag: '@both' }, async ({ page, exchange }) => {
  for (const path of open) await check(page, `${exchange.url}${path}`);
});

test("a customer's pages pass axe in both themes", { tag: '@both' }, async ({ page, exchange }) => {
  await enter(page, exchange.url);
  await page.goto(`${exchange.url}/home/index`);
  await takePracticeMoney(page);
  for (const path of own) await check(page, `${exchange.url}${path}`);
});
