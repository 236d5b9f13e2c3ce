// Parts of a terminal whose code does not come (issue 16, A): each is missing alone, and comes when it is asked for anew.

import type { Page } from '@playwright/test';
import { stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

/** Cuts the way of the scripts whose name begins so; gives back how to mend it. */
async function withhold(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/static/${name}-[^/]+\\.js$`);
  let cut = 0;
  await page.route(pattern, (route) => {
    cut += 1;
    return route.abort('connectionfailed');
  });
  return async () => {
    expect(cut).toBeGreaterThan(0);
    await page.unroute(pattern);
  };
}

test('the chart does not come: book and ticket go on, and it comes by a button @both', async ({ page, exchange }) => {
  const mend = await withhold(page, 'canvas');
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  const again = page.getByTestId('retry');
  await expect(again).toBeVisible();
  await expect(page.getByTestId('pane-failed')).toHaveCount(0);
  await mend();
  await again.click();
  await expect(page.getByRole('application')).toBeVisible();
});

test('the terminal in words does not come: the panes stand in for it @desktop', async ({ page, exchange }) => {
  const mend = await withhold(page, 'screen-reader');
  await page.addInitScript(() =>
    localStorage.setItem('vitrine:preferences', JSON.stringify({ version: 1, spoken: true })),
  );
  await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
  await stands(page);
  await expect(page.getByTestId('ticket')).toBeVisible();
  await expect(page.getByTestId('notices')).toContainText(/\S/);
  await mend();
  await page.reload();
  await expect(page.getByTestId('spoken')).toBeVisible();
});
