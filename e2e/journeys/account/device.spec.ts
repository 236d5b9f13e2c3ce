// What a customer's device may do to a page: a clock that is wrong, and a keyboard that has to know where it is (issue 16).

import { newTrader } from '../../support/contracts.ts';
import { field, notice, submit, tab } from '../../support/parts.ts';
import { openTicket, sendOrder, stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';
import { freshName, register } from '../../support/visitor.ts';

const DAY = 86_400_000;

for (const [name, ahead] of [
  ['three days fast', 3 * DAY],
  ['three days slow', -3 * DAY],
] as const)
  test(`a clock ${name}: an order is placed and cancelled`, { tag: '@desktop' }, async ({ page, exchange }) => {
    await newTrader(page, exchange.url);
    await page.addInitScript((offset) => {
      const real = Date;
      globalThis.Date = class extends real {
        constructor(...given: [] | [number]) {
          if (given.length === 0) super(real.now() + offset);
          else super(...given);
        }
        static override now(): number {
          return real.now() + offset;
        }
      } as DateConstructor;
    }, ahead);
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    const ticket = await openTicket(page, 'buy');
    await tab(ticket, 'limit').click();
    await field(ticket, 'price').fill('60000');
    await field(ticket, 'amount').fill('0.001');
    await sendOrder(page, submit(ticket));
    const cancel = page.getByTestId('cancel');
    await expect(cancel).toHaveCount(1);
    await cancel.click();
    await expect(cancel).toHaveCount(0);
  });

test(
  'the focus has a place after each step: registration, practice money, an order, its notices',
  { tag: '@desktop' },
  async ({ page, exchange }) => {
    const isLost = (): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);
    await register(page, exchange.url, freshName());
    await expect(page.locator('#main')).toBeFocused();
    const money = page.getByTestId('practice-money');
    await expect(money).toBeEnabled();
    await money.press('Enter');
    await expect(notice(page, 'claim')).toBeVisible();
    await expect(money).toBeFocused();
    await notice(page, 'claim').getByTestId('close').press('Enter');
    await expect(notice(page, 'claim')).toBeHidden();
    await expect(money).toBeFocused();
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    const ticket = await openTicket(page, 'buy');
    await tab(ticket, 'market').click();
    await field(ticket, 'amount').fill('0.001');
    const buy = submit(ticket);
    await expect(buy).toBeEnabled();
    await buy.focus();
    await sendOrder(page, buy);
    const close = page.getByTestId('notices').getByTestId('close');
    await expect(close.first()).toBeVisible();
    expect(await isLost()).toBe(false);
    while ((await close.count()) > 0) await close.first().press('Enter');
    expect(await isLost()).toBe(false);
  },
);
