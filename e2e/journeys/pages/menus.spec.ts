// Menus and footer (§2 L46–L48): what each leads to, on the phone too, for guests and customers; the standard avatar (§3).

import { seen } from '../../support/axe.ts';
import { menuItem } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

const pages = [
  ['quotes', '/quotes/index'],
  ['spot', '/exchange/index'],
  ['contracts', '/trade/index?type=usta'],
  ['seconds', '/trade/index?type=sec'],
  ['pledge', '/pledge/index'],
  ['finance', '/finance/investment'],
  ['rules', '/rule/index'],
  ['rates', '/rate/index'],
] as const;

/** Whether the browser stands at a path, with that beginning of its query. */
const isAt = (to: string) => (address: URL) => `${address.pathname}${address.search}`.startsWith(to);

test(
  '§2 the phone’s menu leads a guest to every page, rules and trade types too',
  { tag: '@phone' },
  async ({ page, exchange: { url } }) => {
    for (const [key, to] of [...pages, ['coin-contracts', '/exchange/index?symbol=BTC_USDT&type=coin'] as const]) {
      await page.goto(`${url}/home/index`);
      await page.getByTestId('phone-menu').click();
      await menuItem(page, key).click();
      await page.waitForURL(isAt(to));
    }
    await page.goto(`${url}/home/index`);
    await page.getByTestId('phone-menu').click();
    await menuItem(page, 'rules').waitFor();
    await seen(page, 'the open menu of the phone');
  },
);

test('§2 deposit and assets are in a customer’s menu on the phone', { tag: '@phone' }, async ({ page, exchange }) => {
  await signedIn(page, exchange.url);
  for (const [key, to] of [
    ['assets', '/assets/index'],
    ['recharge', '/assets/index?key=recharge'],
    ['withdraw', '/assets/index?key=withdraw'],
    ['orders', '/account/entrust/spot'],
    ['margin', '/account/entrust/margin-all'],
  ] as const) {
    await page.goto(`${exchange.url}/quotes/index`);
    await page.getByTestId('phone-menu').click();
    await menuItem(page, key).click();
    await page.waitForURL(isAt(to));
  }
});

test('§2 the assets menu leads to every part of the wallet', { tag: '@desktop' }, async ({ page, exchange }) => {
  await signedIn(page, exchange.url);
  await page.goto(`${exchange.url}/quotes/index`);
  const keys = [
    ...['overview', 'recharge', 'withdraw', 'swap', 'transfer', 'agreement', 'finance', 'tradeOrder', 'records'],
  ];
  for (const key of keys) {
    await page.getByTestId('asset-menu').click();
    await menuItem(page, key).click();
    await page.waitForURL(isAt(`/assets/index?key=${key}`));
  }
});

test(
  '§2 the footer leads to quotes, trade types, recharge, rules and terms',
  { tag: '@both' },
  async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/home/index`);
    const footer = page.getByRole('contentinfo');
    for (const [, to] of pages) await expect(footer.locator(`a[href="${to}"]`)).toBeVisible();
    for (const to of ['/assets/index?key=recharge', '/assets/index', '/user/index?key=termsService'])
      await expect(footer.locator(`a[href="${to}"]`)).toBeVisible();
    await footer.locator('a[href="/trade/index?type=sec"]').click();
    await page.waitForURL(isAt('/trade/index?type=sec'));
  },
);

test(
  '§3 whoever has no picture has the standard one, drawn without a request',
  { tag: '@both' },
  async ({ page, exchange }) => {
    await signedIn(page, exchange.url);
    await page.goto(`${exchange.url}/account/center/info`);
    const drawn = page.locator('svg[data-avatar]');
    await expect(drawn).toHaveCount(2);
    const paths = await drawn.locator('path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    expect(new Set(paths).size).toBe(1);
  },
);
