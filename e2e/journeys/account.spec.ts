// The account centre by hand: addresses, fund password, authenticator, passkey, verification, card, devices, API keys, freeze.

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { calls } from '@vitrine/contract';
import type { Locator, Page } from '@playwright/test';
import { axe, axeInBothThemes, loaded } from '../support/axe.ts';
import type { Exchange } from '../support/exchange.ts';
import { act, field, fieldError, keep, notice, stepUp, submit, useCode } from '../support/parts.ts';
import { documentPhotos, noPicture, pngPicture, tooLarge } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';
import { stepAt, totp } from '../support/totp.ts';
import { enter, logIn, password } from '../support/visitor.ts';

const center = '/account/center';
const setting = `${center}/security/setting`;

/** Opens a page of the account centre and waits for its head. */
async function open(page: Page, url: string, path: string, heading: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Answers the question for one more proof in the way it is asked, if it is asked, until `outcome` stands on the page. */
async function prove(page: Page, outcome: Locator): Promise<void> {
  const dialog = stepUp(page);
  await expect(dialog.or(outcome).first()).toBeVisible();
  if (await dialog.isVisible()) {
    const byPassword = field(dialog, 'password');
    const byPasskey = dialog.getByRole('button', { name: 'Use a passkey' });
    const byCode = dialog.getByTestId('send-code');
    await expect(byPassword.or(byPasskey).or(byCode).first()).toBeVisible();
    if (await byPassword.isVisible()) {
      await byPassword.fill(password);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
    } else if (await byCode.isVisible()) {
      await byCode.click();
      await dialog.getByTestId('use-code').click();
      // Six digits send themselves where the dialog does so; where it waits for the button, it is pressed.
      await dialog
        .getByRole('button', { name: 'Confirm' })
        .click({ timeout: 3_000 })
        .catch(() => undefined);
    } else await byPasskey.click();
    await expect(dialog).toBeHidden();
  }
  await expect(outcome).toBeVisible();
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
      await open(page, url, `${center}/info`, 'Account');
      // One's own picture, here and in the top bar, and the standard one again.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose a picture' }).click(),
      ]);
      await chooser.setFiles(await pngPicture(3));
      await expect(page.getByRole('banner').locator('img[src^="/api/file/"]')).toBeVisible();
      await page.getByRole('button', { name: 'Standard picture' }).click();
      await expect(page.getByRole('banner').locator('img[src^="/api/file/"]')).toHaveCount(0);
      const entries = [
        ['Security', 'No second factor'],
        ['Verification', 'Not verified'],
        ['Devices', '1 device'],
        ['Bank card', 'Not bound'],
        ['API keys', 'None'],
      ] as const;
      for (const [name, state] of entries) {
        const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}\\s*${state}$`) });
        const entry = isMobile ? link : page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name });
        await entry.click();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Account');
        if (isMobile) await page.getByRole('main').getByRole('link', { name: 'Account', exact: true }).click();
        else await page.goto(`${url}${center}/info`);
        await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
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
    await open(page, url, `${setting}/email`, 'E-mail');
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
    await open(page, url, `${setting}/phone`, 'Phone');
    const country = page.getByRole('combobox', { name: 'Country code' });
    await expect(country).toHaveValue('GB +44');
    await country.click();
    await page.keyboard.type('+49');
    await page.keyboard.press('Enter');
    await expect(country).toHaveValue('DE +49');
    await field(page, 'phone').fill(`01512 ${Date.now().toString().slice(-7)}`);
    await useCode(page);
    await submit(page).click();
    await prove(page, notice(page, 'bind'));

    await open(page, url, `${setting}/trade-pwd`, 'Fund password');
    await field(page, 'pin').fill('482913');
    await field(page, 'confirm').fill('482913');
    await useCode(page);
    await submit(page).click();
    await prove(page, notice(page, 'fund'));
    await expect(field(page, 'old')).toBeVisible();

    // Changing it wants the old one: a wrong one is told at its field, with what is left.
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

    await open(page, url, `${setting}/anti-code`, 'Anti-phishing word');
    await field(page, 'word').fill('heron');
    await submit(page).click();
    await prove(page, notice(page, 'word'));
    await open(page, url, `${center}/security`, 'Security');
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
    await open(page, url, `${setting}/google`, 'Authenticator');
    await expect(page.getByTestId('qr')).toBeVisible();
    const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
    const step = stepAt(clock.now()) - 1;
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

    await open(page, url, `${setting}/google`, 'Authenticator');
    await field(page, 'code').fill(codes[0] ?? '');
    await submit(page).click();
    await expect(page.getByTestId('qr')).toBeVisible();
    await open(page, url, `${center}/security`, 'Security');
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
    await open(page, url, `${setting}/passkey`, 'Passkeys');
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
    await expect(page.getByTestId('passkey-there')).toBeVisible();

    await page.getByRole('button', { name: 'Remove' }).click();
    await act(page).click();
    await prove(page, page.getByTestId('empty'));
  });

  // A phone has no Tab key.
  test('the login password is changed by keyboard alone', { tag: '@desktop' }, async ({ page, exchange: { url } }) => {
    const name = await enter(page, url);
    await open(page, url, `${setting}/login-pwd`, 'Login password');
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
    await expect(second.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

    await open(page, url, `${center}/device-management`, 'Devices');
    await page.getByRole('button', { name: 'End the sessions of Firefox on Windows' }).click();
    const ended = page.waitForResponse((answer) => answer.url().includes('/deleteDevice/'));
    await act(page).click();
    expect(((await (await ended).json()) as { code: number }).code).toBe(200);
    await expect(second).toHaveURL(/\/(home\/index|user\/login)/);
    await expect(
      second.getByRole('link', { name: 'Log in' }).or(second.getByRole('button', { name: 'Log in' })),
    ).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'Rename' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Desk at home');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('Desk at home')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Firefox on Windows' }).click();
    await act(page).click();
    await expect(notice(page, 'device')).toBeVisible();
    // Both attempts stand in the log.
    await expect(page.getByText('Signed in', { exact: true })).toHaveCount(2);
  });

  test('a freeze stops orders at once and says so everywhere', async ({ page, exchange: { url } }) => {
    await enter(page, url);
    await open(page, url, `${center}/security`, 'Security');
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

test.describe('§3 verification and bank card', () => {
  test(
    'both stages are sent; what cannot be a photo is not',
    { tag: '@both' },
    async ({ page, isMobile, exchange: { url } }) => {
      await enter(page, url);
      await open(page, url, `${center}/kyc`, 'Identity verification');
      await expect(page.getByText('Opens once stage 1 is sent.')).toBeVisible();
      await page.getByRole('button', { name: 'Send for review' }).click();
      await expect(page.getByText('Needed').first()).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
      await page.getByLabel('Name', { exact: true }).fill('Marion Albers');
      const country = page.getByRole('combobox', { name: 'Country that gave the document' });
      await country.click();
      await page.keyboard.type('germ');
      await page.keyboard.press('Enter');
      await expect(country).toHaveValue('Germany');
      await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' });
      await page.getByLabel('Document number').fill(`C01X${Date.now().toString().slice(-6)}`);
      await page.getByRole('button', { name: 'Send for review' }).click();
      await expect(page.getByText('M*** A***')).toBeVisible();

      const photos = await documentPhotos();
      const front = page.getByLabel('Front of the document', { exact: true });
      await front.setInputFiles(tooLarge());
      await expect(page.getByText('Not sent: a picture has at most 10 MB')).toBeVisible();
      await front.setInputFiles(noPicture());
      await expect(
        page.getByText('Only images are accepted.').or(page.getByText('The image could not be read.')),
      ).toBeVisible();
      await page.getByLabel('Replace: Front of the document').setInputFiles(photos.front);
      if (isMobile) {
        await expect(page.getByLabel('Camera: You, holding the document')).toHaveAttribute('capture', 'user');
        await page.getByLabel('Camera: Back of the document').setInputFiles(photos.back);
      } else await page.getByLabel('Back of the document', { exact: true }).setInputFiles(photos.back);
      await expect(page.getByRole('button', { name: 'Send for review' })).toBeDisabled();
      await expect(page.getByText('Not yet: missing is “You, holding the document”.')).toBeVisible();
      await page.getByLabel('You, holding the document', { exact: true }).setInputFiles(photos.handheld);
      await expect(page.getByText('There', { exact: true })).toHaveCount(3);
      await axe(page, 'photos before they are sent');
      await page.getByRole('button', { name: 'Send for review' }).click();
      await expect(page.getByText('under review')).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Send for review' })).toHaveCount(0);
    },
  );

  test('a bank card is shown once more, bound, masked and then final', async ({ page, exchange: { url } }) => {
    await enter(page, url);
    await open(page, url, `${center}/bank-card`, 'Bank card');
    await page.getByLabel('Name on the card').fill('Marion Albers');
    await page.getByLabel('ID number').fill('C01X00T47');
    await page.getByLabel('Card number').fill('4111111111111112');
    await page.getByLabel('Bank', { exact: true }).fill('Bank of Examples');
    await page.getByRole('button', { name: 'Check and bind' }).click();
    await act(page).click();
    // Its check digit is wrong: told at its field, everything else still there.
    await prove(page, page.getByLabel('Card number').and(page.locator('[aria-invalid="true"]')));
    await page.getByLabel('Card number').fill('4111111111111111');
    await page.getByRole('button', { name: 'Check and bind' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('4111 1111 1111 1111')).toBeVisible();
    await axe(page, 'the question before a card is bound');
    await act(page).click();
    await expect(notice(page, 'card')).toBeVisible();
    await expect(page.getByText(/1111$/).first()).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain('411111');
    await expect(page.getByRole('button', { name: 'Check and bind' })).toHaveCount(0);
  });
});

test.describe('API keys', () => {
  /** A request signed as the page's own example says. */
  async function signed(
    { url, clock }: Exchange,
    key: string,
    secret: string,
  ): Promise<{ code: number; data: unknown }> {
    const { path } = calls['userCoin.getUserCoin'];
    const body = '{}';
    const time = String(clock.now());
    const nonce = randomUUID();
    const hash = createHash('sha256').update(body).digest('hex');
    const sign = createHmac('sha256', secret).update(['POST', path, '', hash, time, nonce].join('\n')).digest('hex');
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'api-key': key,
        'api-time': time,
        'api-nonce': nonce,
        'api-sign': sign,
      },
    });
    return (await answer.json()) as { code: number; data: unknown };
  }

  test('a key is made, shown once, used by a signed request, and deleted', async ({ page, exchange }) => {
    const { url } = exchange;
    await enter(page, url);
    await open(page, url, `${center}/api`, 'API keys');
    await page.getByRole('button', { name: 'Make an API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Reader');
    await page.getByRole('checkbox', { name: /^Withdraw/ }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByText('The right to withdraw needs at least one address')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Withdraw/ }).uncheck();
    await axe(page, 'a key being made');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await prove(page, page.getByText('The key “Reader” is made'));
    const [key = '', secret = ''] = await page.getByRole('main').locator('code').allInnerTexts();
    const answer = await signed(exchange, key, secret);
    expect(answer.code).toBe(200);
    expect(Array.isArray(answer.data)).toBe(true);
    expect((await signed(exchange, key, `${secret}x`)).code).toBe(1111);

    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await expect(page.getByText(key)).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain(secret);
    await page.getByRole('button', { name: 'Delete the key Reader' }).click();
    await act(page).click();
    await expect(page.getByTestId('empty')).toBeVisible();
    await expect.poll(async () => (await signed(exchange, key, secret)).code).toBe(1111);
  });
});

test(
  'every page of the account centre passes axe in both themes and fits its width',
  { tag: '@both' },
  async ({ page, exchange }) => {
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    await enter(page, url);
    for (const [path, heading] of [
      [`${center}/info`, 'Account'],
      [`${center}/security`, 'Security'],
      [`${setting}/phone`, 'Phone'],
      [`${setting}/email`, 'E-mail'],
      [`${setting}/google`, 'Authenticator'],
      [`${setting}/passkey`, 'Passkeys'],
      [`${setting}/login-pwd`, 'Login password'],
      [`${setting}/trade-pwd`, 'Fund password'],
      [`${setting}/anti-code`, 'Anti-phishing word'],
      [`${center}/device-management`, 'Devices'],
      [`${center}/kyc`, 'Identity verification'],
      [`${center}/bank-card`, 'Bank card'],
      [`${center}/api`, 'API keys'],
    ] as const) {
      await open(page, url, path, heading);
      await loaded(page);
      await axeInBothThemes(page, path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(over, `${path} is wider than the window`).toBeLessThanOrEqual(0);
    }
  },
);
