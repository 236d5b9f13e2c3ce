// Lists on the phone: what opens a row is in view, in long languages too, and no figure is under it.

import { signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

const lists = ['/quotes/index', '/assets/index?key=overview', '/account/entrust/margin-all'];

for (const locale of ['en', 'de', 'fr'])
  test(`${locale}: no list is wider than the phone @phone`, async ({ page, exchange }) => {
    await signedIn(page, exchange.url, [{ to: '4', coin: 'USDT', amount: '500' }]);
    await page.addInitScript(
      (name) => localStorage.setItem('vitrine:preferences', JSON.stringify({ version: 1, language: name })),
      locale,
    );
    for (const list of lists) {
      await page.goto(`${exchange.url}${list}`);
      const table = page.getByRole('table').first();
      await expect(table.locator('td button[aria-expanded]').first()).toBeVisible();
      const over = (): Promise<number> =>
        table.evaluate(({ parentElement: box }) => (box ? box.scrollWidth - box.clientWidth : 0));
      await expect.poll(over, { message: list }).toBeLessThanOrEqual(0);
    }
  });
