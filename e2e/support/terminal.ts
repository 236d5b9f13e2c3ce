// Parts of the terminal, by their test ids and names: words on it change, these do not.

import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { act, choice } from './parts.ts';

/** Whether the page has the width of a phone. */
export const phone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 760;

/** The rows of one side of the book. */
export const bookRows = (page: Page, side: 'asks' | 'bids'): Locator => page.getByTestId(side).getByRole('option');

/** The terminal stands: its book has rows. */
export async function stands(page: Page): Promise<void> {
  await bookRows(page, 'asks').last().waitFor();
}

/** The ticket that is open. */
export const ticketIn = (page: Page): Locator => page.getByTestId('ticket').last();

/** The ticket of a terminal; on the phone it is a sheet behind the button of its side. */
export async function openTicket(page: Page, side: 'buy' | 'sell'): Promise<Locator> {
  const ticket = ticketIn(page);
  if (phone(page)) await page.getByTestId(`open-${side}`).click();
  else await choice(ticket, side).click();
  return ticket;
}

/** Where a market is sought in a list of them. */
export const marketSearch = (page: Page): Locator => page.locator('search input');

/** A position: a row of the table, on the phone a card. */
export function positionOf(page: Page, pair: string): Locator {
  const row = phone(page) ? page.getByRole('article') : page.getByRole('row');
  return row.filter({ has: page.locator('[data-field="openInterest"]') }).filter({ hasText: pair });
}

/** Notices lie over the page until they are clicked away. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByTestId('notices').getByTestId('close');
  while ((await close.count()) > 0) await close.first().click();
  await expect(close).toHaveCount(0);
}

/** Calls that place an order of spot, margin or contracts. */
const ORDER_PATH = /\/(order\/submit|entrust\/exchange\/\w+)$/;

/**
 * Presses the ticket's button and waits until the order is on its way. On a busy machine the price on the page may be old
 * by then, and the page asks whether to send: yes.
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

/** Opens the palette and types; it listens a moment after the page stands. */
export async function meant(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByTestId('palette');
    await palette.getByRole('combobox').fill(text, { timeout: 3_000 });
    await expect(palette.getByRole('option').first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}
