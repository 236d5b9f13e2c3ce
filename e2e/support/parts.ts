// Parts that pages are made of, by their names and test ids: words on a page change, these do not.

import { expect, type Locator, type Page } from '@playwright/test';

type Within = Page | Locator;

/** A field of a form, by its name. */
export const field = (within: Within, name: string): Locator => within.locator(`[name="${name}"]`);
/** The choice with this key, of a few side by side: its label, which takes the press. */
export const choice = (within: Within, key: string): Locator =>
  within.locator(`label:has(input[type="radio"][value="${key}"])`);
/** The button that sends a form. */
export const submit = (within: Within): Locator => within.locator('button[type="submit"]');
/** What is wrong, told at a field. */
export const fieldError = (within: Within): Locator => within.getByTestId('field-error');
/** A notice, by its id. */
export const notice = (page: Page, id: string): Locator => page.getByTestId(`notice-${id}`);
/** A tab, by its key. */
export const tab = (within: Within, key: string): Locator => within.locator(`[role="tab"][data-key="${key}"]`);
/** An item of an open menu, by its key. */
export const menuItem = (page: Page, key: string): Locator => page.locator(`[role="menuitem"][data-key="${key}"]`);
/** The answer to an open question that acts, and the one that leaves everything as it is. */
export const act = (page: Page): Locator => page.getByRole('dialog').getByTestId('act');
export const keep = (page: Page): Locator => page.getByRole('dialog').getByTestId('keep');
/** The answer to the question whether it is really the customer. */
export const stepUp = (page: Page): Locator => page.getByTestId('step-up');
/** Sends a code and takes it from the practice inbox. */
export async function useCode(within: Within): Promise<void> {
  await within.getByTestId('send-code').click();
  await within.getByTestId('use-code').click();
}

/** Opens a dialog: a button drawn anew under the pointer, as its page's data come, takes no press, so it is pressed again. */
export async function openDialog(page: Page, button: Locator): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (!(await dialog.isVisible())) await button.click();
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
  return dialog;
}
