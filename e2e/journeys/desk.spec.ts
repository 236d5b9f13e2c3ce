// The operators' desk by hand: two people set up, a verification passed by both, fields refused, freezing, a forgotten fund
// password, people invited and stopped, the audit log; by keyboard, with axe on each page in both themes.

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { hashPassword } from '@vitrine/contract';
import { axe, loaded } from '../support/axe.ts';
import { type Customer, newCustomer, sendStageOne, sendStageTwo, stageOf } from '../support/customer.ts';
import { type DeskPerson, openRoom, setUp, signIn, signOut } from '../support/desk.ts';
import { documentPhotos } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

/** Somebody at the desk: a browser of one's own, whose faults are kept. */
interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
  person: DeskPerson;
}

async function takeSeat(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Omit<Seat, 'person'>> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}

const decision = (page: Page) => page.getByRole('complementary', { name: 'Decision' });
const rows = (page: Page) => page.getByRole('list', { name: 'Cases in this queue' }).getByRole('link');
const told = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible();

/** Approves the open proposal: A begins, Enter on the focused button sends. */
async function approveByKeys(page: Page): Promise<void> {
  await expect(decision(page).getByRole('button', { name: /^Approve/ })).toBeVisible();
  await page.keyboard.press('a');
  await expect(decision(page).getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Begins to pass the open case by its key. */
async function beginByKey(page: Page): Promise<void> {
  await expect(decision(page).locator('kbd').first()).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByLabel('Reason')).toBeFocused();
}

// Its queues hold what its own customers sent, and its set-up link is unused.
test.use({ own: 'desk' });
test.describe.configure({ mode: 'serial' });

// Worked on a desktop; the phone has a test of its own (`desk-phone`).
test.describe('the operators’ desk', { tag: '@desktop' }, () => {
  let ada: Seat;
  let grace: Seat;
  let customer: Customer;

  test.afterAll(async () => {
    for (const seat of [ada, grace]) await seat?.context.close();
  });
  test.afterEach(() => {
    expect([...(ada?.faults ?? []), ...(grace?.faults ?? [])]).toEqual([]);
  });

  test('begins with two people, each by a one-time link, with password and authenticator', async ({
    browser,
    exchange,
  }) => {
    const first = await takeSeat(browser);
    await first.page.goto(exchange.setupLink());
    await expect(first.page.getByRole('heading', { name: 'Set up the desk' })).toBeVisible();
    await axe(first.page, 'set-up');
    // What is missing is said at each field.
    await first.page.getByRole('button', { name: 'Set up and log in' }).click();
    await expect(first.page.getByText('Needed')).toHaveCount(4);
    const one = await setUp(first.page, exchange.clock, exchange.setupLink(), 'Ada Brook');
    ada = { ...first, person: one.person };
    expect(one.person.recoveryCodes.length).toBeGreaterThanOrEqual(8);
    expect(one.next).toMatch(new RegExp(`^${exchange.deskUrl}/setup#`));

    const second = await takeSeat(browser);
    const two = await setUp(second.page, exchange.clock, one.next ?? '', 'Grace Moss');
    expect(two.next).toBeUndefined();
    grace = { ...second, person: two.person };

    // Used up: the link opens nothing more.
    const third = await takeSeat(browser);
    await third.page.goto(one.next ?? '');
    await expect(third.page.getByRole('heading', { name: 'This link does not open' })).toBeVisible();
    await third.context.close();
  });

  test('is signed in to by name, password and code together; no answer tells which was wrong', async ({ exchange }) => {
    const { page, person } = grace;
    await signOut(page, person);
    await axe(page, 'sign-in');
    for (const wrong of [{ name: 'Nobody' }, { password: 'another sentence of glass' }]) {
      await signIn(page, { ...person, ...wrong });
      await expect(page.getByRole('alert')).toContainText('wrong');
    }
    await page.goto(`${exchange.deskUrl}/customers`);
    await page.waitForURL(/\/login\?back=%2Fcustomers/);
    // A recovery code in the authenticator's place.
    await page.getByLabel('Name', { exact: true }).fill(person.name);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Authenticator code').fill(person.recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/customers');
    await signOut(page, person);
    await signIn(page, person);
    await expect(page.getByTestId('rooms')).toBeVisible();
  });

  test('asks a real second person once the automatic reviewer of practice mode is off', async () => {
    const { page } = ada;
    await openRoom(page, 'People');
    const box = page.getByRole('checkbox', { name: /Automatic reviewer/ });
    await expect(box).toBeChecked();
    await box.click();
    await expect(box).not.toBeChecked();
    // Disabled until the exchange has answered: a reload before that takes the change back.
    await expect(box).toBeEnabled();
    await page.reload();
    await expect(box).not.toBeChecked();
  });

  test('passes a verification by two, the first by keyboard alone', async ({ playwright, exchange }) => {
    customer = await newCustomer(await playwright.request.newContext(), exchange.url, `desk${Date.now().toString(36)}`);
    await sendStageOne(customer, 'C01X00T47');
    const { page } = ada;
    await openRoom(page, /^Verification 1/);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await expect(page.getByRole('status').filter({ hasText: /^Case .*, 1 of 1$/ })).toBeAttached();
    await expect(page.getByRole('heading', { name: /^Submission .* stage 1$/ })).toBeVisible();
    await axe(page, 'verification, stage 1');
    // A field in the clear takes a reason.
    await page.keyboard.press('u');
    await page.keyboard.type('Compare with the document');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Marion Albers')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(page.getByText('Marion Albers')).toHaveCount(0);
    await expect(decision(page).getByRole('button', { name: /^Pass/ })).toBeVisible();
    // Without a reason nothing is sent.
    await page.keyboard.press('a');
    await page.keyboard.press('Control+Enter');
    await expect(decision(page).getByText('Not yet: a reason')).toBeVisible();
    await page.keyboard.type('Name and number agree');
    await page.keyboard.press('Control+Enter');
    await told(page, 'Proposed: Pass a verification');
    await expect(rows(page).first()).toContainText('Second person');
    if ((await page.getByRole('article', { name: 'The case' }).getByRole('heading').count()) === 0)
      await page.keyboard.press('j');
    await expect(decision(page).getByText('You proposed this: another person must decide.')).toBeVisible();
    await expect(decision(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    expect(await stageOf(customer, 1)).toMatchObject({ state: 1 });

    await openRoom(grace.page, /^Verification 1/);
    await rows(grace.page).first().click();
    await expect(decision(grace.page)).toContainText('Ada Brook');
    await expect(decision(grace.page)).toContainText('Name and number agree');
    await approveByKeys(grace.page);
    await told(grace.page, 'Approved: Pass a verification');
    await expect.poll(async () => (await stageOf(customer, 1)).state).toBe(2);
    // Under the decision both names, later too.
    await grace.page.getByRole('radiogroup', { name: 'State of the cases' }).getByText('Passed').click();
    await rows(grace.page).first().click();
    await expect(decision(grace.page)).toContainText('Ada Brook');
    await expect(decision(grace.page)).toContainText('Grace Moss');
  });

  test('refuses exactly the ticked field; the mended one is passed, with its pictures looked at', async () => {
    await sendStageTwo(customer, await documentPhotos(1));
    const { page } = grace;
    await openRoom(page, /^Verification 2/);
    await rows(page).first().click();
    await expect(page.getByRole('img', { name: /^Front/ })).toBeVisible();
    await page.keyboard.press('+');
    await page.keyboard.press(']');
    await expect(page.getByText('150%, turned 90°')).toBeVisible();
    await page.keyboard.press('0');
    await expect(page.getByText('100%, turned 0°')).toBeVisible();
    await page.keyboard.press('3');
    await expect(page.getByRole('img', { name: /^Held in hand/ })).toBeVisible();
    await axe(page, 'verification, stage 2');
    await page.keyboard.press('r');
    await decision(page).getByRole('checkbox', { name: 'Held in hand' }).check();
    await decision(page).getByLabel('Why “Held in hand” is refused').selectOption('unreadable');
    await decision(page).getByLabel('Note for the customer on “Held in hand”').fill('Too dark');
    await axe(page, 'refusing fields');
    await decision(page).getByRole('button', { name: 'Refuse these fields' }).click();
    await told(page, /^Refused\. The customer is asked/);
    await expect
      .poll(async () => (await stageOf(customer, 2)).refused)
      .toEqual([{ field: 'handheld', reason: 'unreadable', note: 'Too dark' }]);

    await sendStageTwo(customer, await documentPhotos(5));
    await expect(rows(page)).toHaveCount(1, { timeout: 20_000 });
    await rows(page).first().click();
    await expect(page.getByRole('article', { name: 'The case' })).toContainText('Too dark');
    await beginByKey(page);
    await page.keyboard.type('All three are hers');
    await page.keyboard.press('Control+Enter');
    await told(page, 'Proposed: Pass a verification');

    await openRoom(ada.page, /^Proposals/);
    await rows(ada.page).filter({ hasText: 'Waits for you' }).first().click();
    await expect(decision(ada.page)).toContainText('All three are hers');
    await axe(ada.page, 'proposals');
    await approveByKeys(ada.page);
    await told(ada.page, 'Approved: Pass a verification');
    await expect.poll(async () => (await stageOf(customer, 2)).state).toBe(2);
  });

  test('finds a customer exactly, freezes at once, and unfreezes by two', async ({ exchange }) => {
    const { page } = ada;
    await openRoom(page, 'Customers');
    await axe(page, 'customers');
    await page.keyboard.press('/');
    await page.keyboard.type(customer.name.slice(0, 5));
    await page.keyboard.press('Enter');
    await expect(page.getByText('No customer has exactly this')).toBeVisible();
    await page.getByLabel('Exactly as the customer gave it').fill(customer.name);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: customer.id, exact: true }).click();
    await expect(page.getByRole('heading', { name: `Customer No. ${customer.id}` })).toBeVisible();
    await expect(page.getByText(customer.name)).toHaveCount(0);
    await axe(page, 'a customer');
    await page.getByRole('button', { name: 'Freeze the account' }).click();
    await page.getByLabel('Reason').fill('Somebody else has the phone');
    await page.getByRole('button', { name: 'Freeze now' }).click();
    await told(page, 'The account is frozen');
    await expect(decision(page).getByText('This account is frozen')).toBeVisible();
    const order = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '100', quantity: '0.01' };
    // Whoever was signed in is out; whoever signs in again can order nothing.
    expect((await customer.call('/api/currency/order/submit', order)).code).toBe(1001);
    await customer.logIn();
    expect((await customer.call('/api/currency/order/submit', order)).code).toBe(1011);

    await page.getByRole('button', { name: 'Propose to unfreeze' }).click();
    await page.getByLabel('Reason').fill('The phone is back');
    await page.getByRole('button', { name: 'Propose to unfreeze' }).click();
    await expect(decision(page).getByText('You proposed this: another person must decide.')).toBeVisible();
    expect((await customer.call('/api/currency/order/submit', order)).code).toBe(1011);
    await grace.page.goto(`${exchange.deskUrl}/customers/${customer.id}`);
    await approveByKeys(grace.page);
    await told(grace.page, 'Approved: Unfreeze an account');
    await expect(decision(grace.page).getByText('This account is free')).toBeVisible();
    await expect.poll(async () => (await customer.call('/api/currency/order/submit', order)).code).not.toBe(1011);
  });

  test('lets a customer set a forgotten fund password anew, by two', async ({ playwright, exchange }) => {
    const other = await newCustomer(
      await playwright.request.newContext(),
      exchange.url,
      `fund${Date.now().toString(36)}`,
    );
    const pin = hashPassword('904217');
    expect((await other.call('/api/user/tardPwdSet', { pwd: pin, confirmPwd: pin })).code).toBe(200);
    expect((await other.call('/api/user/fundCase', { act: 'open' })).code).toBe(200);
    const { page } = ada;
    await openRoom(page, /^Fund passwords/);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await axe(page, 'fund passwords');
    await beginByKey(page);
    await page.keyboard.type('Called back at the bound number');
    await page.keyboard.press('Control+Enter');
    await told(page, 'Proposed: New fund password');
    await openRoom(grace.page, /^Fund passwords/);
    await rows(grace.page).first().click();
    await expect(decision(grace.page)).toContainText('Called back at the bound number');
    await approveByKeys(grace.page);
    await told(grace.page, 'Approved: New fund password');
    const fresh = hashPassword('730586');
    await expect
      .poll(async () => (await other.call('/api/user/tardPwdSet', { pwd: fresh, confirmPwd: fresh })).code)
      .toBe(200);
  });

  test('invites a third person by link and word, who sees only what the role allows, until stopped', async ({
    browser,
    exchange,
  }) => {
    const { page } = ada;
    await openRoom(page, 'People');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name, as others at the desk see it').fill('Linus Park');
    await dialog.getByRole('checkbox', { name: /^Reviewer/ }).check();
    await dialog.getByLabel('Reason').fill('More hands for verification');
    await axe(page, 'inviting');
    await dialog.getByRole('button', { name: 'Propose it' }).click();
    await told(page, 'Proposed: Invite a person');
    await openRoom(grace.page, /^Proposals/);
    await rows(grace.page).filter({ hasText: 'Waits for you' }).first().click();
    await approveByKeys(grace.page);
    await told(grace.page, 'Approved: Invite a person');

    const half = async (seat: Seat, button: string): Promise<string> => {
      await openRoom(seat.page, 'People');
      await seat.page
        .getByRole('row', { name: /Linus Park/ })
        .getByRole('button', { name: button })
        .click();
      const box = seat.page.getByRole('dialog');
      await box.getByRole('button', { name: 'Show it' }).click();
      await expect(box.getByText(/It is not shown again/)).toBeVisible();
      const text = await box.locator('p').first().textContent();
      await box.getByRole('button', { name: 'Close' }).click();
      return text ?? '';
    };
    const link = await half(ada, 'Get the link');
    const word = await half(grace, 'Get the word');
    await axe(page, 'people');

    const third = await takeSeat(browser);
    await third.page.goto(link);
    await expect(third.page.getByRole('heading', { name: 'Welcome, Linus Park' })).toBeVisible();
    await axe(third.page, 'the word');
    await setUp(third.page, exchange.clock, link, 'Linus Park', word);
    const menu = third.page.getByTestId('rooms');
    await expect(menu.getByRole('link')).toHaveText([
      /^Verification 1/,
      /^Verification 2/,
      /^Deposits/,
      /^Withdrawals/,
      /^Proposals/,
      /^Customers/,
    ]);
    // A typed address says so plainly.
    await third.page.goto(`${exchange.deskUrl}/audit`);
    await expect(third.page.getByRole('heading', { name: 'Your roles do not open this page' })).toBeVisible();
    await axe(third.page, 'not allowed');
    await third.page.goto(`${exchange.deskUrl}/nowhere`);
    await expect(third.page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();

    // Stopped by one, at once: the open page leads to the sign-in and says why.
    await third.page.goto(`${exchange.deskUrl}/customers`);
    await expect(third.page.getByRole('heading', { name: 'Customers' })).toBeVisible();
    await openRoom(page, 'People');
    await page.getByRole('button', { name: 'Stop Linus Park' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Left the house');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop now' }).click();
    await told(page, 'Linus Park is stopped');
    await third.page.waitForURL(/\/login/);
    await expect(third.page.getByText('Your session ended.')).toBeVisible();
    await third.context.close();
  });

  test('keeps an audit log that names each look, and whose chain can be checked', async () => {
    const { page } = ada;
    await openRoom(page, 'Audit log');
    const log = page.getByRole('region', { name: 'Audit log' });
    await expect(log.getByRole('row', { name: /Stopped a person.*Left the house/ })).toBeVisible();
    await page
      .getByRole('form', { name: 'Filter of the log' })
      .getByLabel('Person')
      .selectOption({ label: 'Grace Moss' });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/person=/);
    await expect(log.getByRole('row', { name: /Looked at a picture/ }).first()).toBeVisible();
    await expect(log.getByRole('row', { name: /Ada Brook/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'All rows' }).click();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByText(/^Whole: all/)).toBeVisible();
    await axe(page, 'audit log');
  });

  test('shows the keys of each page, and lets single letters be switched off', async () => {
    const { page } = ada;
    await openRoom(page, /^Verification 1/);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys on this page' });
    await expect(dialog).toBeVisible();
    await axe(page, 'keys');
    await dialog.getByRole('checkbox', { name: 'Single letters act outside fields' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Single letters act outside fields' }).check();
    await page.keyboard.press('Escape');
  });

  test('says when the desk does not answer, and goes on when it does', async () => {
    const { page } = ada;
    await openRoom(page, 'Customers');
    await page.route('**/desk/api/kyc/list', (route) => route.abort());
    await openRoom(page, /^Verification 2/);
    await expect(page.getByRole('alert')).toContainText('The list did not load');
    await axe(page, 'a list that did not load');
    await page.unroute('**/desk/api/kyc/list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Nothing to review')).toBeVisible();
  });

  test('passes axe in the dark theme on each page', async ({ exchange }) => {
    const { page } = ada;
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    for (const path of [
      '/verification/1?state=2',
      '/verification/2?state=3',
      '/fund-passwords?state=passed',
      '/proposals?state=past',
      '/customers',
      `/customers/${customer.id}`,
      '/people',
      '/audit',
    ]) {
      await page.goto(`${exchange.deskUrl}${path}`);
      await page.getByRole('heading').first().waitFor();
      if (/state=/.test(path)) await rows(page).first().click();
      await loaded(page);
      await axe(page, `${path}, dark`, 'colours');
    }
  });
});
