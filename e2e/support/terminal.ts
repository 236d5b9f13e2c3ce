// Parts of the terminal, by their test ids and names: words on it change, these do not.

import { expect, type Locator, type Page } from '@playwright/test';
import { choice } from './parts.ts';

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
