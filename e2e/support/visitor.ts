// What a visitor does on the pages, in the words a person would use.

import { expect, type Page } from '@playwright/test';

export const password = 'Glass-and-ink7';

let count = 0;

/** A user name nobody has yet. */
export function freshName(): string {
  count += 1;
  return `visitor${Date.now().toString(36)}${count}`;
}

/** Registers by user name and ends signed in on the home page. */
export async function register(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/user/register`);
  await page.getByLabel('User name', { exact: true }).fill(name);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/home/index');
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
}

/** Signs in by user name. */
export async function logIn(page: Page, url: string, name: string, secret = password): Promise<void> {
  await page.goto(`${url}/user/login`);
  await page.getByLabel('User name, e-mail or phone').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Takes practice money by the ribbon. */
export async function takePracticeMoney(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/practice/claim'));
  await page.getByRole('button', { name: 'Get practice money' }).click();
  expect((await answered).status()).toBe(200);
}
