// Margin on the page: money in, borrowed with its effect told before, an order from the cross wallet, all repaid, records.

import type { Page } from '@playwright/test';
import { seen } from '../support/axe.ts';
import { signedIn } from '../support/signed-in.ts';
import { openDialog } from '../support/parts.ts';
import { expect, test } from '../support/test.ts';

const phone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 760;

interface Property {
  readonly level: string | null;
  readonly leverageRadio?: number;
  readonly list: readonly { readonly coin: string; readonly total: string; readonly borrowed: string }[];
}

test(
  '§3 cross margin: transfer in, borrow, an order, repay all, records and their file',
  { tag: '@both' },
  async ({ page, exchange }) => {
    const own = await signedIn(page, exchange.url);
    const account = async (): Promise<Property> =>
      (await (await page.request.get(`${exchange.url}/api/v1/coin/wallet/all/marginProperty`)).json()).data as Property;
    const owed = async (): Promise<number> =>
      Number((await account()).list.find(({ coin }) => coin === 'USDT')?.borrowed ?? 'NaN');
    await page.goto(`${exchange.url}/account/entrust/margin-all`);
    const dialog = page.getByRole('dialog');

    await openDialog(page, page.getByRole('button', { name: 'Transfer', exact: true }).first());
    await dialog.getByLabel('Amount').fill('3000');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('nothing owed')).toBeVisible();

    // What the loan does is told before it is taken.
    await openDialog(page, page.getByRole('button', { name: 'Borrow', exact: true }).first());
    await dialog.getByLabel('Amount').fill('1000');
    await expect(dialog.getByText(/Interest of the first hour/)).toBeVisible();
    const take = dialog.getByRole('button', { name: 'Borrow', exact: true });
    await expect(take).toBeEnabled();
    await seen(page, 'the dialog of borrowing');
    await take.click();
    await expect(dialog).toBeHidden();
    expect(await owed()).toBe(1_000);
    await expect(page.getByText('nothing owed')).toHaveCount(0);
    await seen(page, 'cross margin with a loan');

    // An order from the cross wallet, by the spot ticket.
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await page.getByRole('listbox', { name: /^Asks/ }).getByRole('option').last().waitFor();
    if (phone(page)) await page.getByRole('button', { name: 'Buy', exact: true }).last().click();
    const ticket = page.getByRole('form', { name: 'Order ticket' }).last();
    await ticket.getByText('Cross', { exact: true }).click();
    await expect(ticket.getByRole('checkbox', { name: 'Borrow what is missing' })).toBeVisible();
    await ticket.getByRole('tab', { name: 'Market' }).click();
    await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
    const main = ticket.getByRole('button', { name: /^Buy / });
    await expect(main).toBeEnabled();
    await main.click();
    await expect
      .poll(async () => Number((await account()).list.find(({ coin }) => coin === 'BTC')?.total ?? '0'))
      .toBeGreaterThan(0.009);

    // All of it repaid; the records tell of both.
    await page.goto(`${exchange.url}/account/entrust/margin-all`);
    await openDialog(page, page.getByRole('button', { name: 'Repay', exact: true }).first());
    await dialog.getByRole('button', { name: 'All', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Repay', exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Repay', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('nothing owed')).toBeVisible();
    expect(await owed()).toBe(0);
    const records = page.getByRole('tablist', { name: 'Records of borrowing' });
    await records.getByRole('tab', { name: 'Repayments' }).click();
    await expect(page.getByText('1,000.', { exact: false }).last()).toBeVisible();
    const link = page.getByRole('link', { name: 'CSV' }).last();
    const href = await link.getAttribute('href');
    const file = await page.request.get(`${exchange.url}${href ?? ''}`);
    expect(file.headers()['content-type']).toContain('text/csv');
    expect((await file.text()).trim().split('\n').length).toBe(2);
    void own;
  },
);

test('§3 isolated margin: another account, its leverage set, what it lends follows', async ({ page, exchange }) => {
  await signedIn(page, exchange.url, [{ to: '5', coin: 'USDT', amount: '1000', symbol: 'BTC_USDT' }]);
  await page.goto(`${exchange.url}/account/entrust/margin-all`);
  await page.getByRole('link', { name: 'Isolated margin' }).first().click();
  await expect(page.getByRole('heading', { name: 'Isolated margin' })).toBeVisible();
  await page.getByLabel('Market', { exact: true }).first().selectOption('BTC_USDT');
  const leverage = page.getByRole('button', { name: /^Leverage \d+×$/ });
  const before = await leverage.textContent();
  await leverage.click();
  const dialog = page.getByRole('dialog');
  const other = dialog.getByRole('radio', { checked: false }).first();
  await other.focus();
  await other.press('Space');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(leverage).not.toHaveText(before ?? '');
  await seen(page, 'isolated margin');
  await page.reload();
  await expect(leverage).not.toHaveText(before ?? '');
});
