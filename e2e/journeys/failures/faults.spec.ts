// A part of a page that throws: the others go on, it can be drawn again, and the operator learns of it (issue 16, A).

import type { Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { signedIn } from '../../support/signed-in.ts';
import { bookRows, phone, stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

declare global {
  interface Window {
    /** The attribute whose setting throws. */
    planted?: { readonly name: string; readonly value: string } | undefined;
  }
}

/** From here on a page fails wherever an element gets this attribute. The words of the fault hold what must not be sent. */
async function plant(page: Page, attribute: { readonly name: string; readonly value: string }): Promise<void> {
  await page.addInitScript((given) => {
    window.planted = given;
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      const { planted } = window;
      if (planted?.name === name && planted.value === value)
        throw new Error(`planted in ${name}: anna@example.org has 1234.56 USDT`);
      set.call(this, name, value);
    };
  }, attribute);
}

const panes = [
  { pane: 'chart', name: 'role', value: 'application' },
  { pane: 'book', name: 'data-testid', value: 'asks' },
  { pane: 'ticket', name: 'data-testid', value: 'ticket' },
  { pane: 'orders', name: 'aria-label', value: 'Open orders' },
] as const;

for (const { pane, ...attribute } of panes)
  test(`the ${pane} throws: the other panes go on, it comes back, the operator gets a report @both`, async ({
    page,
    exchange,
    faults,
  }) => {
    await signedIn(page, exchange.url);
    await plant(page, attribute);
    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    if (pane === 'ticket' && phone(page)) await page.getByTestId('open-buy').click();
    const failed = page.getByTestId('pane-failed');
    await expect(failed).toHaveCount(1);
    if (pane !== 'book') await stands(page);
    if (pane !== 'chart') await expect(page.getByRole('application')).toBeVisible();
    if (pane !== 'ticket' && !phone(page)) await expect(page.getByTestId('ticket')).toBeVisible();
    if (pane !== 'orders') await expect(page.locator('section[aria-label="Open orders"]')).toBeAttached();
    await seen(page, `a failed ${pane}`);

    const reports = async (): Promise<string> => (await page.request.get(`${exchange.deskUrl}/page-faults`)).text();
    await expect.poll(reports).toContain(`planted in ${attribute.name}: [e-mail] has [number] USDT`);
    expect(await reports()).not.toMatch(/anna|1234|symbol=/);
    expect(await reports()).toMatch(/web 0\.1\.0\S*, \/exchange\/index; /);
    expect(await reports()).toMatch(/@\/static\/[\w.-]+\.js:\d+:\d+/);

    await page.evaluate(() => {
      window.planted = undefined;
    });
    await page.getByTestId('reload-pane').click();
    await expect(failed).toHaveCount(0);
    if (pane === 'book') await expect(bookRows(page, 'asks').last()).toBeVisible();
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.includes('planted in'))).toEqual([]);
    faults.length = 0;
  });
