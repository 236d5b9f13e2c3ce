// What an address names and the exchange does not have is said; nothing else stands in for it (spec §2).

import { newTrader } from '../../support/contracts.ts';
import { expect, test } from '../../support/test.ts';

test('an address that names no market, no way to trade or no coin says so', async ({ page, exchange }) => {
  await newTrader(page, exchange.url);
  for (const address of [
    '/exchange/index?symbol=123',
    '/exchange/index?type=x&symbol=BTC_USDT',
    '/exchange/index?type=u&symbol={"a":1}',
    '/trade/index?type=sec&symbol=1',
    '/trade/index?type=banana&symbol=btc',
  ]) {
    await page.goto(`${exchange.url}${address}`);
    await expect(page.getByTestId('no-market'), address).toBeVisible();
  }
  await page.goto(`${exchange.url}/assets/index?key=recharge&coin=FOO`);
  await expect(page.getByTestId('no-coin')).toContainText('FOO');
  await page.goto(`${exchange.url}/account/entrust/margin-fixed?symbol=FOO_USDT`);
  await expect(page.getByTestId('margin-fixed')).toContainText('FOO/USDT');
  await expect(page.locator('select[name="margin-market"]')).toHaveValue('FOO_USDT');
  // Of no market there are no orders: neither another's nor all.
  for (const list of ['spot', 'future/u', 'margin-all'])
    for (const tab of ['open', 'history', 'fills']) {
      await page.goto(`${exchange.url}/account/entrust/${list}?symbol=FOO_USDT&tab=${tab}`);
      const panel = page.getByRole('tabpanel').filter({ has: page.getByTestId('no-market') });
      await expect(panel, `${list} ${tab}`).toContainText('FOO/USDT');
      await expect(panel.getByRole('table')).toHaveCount(0);
      await expect(page.locator('select').filter({ hasText: 'FOO_USDT' })).toHaveValue('FOO_USDT');
    }
  // A key that no page has leads to the first part of it.
  await page.goto(`${exchange.url}/rule/index?key=foo`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a way back to another site is not followed', async ({ page, exchange }) => {
  for (const back of ['https://evil.example/x', 'javascript:alert(1)']) {
    await page.goto(`${exchange.url}/user/login?${new URLSearchParams({ back })}`);
    await expect(page.locator('input[type="password"]').first()).toBeVisible();
    await expect(page).not.toHaveURL(/back=/);
  }
});
