// The line cut before, during and after a write: the page says that it does not know, asks, and then says what is so; nothing
// is sent twice and nothing is claimed (issue 16, done-when 2).

import type { Page } from '@playwright/test';
import { newTrader } from '../../support/contracts.ts';
import { cutAt, PHASES } from '../../support/line.ts';
import { act, field, keep, notice, submit } from '../../support/parts.ts';
import { type Own, signedIn } from '../../support/signed-in.ts';
import { positionOf, sendOrder, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

const unknown = (page: Page) => page.getByTestId('unknown');
const refused = (page: Page) => page.getByTestId('refused');

interface OpenOrder {
  readonly id: string;
  readonly entrustPrice: string;
}

/** The open orders, asked beside the page, whose line may be cut. */
async function openOrders(page: Page, url: string): Promise<readonly OpenOrder[]> {
  const answer = await page.request.get(`${url}/api/v1/coin/entrust/entrustlog/spot/open/all?size=100`);
  return ((await answer.json()) as { data: { records: readonly OpenOrder[] } }).data.records;
}

/** The page's own question whether the server has a newer build. */
const asksForBuild = (page: Page) => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');

test('a part of the page that does not come takes nothing away; a newer build is loaded once @desktop', async ({
  page,
  exchange,
}) => {
  await signedIn(page, exchange.url);
  // Fetched ahead a few seconds after the terminal stands.
  await page.route(/\/static\/dialog-[\w-]+\.js/, (route) => route.abort('internetdisconnected'));
  const same = asksForBuild(page);
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  const price = field(ticketIn(page), 'price');
  await price.fill('60000');
  await same;
  await expect(price).toHaveValue('60000');

  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ body: '<script type="module" src="/static/start-newer.js"></script>' }),
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  for (const { loaded } of [{ loaded: 2 }, { loaded: 3 }]) {
    const asked = asksForBuild(page);
    await page.reload();
    await asked;
    // The first time the page loads itself anew; that did not help, so the second time it does not.
    await expect.poll(() => loads).toBe(loaded);
    await stands(page);
  }
});

const rest = (own: Own, price: string) =>
  own.ask('/api/currency/order/submit', {
    ...{ symbol: 'BTC_USDT', direction: 1, type: 1 },
    ...{ price, quantity: '0.001' },
  });

test('an order @desktop', async ({ page, exchange }) => {
  await signedIn(page, exchange.url);
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
  let there = 0;
  for (const phase of PHASES) {
    await page.reload();
    await stands(page);
    const ticket = ticketIn(page);
    await field(ticket, 'price').fill('60000');
    await field(ticket, 'amount').fill('0.001');
    await expect(submit(ticket)).toBeEnabled();
    const cut = await cutAt(page, '/api/currency/order/submit', phase);
    await sendOrder(page, submit(ticket));
    if (phase === 'after') await expect(unknown(page)).toHaveCount(0);
    else {
      await expect(unknown(page)).toBeVisible();
      await expect(refused(page)).toHaveCount(0);
    }
    await cut.over();
    await expect(unknown(page)).toHaveCount(0);
    if (phase === 'before') await expect(refused(page)).toHaveAttribute('data-state', 'none');
    else there += 1;
    expect(await openOrders(page, exchange.url)).toHaveLength(there);
    await expect(page.getByRole('row').getByTestId('cancel')).toHaveCount(there);
    expect(cut.sent()).toBe(1);
  }
});

test('a cancel and a change of an order @desktop', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url);
  for (const price of ['60000', '60001', '60002']) await rest(own, price);
  await page.goto(`${exchange.url}/account/entrust/spot`);
  const row = (price: string) => page.getByRole('row').filter({ hasText: price });
  const prices = async () => (await openOrders(page, exchange.url)).map(({ entrustPrice }) => Number(entrustPrice));

  for (const [at, phase] of PHASES.entries()) {
    const now = 60_000 + at;
    const next = 61_000 + at;
    await page.reload();
    await row(String(now).replace('60', '60,')).getByTestId('amend').click();
    await page.getByRole('dialog').getByRole('textbox').first().fill(String(next));
    const cut = await cutAt(page, '/entrust/amend', phase);
    await act(page).click();
    if (phase !== 'after') await expect(unknown(page)).toBeVisible();
    await cut.over();
    if (phase === 'before') {
      await expect(refused(page)).toHaveAttribute('data-state', 'none');
      await keep(page).click();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await prices()).includes(next)).toBe(phase !== 'before');
    expect(cut.sent()).toBe(1);
  }

  for (const [price, phase] of [
    ['60,000', 'before'],
    ['61,001', 'during'],
    ['61,002', 'after'],
  ] as const) {
    await page.reload();
    const left = (await prices()).length;
    const id = (await openOrders(page, exchange.url)).find(
      ({ entrustPrice }) => Number(entrustPrice) === Number(price.replace(',', '')),
    )?.id;
    const asking = notice(page, `cancel-${id}`);
    await row(price).getByTestId('cancel').waitFor();
    const cut = await cutAt(page, '/currency/order/cancelOrder', phase);
    await row(price).getByTestId('cancel').click();
    if (phase !== 'after') await expect(asking).toHaveAttribute('data-state', 'unknown');
    await expect(notice(page, 'cancel')).toHaveCount(0);
    await cut.over();
    await expect(asking).toHaveCount(0);
    await expect(notice(page, 'cancel')).toHaveCount(phase === 'before' ? 1 : 0);
    await expect(row(price)).toHaveCount(phase === 'before' ? 1 : 0);
    expect(await prices()).toHaveLength(phase === 'before' ? left : left - 1);
    expect(cut.sent()).toBe(1);
  }
});

test('a transfer @desktop', async ({ page, exchange }) => {
  const own = await signedIn(page, exchange.url);
  await page.goto(`${exchange.url}/assets/index?key=transfer`);
  const main = page.getByRole('main');
  const there = async () =>
    Number(
      (
        (await own.ask('/api/v1/coin/assets/getCurrencyAccount', { type: '2' })) as {
          coin: string;
          available: string;
        }[]
      ).find(({ coin }) => coin === 'USDT')?.available ?? '0',
    );
  let moved = 0;
  for (const phase of PHASES) {
    await page.reload();
    await field(main, 'from').selectOption('1');
    await field(main, 'to').selectOption('2');
    await field(main, 'amount').fill('100');
    await expect(submit(main)).toContainText('100');
    const cut = await cutAt(page, '/api/userCoin/transfer', phase);
    await submit(main).click();
    const said = notice(page, 'transfer');
    if (phase === 'after') await expect(said).toHaveAttribute('data-state', 'done');
    else await expect(said).toHaveAttribute('data-state', 'unknown');
    await cut.over();
    if (phase === 'before') {
      await expect(said).toHaveCount(0);
      await expect(notice(page, 'refusal-key.expired')).toBeVisible();
    } else {
      moved += 100;
      await expect(said).toHaveAttribute('data-state', 'done');
    }
    expect(await there()).toBe(moved);
    expect(cut.sent()).toBe(1);
  }
});

test('a quick close of a position @desktop', async ({ page, exchange }) => {
  const trader = await newTrader(page, exchange.url);
  const held = async () => (await trader.positions('u')).length;
  for (const phase of PHASES) {
    if ((await held()) === 0)
      await trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 20 });
    await page.goto(`${exchange.url}/exchange/index?type=u&symbol=BTC_USDT`);
    const close = positionOf(page, 'BTC/USDT').getByTestId('quick-close');
    await close.waitFor();
    const cut = await cutAt(page, '/contract/position/stopOrder', phase);
    await close.click();
    const asking = notice(page, 'quick-close').and(page.locator('[data-state="unknown"]'));
    if (phase !== 'after') await expect(asking).toBeVisible();
    await cut.over();
    await expect(asking).toHaveCount(0);
    await expect.poll(held).toBe(phase === 'before' ? 1 : 0);
    await expect(positionOf(page, 'BTC/USDT')).toHaveCount(phase === 'before' ? 1 : 0);
    expect(cut.sent()).toBe(1);
  }
});
