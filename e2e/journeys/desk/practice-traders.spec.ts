// The desk's switch of practice traders (issue 18 §1): off, their orders leave the books at once; on, they come back.

import { setUp, openSection } from '../../support/desk.ts';
import { field } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';

test.use({ own: 'practice-traders', settings: { VITRINE_PRACTICE_TRADERS: 'on' } });

test(
  'issue 18: an administrator switches practice traders off and on',
  { tag: '@desktop' },
  async ({ page, exchange: { clock, url, setupLink } }) => {
    /** Whether somebody beside the market maker has an order in the book of BTC. */
    const hasOthers = async (): Promise<boolean> => {
      const answer = await page.request.get(`${url}/api/v1/coin/open/depth?symbol=BTC_USDT`);
      // Price, quantity, and the market maker's part of it.
      const { data } = (await answer.json()) as { data: { asks: [string, string, string][] } };
      return data.asks.some(([, quantity, maker]) => Number(maker) < Number(quantity));
    };
    await setUp(page, clock, setupLink(), 'Ada Brook');
    await openSection(page, '/people');
    const onOff = field(page, 'practice-traders');
    await expect(onOff).toBeChecked();
    await expect.poll(hasOthers, { timeout: 60_000 }).toBe(true);
    await onOff.click();
    await expect(onOff).toBeEnabled();
    await expect(onOff).not.toBeChecked();
    await expect.poll(hasOthers).toBe(false);

    // It stays as it was set.
    await page.reload();
    await expect(onOff).not.toBeChecked();
    await onOff.click();
    await expect(onOff).toBeEnabled();
    await expect.poll(hasOthers, { timeout: 60_000 }).toBe(true);
  },
);

test(
  'issue 18: their shares stand beside the figures of a contract, all in its header at 1280',
  { tag: '@desktop' },
  async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/exchange/index?symbol=BTC_USDT&type=u`);
    await expect(page.getByTestId('practice-shares')).toContainText('%', { timeout: 60_000 });
    const stats = page.locator('#pane-price section').filter({ has: page.getByTestId('practice-shares') });
    const hidden = await stats.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBeLessThanOrEqual(0);

    // The note on practice is on the home page too.
    await page.goto(`${url}/home/index`);
    await expect(page.getByTestId('practice-note')).toBeVisible({ timeout: 30_000 });
  },
);
