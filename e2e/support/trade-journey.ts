// A journey through the whole exchange: register, claim practice money, place a limit and a market order, crash the
// server, find everything again.

import { expect, type Page } from '@playwright/test';
import type { Exchange } from './exchange.ts';
import { field, submit, tab } from './parts.ts';
import { openTicket, sendOrder, stands } from './terminal.ts';
import { freshName, logIn, register, takePracticeMoney } from './visitor.ts';

/** The price in the header, as plain digits. */
async function indexPrice(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(`${url}/api/v1/coin/open/getPriceComparison/BTC_USDT`);
  const { data } = (await answer.json()) as { data: { index: { price: string } } };
  return Number(data.index.price);
}

interface Own {
  readonly orders: readonly { id: string; entrustPrice: string; status: number }[];
  readonly fills: readonly { id: string; quantity: string; fee: string }[];
  readonly balances: readonly { coin: string; available: string; held: string }[];
}

/** The user's own data, requested by the page with its session. */
async function own(page: Page, url: string): Promise<Own> {
  const get = async (path: string) =>
    ((await (await page.request.get(`${url}${path}`)).json()) as { data: never }).data;
  const post = async (path: string, data: object) =>
    ((await (await page.request.post(`${url}${path}`, { data, headers: { origin: url } })).json()) as { data: never })
      .data;
  const orders = (await get('/api/v1/coin/entrust/entrustlog/spot/open/all?size=100')) as { records: Own['orders'] };
  const fills = (await get('/api/v1/coin/entrust/get/myExchangeLog/all?size=100')) as { records: Own['fills'] };
  const balances = (await post('/api/v1/coin/assets/getCurrencyAccount', { type: '1' })) as Own['balances'];
  return {
    orders: orders.records,
    fills: fills.records,
    balances: [...balances].sort((a, b) => (a.coin < b.coin ? -1 : 1)),
  };
}

/** Registers, claims practice money, trades, crashes the server, and finds everything again. */
export async function tradeThroughACrash(page: Page, exchange: Exchange, phone: boolean): Promise<void> {
  const name = freshName();
  await page.goto(`${exchange.url}/home/index`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByTestId('practice-money')).toBeVisible();
  await register(page, exchange.url, name);
  await takePracticeMoney(page);

  // Real prices move: the tick number in the source chip rises.
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  const before = await indexPrice(page, exchange.url);
  await expect.poll(async () => (await indexPrice(page, exchange.url)) !== before, { timeout: 30_000 }).toBe(true);

  // A limit buy well below the market stays in the book.
  const limit = Math.trunc(before * 0.97);
  const ticket = await openTicket(page, 'buy');
  const send = submit(ticket).and(page.locator('[data-side="buy"]'));
  await field(ticket, 'price').fill(String(limit));
  await field(ticket, 'amount').fill('0.01');
  const placed = page.waitForResponse(
    (response) => response.url().includes('/submit') || response.url().includes('/exchange/spot'),
  );
  await expect(send).toContainText('0.01');
  await sendOrder(page, send);
  expect(((await (await placed).json()) as { code: number }).code).toBe(200);
  await expect.poll(async () => (await own(page, exchange.url)).orders.length).toBe(1);

  // A market buy fills at once.
  if (phone && !(await field(ticket, 'amount').isVisible())) await openTicket(page, 'buy');
  await tab(ticket, 'market').click();
  await field(ticket, 'amount').fill('0.005');
  const filled = page.waitForResponse(
    (response) => response.url().includes('/submit') || response.url().includes('/exchange/spot'),
  );
  await expect(send).toContainText('0.005');
  await sendOrder(page, send);
  expect(((await (await filled).json()) as { code: number }).code).toBe(200);
  await expect.poll(async () => (await own(page, exchange.url)).fills.length).toBeGreaterThan(0);
  const acknowledged = await own(page, exchange.url);

  // Kills the exchange and starts it again with the same folder.
  await exchange.kill();
  await exchange.start();
  await page.reload();
  await expect
    .poll(async () => (await own(page, exchange.url)).fills.length, { timeout: 30_000 })
    .toBe(acknowledged.fills.length);
  const after = await own(page, exchange.url);
  expect(after.orders.map(({ id, entrustPrice, status }) => ({ id, entrustPrice, status }))).toEqual(
    acknowledged.orders.map(({ id, entrustPrice, status }) => ({ id, entrustPrice, status })),
  );
  expect(after.fills).toEqual(acknowledged.fills);
  expect(after.balances.map(({ coin, available, held }) => ({ coin, available, held }))).toEqual(
    acknowledged.balances.map(({ coin, available, held }) => ({ coin, available, held })),
  );

  // The page is live again, and the user can cancel the order.
  await page.goto(`${exchange.url}/account/entrust/spot`);
  await page.getByTestId('cancel').first().click();
  await expect.poll(async () => (await own(page, exchange.url)).orders.length).toBe(0);

  // Signed out, the page is for guests; signed in again, everything is there.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logIn(page, exchange.url, name);
  await page.waitForURL('**/home/index');
  expect((await own(page, exchange.url)).fills).toEqual(acknowledged.fills);
}
