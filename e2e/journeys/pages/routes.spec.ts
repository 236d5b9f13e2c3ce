// §2 routes: where each path leads, for guests and for customers.

import { field, submit } from '../../support/parts.ts';
import { enter } from '../../support/visitor.ts';
import { expect, test } from '../../support/test.ts';

test.describe('§2 redirects', () => {
  for (const [from, to] of [
    ['/', '/home/index'],
    ['/home', '/home/index'],
    ['/user', '/user/login'],
    ['/no/such/page', '/home/index'],
    ['/anything/invite/GOODCODE/else', '/user/register?invite_code=GOODCODE'],
  ] as const) {
    test(`${from} leads to ${to}`, async ({ page, exchange }) => {
      await page.goto(`${exchange.url}${from}`);
      await page.waitForURL(`${exchange.url}${to}`);
    });
  }

  test('a guest on a private page logs in and comes back to it; a customer on log-in goes home', async ({
    page,
    exchange,
  }) => {
    const name = await enter(page, exchange.url);
    await page.goto(`${exchange.url}/user/login`);
    await page.waitForURL('**/home/index');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${exchange.url}/account/entrust/spot`);
    await page.waitForURL(/\/user\/login\?back=/);
    await field(page, 'account').fill(name);
    await field(page, 'password').fill('Glass-and-ink7');
    await submit(page).click();
    await page.waitForURL('**/account/entrust/spot');
  });
});

test.describe('§2 layout', () => {
  test('no top bar on log-in, registration and reset', async ({ page, exchange }) => {
    for (const path of ['login', 'register', 'reset']) {
      await page.goto(`${exchange.url}/user/${path}`);
      await expect(page.getByRole('button').first()).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    }
  });

  test('an unknown path under /api is a 404 in the envelope, never the page', async ({ request, exchange }) => {
    const answer = await request.get(`${exchange.url}/api/no/such/call`);
    expect(answer.status()).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 404, data: { key: 'request.notFound' } });
    expect((await request.get(`${exchange.url}/static/gone-12345678.js`)).status()).toBe(404);
  });
});
