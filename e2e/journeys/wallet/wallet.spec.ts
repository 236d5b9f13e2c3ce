// The wallet on the practice chain: a deposit watched block by block and explained, a withdrawal by the rules to another
// customer, one that waits taken back, swaps and transfers.

import type { BrowserContext, Page } from '@playwright/test';
import type { Customer } from '../../support/customer.ts';
import { setUp } from '../../support/desk.ts';
import { FINAL } from '../../support/exchange.ts';
import {
  addressOf,
  atDesk,
  availableOf,
  CHAIN_WAIT,
  confirmWithdrawal,
  counted,
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
import { seen } from '../../support/axe.ts';
import { cutAt, PHASES } from '../../support/line.ts';
import { act, field, fieldError, submit } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';

test(
  '§8 a deposit: its address, seen, counted to 12 without a reload, credited, explained to the transaction',
  { tag: '@both' },
  async ({ page, exchange, isMobile }) => {
    const customer = await fundsCustomer(page, exchange.url);
    await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
    const address = await addressOf(page, exchange.url);
    // For eyes in groups of four, for a screen reader whole.
    await expect(page.getByText(address, { exact: true }).first()).toBeAttached();
    await expect(page.getByTestId('qr')).toBeVisible();
    await seen(page, 'deposit');

    await field(page, 'amount').fill('250');
    await submit(page.getByRole('main')).click();
    // What stands on the page as blocks come, and that nothing loaded it anew.
    await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));
    const mine = depositOf(page, '250.00 USDT');
    await expect(mine).toBeVisible();
    let mined = 0;
    for (const height of [1, 6, FINAL - 1]) {
      await exchange.clock.mine(height - mined);
      mined = height;
      await expect(counted(mine, height)).toBeVisible({ timeout: CHAIN_WAIT });
    }
    // Eleven are not twelve.
    expect(await availableOf(customer, 'USDT')).toBe(10_000);
    await exchange.clock.mine(1);
    await expect(inStage(mine, 'credited')).toBeVisible({ timeout: CHAIN_WAIT });
    expect(await page.locator('html[data-stayed]').count()).toBe(1);

    const [deposit] = await depositsOf(customer);
    expect(deposit).toMatchObject({ stage: 'credited', confirmations: FINAL });
    expect(await availableOf(customer, 'USDT')).toBe(10_250);

    // Its record names the address (§3); on the phone behind the row.
    await page.goto(`${exchange.url}/account/wallet/history-deposit`);
    if (!isMobile) await expect(page.getByRole('main').getByTitle(address).first()).toBeVisible();

    // The overview has it; "Why?" leads to the entry, its cause to the transaction, and nothing is left over.
    await page.goto(`${exchange.url}/assets/index`);
    const row = page.getByRole('row', { name: /^USDT/ }).filter({ has: page.getByTestId('why') });
    await expect(row).toContainText('10,250.');
    if (!isMobile) await expect(page.locator('a[href="/trade/index?type=spot&symbol=btc"]')).toBeAttached();
    if (isMobile) await page.goto(`${exchange.url}/assets/index?key=records&part=bills&coin=USDT`);
    else await row.getByTestId('why').click();
    const details = isMobile ? page.getByRole('main') : page.getByRole('dialog');
    await expect(details.getByTestId('explained')).toBeVisible();
    await expect(details.getByTestId('unexplained')).toHaveCount(0);
    await details.getByTestId('cause').and(details.locator('[data-kind="deposit"]')).first().click();
    // On the phone the cause opens over the list.
    await expect(page.getByRole('dialog').getByText(deposit?.txid ?? 'no transaction')).toBeVisible();
  },
);

test('§8 two swaps at the prices after their orders, and a transfer; each in its records', async ({
  page,
  exchange,
}) => {
  const customer = await fundsCustomer(page, exchange.url);
  await page.goto(`${exchange.url}/assets/index?key=swap`);
  const main = page.getByRole('main');
  const bought = await availableOf(customer, 'BTC');
  await field(main, 'from').selectOption('USDT');
  await field(main, 'to').selectOption('BTC');
  await field(main, 'amount').fill('500');
  await swapNow(page, async () => (await availableOf(customer, 'USDT')) === 9_500);
  expect(await availableOf(customer, 'BTC')).toBeGreaterThan(bought);

  await field(main, 'amount').fill('300');
  await swapNow(page, async () => (await availableOf(customer, 'USDT')) === 9_200);
  await page.goto(`${exchange.url}/assets/index?key=records&part=swaps`);
  await expect(main.getByRole('row', { name: /USDT/ })).toHaveCount(2);

  await page.goto(`${exchange.url}/assets/index?key=transfer`);
  await field(main, 'from').selectOption('1');
  await field(main, 'to').selectOption('2');
  await field(main, 'amount').fill('1200');
  await expect(submit(main)).toContainText('1,200');
  await submit(main).click();
  await expect.poll(() => availableOf(customer, 'USDT')).toBe(8_000);
  await page.goto(`${exchange.url}/assets/index?key=records&part=transfers`);
  await expect(main.getByText(/1,200\./).first()).toBeVisible();
});

// The phone has its deposit, and the steps are the same.
test.describe('withdrawals', { tag: '@desktop' }, () => {
  test.describe.configure({ mode: 'serial' });

  let payer: { readonly context: BrowserContext; readonly page: Page; readonly customer: Customer };
  let desk: BrowserContext;

  test.beforeAll(async ({ browser, exchange }) => {
    desk = await browser.newContext();
    const person = await desk.newPage();
    await setUp(person, exchange.clock, exchange.setupLink(), 'Ada Brook');
    const context = await browser.newContext();
    const page = await context.newPage();
    const customer = await fundsCustomer(page, exchange.url);
    await setFundPin(customer);
    await verify(customer, 1, { url: exchange.deskUrl, clock: exchange.clock, first: person });
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

    // A character of it is wrong: shown at the field, and there is no way on.
    await page.goto(`${exchange.url}/assets/index?key=withdraw&coin=USDT`);
    const to = field(page, 'address');
    await to.fill(`${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`);
    await expect(to).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldError(page)).toBeVisible();
    await expect(submit(page.getByRole('main'))).toBeDisabled();

    await withdrawalTo(page, exchange.url, address, '50');
    await expect(page.getByText('51.00', { exact: false }).first()).toBeVisible();
    await seen(page, 'the check of a withdrawal');
    await sendWithdrawal(page, '111222');
    await expect(page.locator('#withdraw-why[data-need]')).toBeVisible();
    expect(await withdrawalsOf(customer)).toEqual([]);
    await sendWithdrawal(page);
    await expect(withdrawalIn(page, 'under way')).toBeVisible();
    await confirmWithdrawal(customer, exchange.clock);
    await expect(withdrawalIn(page, 'arrived')).toBeVisible({
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
      .getByTestId('open')
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
    await expect(withdrawalIn(page, 'under way')).toBeVisible();
    await expect(inStage(page, 'review').first()).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before - 151);
    await page.getByTestId('take-back').click();
    await act(page).click();
    await expect(withdrawalIn(page, 'not sent')).toBeVisible();
    expect(await availableOf(customer, 'USDT')).toBe(before);
    expect((await withdrawalsOf(customer))[0]).toMatchObject({ stage: 'cancelled', txid: null });
  });

  test('§8 the line cut before, during and after a withdrawal: it is asked after and never sent twice (issue 16)', async ({
    page: other,
    exchange,
  }) => {
    const { page, customer } = payer;
    await fundsCustomer(other, exchange.url);
    const address = await addressOf(other, exchange.url);
    for (const phase of PHASES) {
      const before = (await withdrawalsOf(customer)).length;
      await withdrawalTo(page, exchange.url, address, '20');
      const cut = await cutAt(page, '/assets/withdrawal', phase);
      await sendWithdrawal(page);
      if (phase !== 'after') await expect(page.getByTestId('unknown')).toBeVisible();
      await cut.over();
      if (phase === 'before') await expect(page.getByTestId('refused')).toHaveAttribute('data-state', 'none');
      else await expect(withdrawalIn(page, 'under way')).toBeVisible();
      expect(await withdrawalsOf(customer)).toHaveLength(phase === 'before' ? before : before + 1);
      expect(cut.sent()).toBe(1);
    }
  });
});
