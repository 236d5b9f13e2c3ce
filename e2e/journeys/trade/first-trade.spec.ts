// A newcomer's first trades: what the page shows of prices does not change under their eyes, and an empty wallet is filled
// where it is needed.

import { newTrader } from '../../support/contracts.ts';
import { act, field, submit, tab } from '../../support/parts.ts';
import { phone, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test(
  '§3 the first trade: its time stands with its price, and the chart keeps the series it showed',
  { tag: '@both' },
  async ({ page, exchange }) => {
    await newTrader(page, exchange.url);
    // Markets that nobody traded: each size has its own.
    await page.goto(`${exchange.url}/exchange/index?symbol=${phone(page) ? 'DOT' : 'LINK'}_USDT`);
    await stands(page);
    const index = phone(page)
      ? page.locator('[data-testid="basis"][data-state="index"]')
      : page.locator('[role="radio"][data-key="index"][aria-checked="true"]');
    await expect(index).toBeVisible();
    await expect(page.getByTestId('price-basis').locator('time')).toHaveCount(0);

    if (phone(page)) await page.getByTestId('open-buy').click();
    const ticket = ticketIn(page);
    await tab(ticket, 'market').click();
    await field(ticket, 'amount').fill('1');
    const main = submit(ticket);
    await expect(main).toBeEnabled();
    await sendOrder(page, main);
    await expect(page.getByTestId('price-basis').locator('time')).toBeVisible();
    await expect(index).toBeVisible();
  },
);

test('an empty wallet of second contracts is filled from its ticket', { tag: '@both' }, async ({ page, exchange }) => {
  await newTrader(page, exchange.url);
  await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
  const ticket = page.getByTestId('second-ticket');
  await ticket.getByTestId('move-in').click();
  await field(page.getByRole('dialog'), 'amount').fill('50');
  await act(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(ticket).toContainText('50.00');
  await field(ticket, 'stake').fill('10');
  await expect(ticket.getByTestId('up')).toBeEnabled();
});
