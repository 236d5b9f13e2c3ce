// Issue 18, done when 3: what a newcomer does in ten minutes, by the pages alone. Registers, trades, opens a contract,
// recalculates a receipt, secures the account and withdraws in practice. Nobody works at the desk.

import type { Locator, Page } from '@playwright/test';
import { DOCUMENT_TYPE } from '@vitrine/contract';
import type { TestClock } from '../../support/clock.ts';
import { CHAIN_WAIT, chooseNetwork, fundPin, inStage, sendWithdrawal, toAmount } from '../../support/funds.ts';
import { choice, field, menuItem, notice, stepUp, submit, tab } from '../../support/parts.ts';
import { FINAL } from '../../support/exchange.ts';
import { closeNotices, openTicket, phone, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';
import { stepBegun, totp } from '../../support/totp.ts';
import { freshName, password, register, takePracticeMoney } from '../../support/visitor.ts';

// With practice traders, as a newcomer finds it, and so with an automatic reviewer for first verifications.
test.use({ own: 'ten-minutes', settings: { VITRINE_PRACTICE_TRADERS: 'on' } });

async function openSteps(page: Page): Promise<void> {
  await closeNotices(page);
  await page.getByTestId('avatar').click();
  await menuItem(page, 'steps').click();
}

/** Opens the first steps by the account menu, and one of them by its link. */
async function follow(page: Page, step: string): Promise<void> {
  await openSteps(page);
  const entry = page.getByTestId('guide').locator(`[data-step="${step}"]`);
  await expect(entry).toHaveAttribute('data-state', 'open');
  await entry.getByTestId('way').click();
  await expect(page.getByTestId('guide')).toHaveCount(0);
}

/** The first steps that are done, by the account menu. */
async function done(page: Page, steps: readonly string[]): Promise<void> {
  await openSteps(page);
  const guide = page.getByTestId('guide');
  await expect(guide.locator('[data-state="done"][data-step]')).toHaveCount(steps.length);
  for (const step of steps) await expect(guide.locator(`[data-step="${step}"][data-state="done"]`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);
}

/** Fills a wallet from its ticket. */
async function moveIn(page: Page, ticket: Locator, amount: string): Promise<void> {
  await ticket.getByTestId('move-in').first().click();
  // On the phone the ticket is a dialog too.
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByTestId('act') })
    .last();
  await field(dialog, 'amount').fill(amount);
  await dialog.getByTestId('act').click();
  await expect(dialog).toBeHidden();
}

/** Proves oneself where that is asked, until `outcome` is there: by the password, or once there is one by the app. */
async function proved(page: Page, outcome: Locator, code: () => Promise<string>): Promise<void> {
  const dialog = stepUp(page);
  await expect(dialog.or(outcome).first()).toBeVisible();
  if (await dialog.isVisible()) {
    const [byPassword, byApp] = [field(dialog, 'password'), field(dialog, 'totp')];
    await expect(byPassword.or(byApp)).toBeVisible();
    if (await byPassword.isVisible()) {
      await byPassword.fill(password);
      await submit(dialog).click();
    } else await byApp.fill(await code());
    await expect(dialog).toBeHidden();
  }
  await expect(outcome).toBeVisible();
}

/** Secures the account by an authenticator; returns its next codes. */
async function secure(page: Page, clock: TestClock): Promise<() => Promise<string>> {
  await page.locator('a[href="/account/center/security/setting/google"]').first().click();
  await expect(page.getByTestId('qr')).toBeVisible();
  const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
  let used = 0;
  // Each step's code is used once.
  const code = async (): Promise<string> => {
    let step = await stepBegun(clock);
    while (step <= used) step = await stepBegun(clock);
    used = step;
    return totp(secret, step);
  };
  await field(page, 'code').fill(await code());
  await submit(page.getByRole('main')).click();
  await proved(page, page.getByTestId('recovery-codes'), code);
  await page.getByRole('checkbox').check();
  await page.getByTestId('codes-kept').click();
  return code;
}

test(
  'issue 18: ten minutes of a newcomer, from registering to a withdrawal, without a dead end',
  { tag: '@both' },
  async ({ page, exchange: { url, clock } }) => {
    test.setTimeout(420_000);
    await register(page, url, freshName());
    await takePracticeMoney(page);

    await follow(page, 'trade');
    await page.waitForURL('**/exchange/index**');
    await stands(page);
    const spot = await openTicket(page, 'buy');
    await tab(spot, 'market').click();
    await field(spot, 'amount').fill('0.001');
    await expect(submit(spot)).toBeEnabled();
    await sendOrder(page, submit(spot));
    if (phone(page)) await page.keyboard.press('Escape');
    await done(page, ['trade']);

    await follow(page, 'contract');
    await page.waitForURL('**/trade/index?type=usta**');
    // This page has no book; until it is there, that of spot still shows its own.
    await page.getByTestId('kind').first().waitFor();
    if (phone(page)) await page.getByTestId('open-buy').click();
    const contract = ticketIn(page);
    await moveIn(page, contract, '1000');
    await tab(contract, 'market').click();
    await field(contract, 'amount').fill('0.01');
    const long = submit(contract).and(page.locator('[data-side="open-long"]'));
    await expect(long).toBeEnabled();
    await sendOrder(page, long);
    if (phone(page)) await page.keyboard.press('Escape');
    await done(page, ['trade', 'contract']);

    await follow(page, 'receipt');
    const second = page.getByTestId('second-ticket');
    await moveIn(page, second, '50');
    await choice(second, '30').click();
    await field(second, 'stake').fill('10');
    await second.getByTestId('up').click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await clock.advance(45_000);
    await tab(page, 'settled').click();
    await page.getByTestId('open-receipt').first().click();
    await page.getByTestId('receipt').getByTestId('recompute').click();
    await expect(page.getByTestId('receipt').getByTestId('verdict')).toHaveAttribute('data-state', 'same');
    await page.goto(`${url}/home/index`);
    await done(page, ['trade', 'contract', 'receipt']);

    await follow(page, 'secure');
    const code = await secure(page, clock);
    await page.goto(`${url}/home/index`);
    await done(page, ['trade', 'contract', 'receipt', 'secure']);

    // A withdrawal names what is missing, one after the other, each with its way.
    await follow(page, 'withdraw');
    await page.locator('#withdraw-why a[href="/account/center/kyc"]').click();
    await field(page, 'name').fill('Marion Albers');
    const country = field(page, 'country');
    await country.click();
    await page.keyboard.type('germ');
    await page.keyboard.press('Enter');
    await field(page, 'documentType').selectOption(String(DOCUMENT_TYPE.identityCard));
    await field(page, 'documentNo').fill(`C01X${Date.now().toString().slice(-7)}`);
    await submit(page.getByRole('main')).click();
    await proved(page, page.getByText('M*** A***'), code);
    await clock.advance(10_000);

    await follow(page, 'withdraw');
    const missing = page.locator('#withdraw-why a[href="/account/center/security/setting/trade-pwd"]');
    await expect(missing).toBeVisible({ timeout: CHAIN_WAIT });
    await missing.click();
    await field(page, 'pin').fill(fundPin);
    await field(page, 'confirm').fill(fundPin);
    await submit(page.getByRole('main')).click();
    await proved(page, notice(page, 'fund'), code);

    await follow(page, 'withdraw');
    await chooseNetwork(page, 'practice');
    await page.getByTestId('practice-address').click();
    await toAmount(page, '50');
    await sendWithdrawal(page);
    const sent = inStage(page, 'broadcast').or(page.locator('[data-testid="withdrawal"][data-stage="broadcast"]'));
    await proved(page, page.getByTestId('withdrawal'), code);
    await clock.advance(10_000);
    await expect(sent.first()).toBeVisible({ timeout: CHAIN_WAIT });
    await clock.mine(FINAL);
    await page.goto(`${url}/home/index`);
    await done(page, ['trade', 'contract', 'receipt', 'secure', 'withdraw']);
  },
);
