// Contracts on the page: open, add margin, stops by dialog and on the chart, quick close, one-key close; both kinds.

import type { Locator, Page } from '@playwright/test';
import { type ContractType, newTrader, type Trader } from '../../support/contracts.ts';
import { act, field, menuItem, submit, tab } from '../../support/parts.ts';
import { phone, positionOf, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

async function go(page: Page, url: string, contractType: ContractType): Promise<void> {
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT&type=${contractType}`);
  await stands(page);
}

/** A figure of a position as plain digits, without marks of thousands, units and signs of the reader. */
async function figure(position: Locator, field: string): Promise<string> {
  const text = await position.locator(`[data-field="${field}"]`).first().textContent();
  return (text ?? '')
    .replaceAll(',', '')
    .replace('−', '-')
    .replace(/[^0-9.-].*$/, '')
    .replace('+', '');
}

/** The figures that no mark moves are those of the exchange, to the last digit. */
async function agrees(page: Page, trader: Trader, contractType: ContractType): Promise<void> {
  const [position] = await trader.positions(contractType);
  if (!position) throw new Error('expected a position, found none');
  const shown = positionOf(page, position.symbolName);
  for (const field of ['openInterest', 'margin', 'averageOpenPrice', 'liquidationPrice', 'breakEvenPrice'] as const)
    await expect.poll(() => figure(shown, field), { message: field }).toBe(position[field]);
}

for (const contractType of ['u', 'coin'] as const) {
  test(
    `§3 a ${contractType} contract: opened, margin added, stops set and moved on the chart, quickly closed, the same after a reload`,
    { tag: contractType === 'u' ? '@both' : [] },
    async ({ page, exchange }) => {
      const trader = await newTrader(page, exchange.url);
      const { settle, amount, more } =
        contractType === 'u'
          ? { settle: 'USDT', amount: '0.01', more: '20' }
          : { settle: 'BTC', amount: '3', more: '0.0002' };
      await go(page, exchange.url, contractType);

      // Open by the ticket, at the market.
      if (phone(page)) await page.getByTestId('open-buy').click();
      const ticket = ticketIn(page);
      await tab(ticket, 'market').click();
      await field(ticket, 'amount').fill(amount);
      const main = submit(ticket).and(page.locator('[data-side="open-long"]'));
      await expect(main).toBeEnabled();
      await sendOrder(page, main);
      await expect.poll(async () => (await trader.positions(contractType)).length).toBe(1);
      await expect(positionOf(page, 'BTC/USDT')).toBeVisible();
      await agrees(page, trader, contractType);

      // What can be done with it covers none of its figures.
      if (!phone(page)) {
        const cells = positionOf(page, 'BTC/USDT').getByRole('cell');
        const [last, before] = [await cells.last().boundingBox(), await cells.nth(-2).boundingBox()];
        expect(last?.x).toBeGreaterThanOrEqual((before?.x ?? Infinity) + (before?.width ?? 0) - 1);
      }

      // Add margin.
      const position = positionOf(page, 'BTC/USDT');
      const before = (await trader.positions(contractType))[0];
      if (phone(page)) await position.getByTestId('margin').click();
      else {
        await position.getByTestId('more').click();
        await menuItem(page, 'margin').click();
      }
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('input[value="add"]')).toBeChecked();
      await field(dialog, 'amount').fill(more);
      await act(page).click();
      await expect
        .poll(async () => Number((await trader.positions(contractType))[0]?.margin))
        .toBeCloseTo(Number(before?.margin) + Number(more), 6);
      await expect(dialog).toBeHidden();
      await agrees(page, trader, contractType);

      // A stop-loss by the dialog, by percent of the margin: the price follows.
      await position.getByTestId('stops').click();
      await field(dialog, 'loss-percent').fill('30');
      await expect(field(dialog, 'loss-price')).not.toHaveValue('');
      await act(page).click();
      await expect.poll(async () => (await trader.positions(contractType))[0]?.stopLossPrice ?? null).not.toBeNull();
      const first = (await trader.positions(contractType))[0]?.stopLossPrice;

      // The same stop moved on the chart: its line may be out of sight, so by keys, which do what dragging does by hand.
      const line = page.locator('[data-kind="stopLoss"] button').first();
      await line.focus();
      for (let step = 0; step < 5; step += 1) await line.press('ArrowUp');
      const bar = page.getByTestId('move-bar');
      const place = await bar.boundingBox();
      // Notices stay until clicked and may lie over the chart, but not over the bar's buttons.
      const notices = page.getByTestId('notices');
      await notices.evaluate(
        ({ style }, { x, y, width, height }) => {
          Object.assign(style, { inset: `${y}px auto auto ${x}px`, width: `${width}px`, height: `${height}px` });
        },
        place ?? { x: 0, y: 0, width: 0, height: 0 },
      );
      await bar.getByTestId('send').click();
      await notices.evaluate((list) => list.removeAttribute('style'));
      await expect.poll(async () => (await trader.positions(contractType))[0]?.stopLossPrice).not.toBe(first);

      // Everything is there again after a reload.
      const held = await trader.positions(contractType);
      await page.reload();
      await expect(positionOf(page, 'BTC/USDT')).toBeVisible();
      await agrees(page, trader, contractType);
      expect((await trader.positions(contractType))[0]?.stopLossPrice).toBe(held[0]?.stopLossPrice);

      // Quick close, and what happened is shown.
      await positionOf(page, 'BTC/USDT').getByTestId('quick-close').click();
      await expect.poll(async () => (await trader.positions(contractType)).length).toBe(0);
      await expect(page.getByTestId('no-positions')).toBeVisible();
      await page.getByTestId('closed-positions').click();
      await page.getByTestId('story').first().click();
      const step = (name: 'open' | 'margin' | 'close') => page.locator(`[data-step="${name}"]`);
      await expect(step('open')).toContainText(/\d/);
      // Added, not taken back.
      await expect(step('margin').and(page.locator(':not([data-less])'))).toContainText(new RegExp(`\\d.* ${settle}`));
      await expect(step('close')).toContainText(/\d/);
      // The stop went with its position: whoever closed it is not warned of that.
      await expect(page.getByTestId('notices').getByRole('alert')).toHaveCount(0);
    },
  );
}

test('§7 one-key close closes the chosen markets and leaves the others', async ({ page, exchange }) => {
  const trader = await newTrader(page, exchange.url);
  await trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 20 });
  await trader.open({ symbol: 'ETH_USDT', contractType: 'u', direction: 2, quantity: '0.1', leverage: 10 });
  await go(page, exchange.url, 'u');
  await expect(positionOf(page, 'ETH/USDT')).toBeVisible();
  await page.getByTestId('close-all').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'ETH/USDT' }).uncheck();
  await act(page).click();
  await expect
    .poll(async () => (await trader.positions('u')).map(({ symbolName }) => symbolName))
    .toEqual(['ETH/USDT']);
  await expect(positionOf(page, 'BTC/USDT')).toHaveCount(0);
});
