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
    await onOff.uncheck();
    await expect(onOff).toBeEnabled();
    await expect(onOff).not.toBeChecked();
    expect(await hasOthers()).toBe(false);

    // It stays as it was set.
    await page.reload();
    await expect(onOff).not.toBeChecked();
    await onOff.check();
    await expect(onOff).toBeEnabled();
    await expect.poll(hasOthers, { timeout: 60_000 }).toBe(true);
  },
);
