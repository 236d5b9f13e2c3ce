// What is typed stays as it is typed, whatever comes meanwhile: pushes, a cut line, lists read again, orders of another
// tab. And it goes where it would be wrong: another market clears the amounts.

import type { Locator, Page } from '@playwright/test';
import { newTrader } from '../../support/contracts.ts';
import { choice, field, tab } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { phone, positionOf, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

/** So many messages over the page's sockets are called pushes that have passed. */
const PUSHES = 20;

interface Traffic {
  /** Sockets opened, messages received over them, and answers of calls, since the page was made. */
  sockets: number;
  messages: number;
  answers: number;
}

/** Counts what comes to the page; before it is loaded. */
function listen(page: Page): Traffic {
  const traffic = { sockets: 0, messages: 0, answers: 0 };
  page.on('websocket', (socket) => {
    traffic.sockets += 1;
    socket.on('framereceived', () => {
      traffic.messages += 1;
    });
  });
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.ok()) traffic.answers += 1;
  });
  return traffic;
}

/** Resolves when so much more of it has come. */
async function more(traffic: Traffic, what: keyof Traffic, least: number): Promise<void> {
  const from = traffic[what];
  await expect.poll(() => traffic[what] - from, { message: what, timeout: 60_000 }).toBeGreaterThanOrEqual(least);
}

/** Pushes come, the line is cut and is back, and so is the reader: what may be old is read again. */
async function meanwhile(page: Page, traffic: Traffic): Promise<void> {
  await more(traffic, 'messages', PUSHES);
  await page.context().setOffline(true);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  const opened = more(traffic, 'sockets', 1);
  const read = more(traffic, 'answers', 1);
  await page.context().setOffline(false);
  await opened;
  await read;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await more(traffic, 'messages', PUSHES);
}

interface Field {
  readonly value: string;
  /** Where the caret stands; null: in another field. */
  readonly caret: number | null;
}

/** What stands in the text fields of a form, in their order, and where the caret is. */
const fields = (form: Locator): Promise<readonly Field[]> =>
  form.locator('input[type="text"]').evaluateAll((all) =>
    all.map((field) => {
      if (!(field instanceof HTMLInputElement)) throw new Error(`expected a text field, found ${field.nodeName}`);
      return { value: field.value, caret: document.activeElement === field ? field.selectionStart : null };
    }),
  );

/** Types as a person does who stops half-way: the caret is left some characters before the end. */
async function half(field: Locator, text: string, back = 0): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
  for (let step = 0; step < back; step += 1) await field.press('ArrowLeft');
}

/** The ticket of a terminal; on the phone it is a sheet. */
async function ticketOf(page: Page, url: string, search: string): Promise<Locator> {
  await page.goto(`${url}/exchange/index?${search}`);
  await stands(page);
  if (phone(page)) await page.getByTestId('open-buy').click();
  return ticketIn(page);
}

for (const kind of ['spot', 'u contract'] as const) {
  test(
    `a background refresh never touches what was typed: the ${kind} ticket`,
    { tag: kind === 'spot' ? '@both' : [] },
    async ({ page, exchange }) => {
      const traffic = listen(page);
      const trader = await newTrader(page, exchange.url);
      const ticket = await ticketOf(page, exchange.url, `symbol=BTC_USDT${kind === 'spot' ? '' : '&type=u'}`);
      await half(field(ticket, 'price'), '61234.5');
      await half(field(ticket, 'amount'), '0.0123', 2);
      const typed = await fields(ticket);
      expect(typed.filter(({ caret }) => caret !== null)).toEqual([{ value: '0.0123', caret: 4 }]);

      await meanwhile(page, traffic);
      expect(await fields(ticket)).toEqual(typed);

      // An order of another tab is filled: balances, positions and lists change.
      if (kind === 'spot') {
        const order = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' };
        expect((await trader.call('/api/currency/order/submit', order)).code).toBe(200);
      } else {
        await trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 20 });
      }
      await expect(page.getByTestId('notices').locator('[data-state="filled"]').first()).toBeVisible();
      await more(traffic, 'messages', PUSHES);
      expect(await fields(ticket)).toEqual(typed);
    },
  );
}

test('a background refresh never touches what was typed: the stops of a position that grows meanwhile', async ({
  page,
  exchange,
}) => {
  const traffic = listen(page);
  const trader = await newTrader(page, exchange.url);
  const order = { symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 2 } as const;
  await trader.open(order);
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT&type=u`);
  await positionOf(page, 'BTC/USDT').getByTestId('stops').click();
  const dialog = page.getByRole('dialog');
  await half(field(dialog, 'part'), '0.00');
  await half(field(dialog, 'loss-price'), '612', 1);
  const typed = await fields(dialog);
  expect(typed.filter(({ caret }) => caret !== null)).toEqual([{ value: '612', caret: 2 }]);

  await meanwhile(page, traffic);
  expect(await fields(dialog)).toEqual(typed);
  await trader.open(order);
  await expect(page.locator('[data-field="openInterest"]').first()).toContainText('0.02');
  await more(traffic, 'messages', PUSHES);
  expect(await fields(dialog)).toEqual(typed);
});

test('a background refresh never touches what was typed: the stake of a second contract', async ({
  page,
  exchange,
}) => {
  const traffic = listen(page);
  const own = await signedIn(page, exchange.url, [{ to: '6', coin: 'USDT', amount: '1000' }]);
  await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
  const ticket = page.getByTestId('second-ticket');
  await choice(ticket, '60').click();
  await half(field(ticket, 'stake'), '12.', 1);
  const typed = await fields(ticket);
  expect(typed).toEqual([{ value: '12.', caret: 2 }]);

  // Another tab orders one that settles while this one is being typed.
  const [period] = (await own.ask('/api/period/list', { symbol: 'BTC_USDT' })) as {
    id: string;
    odds: string;
    seconds: number;
  }[];
  if (!period) throw new Error('expected second contracts on sale, found none');
  const settled = page.locator('[data-testid="net"][data-settled="1"]');
  const order = { symbol: 'BTC_USDT', periodId: period.id, direction: 1, amount: '10', odds: period.odds };
  await own.ask('/api/secondContractOrder/createSecondContractOrder', order);
  await expect(settled.or(page.getByTestId('if-settled')).first()).toBeVisible();
  expect(await fields(ticket)).toEqual(typed);
  await meanwhile(page, traffic);
  expect(await fields(ticket)).toEqual(typed);
  await exchange.clock.advance(Number(period.seconds) * 1_000);
  await expect(settled).toBeVisible();
  expect(await fields(ticket)).toEqual(typed);
  await expect(ticket.locator('input[value="60"]')).toBeChecked();
});

test('switching the market clears the amounts: contracts and second contracts', async ({ page, exchange }) => {
  await newTrader(page, exchange.url);
  const other = async (key?: 'contracts'): Promise<void> => {
    await page.getByTestId('switch-market').filter({ hasText: 'BTC/USDT' }).click();
    if (key) await tab(page, key).click();
    await page.locator('[data-market="ETH_USDT"]').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT');
  };
  // On the phone the ticket's sheet lies over the markets.
  if (!phone(page)) {
    const ticket = await ticketOf(page, exchange.url, 'symbol=BTC_USDT&type=u');
    await half(field(ticket, 'price'), '61234.5');
    await half(field(ticket, 'amount'), '0.0123');
    await other('contracts');
    await expect(field(ticket, 'amount')).toHaveValue('');
    await expect(field(ticket, 'price')).not.toHaveValue(/^61/);
    await expect(field(ticket, 'value')).toHaveValue('');
  }
  await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
  const stake = field(page.getByTestId('second-ticket'), 'stake');
  await half(stake, '12.5');
  await other();
  await expect(stake).toHaveValue('');
});

test('a typed thousands mark never divides an amount by a thousand', async ({ page, exchange }) => {
  await newTrader(page, exchange.url);
  const ticket = await ticketOf(page, exchange.url, 'symbol=BTC_USDT');
  const price = field(ticket, 'price');
  await half(price, '107,500.5');
  await expect(price).toHaveValue('107500.5');
  for (const text of ['1,000', '1e5', '-2']) {
    await half(price, text);
    await expect(price).toHaveValue(text);
    await expect(price).toHaveAttribute('aria-invalid', 'true');
  }
});
