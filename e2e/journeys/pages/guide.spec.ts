// Issue 18, part 2: the guide. Hints at words, by pointer, keyboard and touch; the tour; first steps.

import type { Locator, Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { field, menuItem } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { meant, openTicket, stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

const word = (page: Page, term: string) => page.locator(`[data-hint~="${term}"]:visible`).first();

/** Opens a hint as the device does. The page may still move the word from under the pointer. */
async function show(trigger: Locator, touch: boolean): Promise<void> {
  const page = trigger.page();
  if (touch) return trigger.tap();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await trigger.hover();
    await expect(page.getByTestId('hint')).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

test(
  'issue 18: a hint opens by touch or pointer, leads to its rule, and covers no field that is typed in',
  { tag: '@both' },
  async ({ page, exchange: { url } }, { project }) => {
    const touch = project.name === 'phone';
    await signedIn(page, url);
    await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    const hint = page.getByTestId('hint');
    await show(word(page, 'index'), touch);
    await expect(hint).toContainText('median');
    await seen(page, 'an open hint');
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);

    // The card moves away from the field that has the focus.
    const ticket = await openTicket(page, 'buy');
    const amount = field(ticket, 'amount');
    await amount.fill('0.01');
    await amount.focus();
    const available = ticket.locator('[data-hint~="available"]');
    await show(available, touch);
    if (!touch) {
      await expect(amount).toBeFocused();
      const [card, typed] = [await hint.boundingBox(), await amount.boundingBox()];
      if (!card || !typed) throw new Error('expected a card and a field on the page');
      expect(
        card.x + card.width <= typed.x ||
          typed.x + typed.width <= card.x ||
          card.y + card.height <= typed.y ||
          typed.y + typed.height <= card.y,
      ).toBe(true);
    }
    // Escape closes the hint and leaves the order form as it is.
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);
    await expect(amount).toHaveValue('0.01');
  },
);

test('issue 18: a hint by keyboard, and its link', { tag: '@desktop' }, async ({ page, exchange: { url } }) => {
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT&type=u`);
  await stands(page);
  await word(page, 'mark').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const hint = page.getByTestId('hint');
  await expect(hint).toContainText('fair price');
  await page.keyboard.press('Tab');
  await expect(hint.getByRole('link')).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const rules = await opened;
  await expect(rules.locator('#rule-mark')).toBeInViewport();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
  await expect(word(page, 'mark')).toBeFocused();
});

test(
  'issue 18: the palette finds terms, pages and first steps by their words',
  { tag: '@desktop' },
  async ({ page, exchange: { url } }) => {
    await signedIn(page, url);
    await page.goto(`${url}/home/index`);
    await meant(page, 'maintenance');
    const palette = page.getByTestId('palette');
    await palette.getByRole('option').first().click();
    await page.waitForURL('**/rule/index**');
    await expect(page.locator('[id^="rule-"]').first()).toBeVisible();
    await meant(page, 'coin-margined');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/exchange/index?**type=coin**');
    await meant(page, 'first steps');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('guide').getByTestId('first-steps')).toBeVisible();
  },
);

test('issue 18: hints in another language', { tag: '@desktop' }, async ({ page, exchange: { url } }) => {
  await page.addInitScript(() =>
    localStorage.setItem('vitrine:preferences', JSON.stringify({ version: 1, language: 'de' })),
  );
  await page.goto(`${url}/trade/index?type=sec`);
  await word(page, 'odds').click();
  await expect(page.getByTestId('hint')).toContainText('Einsatz');
  await expect(page.getByTestId('hint').getByRole('link').first()).toContainText('Regel lesen');
});

/** A new visitor, whom nobody has offered the tour. */
async function firstVisit(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('visited') !== null) return;
    sessionStorage.setItem('visited', '1');
    localStorage.removeItem('vitrine-guide:tour');
  });
}

test(
  'issue 18: the tour is offered once, goes on where it was left, and is over when finished',
  { tag: '@both' },
  async ({ page, exchange: { url } }) => {
    await firstVisit(page);
    await signedIn(page, url);
    await page.goto(`${url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    const tour = page.getByTestId('tour');
    const at = (step: string) => expect(tour).toHaveAttribute('data-step', step);
    await page.getByTestId('tour-start').click();
    await at('price');
    await expect(tour).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await at('chart');
    await seen(page, 'the tour');
    // Escape leaves it open; the account menu's first steps continue it, from any page.
    await page.keyboard.press('Escape');
    await expect(tour).toHaveCount(0);
    await page.goto(`${url}/quotes/index`);
    await page.getByTestId('avatar').click();
    await menuItem(page, 'steps').click();
    await page.getByTestId('take-tour').click();
    await at('chart');
    for (const step of ['book', 'ticket', 'orders']) {
      await page.getByTestId('tour-next').click();
      await at(step);
      // The card is in the window, whatever it points at.
      const [card, size] = [await tour.boundingBox(), page.viewportSize()];
      if (!card || !size) throw new Error('expected the tour in a window');
      expect(card.x).toBeGreaterThanOrEqual(0);
      expect(card.y).toBeGreaterThanOrEqual(0);
      expect(card.x + card.width).toBeLessThanOrEqual(size.width);
      expect(card.y + card.height).toBeLessThanOrEqual(size.height);
    }
    await page.getByTestId('tour-next').click();
    await expect(tour).toHaveCount(0);
    await page.reload();
    await stands(page);
    // The palette comes with the hosts that would offer the tour.
    await meant(page, 'BTC');
    await expect(page.getByTestId('tour-start')).toHaveCount(0);
  },
);

test(
  'issue 18: first steps are ticked off by what happened, hidden, and found again in the account menu',
  { tag: '@both' },
  async ({ page, exchange: { url } }) => {
    const own = await signedIn(page, url, [{ to: '2', coin: 'USDT', amount: '1000' }]);
    const steps = page.getByTestId('first-steps');
    const state = (key: string) => steps.locator(`[data-step="${key}"]`);
    await page.goto(`${url}/assets/index`);
    await expect(steps).toHaveAttribute('data-done', '0');
    await seen(page, 'first steps');
    await state('trade').getByTestId('way').click();
    await page.waitForURL('**/exchange/index**');
    // A new exchange has no price to trade at yet.
    const order = { symbol: 'BTC_USDT', type: 2, direction: 1, quantity: '0.001' };
    await expect(() => own.ask('/api/currency/order/submit', order)).toPass();
    await own.ask('/api/contract/order/submit', {
      ...order,
      contractType: 'u',
      quantity: '0.01',
      marginMode: 'fixed',
      leverageRadio: 5,
    });
    await page.goto(`${url}/assets/index`);
    await expect(state('trade')).toHaveAttribute('data-state', 'done');
    await expect(state('contract')).toHaveAttribute('data-state', 'done');
    await expect(state('secure')).toHaveAttribute('data-state', 'open');
    await page.getByTestId('hide-steps').click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await page.getByTestId('avatar').click();
    await menuItem(page, 'steps').click();
    await expect(page.getByTestId('guide').getByTestId('first-steps')).toHaveAttribute('data-done', '2');
    await seen(page, 'first steps from the account menu');
    await state('secure').getByTestId('way').click();
    await page.waitForURL('**/account/center/security');
    await expect(page.getByTestId('guide')).toHaveCount(0);
  },
);
