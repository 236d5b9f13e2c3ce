// What reaches beyond one page: the palette and its keys, alerts, orders cancelled when one is gone, the terminal as text,
// and the pages that tell rules and rates.

import type { Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { field, menuItem, submit } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { bookRows, meant, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

const market = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
};

test('the palette fills a ticket and sends nothing; ? shows the keys', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url, [{ to: '2', coin: 'USDT', amount: '2000' }]);
  await page.goto(`${exchange.url}/quotes/index`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await meant(page, 'btc 0.1 110000');
  await seen(page, 'the palette');
  await page.keyboard.press('Enter');
  const ticket = ticketIn(page);
  await expect(field(ticket, 'price')).toHaveValue(/^110,?000/);
  await expect(field(ticket, 'amount')).toHaveValue('0.1');
  const { records } = (await (
    await page.request.get(`${exchange.url}/api/v1/coin/entrust/entrustlog/spot/open/all?size=100`)
  )
    .json()
    .then((body: { data: { records: readonly object[] } }) => body.data)) as { records: readonly object[] };
  expect(records).toEqual([]);
  await page.keyboard.press('Escape');

  // A contract's ticket takes it as well.
  await page.goto(`${exchange.url}/quotes/index`);
  await meant(page, 'btc 0.02 long');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=u/);
  await expect(field(ticket, 'amount')).toHaveValue('0.02');
  expect(
    ((await own.ask('/api/contract/position/list', { contractType: 'u' })) as { records: object[] }).records,
  ).toEqual([]);

  await page.goto(`${exchange.url}/home/index`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const dialog = page.getByTestId('keys');
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(dialog.getByText('Ctrl K')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await seen(page, 'the keys');
});

test('an alert is set and shown when the price passes; orders are cancelled after a disconnect', async ({
  page,
  exchange,
}) => {
  await signedIn(page, exchange.url);
  await market(page, exchange.url);
  await exchange.planted?.calm();
  await meant(page, 'btc 90000 alert');
  await page.keyboard.press('Enter');
  const drawer = page.getByTestId('alerts');
  // Below the index: it waits for the price to fall.
  await expect(field(drawer, 'kind')).toHaveValue('below');
  await expect(field(drawer, 'value')).toHaveValue(/^90,?000$/);
  await seen(page, 'the form of an alert');
  // The looks took their time.
  await exchange.planted?.calm();
  await submit(drawer).click();
  await expect(drawer.locator('[data-tone][data-state="on"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await exchange.planted?.far();
  const fallen = page.getByTestId('notices').locator('[data-state="below"]');
  await expect(fallen).toContainText('BTC/USDT');
  await expect(fallen).toContainText(/90,?000/);

  const gone = page.getByTestId('gone');
  await gone.click();
  await menuItem(page, '60000').click();
  await expect(gone).toHaveAttribute('data-state', 'on');
  await expect(gone).toHaveText(/\d/);

  // Whoever loads the page anew is not gone: it goes on, and counts.
  await page.reload();
  await expect(gone).toHaveAttribute('data-state', 'on');
  await expect(gone).toHaveText(/\d/);
  await gone.click();
  await menuItem(page, 'off').click();
  await expect(gone).toHaveAttribute('data-state', 'off');
});

test('§4 a fill, of a contract too, is shown on any page; a click anywhere on the notice closes it @both', async ({
  page,
  exchange,
}) => {
  const own = await signedIn(page, exchange.url, [{ to: '2', coin: 'USDT', amount: '2000' }]);
  await exchange.planted?.calm();
  await page.goto(`${exchange.url}/home/index`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const buy = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' };
  const filled = page.getByTestId('notices').locator('[data-state="filled"]');
  // The page hears of it once its line is open: an order before that is shown nowhere.
  const filledBy = (path: string, order: object): Promise<void> =>
    expect(async () => {
      await own.ask(path, order);
      await expect(filled.first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  await filledBy('/api/currency/order/submit', buy);
  await expect(filled.first()).toContainText('BTC');
  await seen(page, 'an order notice');
  for (let left = await filled.count(); left > 0; left -= 1) {
    await filled.first().click({ position: { x: 60, y: 20 } });
    await expect(filled).toHaveCount(left - 1);
  }
  await page.goto(`${exchange.url}/account/center/info`);
  await filledBy('/api/contract/order/submit', { ...buy, marginMode: 'fixed', leverageRadio: 10 });
});

test('the terminal as text: the same market in sentences', async ({ page, exchange }) => {
  await signedIn(page, exchange.url);
  await market(page, exchange.url);
  await meant(page, 'settings');
  await page.keyboard.press('Enter');
  await field(page, 'spoken').check();
  await page.keyboard.press('Escape');
  const spoken = page.getByTestId('spoken');
  await expect(spoken.getByRole('heading', { level: 1 })).toContainText('BTC/USDT');
  await expect(spoken.getByTestId('index')).toHaveText(/\d.*USDT/);
  await spoken.getByTestId('say-now').click();
  await expect(spoken.getByTestId('said')).toContainText('BTC/USDT');
  await expect(spoken.getByTestId('said')).toHaveText(/\d[\d,.]+/);
  await seen(page, 'the terminal as text');
  await spoken.getByTestId('terminal').click();
  await expect(bookRows(page, 'asks').last()).toBeVisible();
});

test('§2 rules and rates show the figures in force', async ({ page, exchange }) => {
  const { data: rules } = (await (await page.request.get(`${exchange.url}/api/common/getRules`)).json()) as {
    data: { fees: { tiers: readonly { spotTaker: string }[] } };
  };
  const periods = (await (
    await page.request.post(`${exchange.url}/api/period/list`, {
      data: { symbol: 'BTC_USDT' },
      headers: { origin: exchange.url },
    })
  ).json()) as { data: readonly { odds: string }[] };
  await page.goto(`${exchange.url}/rule/index`);
  const odds = periods.data[0]?.odds.replace(/0+$/, '') ?? 'none';
  await expect(page.getByRole('table').first()).toContainText(odds);
  await seen(page, 'rules');
  await page.goto(`${exchange.url}/rate/index`);
  const fee = Number(rules.fees.tiers[0]?.spotTaker) * 100;
  await expect(page.locator('section[aria-labelledby="rule-fees"]')).toContainText(fee.toFixed(3));
  await seen(page, 'rates');
});
