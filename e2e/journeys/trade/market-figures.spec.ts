// What the header of a market says: every figure in view on the desktop, and the period of a change on every page.

import type { Page } from '@playwright/test';
import { stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

/** Names of the figures that are not wholly in view. */
const outOfView = (page: Page): Promise<readonly string[]> =>
  page.getByTestId('market-figures').evaluate((box) => {
    // What fades at the end of the row, px.
    const fade = Number.parseFloat(getComputedStyle(box).getPropertyValue('--fade'));
    const edge = box.getBoundingClientRect();
    return [...box.querySelectorAll('dl > div')].flatMap((figure) => {
      const { width, left, right, top, bottom } = figure.getBoundingClientRect();
      const isIn = left >= edge.left && right <= edge.right - fade && top >= edge.top && bottom <= edge.bottom;
      return width === 0 || isIn ? [] : [figure.querySelector('dt')?.textContent ?? ''];
    });
  });

for (const locale of ['en', 'de', 'fr', 'ja'])
  test(`§3 ${locale}: no figure of a contract waits beyond the edge of its header @desktop`, async ({
    page,
    exchange,
  }) => {
    await page.addInitScript(
      (name) => localStorage.setItem('vitrine:preferences', JSON.stringify({ version: 1, language: name })),
      locale,
    );
    for (const contractType of ['u', 'coin']) {
      await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT&type=${contractType}`);
      await stands(page);
      await expect(page.getByTestId('fundingPace')).toHaveText(/\d.*\d/);
      await expect.poll(() => outOfView(page), { message: contractType }).toEqual([]);
    }
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await stands(page);
    await expect.poll(() => outOfView(page), { message: 'spot' }).toEqual([]);
  });

test('§3 figures that two rows do not hold have lines of their own @desktop', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT&type=u`);
  await stands(page);
  const figures = page.getByTestId('market-figures');
  await figures.evaluate((box) => {
    for (const name of box.querySelectorAll('dt')) name.style.letterSpacing = '3px';
  });
  await expect(figures).toHaveAttribute('data-rows', '3');
  await expect.poll(() => outOfView(page)).toEqual([]);
});

test('§2 whoever reads a change reads its period: terminals and home @both', async ({ page, exchange }) => {
  for (const path of ['/exchange/index?symbol=BTC_USDT', '/exchange/index?symbol=BTC_USDT&type=u', '/trade/index']) {
    await page.goto(`${exchange.url}${path}`);
    const header = page.locator('main header').first();
    await expect(header).toContainText('%');
    // Of which series the day is stands behind it.
    const period = header.getByText(/^24 h · \w+$/).filter({ visible: true });
    await expect(period).toHaveCount(1);
    // On the phone it stands beside the change, on one line.
    await expect.poll(async () => (await period.boundingBox())?.height).toBeLessThan(24);
  }
  await page.goto(exchange.url);
  // Of the price over the list of markets, whose column says it too.
  await expect(page.locator('main span:not(table span)').getByText('24 h', { exact: true })).toBeVisible();
});
