// The wallet on the practice chain: a deposit watched block by block and explained, a withdrawal by the rules to another
// customer, one that waits taken back, swaps and transfers.

import type { BrowserContext, Page } from '@playwright/test';
import type { Customer } from '../support/customer.ts';
import { setUp } from '../support/desk.ts';
import {
  addressOf,
  atDesk,
  availableOf,
  CHAIN_WAIT,
  depositsOf,
  fundsCustomer,
  sendWithdrawal,
  setFundPin,
  swapNow,
  verify,
  withdrawalsOf,
  withdrawalTo,
} from '../support/funds.ts';
import { seen } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';

test('§8 a deposit: its address, seen, counted to 12 without a reload, credited, explained to the transaction', async ({
  page,
  exchange,
  isMobile,
}) => {
  const customer = await fundsCustomer(page, exchange.url);
  await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
  const address = await addressOf(page, exchange.url);
  // For eyes in groups of four, for a screen reader whole.
  await expect(page.getByText(address, { exact: true }).first()).toBeAttached();
  await expect(page.getByRole('img', { name: /^QR code of your USDT address/ })).toBeVisible();
  await seen(page, 'deposit');

  await page.getByLabel('Amount', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Send to my address' }).click();
  // What stands on the page as blocks come, and that nothing loaded it anew.
  await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));
  const counted = new Set<string>();
  const mine = page.getByRole('listitem').filter({ hasText: '250.00 USDT' });
  const count = mine.getByRole('img', { name: / of 12 confirmations$/ });
  await expect
    .poll(
      async () => {
        const marks = await count.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
        for (const mark of marks) counted.add(mark);
        return mine.getByText('Credited', { exact: true }).count();
      },
      { timeout: CHAIN_WAIT, intervals: [100] },
    )
    .toBe(1);
  expect(await page.locator('html[data-stayed]').count()).toBe(1);
  const figures = [...counted].map((mark) => Number.parseInt(mark, 10));
  expect(figures.length, `counted ${[...counted].join('; ')}`).toBeGreaterThan(2);
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));

  const [deposit] = await depositsOf(customer);
  expect(deposit).toMatchObject({ stage: 'credited', confirmations: 12 });
  expect(await availableOf(customer, 'USDT')).toBe(10_250);

  // The overview has it; "Why?" leads to the entry, its cause to the transaction, and nothing is left over.
  await page.goto(`${exchange.url}/assets/index`);
  const row = page.getByRole('region', { name: 'Assets in Spot' }).getByRole('row', { name: /^USDT/ });
  await expect(row).toContainText('10,250.');
  if (isMobile) await page.goto(`${exchange.url}/assets/index?key=records&part=bills&coin=USDT`);
  else await row.getByRole('button', { name: 'Why?' }).click();
  const told = isMobile ? page.getByRole('main') : page.getByRole('dialog');
  await expect(told.getByText(/Unexplained: 0|Nothing is unexplained/).first()).toBeVisible();
  await told
    .getByRole('listitem')
    .or(told.getByRole('row'))
    .filter({ hasText: 'Deposit' })
    .getByRole('button', { name: 'cause' })
    .first()
    .click();
  // On the phone the cause opens over the list.
  await expect(page.getByRole('dialog').getByText(deposit?.txid ?? 'no transaction')).toBeVisible();
});

test('§8 a swap by its quote and by one asked anew after it ran out, and a transfer; each in its records', async ({
  page,
  exchange,
}) => {
  const customer = await fundsCustomer(page, exchange.url);
  await page.goto(`${exchange.url}/assets/index?key=swap`);
  const main = page.getByRole('main');
  const bought = await availableOf(customer, 'BTC');
  await main.getByLabel('You give').selectOption('USDT');
  await main.getByLabel('You receive').selectOption('BTC');
  await main.getByLabel('Amount', { exact: true }).fill('500');
  await swapNow(page, /^Swap 500/, async () => (await availableOf(customer, 'USDT')) === 9_500);
  expect(await availableOf(customer, 'BTC')).toBeGreaterThan(bought);

  // The second is left until it has run out: nothing happens by itself, and nothing is swapped by the old one.
  await main.getByLabel('Amount', { exact: true }).fill('300');
  const anew = main.getByRole('button', { name: 'Get a new quote' });
  await expect(main.getByRole('button', { name: /^Swap 300/ })).toBeEnabled();
  await expect(anew).toBeVisible({ timeout: 20_000 });
  await expect(main.getByText('The quote has run out. Nothing was swapped.')).toBeVisible();
  expect(await availableOf(customer, 'USDT')).toBe(9_500);
  await swapNow(page, /^Swap 300/, async () => (await availableOf(customer, 'USDT')) === 9_200);
  await page.goto(`${exchange.url}/assets/index?key=records&part=swaps`);
  await expect(page.getByRole('region', { name: 'Swaps' }).getByRole('row', { name: /USDT/ })).toHaveCount(2);

  await page.goto(`${exchange.url}/assets/index?key=transfer`);
  await main.getByLabel('From', { exact: true }).selectOption('1');
  await main.getByLabel('To', { exact: true }).selectOption('2');
  await main.getByLabel('Amount', { exact: true }).fill('1200');
  await main.getByRole('button', { name: /^Move 1,200/ }).click();
  await expect.poll(() => availableOf(customer, 'USDT')).toBe(8_000);
  await page.goto(`${exchange.url}/assets/index?key=records&part=transfers`);
  await expect(main.getByText(/1,200\./).first()).toBeVisible();
});

test.describe('withdrawals', () => {
  test.skip(({ isMobile }) => isMobile, 'long; the phone has its deposit, and the steps are the same');
  test.describe.configure({ mode: 'serial' });

  let payer: { readonly context: BrowserContext; readonly page: Page; readonly customer: Customer };
  let desk: BrowserContext;

  test.beforeAll(async ({ browser, exchange }) => {
    desk = await browser.newContext();
    const person = await desk.newPage();
    await setUp(person, exchange.setupLink(), 'Ada Brook');
    const context = await browser.newContext();
    const page = await context.newPage();
    const customer = await fundsCustomer(page, exchange.url);
    await setFundPin(customer);
    await verify(customer, 1, { url: exchange.deskUrl, first: person });
    // From here on nobody decides unseen: what waits for a person waits.
    await atDesk(person, exchange.deskUrl, 'reviewer/set', { on: false });
    payer = { context, page, customer };
  });
  test.afterAll(async () => {
    await payer?.context.close();
    await desk?.close();
  });

  test('§8 by the rules to another customer: three steps, the fund password, confirmed; both records name one transaction', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    const receiver = await fundsCustomer(other, exchange.url);
    const address = await addressOf(other, exchange.url);

    // A character of it is wrong: told at the field, and there is no way on.
    await page.goto(`${exchange.url}/assets/index?key=withdraw&coin=USDT`);
    const field = page.getByLabel('Address, Practice chain');
    await field.fill(`${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/the address does not add up/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next: the amount' })).toBeDisabled();

    await withdrawalTo(page, exchange.url, address, '50');
    await expect(page.getByText('51.00', { exact: false }).first()).toBeVisible();
    await seen(page, 'the check of a withdrawal');
    await sendWithdrawal(page, '111222');
    await expect(page.getByText(/Nothing was sent\./)).toBeVisible();
    expect(await withdrawalsOf(customer)).toEqual([]);
    await sendWithdrawal(page);
    await expect(page.getByRole('heading', { name: 'Your withdrawal is on its way' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your withdrawal has arrived' })).toBeVisible({
      timeout: CHAIN_WAIT,
    });
    expect(await availableOf(customer, 'USDT')).toBe(9_949);

    await expect.poll(async () => (await depositsOf(receiver))[0]?.stage, { timeout: CHAIN_WAIT }).toBe('credited');
    expect(await availableOf(receiver, 'USDT')).toBe(10_050);
    const [paid] = await withdrawalsOf(customer);
    expect(paid).toMatchObject({ stage: 'confirmed', txid: (await depositsOf(receiver))[0]?.txid });

    await page.goto(`${exchange.url}/assets/index?key=records&part=withdrawals`);
    await page
      .getByRole('row', { name: /50\.00/ })
      .getByRole('button', { name: 'Open' })
      .click();
    await expect(page.getByRole('dialog').getByTitle(paid?.txid ?? 'no transaction')).toBeVisible();
  });

  test('§8 one that waits for a person is taken back, and everything held is there again', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    await fundsCustomer(other, exchange.url);
    const before = await availableOf(customer, 'USDT');
    await withdrawalTo(page, exchange.url, await addressOf(other, exchange.url), '150');
    await sendWithdrawal(page);
    await expect(page.getByRole('heading', { name: 'Your withdrawal is on its way' })).toBeVisible();
    await expect(page.getByText('Under review', { exact: true }).first()).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before - 151);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('heading', { name: 'Your withdrawal was not sent' })).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before);
    expect((await withdrawalsOf(customer))[0]).toMatchObject({ stage: 'cancelled', txid: null });
  });
});
