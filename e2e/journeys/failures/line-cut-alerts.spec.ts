// The line cut, and the customer elsewhere: what became of a write is said on whatever page is open by then, after a reload
// too; parts that do not come, and what a ticket says while nothing can be sent (issue 16, part A).

import type { Page } from '@playwright/test';
import { fundPin, fundsCustomer, setFundPin } from '../../support/funds.ts';
import { cutAt } from '../../support/line.ts';
import { field, submit } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { openTicket, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

const ORDER = '/api/currency/order/submit';
const ended = (page: Page, state: 'done' | 'none') =>
  page.locator(`[data-testid^="notice-write-"][data-state="${state}"]`);

/** A limit order in the ticket of a new page, far below the price. */
async function filled(page: Page, url: string) {
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  return await filledHere(page);
}

async function filledHere(page: Page) {
  const ticket = await openTicket(page, 'buy');
  await field(ticket, 'price').fill('60000');
  await field(ticket, 'amount').fill('0.001');
  await expect(submit(ticket)).toBeEnabled();
  return ticket;
}

const openOrders = async (page: Page, url: string): Promise<number> => {
  const answer = await page.request.get(`${url}/api/v1/coin/entrust/entrustlog/spot/open/all?size=100`);
  return ((await answer.json()) as { data: { records: readonly object[] } }).data.records.length;
};

test('an order that was not done is reported on another page @desktop', async ({ page, exchange: { url } }) => {
  await signedIn(page, url);
  // Its code must be there without a line: the page that is gone to was shown before.
  await page.goto(`${url}/home/index`);
  await page.locator('a[href^="/exchange"]').first().click();
  await stands(page);
  const ticket = await filledHere(page);
  const cut = await cutAt(page, ORDER, 'before');
  await sendOrder(page, submit(ticket));
  await expect(page.getByTestId('unknown')).toBeVisible();
  await page.locator('a[href="/home/index"]').first().click();
  await expect(page).toHaveURL(/home/);
  await expect(page.getByTestId('unknown')).toHaveCount(0);
  await cut.over();
  await expect(ended(page, 'none')).toBeVisible();
  expect(await openOrders(page, url)).toBe(0);
  expect(cut.sent()).toBe(1);
});

for (const { phase, state, orders } of [
  { phase: 'before', state: 'none', orders: 0 },
  { phase: 'during', state: 'done', orders: 1 },
] as const)
  test(
    `an order whose line was cut ${phase} it is reported after a reload`,
    {
      tag: phase === 'during' ? ['@desktop'] : ['@desktop', '@deep'],
    },
    async ({ page, exchange: { url } }) => {
      await signedIn(page, url);
      const ticket = await filled(page, url);
      const cut = await cutAt(page, ORDER, phase);
      // The page cannot learn it before it is left: it asks as soon as the answer is missing.
      await page.route(/\/api\/common\/outcome\//, (route) => route.abort('internetdisconnected'));
      await sendOrder(page, submit(ticket));
      await expect(page.getByTestId('unknown')).toBeVisible();
      await cut.over();
      await page.goto(`${url}/home/index`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await expect(ended(page, state)).toBeVisible();
      expect(await openOrders(page, url)).toBe(orders);
    },
  );

test('a payment method whose answer was lost is there once, and said to be there @desktop', async ({
  page,
  exchange: { url },
}) => {
  await setFundPin(await fundsCustomer(page, url));
  await page.goto(`${url}/account/center/payment`);
  await page.getByTestId('payment-add').click();
  await field(page, 'name').fill('Ann Anderson');
  await field(page, 'account').fill('ann@example.com');
  await field(page, 'fundPassword').fill(fundPin);
  const cut = await cutAt(page, '/member/payment', 'during');
  const add = submit(page.getByRole('main'));
  await add.click();
  const notices = page.getByTestId('notices');
  await expect(notices.locator('[data-state="unknown"]')).toBeVisible();
  // A second press sends nothing.
  await add.click({ force: true });
  await cut.over();
  await expect(page.getByTestId('notice-payment')).toBeVisible();
  await expect(notices.locator('[data-state="unknown"]')).toHaveCount(0);
  await expect(page.getByTestId('payment')).toHaveCount(1);
  expect(cut.sent()).toBe(1);
});

test('a ticket says that the line is cut, not that a price is old @both', async ({ page, exchange: { url } }) => {
  await signedIn(page, url);
  const ticket = await filled(page, url);
  await page.context().setOffline(true);
  await expect(submit(ticket)).toBeDisabled();
  await expect(page.getByTestId('old-price')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(submit(ticket)).toBeEnabled();
});

test('a dialog whose code does not come takes nothing else away @both', async ({ page, exchange: { url } }) => {
  await signedIn(page, url);
  await page.route(/\/static\/dialog-[\w-]+\.js/, (route) => route.abort('internetdisconnected'));
  const ticket = await filled(page, url);
  const transfer = ticket
    .getByRole('button')
    .filter({ has: page.locator('svg.v-i-14') })
    .first();
  await transfer.click();
  await expect(page.getByTestId('notice-missing')).toBeVisible();
  await expect(page.getByTestId('pane-failed')).toHaveCount(0);
  await expect(field(ticketIn(page), 'price')).toHaveValue('60000');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await transfer.click();
  await expect(page.getByRole('dialog').filter({ has: page.getByTestId('act') })).toBeVisible();
});
