// Margin on the page: money in, borrowed with its effect shown before, an order from the cross wallet, all repaid, records.

import { seen } from '../../support/axe.ts';
import { signedIn } from '../../support/signed-in.ts';
import { act, choice, field, openDialog, submit, tab } from '../../support/parts.ts';
import { phone, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

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

    await openDialog(page, page.getByTestId('transfer'));
    await field(dialog, 'amount').fill('3000');
    await act(page).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByTestId('nothing-owed')).toBeVisible();

    // What the loan does is shown before it is taken.
    await openDialog(page, page.getByTestId('borrow'));
    await field(dialog, 'amount').fill('1000');
    await expect(dialog.getByTestId('first-interest')).toHaveText(/\d.*USDT/);
    const take = act(page);
    await expect(take).toBeEnabled();
    await seen(page, 'the dialog of borrowing');
    await take.click();
    await expect(dialog).toBeHidden();
    expect(await owed()).toBe(1_000);
    await expect(page.getByTestId('nothing-owed')).toHaveCount(0);
    await seen(page, 'cross margin with a loan');

    // An order from the cross wallet, by the spot ticket.
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    if (phone(page)) await page.getByTestId('open-buy').click();
    const ticket = ticketIn(page);
    await choice(ticket, 'all').click();
    await expect(field(ticket, 'borrow')).toBeVisible();
    await tab(ticket, 'market').click();
    await field(ticket, 'amount').fill('0.01');
    const main = submit(ticket).and(page.locator('[data-side="buy"]'));
    await expect(main).toBeEnabled();
    await sendOrder(page, main);
    await expect
      .poll(async () => Number((await account()).list.find(({ coin }) => coin === 'BTC')?.total ?? '0'))
      .toBeGreaterThan(0.009);

    // All of it repaid; the records tell of both.
    await page.goto(`${exchange.url}/account/entrust/margin-all`);
    await openDialog(page, page.getByTestId('repay'));
    await dialog.getByTestId('all').click();
    await expect(act(page)).toBeEnabled();
    await act(page).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByTestId('nothing-owed')).toBeVisible();
    expect(await owed()).toBe(0);
    await tab(page, 'still').click();
    await expect(page.getByText('1,000.', { exact: false }).last()).toBeVisible();
    const link = page.locator('a[href*="/borrowOrder/all/still/"]');
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
  await page.locator('a[href^="/account/entrust/margin-fixed"]').first().click();
  await expect(page.getByTestId('margin-fixed').getByRole('heading', { level: 1 })).toBeVisible();
  await field(page, 'margin-market').selectOption('BTC_USDT');
  const leverage = page.getByTestId('leverage');
  await expect(leverage).toHaveText(/\d+×/);
  const before = await leverage.textContent();
  await leverage.click();
  const dialog = page.getByRole('dialog');
  const other = dialog.getByRole('radio', { checked: false }).first();
  await other.focus();
  await other.press('Space');
  await act(page).click();
  await expect(dialog).toBeHidden();
  await expect(leverage).not.toHaveText(before ?? '');
  await seen(page, 'isolated margin');
  await page.reload();
  await expect(leverage).not.toHaveText(before ?? '');
});
