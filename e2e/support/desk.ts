// What people of the desk do on its pages, in the words a person would use.

import { expect, type Page } from '@playwright/test';
import { stepAt, totp } from './totp.ts';

export interface DeskPerson {
  readonly name: string;
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The next time step whose code is not used yet. */
  nextStep: number;
}

export const deskPassword = 'seven panes of glass';

/** Sets somebody up by a one-time link, ends on the desk's first page, and answers the link for the second person, if there is one. */
export async function setUp(
  page: Page,
  link: string,
  name: string,
  word?: string,
): Promise<{ readonly person: DeskPerson; readonly next: string | undefined }> {
  await page.goto(link);
  if (word !== undefined) {
    await page.getByLabel('The word').fill(word);
    await page.getByRole('button', { name: 'Go on' }).click();
  }
  const field = page.getByLabel('Your name, as others at the desk see it');
  await expect(field).toBeVisible();
  if (await field.isEnabled()) await field.fill(name);
  await page.getByLabel('New password').fill(deskPassword);
  await page.getByLabel('Repeat the password').fill(deskPassword);
  const shown = await page.getByRole('region', { name: 'Authenticator' }).locator('p').nth(1).textContent();
  const secret = (shown ?? '').replace(/\s/g, '');
  const step = stepAt(Date.now());
  await page.getByLabel('Code that the authenticator shows').fill(totp(secret, step));
  await page.getByRole('button', { name: 'Set up and log in' }).click();
  await expect(page.getByRole('heading', { name: 'Save these now' })).toBeVisible();
  const recoveryCodes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  const second = page.getByTestId('second-link');
  const next = (await second.count()) > 0 ? ((await second.textContent()) ?? undefined) : undefined;
  await page.getByRole('checkbox', { name: /I have saved/ }).check();
  await page.getByRole('button', { name: 'Go to the desk' }).click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  return { person: { name, password: deskPassword, secret, recoveryCodes, nextStep: step + 1 }, next };
}

/** The next code that works: each time step once, so it may have to be waited for. */
export async function nextCode(page: Page, person: DeskPerson): Promise<string> {
  // The server takes a step of clock difference: the coming step's code works already.
  while (person.nextStep > stepAt(Date.now()) + 1) await page.waitForTimeout(1_000);
  const step = Math.max(person.nextStep, stepAt(Date.now()));
  person.nextStep = step + 1;
  return totp(person.secret, step);
}

/** Signs in on the page that stands there. */
export async function signIn(page: Page, person: DeskPerson): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Authenticator code').fill(await nextCode(page, person));
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs out by the menu. */
export async function signOut(page: Page, person: DeskPerson): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(person.name) })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible();
}

/** Opens a room by its menu entry. */
export async function openRoom(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name }).click();
}
