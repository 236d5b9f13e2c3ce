// Before a market closes (issue 13 A.8): the countdown, what an opening needs, what each position loses, margin that
// avoids it, and the record of a reduction.

import type { Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import type { TestClock } from '../../support/clock.ts';
import { newTrader } from '../../support/contracts.ts';
import { act, field, menuItem, submit, tab } from '../../support/parts.ts';
import { phone, positionOf, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

// It goes to a Friday: nobody else has that exchange.
test.use({ own: 'closing' });

const MINUTE = 60_000;
const KEPT = { symbol: 'EUR_USD', pair: 'EUR/USD' };
const REDUCED = { symbol: 'GBP_USD', pair: 'GBP/USD' };
const LEVERAGE = 30;
const MARGIN_INSUFFICIENT = 2204;
/** The clock goes on by a day at most at once, ms. */
const LONGEST = 86_400_000;

/** Moves the clock on, days too. */
async function goTo(clock: TestClock, time: number): Promise<void> {
  while (time - clock.now() > LONGEST) await clock.until(clock.now() + LONGEST - MINUTE);
  await clock.until(time);
}

interface Closing {
  /** ms UTC; null until the first prices after a start tell the calendar. */
  readonly closesAt: number | null;
  readonly nextRate: string;
}

/** When currencies close next, ms UTC, and the rate that openings need then. */
async function nextClose(page: Page, url: string): Promise<{ closesAt: number; nextRate: string }> {
  for (;;) {
    const answer = await page.request.post(`${url}/api/v1/coin/open/get/contractDetail`, {
      data: { symbolNameList: [KEPT.symbol] },
      headers: { origin: url },
    });
    const { data } = (await answer.json()) as { data: [{ closing: Closing }] };
    const { closesAt, nextRate } = data[0].closing;
    if (closesAt !== null) return { closesAt, nextRate };
    await page.waitForTimeout(100);
  }
}

/** A browser whose clock is days behind would send keys that are too old. */
async function sameDay(page: Page, clock: TestClock): Promise<void> {
  await page.addInitScript((ahead) => {
    const { now } = Date;
    Date.now = () => now() + ahead;
  }, clock.ahead());
}

test(
  'A.8 before a close: a countdown, openings need the closing rate, margin avoids the reduction, the reduction is in the record',
  { tag: '@both' },
  async ({ page, exchange }) => {
    // The clock walks through an hour and more, each second with its prices.
    test.slow();
    const { url, clock } = exchange;
    const { closesAt } = await nextClose(page, url);
    await goTo(clock, closesAt - 70 * MINUTE);
    await sameDay(page, clock);
    const trader = await newTrader(page, url);
    for (const { symbol } of [KEPT, REDUCED])
      await trader.open({ symbol, contractType: 'u', direction: 1, quantity: '1000', leverage: LEVERAGE });
    // An hour before, nothing is said.
    await page.goto(`${url}/exchange/index?symbol=${KEPT.symbol}&type=u`);
    await stands(page);
    await expect(positionOf(page, KEPT.pair)).toBeVisible();
    await expect(page.getByTestId('closing-positions')).toHaveCount(0);

    await clock.until(closesAt - 55 * MINUTE);
    await page.reload();
    await stands(page);
    const strip = page.getByTestId('closing-positions');
    const line = (pair: string) => strip.getByRole('listitem').filter({ hasText: pair });
    for (const { pair } of [KEPT, REDUCED]) await expect(line(pair).getByTestId('closing-margin')).toBeVisible();
    await seen(page, 'an hour before a close');

    // An opening whose leverage would do at any other time.
    const { nextRate } = await nextClose(page, url);
    if (phone(page)) await page.getByTestId('open-buy').click();
    const ticket = ticketIn(page);
    await expect(ticket.getByTestId('closing-note')).toContainText(/\d+/);
    await tab(ticket, 'limit').click();
    await field(ticket, 'amount').fill('100000');
    await expect(submit(ticket)).toBeDisabled();
    const order = { symbol: KEPT.symbol, contractType: 'u', direction: 1, type: 2, marginMode: 'fixed' };
    const { code } = await trader.call('/api/contract/order/submit', {
      ...{ ...order, quantity: '100000', leverageRadio: LEVERAGE },
    });
    expect(code).toBe(MARGIN_INSUFFICIENT);
    expect(Number(nextRate)).toBeGreaterThan(1 / LEVERAGE);
    if (phone(page)) await page.keyboard.press('Escape');

    // Margin added to one of them: its line says that it is covered.
    await line(KEPT.pair).getByTestId('closing-margin').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'amount').fill('80');
    await act(page).click();
    await expect(dialog).toBeHidden();
    await expect(line(KEPT.pair).getByTestId('closing-margin')).toHaveCount(0);
    await expect(line(REDUCED.pair).getByTestId('closing-margin')).toBeVisible();

    // Ten minutes before, the other one is reduced, and says so.
    await clock.until(closesAt - 9 * MINUTE);
    const lotsOf = async (pair: string): Promise<number> =>
      Number((await trader.positions('u')).find(({ symbolName }) => symbolName === pair)?.openInterest);
    await expect.poll(() => lotsOf(REDUCED.pair)).toBeLessThan(1_000);
    expect(await lotsOf(REDUCED.pair)).toBeGreaterThan(0);
    expect(await lotsOf(KEPT.pair)).toBe(1_000);
    await page.reload();
    await stands(page);
    const position = positionOf(page, REDUCED.pair);
    await position.getByTestId('more').click();
    await menuItem(page, 'story').click();
    const record = page.getByRole('dialog').locator('[data-step="crossed"], [data-step="sold"]').first();
    await expect(record).toContainText(/\d/);
    await seen(page, 'the record of a reduction');
  },
);
