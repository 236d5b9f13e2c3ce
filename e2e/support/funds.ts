// Shared steps of deposit and withdrawal journeys: users ready to withdraw, their addresses and records, the three
// steps of a withdrawal, and a verification approved by calls of the desk.

import { expect, type Locator, type Page } from '@playwright/test';
import { hashPassword } from '@vitrine/contract';
import { type Customer, newCustomer, sendStageOne, sendStageTwo, stageOf } from './customer.ts';
import type { TestClock } from './clock.ts';
import { field, submit } from './parts.ts';
import { FINAL } from './exchange.ts';
import { documentPhotos } from './pictures.ts';
import { freshName } from './visitor.ts';

/** The fund password typed into the six boxes. */
export const fundPin = '904217';
/** Time for the exchange's work between blocks on a busy machine. */
export const CHAIN_WAIT = 60_000;

/** A user with practice money whose page is signed in. */
export async function fundsCustomer(page: Page, url: string): Promise<Customer> {
  const customer = await newCustomer(page.request, url, freshName());
  await answered(customer, '/api/practice/claim');
  await page.addInitScript(() => localStorage.setItem('vitrine:isLogin', '1'));
  return customer;
}

/** The answer of a user's call; its code must be 200. */
export async function answered<T>(customer: Customer, path: string, data: object = {}): Promise<T> {
  const { code, data: answer } = await customer.call(path, data);
  expect(code, `${path} ${JSON.stringify(answer)}`).toBe(200);
  return answer as T;
}

/** Sets the first fund password, which does not lock withdrawals. */
export async function setFundPin(customer: Customer): Promise<void> {
  const pwd = hashPassword(fundPin);
  await answered(customer, '/api/user/tardPwdSet', { pwd, confirmPwd: pwd });
}

/** The user's deposit address of a coin on the practice chain. */
export async function addressOf(page: Page, url: string, coin = 'USDT'): Promise<string> {
  const answer = await page.request.get(`${url}/api/v1/coin/assets/getDepositAddress/${coin}?network=practice`);
  const { data } = (await answer.json()) as { data: { address: string } };
  return data.address;
}

/** The automatic reviewer of practice mode decides after this, ms. */
const REVIEWED_AFTER = 5_000;

/** Stages as their user sees them. */
const STAGES = {
  'under way': ['asking', 'review', 'approved', 'signed', 'broadcast'],
  arrived: ['confirmed'],
  'not sent': ['refused', 'cancelled', 'failed'],
} as const;

/** Waits until a user's newest withdrawal waits for a block, and mines the blocks that confirm it. */
export async function confirmWithdrawal(customer: Customer, clock: TestClock): Promise<void> {
  await expect.poll(async () => (await withdrawalsOf(customer))[0]?.stage, { timeout: CHAIN_WAIT }).toBe('broadcast');
  await clock.mine(FINAL);
}

export interface Moved {
  readonly id: string;
  readonly stage: string;
  readonly amount: string;
  readonly txid: string | null;
  readonly confirmations: number;
}

/** The user's deposits, newest first. */
export async function depositsOf(customer: Customer): Promise<readonly Moved[]> {
  return (await answered<{ records: Moved[] }>(customer, '/api/v1/coin/assets/getRechargeLog')).records;
}

/** The user's withdrawals, newest first. */
export async function withdrawalsOf(customer: Customer): Promise<readonly Moved[]> {
  return (await answered<{ records: Moved[] }>(customer, '/api/v1/coin/assets/getWithdrawalLog')).records;
}

/** The available balance of a coin in the spot wallet. */
export async function availableOf(customer: Customer, coin: string): Promise<number> {
  const balances = await answered<{ coin: string; available: string }[]>(
    customer,
    '/api/v1/coin/assets/getCurrencyAccount',
    { type: '1', coin },
  );
  return Number(balances.find((one) => one.coin === coin)?.available ?? '0');
}

/** A call of the staff member signed in at this desk page; its code must be 200. */
export async function atDesk<T>(page: Page, deskUrl: string, path: string, data: object = {}): Promise<T> {
  const post = async (to: string, input: object, headers: Readonly<Record<string, string>>) =>
    (await (await page.request.post(`${deskUrl}/desk/api/${to}`, { data: input, headers })).json()) as {
      code: number;
      data: T & { satoken: string };
    };
  const { satoken } = (await post('me', {}, { origin: deskUrl })).data;
  const body = await post(path, data, { origin: deskUrl, satoken });
  expect(body.code, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body.data;
}

/**
 * Sends a stage and has it approved: proposed by one staff member and approved by `second`, or by practice mode's
 * automatic reviewer if there is none.
 */
export async function verify(
  customer: Customer,
  stage: 1 | 2,
  desk: { readonly url: string; readonly clock: TestClock; readonly first: Page; readonly second?: Page },
): Promise<void> {
  if (stage === 1) await sendStageOne(customer, `C01X${Date.now().toString().slice(-8)}`);
  else await sendStageTwo(customer, await documentPhotos(Number(customer.id) + 11));
  const { records } = await atDesk<{ records: { id: string; userId: string }[] }>(desk.first, desk.url, 'kyc/list', {
    stage,
    size: 100,
  });
  const sent = records.find(({ userId }) => userId === customer.id);
  expect(sent, `the stage of customer ${customer.id} among those under review`).toBeDefined();
  const proposal = await atDesk<{ id: string }>(desk.first, desk.url, 'kyc/pass', {
    id: sent?.id,
    reason: 'Name and number agree',
  });
  if (desk.second) await atDesk(desk.second, desk.url, 'proposals/approve', { id: proposal.id });
  else await desk.clock.advance(REVIEWED_AFTER);
  await expect.poll(async () => (await stageOf(customer, stage)).state, { timeout: 40_000 }).toBe(2);
}

/** Opens the withdrawal form and completes its first two steps. */
export async function withdrawalTo(page: Page, url: string, address: string, amount: string): Promise<void> {
  await page.goto(`${url}/assets/index?key=withdraw&coin=USDT`);
  await chooseNetwork(page, 'practice');
  await field(page, 'address').fill(address);
  await toAmount(page, amount);
}

/** From the address to the amount, and on to the summary. */
export async function toAmount(page: Page, amount: string): Promise<void> {
  await next(page);
  await field(page, 'amount').fill(amount);
  await next(page);
  await expect(field(page, 'fundPassword')).toBeVisible();
}

/** A withdrawal in one of these stages, as its user sees it. */
export const withdrawalIn = (page: Page, stage: 'under way' | 'arrived' | 'not sent'): Locator =>
  page.getByTestId('withdrawal').and(page.locator(STAGES[stage].map((one) => `[data-stage="${one}"]`).join(', ')));

/** The marker of a deposit or withdrawal in this stage, within its row or page. */
export const inStage = (within: Page | Locator, stage: string): Locator => within.locator(`[data-state="${stage}"]`);

/** The marker for that many of the required confirmations. */
export const counted = (within: Page | Locator, count: number): Locator =>
  within.getByRole('img').and(within.locator(`[data-count="${count}"][data-needed="${FINAL}"]`));

/** The user's deposits of this amount, such as `250.00 USDT`, beside the address. */
export const depositOf = (page: Page, amount: string): Locator =>
  page.getByTestId('deposit').filter({ hasText: amount });

/** Types the fund password and sends. */
export async function sendWithdrawal(page: Page, pin = fundPin): Promise<void> {
  await field(page, 'fundPassword').fill(pin);
  await next(page);
}

/** Submits the typed swap, again whenever prices passed its minimum, until `done`. */
export async function swapNow(page: Page, done: () => Promise<boolean>): Promise<void> {
  const anew = page.getByTestId('quote-anew');
  const swap = page.getByTestId('swap');
  await expect(async () => {
    if (await done()) return;
    await expect(anew.or(swap)).toBeEnabled({ timeout: 5_000 });
    if (await anew.isVisible()) await anew.click();
    await swap.click({ timeout: 5_000 });
    await expect(page.getByTestId('swap-placed')).toHaveAttribute('data-state', 'done', { timeout: 5_000 });
    await expect.poll(done, { timeout: 2_000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** Chooses the network of a coin, by its name in the calls. */
export async function chooseNetwork(page: Page, network: string): Promise<void> {
  const radio = page.locator(`input[type="radio"][value="${network}"]`);
  await expect(radio).toBeVisible();
  if (!(await radio.isChecked())) await radio.check();
}

async function next(page: Page): Promise<void> {
  const button = submit(page.getByRole('main'));
  await expect(button).toBeEnabled();
  await button.click();
}
