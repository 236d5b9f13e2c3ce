// What staff do on the desk's pages.

import { expect, type Locator, type Page } from '@playwright/test';
import type { TestClock } from './clock.ts';
import { field, menuItem, notice, submit } from './parts.ts';
import { STEP, stepAt, totp } from './totp.ts';

export interface DeskPerson {
  /** The exchange's clock, which codes depend on. */
  readonly clock: TestClock;
  readonly name: string;
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The next time step whose code is not used yet. */
  nextStep: number;
}

export const deskPassword = 'seven panes of glass';

/**
 * Sets up a staff member by a one-time link and ends on the desk's first page. Returns the link for the second staff
 * member, if there is one.
 */
export async function setUp(
  page: Page,
  clock: TestClock,
  link: string,
  name: string,
  word?: string,
): Promise<{ readonly person: DeskPerson; readonly next: string | undefined }> {
  await page.goto(link);
  if (word !== undefined) {
    await field(page, 'word').fill(word);
    await submit(page).click();
  }
  const named = field(page, 'username');
  await expect(named).toBeVisible();
  if (await named.isEnabled()) await named.fill(name);
  await field(page, 'password').fill(deskPassword);
  await field(page, 'repeat').fill(deskPassword);
  const shown = await page.getByTestId('secret').textContent();
  const secret = (shown ?? '').replace(/\s/g, '');
  const step = stepAt(clock.now());
  await field(page, 'code').fill(totp(secret, step));
  await submit(page).click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  const recoveryCodes = await page.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
  const second = page.getByTestId('second-link');
  const next = (await second.count()) > 0 ? ((await second.textContent()) ?? undefined) : undefined;
  await page.getByRole('checkbox').check();
  await page.getByTestId('codes-kept').click();
  await expect(page.getByTestId('sections')).toBeVisible();
  return { person: { clock, name, password: deskPassword, secret, recoveryCodes, nextStep: step + 1 }, next };
}

/** The next valid code. Each time step is used once, so the clock may have to advance to the next. */
export async function nextCode(person: DeskPerson): Promise<string> {
  const { clock } = person;
  // The server accepts a clock difference of one step: the next step's code is already valid.
  const steps = person.nextStep - (stepAt(clock.now()) + 1);
  if (steps > 0) await clock.advance(steps * STEP);
  const step = Math.max(person.nextStep, stepAt(clock.now()));
  person.nextStep = step + 1;
  return totp(person.secret, step);
}

/** Signs in on the current page. */
export async function signIn(page: Page, person: DeskPerson): Promise<void> {
  await field(page, 'username').fill(person.name);
  await field(page, 'password').fill(person.password);
  await field(page, 'code').fill(await nextCode(person));
  await submit(page).click();
}

/** Signs out by the menu. */
export async function signOut(page: Page, person: DeskPerson): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(person.name) })
    .click();
  await menuItem(page, 'out').click();
  await expect(field(page, 'username')).toBeVisible();
}

/** Opens a page by its menu entry; `path` is the page's own, such as `/people`. */
export async function openSection(page: Page, path: string): Promise<void> {
  await page.getByTestId('sections').locator(`a[href="${path}"]`).click();
}

/** The decision beside an open case. */
export const decision = (page: Page): Locator => page.getByTestId('decision');
/** The cases of the open queue, as links. */
export const rows = (page: Page): Locator => page.getByTestId('cases').getByRole('link');
/** The buttons that start to approve and to refuse the open case. */
export const beginApprove = (page: Page): Locator => decision(page).getByTestId('begin-approve');
export const beginRefuse = (page: Page): Locator => decision(page).getByTestId('begin-refuse');

/**
 * Waits for the notice with the outcome of a decision: `proposed kyc.pass`, `done person.invite`, `refused deposit`.
 */
export async function expectState(page: Page, state: string): Promise<void> {
  await expect(notice(page, 'decision')).toHaveAttribute('data-state', state);
}
