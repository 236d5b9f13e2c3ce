// The operators' desk read on a phone. The exchange may be another file's too: nobody else there sets its desk up.

import { axe, loaded } from '../../support/axe.ts';
import { setUp } from '../../support/desk.ts';
import { expect, test } from '../../support/test.ts';

test('the desk can be read on a phone', { tag: '@phone' }, async ({ page, exchange }) => {
  await setUp(page, exchange.clock, exchange.setupLink(), 'Ada Brook');
  for (const path of [
    '/verification/1',
    '/proposals',
    '/customers',
    '/linked',
    '/closing-rates',
    '/people',
    '/audit',
  ]) {
    await page.goto(`${exchange.deskUrl}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await loaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    await axe(page, `${path}, phone`);
  }
});
