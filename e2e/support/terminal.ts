// Parts of the trading terminal, by test ids and names, which stay the same when texts change.

import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { act, choice } from './parts.ts';

/** Whether the page has the width of a phone. */
export const phone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 760;

/** The rows of one side of the order book. */
export const bookRows = (page: Page, side: 'asks' | 'bids'): Locator => page.getByTestId(side).getByRole('option');

/** Waits until the terminal is ready: its order book has rows. */
export async function stands(page: Page): Promise<void> {
  await bookRows(page, 'asks').last().waitFor();
}

/** The open order ticket. */
export const ticketIn = (page: Page): Locator => page.getByTestId('ticket').last();

/** The order ticket; on a phone a sheet behind the button of its side. */
export async function openTicket(page: Page, side: 'buy' | 'sell'): Promise<Locator> {
  const ticket = ticketIn(page);
  if (phone(page)) await page.getByTestId(`open-${side}`).click();
  else await choice(ticket, side).click();
  return ticket;
}

/** The search field of a market list. */
export const marketSearch = (page: Page): Locator => page.locator('search input');

/** A position: a row of the table, on a phone a card. */
export function positionOf(page: Page, pair: string): Locator {
  const row = phone(page) ? page.getByRole('article') : page.getByRole('row');
  return row.filter({ has: page.locator('[data-field="openInterest"]') }).filter({ hasText: pair });
}

/** Closes notices, which cover the page until clicked. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByTestId('notices').getByTestId('close');
  // One that arrives after the last look is closed by the next try.
  await expect(async () => {
    while ((await close.count()) > 0) await close.first().click();
    await expect(close).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

/** Calls that place an order of spot, margin or contracts. */
const ORDER_PATH = /\/(order\/submit|entrust\/exchange\/\w+)$/;

/**
 * Presses the ticket's button and waits until the order is sent. On a busy machine the page's price may be stale and
 * the page asks for confirmation; this confirms it.
 */
export async function sendOrder(page: Page, button: Locator): Promise<void> {
  let sent = 0;
  const count = (request: Request): void => {
    if (request.method() === 'POST' && ORDER_PATH.test(new URL(request.url()).pathname)) sent += 1;
  };
  page.on('request', count);
  await button.click();
  await expect(async () => {
    if (sent === 0 && (await page.getByTestId('old-price').isVisible())) await act(page).click();
    expect(sent).toBe(1);
  }).toPass();
  page.off('request', count);
}

/** Opens the command palette and types; it accepts keys shortly after the page is ready. */
export async function meant(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByTestId('palette');
    await palette.getByRole('combobox').fill(text, { timeout: 3_000 });
    await expect(palette.getByRole('option').first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}
