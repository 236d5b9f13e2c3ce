// Money at the desk: a bank deposit passed by two and swapped, a large withdrawal that two persons let out once, one refused
// with a reason, and a credited deposit that its chain takes back.

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestClock } from '../support/clock.ts';
import type { Customer } from '../support/customer.ts';
import { type DeskPerson, openRoom, setUp } from '../support/desk.ts';
import { FINAL } from '../support/exchange.ts';
import {
  addressOf,
  answered,
  atDesk,
  availableOf,
  CHAIN_WAIT,
  confirmWithdrawal,
  depositsOf,
  fundsCustomer,
  sendWithdrawal,
  setFundPin,
  swapNow,
  verify,
  withdrawalsOf,
  withdrawalIn,
  withdrawalTo,
} from '../support/funds.ts';
import { pngPicture } from '../support/pictures.ts';
import { submit } from '../support/parts.ts';
import { expect, test } from '../support/test.ts';

interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly person: DeskPerson;
}

async function sit(
  browser: Browser,
  clock: TestClock,
  link: string,
  name: string,
): Promise<Seat & { readonly next: string }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const { person, next } = await setUp(page, clock, link, name);
  return { context, page, person, next: next ?? '' };
}

const decision = (page: Page) => page.getByRole('complementary', { name: 'Decision' });
const rows = (page: Page) => page.getByRole('list', { name: 'Cases in this queue' }).getByRole('link');

/** Opens a room and the first case of its queue, not one of the room left behind. */
async function openFirst(page: Page, room: 'Deposits' | 'Withdrawals'): Promise<void> {
  await openRoom(page, new RegExp(`^${room}`));
  await rows(page)
    .and(page.locator(`[href^="/${room.toLowerCase()}?"]`))
    .first()
    .click();
}
const told = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words).first()).toBeVisible();

/** The second person's part: opens the only case of a room, and approves what is proposed. */
async function approve(page: Page, room: 'Deposits' | 'Withdrawals'): Promise<void> {
  await openFirst(page, room);
  await decision(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await decision(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await told(page, /^Approved: /);
}

// Its queues hold what its own customers sent, and its set-up link is unused.
test.use({ own: 'wallet-desk' });
test.describe.configure({ mode: 'serial' });

// Worked on a desktop.
test.describe('money at the desk', { tag: '@desktop' }, () => {
  let ada: Seat;
  let grace: Seat;
  let payer: { readonly context: BrowserContext; readonly page: Page; readonly customer: Customer };

  test.beforeAll(async ({ browser, exchange }) => {
    const first = await sit(browser, exchange.clock, exchange.setupLink(), 'Ada Brook');
    ada = first;
    grace = await sit(browser, exchange.clock, first.next, 'Grace Moss');
    await atDesk(ada.page, exchange.deskUrl, 'reviewer/set', { on: false });
    const context = await browser.newContext();
    const page = await context.newPage();
    const customer = await fundsCustomer(page, exchange.url);
    await setFundPin(customer);
    const desk = { url: exchange.deskUrl, clock: exchange.clock, first: ada.page, second: grace.page };
    await verify(customer, 1, desk);
    await verify(customer, 2, desk);
    payer = { context, page, customer };
  });
  test.afterAll(async () => {
    for (const one of [ada, grace, payer]) await one?.context.close();
  });

  test('§8 a screenshot deposit is passed by two and credited, then swapped to USDT', async ({ exchange }) => {
    const { page, customer } = payer;
    await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USD`);
    await page.getByLabel('Amount paid').fill('400000');
    await page.getByLabel('Account it came from').fill('4711');
    await page
      .getByLabel('Screenshot of the payment')
      .first()
      .setInputFiles(await pngPicture(3, 'slip.png'));
    const send = page.getByRole('button', { name: 'Send for review' });
    await expect(send).toBeEnabled();
    await send.click();
    const mine = page.getByRole('listitem').filter({ hasText: '400,000.00' });
    await expect(mine.getByText('Under review', { exact: true })).toBeVisible();

    await openFirst(ada.page, 'Deposits');
    await decision(ada.page)
      .getByRole('button', { name: /^Credit it/ })
      .click();
    await decision(ada.page).getByLabel('Amount that arrived').fill('400000');
    await decision(ada.page).getByLabel('Reference of the bank').fill('2026-11-4711');
    await decision(ada.page).getByLabel('Reason').fill('Seen on the statement');
    await decision(ada.page).getByRole('button', { name: 'Propose to credit it' }).click();
    await told(ada.page, /^Proposed: /);
    expect(await availableOf(customer, 'USD')).toBe(0);
    await approve(grace.page, 'Deposits');

    await expect(mine.getByText('Credited', { exact: true })).toBeVisible();
    expect(await availableOf(customer, 'USD')).toBe(400_000);
    await page.goto(`${exchange.url}/assets/index?key=swap`);
    const main = page.getByRole('main');
    await main.getByLabel('You receive').selectOption('USDT');
    await main.getByLabel('You give').selectOption('USD');
    await main.getByLabel('You receive').selectOption('USDT');
    await main.getByLabel('Amount', { exact: true }).fill('400000');
    await swapNow(page, async () => (await availableOf(customer, 'USD')) === 0);
    expect(await availableOf(customer, 'USDT')).toBeGreaterThan(400_000);
  });

  test('§8 from 10,000 USDT worth a withdrawal takes two persons, and is paid once', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    const receiver = await fundsCustomer(other, exchange.url);
    await withdrawalTo(page, exchange.url, await addressOf(other, exchange.url), '12000');
    await sendWithdrawal(page);
    await expect(withdrawalIn(page, 'under way')).toBeVisible();

    await openFirst(ada.page, 'Withdrawals');
    await expect(decision(ada.page).getByText(/takes two persons/)).toBeVisible();
    await decision(ada.page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await decision(ada.page).getByLabel('Reason').fill('Called back; it is his own wallet');
    await decision(ada.page).getByRole('button', { name: 'Propose to approve it' }).click();
    await told(ada.page, /^Proposed: /);
    expect((await withdrawalsOf(customer))[0]).toMatchObject({ stage: 'review', txid: null });
    await approve(grace.page, 'Withdrawals');
    await confirmWithdrawal(customer, exchange.clock);

    await expect(withdrawalIn(page, 'arrived')).toBeVisible({
      timeout: CHAIN_WAIT,
    });
    await expect.poll(async () => (await depositsOf(receiver))[0]?.stage, { timeout: CHAIN_WAIT }).toBe('credited');
    const [paid] = await withdrawalsOf(customer);
    const received = await depositsOf(receiver);
    expect(received.map(({ txid }) => txid)).toEqual([paid?.txid]);
    expect(await availableOf(receiver, 'USDT')).toBe(22_000);
    await ada.page.goto(`${exchange.deskUrl}/withdrawals?state=confirmed`);
    await rows(ada.page).first().click();
    await expect(decision(ada.page)).toContainText('Ada Brook');
    await expect(decision(ada.page)).toContainText('Grace Moss');
    // Payments of it: this one.
    await expect(
      ada.page.getByRole('article', { name: 'The case' }).getByRole('listitem').filter({ hasText: '12,000.00 USDT' }),
    ).toHaveCount(1);
  });

  test('§8 a refused one is told with its reason, and everything held is there again', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    await fundsCustomer(other, exchange.url);
    const before = await availableOf(customer, 'USDT');
    await withdrawalTo(page, exchange.url, await addressOf(other, exchange.url), '200');
    await sendWithdrawal(page);
    await expect(withdrawalIn(page, 'under way')).toBeVisible();
    await openFirst(ada.page, 'Withdrawals');
    await decision(ada.page)
      .getByRole('button', { name: /^Refuse/ })
      .click();
    await decision(ada.page).getByLabel('Why it is refused').selectOption({ label: 'Risk review' });
    await decision(ada.page).getByLabel('Note for the customer').fill('Call us first');
    await decision(ada.page).getByRole('button', { name: 'Refuse the withdrawal' }).click();
    await told(ada.page, /^Refused\./);

    await expect(withdrawalIn(page, 'not sent')).toBeVisible();
    await expect(page.getByText(/It did not pass our checks: “Call us first”/).first()).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before);
  });

  test('§8 a credited deposit that its chain takes back is told, owed, and locks withdrawals', async ({ exchange }) => {
    const { page, customer } = payer;
    await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
    await page.getByLabel('Amount', { exact: true }).fill('321');
    await submit(page.getByRole('main')).click();
    const mine = page.getByRole('listitem').filter({ hasText: '321.00 USDT' });
    await expect(mine).toBeVisible();
    await exchange.clock.mine(FINAL);
    await openRoom(ada.page, /^Treasury/);
    await ada.page.getByLabel('How many blocks').fill(String(FINAL));
    await ada.page.getByLabel('Reason').fill('To see what it does');
    await expect(ada.page.getByRole('checkbox', { name: 'Their payments are lost too' })).toBeChecked();
    await expect(mine.getByText('Credited', { exact: true })).toBeVisible({ timeout: CHAIN_WAIT });
    // All of it is elsewhere: nothing in the spot wallet can go back.
    const amount = String(await availableOf(customer, 'USDT'));
    await answered(customer, '/api/userCoin/transfer', { from: '1', to: '2', coin: 'USDT', amount });
    await ada.page.getByRole('button', { name: 'Replace the blocks' }).click();
    await told(ada.page, /^Replaced\. The chain now ends at block/);

    await expect(mine.getByText('Reversed', { exact: true })).toBeVisible({ timeout: CHAIN_WAIT });
    await expect(mine.getByText(/What was credited is owed/)).toBeVisible();
    await page.goto(`${exchange.url}/assets/index?key=withdraw&coin=USDT`);
    await expect(page.getByText(/A deposit was taken back by its chain/).first()).toBeVisible();
    await expect(submit(page.getByRole('main'))).toBeDisabled();
  });
});
