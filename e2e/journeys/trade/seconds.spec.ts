// Second contracts on the page: odds first, one ordered, generating, counting down, settled, receipt recomputed; won,
// lost and tied by planted prices, void by power cuts before the opening and over the maturity.

import type { Locator, Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { choice, field, tab } from '../../support/parts.ts';
import { type Own, signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

const money = [{ to: '6', coin: 'USDT', amount: '1000' }] as const;

/** A settling tick is at most this old at maturity (money §5), ms. */
const TICK_MAY_BE_MS = 2_000;
/** Longer than an order waits for its opening tick, ms. */
const NO_OPENING_MS = 8_000;
/** A period of minutes, s. */
const LONG = 300;
/** What is ordered with so much calm left matures when it is calm no more, ms. */
const CALM_LEFT_MS = [150_000, 290_000] as const;
/** An opening tick comes within this, ms. */
const OPENS_WITHIN_MS = 5_000;

interface SecondOrder {
  readonly id: string;
  readonly status: number;
  readonly closeTime: number | null;
  readonly seconds: number;
}

/** Orders a second contract as another tab would. */
async function order(own: Own, symbol: string, direction: 1 | 2, seconds: number): Promise<SecondOrder> {
  const periods = (await own.ask('/api/period/list', { symbol })) as { id: string; seconds: number; odds: string }[];
  const period = periods.find((one) => one.seconds === seconds);
  if (!period) throw new Error(`expected a period of ${seconds} s, got ${JSON.stringify(periods)}`);
  return (await own.ask('/api/secondContractOrder/createSecondContractOrder', {
    symbol,
    periodId: period.id,
    direction,
    amount: '10',
    odds: period.odds,
  })) as SecondOrder;
}

const list = async (own: Own): Promise<readonly SecondOrder[]> =>
  (
    (await own.ask('/api/secondContractOrder/selectOrderList', { current: 1, size: 100 })) as {
      records: readonly SecondOrder[];
    }
  ).records;

/** The ticket of BTC with a period chosen and 10 staked. */
async function ticketFilled(page: Page, url: string, seconds: number): Promise<Locator> {
  await page.goto(`${url}/trade/index?type=sec&symbol=btc`);
  const ticket = page.getByTestId('second-ticket');
  await choice(ticket, String(seconds)).click();
  await field(ticket, 'stake').fill('10');
  return ticket;
}

const notices = (page: Page) => page.getByTestId('notices').getByRole('status');
/** Notices of what became of second contracts. */
const resultOf = (page: Page, state: 'won' | 'lost' | 'returned') =>
  notices(page).and(page.locator(`[data-state="${state}"]`));

const sides = ['up', 'down'] as const;
type Side = (typeof sides)[number];

const ofSide = (page: Page, side: Side) => ({ has: page.locator(`[data-side="${side}"]`) });
/** What was settled of one's contracts, and how many of them were right. */
const net = (page: Page, settled: number, right: number) =>
  page.locator(`[data-testid="net"][data-settled="${settled}"][data-won="${right}"]`);
/** Rows of contracts that were paid back. */
const returned = (page: Page, state: 'void' | 'tied') => page.locator(`[data-testid="result"][data-state="${state}"]`);
const voidReason = (receipt: Locator, reason: 'noOpen' | 'noClose') =>
  receipt.locator(`[data-testid="void-reason"][data-state="${reason}"]`);

/** What the wallet of second contracts has free; a stake is locked beside it until the contract ends. */
async function free(own: Own): Promise<string | undefined> {
  const all = (await own.ask('/api/v1/coin/assets/getCurrencyAccount', { type: '6' })) as readonly {
    coin: string;
    available: string;
  }[];
  return all.find(({ coin }) => coin === 'USDT')?.available;
}

/** Opens the receipt of the first row with that side, and works it out again. */
async function recompute(page: Page, side: Side): Promise<Locator> {
  await page.getByRole('row').filter(ofSide(page, side)).first().getByTestId('open-receipt').click();
  const receipt = page.getByTestId('receipt');
  await receipt.getByTestId('recompute').click();
  await expect(receipt.getByTestId('verdict')).toHaveAttribute('data-state', 'same');
  return receipt;
}

test('§3 second contracts: shown before, generating, counting down, settled; at most four notices; the same after each reload', async ({
  page,
  exchange,
}) => {
  const own = await signedIn(page, exchange.url, money);
  const address = `${exchange.url}/trade/index?type=sec&symbol=btc`;
  await page.goto(address);
  const ticket = page.getByTestId('second-ticket');
  await expect(ticket.getByTestId('break-even')).toHaveText(/\d\d\.\d+%/);
  await expect(ticket.getByTestId('coin-toss')).toHaveText(/\d\.\d\d/);
  await choice(ticket, String(LONG)).click();
  await field(ticket, 'stake').fill('10');
  await expect(ticket.locator('[data-testid="outcome"][data-state="won"]')).toContainText('+');
  await seen(page, 'second contracts before an order');

  // What opens now settles while BTC is lower and ETH higher.
  await exchange.planted?.calm(...CALM_LEFT_MS);
  await ticket.getByTestId('up').click();
  const open = page.getByRole('article', { name: 'BTC/USDT' });
  await expect(open).toBeVisible();
  await page.reload();
  await expect(
    open
      .getByRole('timer')
      .getByText(/^\d+$|^[\d:]+$/)
      .first(),
  ).toBeVisible();
  await expect(open.getByTestId('if-settled')).toHaveText(/\d/);
  await order(own, 'BTC_USDT', 2, LONG);
  await order(own, 'ETH_USDT', 1, LONG);
  await order(own, 'ETH_USDT', 2, LONG);
  await order(own, 'BTC_USDT', 1, LONG);
  await expect(open).toHaveCount(3);
  // The list has those of other markets too, each with its time and what it would bring.
  await tab(page, 'open').click();
  await expect(page.getByTestId('time-left')).toHaveText([/\d/, /\d/, /\d/, /\d/, /\d/]);
  await expect(page.getByTestId('result-now')).toHaveText([/\d/, /\d/, /\d/, /\d/, /\d/]);
  await tab(page, 'settled').click();

  await exchange.clock.advance(OPENS_WITHIN_MS);
  await exchange.clock.advance(LONG * 1_000);
  await expect.poll(async () => (await list(own)).filter(({ status }) => status === 2).length).toBe(5);
  await expect(notices(page)).toHaveCount(4);
  await expect(resultOf(page, 'won').first()).toBeVisible();
  await expect(resultOf(page, 'lost').first()).toBeVisible();
  await notices(page).first().getByTestId('close').click();
  await expect(notices(page)).toHaveCount(3);
  for (let left = 3; left > 0; left -= 1) await notices(page).first().getByTestId('close').click();

  await expect(open).toHaveCount(0);
  await expect(net(page, 5, 2)).toBeVisible();
  await recompute(page, 'up');
  await recompute(page, 'down');
  await seen(page, 'a settled second contract and its receipt');
  await page.reload();
  await expect(net(page, 5, 2)).toBeVisible();
  await recompute(page, 'up');

  // The longest of them, so that it runs while it is looked at.
  await order(own, 'BTC_USDT', 1, LONG);
  await expect(open.getByTestId('if-settled')).toHaveText(/\d/);
  await seen(page, 'a running second contract');
});

test('§3 the countdown is the exchange’s under a clock that is ten minutes off', async ({ page, exchange }) => {
  await page.addInitScript(() => {
    const real = Date.now;
    const off = 10 * 60_000;
    const Real = Date;
    globalThis.Date = new Proxy(Real, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [real() + off] : args) as object,
      get: (target, name) => (name === 'now' ? () => real() + off : (Reflect.get(target, name) as unknown)),
    });
  });
  const own = await signedIn(page, exchange.url, money);
  await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
  const { id } = await order(own, 'BTC_USDT', 1, 60);
  const timer = page.getByRole('timer');
  await expect
    .poll(async () => {
      const listed = (await list(own)).find((one) => one.id === id);
      const shown = /(\d+)\D*$/.exec((await timer.getAttribute('aria-label')) ?? '')?.[1];
      if (listed === undefined || listed.closeTime === null || shown === undefined) return Number.POSITIVE_INFINITY;
      return Math.abs(Number(shown) - (listed.closeTime - exchange.clock.now()) / 1_000);
    })
    .toBeLessThan(3);
});

test('§5 a power cut before it could open: void, the stake is back, and the receipt says why', async ({
  page,
  exchange,
}) => {
  const own = await signedIn(page, exchange.url, money);
  await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
  await expect(page.getByTestId('second-ticket')).toBeVisible();
  await order(own, 'BTC_USDT', 1, 30);
  await exchange.kill();
  exchange.clock.skip(NO_OPENING_MS);
  await exchange.start();
  await expect.poll(async () => (await list(own))[0]?.status, { timeout: 30_000 }).toBe(3);
  await page.reload();
  await tab(page, 'void').click();
  await expect(returned(page, 'void').first()).toBeVisible();
  await expect(voidReason(await recompute(page, 'up'), 'noOpen')).toBeVisible();
});

test('§3 a tie: both ticks are the same, the stake is back, and notice, row and receipt say so', async ({
  page,
  exchange,
}) => {
  const own = await signedIn(page, exchange.url, money);
  const ticket = await ticketFilled(page, exchange.url, 30);
  const up = ticket.getByTestId('up');
  await expect(up).toBeEnabled();

  // It opens within seconds and runs for 30 s: all of it while it is calm, when the price stands still.
  await exchange.planted?.calm();
  await up.click();
  await order(own, 'BTC_USDT', 2, 30);
  await expect(page.getByRole('article', { name: 'BTC/USDT' })).toHaveCount(2);
  await expect.poll(() => free(own)).toMatch(/^980\.0*$/);

  const paidBack = resultOf(page, 'returned');
  await exchange.clock.advance(35_000);
  await expect(paidBack).toHaveCount(2);
  for (const side of sides) await expect(paidBack.filter(ofSide(page, side))).toContainText('10.00 USDT');
  await expect.poll(() => free(own)).toMatch(/^1000\.0*$/);
  await expect(net(page, 2, 0)).toBeVisible();
  await expect(returned(page, 'tied')).toHaveCount(2);

  // The receipt opens out of the notice too; the notices lie over it until they are clicked away.
  await paidBack.first().getByTestId('open-receipt').click();
  const notice = page.getByTestId('notices').getByTestId('close');
  while ((await notice.count()) > 0) await notice.first().click();
  for (const side of sides) {
    const receipt = await recompute(page, side);
    await expect(receipt.getByTestId('open-tick')).toHaveText(/#\d/);
    await expect(receipt.getByTestId('close-tick')).toHaveText(/#\d/);
    await expect(receipt.getByTestId('receipt-outcome')).toHaveAttribute('data-state', 'tied');
    await expect(receipt.getByText('10.00 USDT')).toBeVisible();
  }
  await page.reload();
  await expect(returned(page, 'tied')).toHaveCount(2);
  await recompute(page, 'up');
});

test('§5 a power cut over its maturity: no tick to settle on, so void; the stake is back, and the receipt says why', async ({
  page,
  exchange,
}) => {
  const own = await signedIn(page, exchange.url, money);
  const ticket = await ticketFilled(page, exchange.url, 30);
  await ticket.getByTestId('down').click();
  const open = page.getByRole('article', { name: 'BTC/USDT' });
  await expect(open.getByTestId('if-settled')).toHaveText(/\d/);
  await expect.poll(async () => (await list(own))[0]?.closeTime ?? null).not.toBeNull();
  const [running] = await list(own);
  const matures = running?.closeTime ?? null;
  if (matures === null) throw new Error('expected a running contract, found none');

  // The last tick is far more than 2 s old at maturity, and the next one comes after it.
  await exchange.kill();
  exchange.clock.skip(Math.max(0, matures + TICK_MAY_BE_MS - exchange.clock.now()));
  await exchange.start();
  await expect.poll(async () => (await list(own))[0]?.status, { timeout: 30_000 }).toBe(3);
  expect(await free(own)).toMatch(/^1000\.0*$/);

  // The page that was open all the while finds it out by itself; another load tells the same.
  await expect(open).toHaveCount(0, { timeout: 60_000 });
  for (const again of [false, true]) {
    if (again) await page.reload();
    await tab(page, 'void').click();
    await expect(returned(page, 'void')).toHaveCount(1);
    const receipt = await recompute(page, 'down');
    await expect(voidReason(receipt, 'noClose')).toBeVisible();
    await expect(receipt.getByText('10.00 USDT')).toBeVisible();
  }
});
