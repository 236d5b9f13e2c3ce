// Staking and finance on the page (issue 19): products beside the ledger, what comes back by day, a purchase, redeeming
// at the price shown, terms that change between the page and the purchase.

import type { Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { act, field, notice, openDialog, tab } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

/** Products of the first setup: staking USDT 7 days and 30 days; finance USDT 14 days and flexible. */
const [WEEK, MONTH, FORTNIGHT, FLEXIBLE] = [1, 2, 6, 9];

interface Order {
  readonly id: string;
  readonly status: number;
  readonly ended: { readonly received: string } | null;
}

const ticket = (page: Page) => page.getByTestId('earn-ticket');

/** Buys through the page; ends on one's own list. */
async function buy(page: Page, address: string, amount: string): Promise<void> {
  await page.goto(address);
  await field(ticket(page), 'amount').fill(amount);
  await page.getByTestId('earn-buy').click();
  await notice(page, 'earn').waitFor();
}

test(
  '§2 a guest sees every product with its reserve, and the sums of the ledger',
  { tag: '@both' },
  async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/pledge`);
    await page.waitForURL(/\/pledge\/index$/);
    await expect(page.getByTestId('product')).toHaveCount(5);
    await seen(page, 'staking, guest');
    await page.goto(`${url}/finance`);
    await page.waitForURL(/\/finance\/investment$/);
    for (const [key, count] of [
      ['value', 2],
      ['member', 1],
      ['ordinary', 2],
    ] as const) {
      await tab(page, key).click();
      await expect(page.getByTestId('product')).toHaveCount(count);
    }
    await seen(page, 'finance, guest');
    await page.getByTestId('choose').first().click();
    await page.waitForURL(/\/finance\/detail\?id=/);
    await expect(page.getByTestId('earn-buy')).toBeDisabled();
    // A product that does not exist says so.
    await page.goto(`${url}/pledge/add?id=999`);
    await expect(page.getByTestId('empty')).toBeVisible();
  },
);

test(
  '§3 a stake: by day before buying, bought, and redeemed at the price shown',
  { tag: '@both' },
  async ({ page, exchange: { url }, isMobile: phone }) => {
    const own = await signedIn(page, url);
    await page.goto(`${url}/pledge/add?id=${MONTH}`);
    const amount = field(ticket(page), 'amount');
    await amount.fill('99');
    await expect(page.getByTestId('earn-buy')).toBeDisabled();
    await amount.fill('1000');
    // 30 days of 0.016 %: 4.80 in all; a redemption of the first day costs 1 % and what is not paid yet.
    await expect(page.getByTestId('earn-facts')).toContainText('4.80');
    await expect(page.getByTestId('plan')).toContainText('14.80');
    await page.getByTestId('all-days').click();
    await expect(page.getByTestId('plan').locator('tbody tr')).toHaveCount(31);
    await seen(page, 'the ticket of a stake');
    await page.getByTestId('earn-buy').click();
    await page.waitForURL(/\/pledge\/order$/);
    await expect(page.getByTestId('own')).toContainText('1,000');
    // On the phone the button is in the opened row.
    const redeem = page.locator('[data-testid="redeem"]:visible');
    if (phone) await page.getByRole('table').locator('[aria-expanded="false"]').first().click();
    await openDialog(page, redeem);
    await expect(page.getByTestId('redeem-price')).toContainText('990');
    await seen(page, 'redeeming a stake');
    await act(page).click();
    await expect(page.locator('[data-state="redeemed"]:visible')).toHaveCount(1);
    const [redeemed] = ((await own.ask('/api/pledge/orderList')) as { records: readonly Order[] }).records;
    expect(redeemed).toMatchObject({ status: 2, ended: { received: '990.000000' } });
    await seen(page, 'one’s own stakes');
  },
);

test(
  '§3 finance: locked until its end; flexible is redeemed at any time',
  { tag: '@desktop' },
  async ({ page, exchange: { url } }) => {
    const own = await signedIn(page, url);
    await buy(page, `${url}/finance/detail?id=${FORTNIGHT}`, '3650');
    await page.waitForURL(/tab=mine/);
    await expect(page.getByTestId('redeem')).toHaveCount(0);
    await buy(page, `${url}/finance/detail?id=${FLEXIBLE}`, '730');
    await page.waitForURL(/tab=mine/);
    await expect(page.getByTestId('redeem')).toHaveCount(1);
    const { records } = (await own.ask('/api/finance/orderList')) as { records: readonly Order[] };
    expect(records.map(({ status }) => status)).toEqual([0, 0]);
    await openDialog(page, page.getByTestId('redeem'));
    // The running day is given up; the principal comes back whole.
    await expect(page.getByTestId('redeem-price')).toContainText('730');
    await act(page).click();
    await expect(page.locator('[data-state="redeemed"]:visible')).toHaveCount(1);
  },
);

test(
  'calls §9 4008: terms that changed under the page are shown, old and new, before anything is sent',
  { tag: '@desktop' },
  async ({ page, exchange: { url } }) => {
    await signedIn(page, url);
    let version = 1;
    await page.route('**/api/pledge/list', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { records: { id: string; version: number; dailyRate: string }[] } };
      for (const one of body.data.records)
        if (one.id === String(WEEK) && version > 1) Object.assign(one, { version, dailyRate: '0.000050000' });
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${url}/pledge/add?id=${WEEK}`);
    await field(ticket(page), 'amount').fill('200');
    // The exchange refuses what was shown; the page reads the product again.
    await page.route('**/api/pledge/submit', (route) =>
      route.fulfill({ status: 200, json: { code: 4008, msg: 'terms', data: { key: 'terms.changed', args: {} } } }),
    );
    version = 2;
    await page.getByTestId('earn-buy').click();
    await expect(page.getByTestId('terms-changed')).toContainText('0.005');
    await expect(page.getByTestId('earn-buy')).toHaveCount(0);
    await page.getByTestId('take-terms').click();
    await expect(page.getByTestId('earn-buy')).toBeEnabled();
  },
);
