// Parts of pages by their names and test ids, which stay the same when texts change.

import { expect, type Locator, type Page } from '@playwright/test';

type Within = Page | Locator;

/** A field of a form, by its name. */
export const field = (within: Within, name: string): Locator => within.locator(`[name="${name}"]`);
/** A choice by its key, in a segmented control: its label, which receives the click. */
export const choice = (within: Within, key: string): Locator =>
  within.locator(`label:has(input[type="radio"][value="${key}"])`);
/** The submit button of a form. */
export const submit = (within: Within): Locator => within.locator('button[type="submit"]');
/** The error of a field. */
export const fieldError = (within: Within): Locator => within.getByTestId('field-error');
/** A notice, by its id. */
export const notice = (page: Page, id: string): Locator => page.getByTestId(`notice-${id}`);
/** A tab, by its key. */
export const tab = (within: Within, key: string): Locator => within.locator(`[role="tab"][data-key="${key}"]`);
/** An item of an open menu, by its key. */
export const menuItem = (page: Page, key: string): Locator => page.locator(`[role="menuitem"][data-key="${key}"]`);
/** The buttons of an open dialog: the one that acts, and the safe one. */
export const act = (page: Page): Locator => page.getByRole('dialog').getByTestId('act');
export const keep = (page: Page): Locator => page.getByRole('dialog').getByTestId('keep');
/** The dialog that asks the user to verify themselves. */
export const stepUp = (page: Page): Locator => page.getByTestId('step-up');
/** Sends a code and reads it from the practice inbox. */
export async function useCode(within: Within): Promise<void> {
  await within.getByTestId('send-code').click();
  await within.getByTestId('use-code').click();
}

/** Opens a dialog. Presses again if needed: a button that is re-rendered as data arrives loses the press. */
export async function openDialog(page: Page, button: Locator): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (!(await dialog.isVisible())) await button.click();
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
  return dialog;
}
