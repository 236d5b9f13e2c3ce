// A person at the desk: a browser of their own, and decisions by its keys.

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { beginApprove, decision, type DeskPerson, rows } from '../../support/desk.ts';
import { field, submit } from '../../support/parts.ts';
import { expect } from '../../support/test.ts';

/** A person at the desk with a browser of their own, whose faults are kept. */
export interface StaffSession {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
  person: DeskPerson;
}

/** Opens a browser for a person and keeps its faults. */
export async function startSession(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Omit<StaffSession, 'person'>> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}

/** The proposals of the open queue that wait for this person. */
export const mine = (page: Page) => rows(page).filter({ has: page.locator('[data-state="decide"]') });

/** The notice of a write whose answer was lost. */
export const written = (page: Page) => page.getByTestId(/^notice-write-/);

/** Approves the open proposal: A begins, Enter on the focused button sends. */
export async function approveByKeys(page: Page): Promise<void> {
  await expect(beginApprove(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(submit(decision(page))).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Begins to pass the open case by its key. */
export async function beginByKey(page: Page): Promise<void> {
  await expect(beginApprove(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(field(decision(page), 'reason')).toBeFocused();
}
