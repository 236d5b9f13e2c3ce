// The account centre by hand: addresses, fund password, authenticator, passkey, verification, card, devices, API keys, freeze.

import { KYC_STATE } from '@vitrine/contract';
import type { Locator, Page } from '@playwright/test';
import { axe, axeInBothThemes, loaded } from '../../support/axe.ts';
import { prove } from '../../support/factor.ts';
import { act, field, fieldError, keep, notice, submit, useCode } from '../../support/parts.ts';
import { pngPicture } from '../../support/pictures.ts';
import { expect, test } from '../../support/test.ts';
import { signedIn } from '../../support/signed-in.ts';
import { stepAt, stepBegun, totp } from '../../support/totp.ts';
import { enter, logIn, password } from '../../support/visitor.ts';

const center = '/account/center';
const setting = `${center}/security/setting`;

/** The head of the page at an address of the account centre. */
const head = (page: Page, path: string): Locator => page.getByTestId(`page-${path.slice(path.lastIndexOf('/') + 1)}`);

/** Opens a page of the account centre and waits for its head. */
async function open(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(head(page, path)).toBeVisible();
}

test.describe('§2 the account centre’s routes', () => {
  test('groups lead to their first child, guests to login', async ({ page, exchange: { url } }) => {
    await page.goto(`${url}${center}/security`);
    await page.waitForURL(/\/user\/login\?back=/);
    await enter(page, url);
    for (const [from, to] of [
      ['/account', `${center}/info`],
      [center, `${center}/info`],
      [setting, `${setting}/phone`],
      ['/account/entrust', '/account/entrust/spot'],
      ['/account/entrust/future', '/account/entrust/future/u'],
      ['/account/entrust/future/spot', '/account/entrust/spot'],
    ] as const) {
      await page.goto(`${url}${from}`);
      await page.waitForURL(`**${to}`);
    }
  });

  test(
    'the menu leads everywhere; on the phone the account page lists what there is, with its state',
    { tag: '@both' },
    async ({ page, isMobile, exchange: { url } }) => {
      await enter(page, url);
      await open(page, url, `${center}/info`);
      // One's own picture, here and in the top bar, and the standard one again.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByTestId('avatar-choose').click(),
      ]);
      await chooser.setFiles(await pngPicture(3));
      await expect(page.getByRole('banner').locator('img[src^="/api/file/"]')).toBeVisible();
      await page.getByTestId('avatar-standard').click();
      await expect(page.getByRole('banner').locator('img[src^="/api/file/"]')).toHaveCount(0);
      const entries = [
        ['security', 'no-factor'],
        ['kyc', `${KYC_STATE.none}-${KYC_STATE.none}`],
        ['device-management', '1'],
        ['bank-card', 'none'],
        ['api', '0'],
      ] as const;
      for (const [name, state] of entries) {
        const to = page.locator(`a[href="${center}/${name}"]`);
        const entry = isMobile ? page.getByTestId('entry').and(to) : page.getByTestId('centre-menu').locator(to);
        if (isMobile) await expect(entry.locator(`[data-state="${state}"]`)).toBeVisible();
        await entry.click();
        await expect(head(page, name)).toBeVisible();
        if (isMobile) await page.getByTestId('back').click();
        else await page.goto(`${url}${center}/info`);
        await expect(head(page, 'info')).toBeVisible();
      }
    },
  );
});

test.describe('security', () => {
  test('an e-mail address and a fund password are set, the anti-phishing word stands where it should', async ({
    page,
    exchange: { url },
  }) => {
    const name = await enter(page, url);
    await open(page, url, `${setting}/email`);
    await field(page, 'email').fill('not-an-address');
    await submit(page).click();
    await expect(fieldError(page).first()).toBeVisible();
    await expect(field(page, 'email')).toBeFocused();
    await field(page, 'email').fill(`${name}@example.org`);
    await useCode(page);
    await submit(page).click();
    await prove(page, notice(page, 'bind'));
    await expect(field(page, 'oldCode')).toBeVisible();

    // A phone beside it, its country found by typing.
    await open(page, url, `${setting}/phone`);
    const country = field(page, 'areaCode');
    await expect(country).toHaveValue('GB +44');
    await country.click();
    await page.keyboard.type('+49');
    await page.keyboard.press('Enter');
    await expect(country).toHaveValue('DE +49');
    await field(page, 'phone').fill(`01512 ${Date.now().toString().slice(-7)}`);
    await useCode(page);
    await submit(page).click();
    await prove(page, notice(page, 'bind'));

    await open(page, url, `${setting}/trade-pwd`);
    await field(page, 'pin').fill('482913');
    await field(page, 'confirm').fill('482913');
    await useCode(page);
    await submit(page).click();
    await prove(page, notice(page, 'fund'));
    await expect(field(page, 'old')).toBeVisible();

    // Changing it wants the old one: a wrong one is shown at its field, with what is left.
    await field(page, 'old').fill('000000');
    await field(page, 'pin').fill('739204');
    await field(page, 'confirm').fill('739204');
    await submit(page).click();
    await prove(page, fieldError(page).filter({ hasText: '4' }));

    // Forgotten: asked for, and taken back.
    await page.getByTestId('fund-case').getByRole('button').click();
    await act(page).click();
    await prove(page, page.locator('[data-testid="fund-case"][data-state="open"]'));
    await page.getByTestId('fund-case').getByRole('button').click();
    await act(page).click();
    await prove(page, page.locator('[data-testid="fund-case"][data-state="withdrawn"]'));

    await open(page, url, `${setting}/anti-code`);
    await field(page, 'word').fill('heron');
    await submit(page).click();
    await prove(page, notice(page, 'word'));
    await open(page, url, `${center}/security`);
    await expect(page.getByText('heron', { exact: true })).toBeVisible();
    await page.getByTestId('freeze').click();
    await expect(page.getByRole('dialog').getByText('heron')).toBeVisible();
    await expect(keep(page)).toBeFocused();
    await axe(page, 'the question before a freeze');
  });

  test('an authenticator is bound, asked for at login, and taken away by a recovery code', async ({
    page,
    exchange: { url, clock },
  }) => {
    const name = await enter(page, url);
    await open(page, url, `${setting}/google`);
    await expect(page.getByTestId('qr')).toBeVisible();
    const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
    const step = (await stepBegun(clock)) - 1;
    await field(page, 'code').fill(totp(secret, step));
    await submit(page).click();
    await prove(page, notice(page, 'google'));
    const codes = await page.getByTestId('recovery-codes').locator('code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await axe(page, 'recovery codes');
    await expect(page.getByTestId('codes-kept')).toBeDisabled();
    await page.getByRole('checkbox').check();
    await page.getByTestId('codes-kept').click();
    await expect(field(page, 'code')).toBeVisible();

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await logIn(page, url, name);
    await field(page, 'totp').fill(totp(secret, stepAt(clock.now())));
    await page.waitForURL('**/home/index');

    await open(page, url, `${setting}/google`);
    await field(page, 'code').fill(codes[0] ?? '');
    await submit(page).click();
    await expect(page.getByTestId('qr')).toBeVisible();
    await open(page, url, `${center}/security`);
    await expect(page.locator('[data-testid="withdrawals"][data-state="warn"]')).toBeVisible();
  });

  test('a passkey is added with its name and removed', async ({ page, exchange }) => {
    // Passkeys belong to a name, so the page is opened by one.
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    await enter(page, url);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await open(page, url, `${setting}/passkey`);
    await expect(page.getByTestId('empty')).toBeVisible();
    await field(page, 'passkey').fill('Work laptop');
    await submit(page).click();
    await prove(page, notice(page, 'passkey'));
    // The first second factor of an account brings recovery codes.
    await page.getByRole('checkbox').check();
    await page.getByTestId('codes-kept').click();
    await expect(page.getByText('Work laptop', { exact: true })).toBeVisible();
    // One device holds one passkey of an account.
    await field(page, 'passkey').fill('Again');
    await submit(page).click();
    // The proof comes before the browser is asked for another one.
    await prove(page, page.getByTestId('passkey-there'));

    await page.getByTestId('remove').click();
    await act(page).click();
    await prove(page, page.getByTestId('empty'));
  });

  // A phone has no Tab key.
  test('the login password is changed by keyboard alone', { tag: '@desktop' }, async ({ page, exchange: { url } }) => {
    const name = await enter(page, url);
    await open(page, url, `${setting}/login-pwd`);
    const old = field(page, 'old');
    await expect(old).toBeVisible();
    for (let count = 0; count < 60 && !(await old.evaluate((one) => one === document.activeElement)); count += 1)
      await page.keyboard.press('Tab');
    await expect(old).toBeFocused();
    await page.keyboard.type(password);
    // Past the eye of each password field.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Another-ink8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Another-ink9');
    await page.keyboard.press('Enter');
    await expect(fieldError(page)).toBeVisible();
    await expect(field(page, 'confirm')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Another-ink8');
    await page.keyboard.press('Enter');
    await prove(page, notice(page, 'password'));
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await logIn(page, url, name, 'Another-ink8');
    await page.waitForURL('**/home/index');
  });

  test('a device ended elsewhere is signed out by itself', async ({ page, browser, exchange: { url } }) => {
    const name = await enter(page, url);
    const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' });
    const second = await other.newPage();
    await logIn(second, url, name);
    await second.waitForURL('**/home/index');
    await second.goto(`${url}${center}/info`);
    await expect(head(second, 'info')).toBeVisible();

    await open(page, url, `${center}/device-management`);
    const device = page.getByTestId('device').filter({ hasText: 'Firefox' });
    await device.getByTestId('end').click();
    const ended = page.waitForResponse((answer) => answer.url().includes('/deleteDevice/'));
    await act(page).click();
    expect(((await (await ended).json()) as { code: number }).code).toBe(200);
    await expect(second).toHaveURL(/\/(home\/index|user\/login)/);
    await expect(second.getByRole('banner').locator('a[href^="/user/login"]').or(submit(second)).first()).toBeVisible();
    await other.close();

    await page.getByTestId('rename').first().click();
    await field(page.getByRole('dialog'), 'device').fill('Desk at home');
    await act(page).click();
    await expect(page.getByText('Desk at home')).toBeVisible();
    await device.getByTestId('forget').click();
    await act(page).click();
    await expect(notice(page, 'device')).toBeVisible();
    // Both attempts stand in the log.
    await expect(page.locator('[data-tone][data-state="done"]')).toHaveCount(2);
  });

  test('§4 a lock and a freeze from elsewhere are said on every page, without reading it again', async ({
    page,
    exchange: { url },
  }) => {
    const own = await signedIn(page, url);
    await page.goto(`${url}/quotes/index`);
    await expect(page.getByTestId('avatar')).toBeVisible();
    // Notices begin some seconds after the first paint: that of a fill says that they have.
    await own.ask('/api/currency/order/submit', { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' });
    await expect(page.locator('[data-testid^="notice-"]').first()).toBeVisible();
    await own.ask('/api/user/freeze');
    await expect(notice(page, 'locks')).toHaveAttribute('data-state', 'frozen');
  });

  test('a freeze stops orders at once and says so everywhere', async ({ page, exchange: { url } }) => {
    await enter(page, url);
    await open(page, url, `${center}/security`);
    await page.getByTestId('freeze').click();
    await act(page).click();
    await expect(page.getByTestId('frozen')).toBeVisible();
    await expect(page.getByTestId('freeze')).toBeDisabled();
    const answer = await page.evaluate(async () => {
      const info = await fetch('/api/user/getInfo', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      const { data } = (await info.json()) as { data: { satoken: string; locks: { kind: string }[] } };
      const order = await fetch('/api/currency/order/submit', {
        method: 'POST',
        headers: { 'content-type': 'application/json', satoken: data.satoken },
        body: JSON.stringify({ symbol: 'BTC_USDT', direction: 1, type: 1, price: '1000.0', quantity: '0.01' }),
      });
      return { locks: data.locks, code: ((await order.json()) as { code: number }).code };
    });
    expect(answer.locks.map(({ kind }) => kind)).toContain('frozen');
    expect(answer.code).toBe(1011);
  });
});

test(
  'every page of the account centre passes axe in both themes and fits its width',
  { tag: '@both' },
  async ({ page, exchange }) => {
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    await enter(page, url);
    for (const path of [
      `${center}/info`,
      `${center}/security`,
      `${setting}/phone`,
      `${setting}/email`,
      `${setting}/google`,
      `${setting}/passkey`,
      `${setting}/login-pwd`,
      `${setting}/trade-pwd`,
      `${setting}/anti-code`,
      `${center}/device-management`,
      `${center}/kyc`,
      `${center}/bank-card`,
      `${center}/api`,
    ] as const) {
      await open(page, url, path);
      await loaded(page);
      await axeInBothThemes(page, path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(over, `${path} is wider than the window`).toBeLessThanOrEqual(0);
    }
  },
);
