// Money at the desk: a bank deposit passed by two and swapped, a large withdrawal that two persons let out once, one refused
// with a reason, and a credited deposit that its chain takes back.

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestClock } from '../../support/clock.ts';
import type { Customer } from '../../support/customer.ts';
import {
  beginApprove,
  beginRefuse,
  decision,
  type DeskPerson,
  openSection,
  rows,
  setUp,
  expectState,
} from '../../support/desk.ts';
import { FINAL } from '../../support/exchange.ts';
import {
  addressOf,
  answered,
  atDesk,
  availableOf,
  CHAIN_WAIT,
  confirmWithdrawal,
  depositOf,
  depositsOf,
  fundsCustomer,
  inStage,
  sendWithdrawal,
  setFundPin,
  swapNow,
  verify,
  withdrawalsOf,
  withdrawalIn,
  withdrawalTo,
} from '../../support/funds.ts';
import { pngPicture } from '../../support/pictures.ts';
import { field, submit } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';

/** After this the minute of a customer's swaps is over, ms. */
const SWAP_MINUTE = 90_000;

interface StaffSession {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly person: DeskPerson;
}

type Section = '/deposits' | '/withdrawals';

async function sit(
  browser: Browser,
  clock: TestClock,
  link: string,
  name: string,
): Promise<StaffSession & { readonly next: string }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const { person, next } = await setUp(page, clock, link, name);
  return { context, page, person, next: next ?? '' };
}

/** Opens a section and the first case of its queue, not one of the section before. */
async function openFirst(page: Page, section: Section): Promise<void> {
  await openSection(page, section);
  await rows(page)
    .and(page.locator(`[href^="${section}?"]`))
    .first()
    .click();
}

/** The second person's part: opens the only case of a section, and approves what is proposed. */
async function approve(page: Page, section: Section, kind: string): Promise<void> {
  await openFirst(page, section);
  await beginApprove(page).click();
  await submit(decision(page)).click();
  await expectState(page, `done ${kind}`);
}

// Its queues hold what its own customers sent, and its set-up link is unused.
test.use({ own: 'wallet-desk' });
test.describe.configure({ mode: 'serial' });

// Worked on a desktop.
test.describe('money at the desk', { tag: '@desktop' }, () => {
  let ada: StaffSession;
  let grace: StaffSession;
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
    const main = page.getByRole('main');
    await field(main, 'amount').fill('400000');
    await field(main, 'account').fill('4711');
    await main
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await pngPicture(3, 'slip.png'));
    const send = submit(main);
    await expect(send).toBeEnabled();
    await send.click();
    const mine = depositOf(page, '400,000.00');
    await expect(inStage(mine, 'review')).toBeVisible();

    await openFirst(ada.page, '/deposits');
    await beginApprove(ada.page).click();
    await field(decision(ada.page), 'amount').fill('400000');
    await field(decision(ada.page), 'reference').fill('2026-11-4711');
    await field(decision(ada.page), 'reason').fill('Seen on the statement');
    await submit(decision(ada.page)).click();
    await expectState(ada.page, 'proposed deposit.pass');
    expect(await availableOf(customer, 'USD')).toBe(0);
    await approve(grace.page, '/deposits', 'deposit.pass');

    await expect(inStage(mine, 'credited')).toBeVisible();
    expect(await availableOf(customer, 'USD')).toBe(400_000);
    await page.goto(`${exchange.url}/assets/index?key=swap`);
    await field(main, 'to').selectOption('USDT');
    await field(main, 'from').selectOption('USD');
    await field(main, 'to').selectOption('USDT');
    // A customer swaps at most 100,000 USDT a minute.
    for (const left of [310_000, 220_000, 130_000, 40_000]) {
      await field(main, 'amount').fill('90000');
      await swapNow(page, async () => (await availableOf(customer, 'USD')) === left);
      await exchange.clock.advance(SWAP_MINUTE);
    }
    expect(await availableOf(customer, 'USDT')).toBeGreaterThan(360_000);
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

    await openFirst(ada.page, '/withdrawals');
    await expect(decision(ada.page).getByTestId('persons')).toHaveAttribute('data-count', '2');
    await beginApprove(ada.page).click();
    await field(decision(ada.page), 'reason').fill('Called back; it is his own wallet');
    await submit(decision(ada.page)).click();
    await expectState(ada.page, 'proposed withdrawal.approve');
    expect((await withdrawalsOf(customer))[0]).toMatchObject({ stage: 'review', txid: null });
    await approve(grace.page, '/withdrawals', 'withdrawal.approve');
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
      ada.page
        .getByTestId('case')
        .getByTestId('transactions')
        .getByRole('listitem')
        .filter({ hasText: '12,000.00 USDT' }),
    ).toHaveCount(1);
  });

  test('§8 a refused one is shown with its reason, and everything held is there again', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    await fundsCustomer(other, exchange.url);
    const before = await availableOf(customer, 'USDT');
    await withdrawalTo(page, exchange.url, await addressOf(other, exchange.url), '200');
    await sendWithdrawal(page);
    await expect(withdrawalIn(page, 'under way')).toBeVisible();
    await openFirst(ada.page, '/withdrawals');
    await beginRefuse(ada.page).click();
    await field(decision(ada.page), 'why').selectOption('risk');
    await field(decision(ada.page), 'note').fill('Call us first');
    await submit(decision(ada.page)).click();
    await expectState(ada.page, 'refused withdrawal');

    await expect(withdrawalIn(page, 'not sent')).toBeVisible();
    await expect(page.locator('[data-reason="risk"]').filter({ hasText: 'Call us first' }).first()).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before);
  });

  test('§8 a credited deposit that its chain takes back is shown, owed, and locks withdrawals', async ({
    exchange,
  }) => {
    const { page, customer } = payer;
    await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
    await field(page, 'amount').fill('321');
    await submit(page.getByRole('main')).click();
    const mine = depositOf(page, '321.00 USDT');
    await expect(mine).toBeVisible();
    await exchange.clock.mine(FINAL);
    await openSection(ada.page, '/treasury');
    const tool = ada.page.getByTestId('replace-blocks');
    await field(tool, 'depth').fill(String(FINAL));
    await field(tool, 'reason').fill('To see what it does');
    await expect(field(tool, 'drop')).toBeChecked();
    await expect(inStage(mine, 'credited')).toBeVisible({ timeout: CHAIN_WAIT });
    // All of it is elsewhere: nothing in the spot wallet can go back.
    const amount = String(await availableOf(customer, 'USDT'));
    await answered(customer, '/api/userCoin/transfer', { from: '1', to: '2', coin: 'USDT', amount });
    await submit(tool).click();
    await expectState(ada.page, 'blocks-replaced');

    await expect(inStage(mine, 'reversed')).toBeVisible({ timeout: CHAIN_WAIT });
    const meaning = mine.getByTestId('deposit-meaning');
    await expect(meaning).toHaveAttribute('data-stage', 'reversed');
    await expect(meaning).not.toBeEmpty();
    await page.goto(`${exchange.url}/assets/index?key=withdraw&coin=USDT`);
    await expect(page.locator('[data-lock="reversal"]').first()).toBeVisible();
    await expect(submit(page.getByRole('main'))).toBeDisabled();
  });
});
