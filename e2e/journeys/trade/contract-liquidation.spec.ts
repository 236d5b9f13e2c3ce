// A position that a planted price move liquidates, and the story that explains it.

import { newTrader } from '../../support/contracts.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

test('§3 a long is liquidated when BTC falls by 30 %, and the page explains it step by step', async ({
  page,
  exchange,
}) => {
  const { planted, url } = exchange;
  if (!planted) throw new Error('expected an exchange with planted prices');
  const trader = await newTrader(page, url);
  await planted.calm();
  await trader.open({ symbol: 'BTC_USDT', contractType: 'u', direction: 1, quantity: '0.01', leverage: 10 });
  await page.goto(`${url}/exchange/index?symbol=BTC_USDT&type=u`);
  await expect(page.locator('[data-field="liquidationPrice"]').first()).not.toHaveText('–');
  await planted.far();
  await expect.poll(async () => (await trader.positions('u')).length, { timeout: 90_000 }).toBe(0);

  await page.getByTestId('closed-positions').click();
  await page.getByTestId('story').first().click();
  const story = page.getByRole('dialog');
  await expect(story.locator('[data-step="open"]')).toContainText('0.01000 BTC');
  // What it was worth, and what it had to keep.
  await expect(story.getByTestId('liquidated')).toHaveText(/\d.*USDT.*\d.*USDT/);
  // Which of them depends on where the price stood at a tick: beyond bankruptcy the insurance fund takes it over.
  const ends = ['cut', 'deleveraged', 'takenOver'].map((step) => `[data-step="${step}"]`).join(', ');
  await expect(story.locator(ends).first()).toContainText(/\d.*BTC/);

  // The loss is no more than the margin: nothing of the rest of the wallet was touched.
  const { data } = await trader.call('/api/contract/position/list', { contractType: 'u', status: 'closed' });
  const [closed] = (data as { records: readonly { profit: string }[] }).records;
  expect(Number(closed?.profit)).toBeLessThan(0);
  expect(Number(closed?.profit)).toBeGreaterThan(-105);
});
