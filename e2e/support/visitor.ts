// What a visitor does on the pages.

import { expect, type Locator, type Page } from '@playwright/test';
import { customerPassword, newCustomer } from './customer.ts';
import { field, submit } from './parts.ts';

export const password = customerPassword;

let count = 0;

/** An unused user name. */
export function freshName(): string {
  count += 1;
  return `visitor${Date.now().toString(36)}${count}`;
}

/** The sign-in link of the top bar, which only guests have. */
export const guestLink = (page: Page): Locator => page.getByRole('banner').locator('a[href^="/user/login"]');

/** Registers by user name and ends signed in on the home page. */
export async function register(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/user/register`);
  await field(page, 'account').fill(name);
  await field(page, 'password').fill(password);
  await field(page, 'confirm').fill(password);
  await page.getByRole('checkbox').check();
  await submit(page).click();
  await page.waitForURL('**/home/index');
  await expect(guestLink(page)).toHaveCount(0);
}

/** Signs in by user name. */
export async function logIn(page: Page, url: string, name: string, secret = password): Promise<void> {
  await page.goto(`${url}/user/login`);
  await field(page, 'account').fill(name);
  await field(page, 'password').fill(secret);
  await submit(page).click();
}

/** Claims practice money by the ribbon. Presses again if needed: right after a sign-in the ribbon is rendered anew. */
export async function takePracticeMoney(page: Page): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/practice/claim'), {
      timeout: 5_000,
    });
    await page.getByTestId('practice-money').click();
    expect((await answered).status()).toBe(200);
  }).toPass();
}

/** Registers by the page's call, and leaves a signed-in page; for journeys about other things. */
export async function enter(page: Page, url: string): Promise<string> {
  const name = freshName();
  await newCustomer(page.request, url, name);
  await page.goto(`${url}/mark.svg`);
  await page.evaluate(() => localStorage.setItem('vitrine:isLogin', '1'));
  return name;
}
