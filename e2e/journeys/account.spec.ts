// The account centre by hand: addresses, fund password, authenticator, passkey, verification, card, devices, API keys, freeze.

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { calls } from '@vitrine/contract';
import type { Page } from '@playwright/test';
import { axe } from '../support/axe.ts';
import { documentPhotos, noPicture, pngPicture, tooLarge } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';
import { stepAt, totp } from '../support/totp.ts';
import { freshName, logIn, password, register } from '../support/visitor.ts';

const center = '/account/center';
const setting = `${center}/security/setting`;

/** Opens a page of the account centre and waits for its head. */
async function open(page: Page, url: string, path: string, heading: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Answers the question for one more proof in the way it is asked, if it is asked; then waits for what was wanted. */
async function prove(page: Page, done: () => Promise<unknown>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it really you?' });
  const asked = await dialog.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (asked) {
    const byPassword = dialog.getByLabel('Login password');
    const byPasskey = dialog.getByRole('button', { name: 'Use a passkey' });
    const byCode = dialog.getByRole('button', { name: 'Send code' });
    await expect(byPassword.or(byPasskey).or(byCode).first()).toBeVisible();
    if (await byPassword.isVisible()) {
      await byPassword.fill(password);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
    } else if (await byCode.isVisible()) {
      await byCode.click();
      await dialog.getByRole('button', { name: 'Use it' }).click();
      // Six digits send themselves where the dialog does so; where it waits for the button, it is pressed.
      await dialog
        .getByRole('button', { name: 'Confirm' })
        .click({ timeout: 3_000 })
        .catch(() => undefined);
    } else await byPasskey.click();
    await expect(dialog).toBeHidden();
  }
  await done();
}

test.describe('§2 the account centre’s routes', () => {
  test('groups lead to their first child, guests to login', async ({ page, exchange: { url } }) => {
    await page.goto(`${url}${center}/security`);
    await page.waitForURL(/\/user\/login\?back=/);
    await register(page, url, freshName());
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

  test('the menu leads everywhere; on the phone the account page lists what there is, with its state', async ({
    page,
    isMobile,
    exchange: { url },
  }) => {
    await register(page, url, freshName());
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
  });
});

test.describe('security', () => {
  test('an e-mail address and a fund password are set, the anti-phishing word stands where it should', async ({
    page,
    exchange: { url },
  }) => {
    const name = freshName();
    await register(page, url, name);
    await open(page, url, `${setting}/email`, 'E-mail');
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('not-an-address');
    await page.getByRole('button', { name: 'Bind' }).click();
    await expect(page.getByText('An e-mail address looks like name@example.org')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toBeFocused();
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(`${name}@example.org`);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Bind' }).click();
    await prove(page, () => expect(page.getByText('The e-mail address is bound')).toBeVisible());
    await expect(page.getByLabel('New e-mail address')).toBeVisible();

    // A phone beside it, its country found by typing.
    await open(page, url, `${setting}/phone`, 'Phone');
    const country = page.getByRole('combobox', { name: 'Country code' });
    await expect(country).toHaveValue('GB +44');
    await country.click();
    await page.keyboard.type('+49');
    await page.keyboard.press('Enter');
    await expect(country).toHaveValue('DE +49');
    await page.getByLabel('Phone number').fill(`01512 ${Date.now().toString().slice(-7)}`);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Bind' }).click();
    await prove(page, () => expect(page.getByText('The phone is bound')).toBeVisible());

    await open(page, url, `${setting}/trade-pwd`, 'Fund password');
    await page.getByLabel('New fund password, 6 digits').fill('482913');
    await page.getByLabel('Repeat the fund password').fill('482913');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Set the fund password' }).click();
    await prove(page, () => expect(page.getByText('The fund password is set')).toBeVisible());
    await expect(page.getByLabel('Old fund password')).toBeVisible();

    // Changing it wants the old one: a wrong one is told at its field, with what is left.
    await page.getByLabel('Old fund password').fill('000000');
    await page.getByLabel('New fund password, 6 digits').fill('739204');
    await page.getByLabel('Repeat the fund password').fill('739204');
    await page.getByRole('button', { name: 'Change the fund password' }).click();
    await prove(page, () => expect(page.getByText(/The fund password is wrong\. 4 attempts left/)).toBeVisible());

    // Forgotten: asked for, and taken back.
    await page.getByRole('button', { name: 'Ask for a reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for a reset' }).click();
    await prove(page, () => expect(page.getByText(/Two persons look at it/)).toBeVisible());
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await prove(page, () => expect(page.getByText('You took your request back')).toBeVisible());

    await open(page, url, `${setting}/anti-code`, 'Anti-phishing word');
    await page.getByRole('textbox', { name: 'Anti-phishing word' }).fill('heron');
    await page.getByRole('button', { name: 'Keep this word' }).click();
    await prove(page, () => expect(page.getByText('Your word stands in every mail from now on')).toBeVisible());
    await open(page, url, `${center}/security`, 'Security');
    await expect(page.getByText('heron stands in every mail from us')).toBeVisible();
    await page.getByRole('button', { name: 'Freeze the account' }).click();
    await expect(page.getByRole('dialog').getByText('Your anti-phishing word: heron')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep it open' })).toBeFocused();
    await axe(page, 'the question before a freeze');
  });

  test('an authenticator is bound, asked for at login, and taken away by a recovery code', async ({
    page,
    exchange: { url },
  }) => {
    const name = freshName();
    await register(page, url, name);
    await open(page, url, `${setting}/google`, 'Authenticator');
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
    const step = stepAt(Date.now()) - 1;
    await page.getByLabel('The code the app shows').fill(totp(secret, step));
    await page.getByRole('button', { name: 'Bind the authenticator' }).click();
    await prove(page, () => expect(page.getByText('The authenticator is bound')).toBeVisible());
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).locator('code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await axe(page, 'recovery codes');
    await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/On since/)).toBeVisible();

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await logIn(page, url, name);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.getByLabel('Code of the authenticator app').fill(totp(secret));
    await page.waitForURL('**/home/index');

    await open(page, url, `${setting}/google`, 'Authenticator');
    await page.getByLabel('A code of the app, or a recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Take the authenticator away' }).click();
    await expect(page.getByText('The authenticator is taken away')).toBeVisible();
    await open(page, url, `${center}/security`, 'Security');
    await expect(page.getByText(/Locked until .*, because a credential was changed/)).toBeVisible();
  });

  test('a passkey is added with its name and removed', async ({ page, exchange }) => {
    // Passkeys belong to a name, so the page is opened by one.
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    await register(page, url, freshName());
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
    await expect(page.getByText('No passkey yet')).toBeVisible();
    await page.getByLabel('Name it').fill('Work laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await prove(page, () => expect(page.getByText('The passkey is added')).toBeVisible());
    // The first second factor of an account brings recovery codes.
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Work laptop', { exact: true })).toBeVisible();
    // One device holds one passkey of an account.
    await page.getByLabel('Name it').fill('Again');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('This device has a passkey for this account already.')).toBeVisible();

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await prove(page, () => expect(page.getByText('No passkey yet')).toBeVisible());
  });

  test('the login password is changed by keyboard alone', async ({ page, isMobile, exchange: { url } }) => {
    test.skip(isMobile, 'a phone has no Tab key');
    const name = freshName();
    await register(page, url, name);
    await open(page, url, `${setting}/login-pwd`, 'Login password');
    const old = page.getByLabel('Old password');
    await expect(old).toBeVisible();
    for (let count = 0; count < 60 && !(await old.evaluate((field) => field === document.activeElement)); count += 1)
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
    await expect(page.getByText('Not the same as above')).toBeVisible();
    await expect(page.getByLabel('Repeat the password')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Another-ink8');
    await page.keyboard.press('Enter');
    await prove(page, () => expect(page.getByText('The login password is changed')).toBeVisible());
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await logIn(page, url, name, 'Another-ink8');
    await page.waitForURL('**/home/index');
  });

  test('a device ended elsewhere is signed out within ten seconds', async ({ page, browser, exchange: { url } }) => {
    const name = freshName();
    await register(page, url, name);
    const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' });
    const second = await other.newPage();
    await logIn(second, url, name);
    await second.waitForURL('**/home/index');
    await second.goto(`${url}${center}/info`);
    await expect(second.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

    await open(page, url, `${center}/device-management`, 'Devices');
    await page.getByRole('button', { name: 'End the sessions of Firefox on Windows' }).click();
    const ended = page.waitForResponse((answer) => answer.url().includes('/deleteDevice/'));
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    expect(((await (await ended).json()) as { code: number }).code).toBe(200);
    await expect(second).toHaveURL(/\/(home\/index|user\/login)/, { timeout: 10_000 });
    await expect(
      second.getByRole('link', { name: 'Log in' }).or(second.getByRole('button', { name: 'Log in' })),
    ).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'Rename' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Desk at home');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('Desk at home')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Firefox on Windows' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The device is deleted')).toBeVisible();
    // Both attempts stand in the log.
    await expect(page.getByText('Signed in', { exact: true })).toHaveCount(2);
  });

  test('a freeze stops orders at once and says so everywhere', async ({ page, exchange: { url } }) => {
    await register(page, url, freshName());
    await open(page, url, `${center}/security`, 'Security');
    await page.getByRole('button', { name: 'Freeze the account' }).click();
    await page.getByRole('button', { name: 'Freeze now' }).click();
    await expect(page.getByText(/This account is frozen: no withdrawals/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Frozen' })).toBeDisabled();
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
  test('both stages are sent; what cannot be a photo is not', async ({ page, isMobile, exchange: { url } }) => {
    await register(page, url, freshName());
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
  });

  test('a bank card is shown once more, bound, masked and then final', async ({ page, exchange: { url } }) => {
    await register(page, url, freshName());
    await open(page, url, `${center}/bank-card`, 'Bank card');
    await page.getByLabel('Name on the card').fill('Marion Albers');
    await page.getByLabel('ID number').fill('C01X00T47');
    await page.getByLabel('Card number').fill('4111111111111112');
    await page.getByLabel('Bank', { exact: true }).fill('Bank of Examples');
    await page.getByRole('button', { name: 'Check and bind' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bind the card' }).click();
    // Its check digit is wrong: told at its field, everything else still there.
    await prove(page, () => expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true'));
    await page.getByLabel('Card number').fill('4111111111111111');
    await page.getByRole('button', { name: 'Check and bind' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('4111 1111 1111 1111')).toBeVisible();
    await axe(page, 'the question before a card is bound');
    await dialog.getByRole('button', { name: 'Bind the card' }).click();
    await expect(page.getByText('The bank card is bound')).toBeVisible();
    await expect(page.getByText(/1111$/).first()).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain('411111');
    await expect(page.getByRole('button', { name: 'Check and bind' })).toHaveCount(0);
  });
});

test.describe('API keys', () => {
  /** A request signed as the page's own example says. */
  async function signed(url: string, key: string, secret: string): Promise<{ code: number; data: unknown }> {
    const { path } = calls['userCoin.getUserCoin'];
    const body = '{}';
    const time = String(Date.now());
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

  test('a key is made, shown once, used by a signed request, and deleted', async ({ page, exchange: { url } }) => {
    await register(page, url, freshName());
    await open(page, url, `${center}/api`, 'API keys');
    await page.getByRole('button', { name: 'Make an API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Reader');
    await page.getByRole('checkbox', { name: /^Withdraw/ }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByText('The right to withdraw needs at least one address')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Withdraw/ }).uncheck();
    await axe(page, 'a key being made');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await prove(page, () => expect(page.getByText('The key “Reader” is made')).toBeVisible());
    const [key = '', secret = ''] = await page.getByRole('main').locator('code').allInnerTexts();
    const answer = await signed(url, key, secret);
    expect(answer.code).toBe(200);
    expect(Array.isArray(answer.data)).toBe(true);
    expect((await signed(url, key, `${secret}x`)).code).toBe(1111);

    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await expect(page.getByText(key)).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain(secret);
    await page.getByRole('button', { name: 'Delete the key Reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No API key yet')).toBeVisible();
    await expect.poll(async () => (await signed(url, key, secret)).code, { timeout: 10_000 }).toBe(1111);
  });
});

test.describe('every page of the account centre', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`passes axe and fits its width in the ${colorScheme} theme`, async ({ page, exchange }) => {
      const url = exchange.url.replace('127.0.0.1', 'localhost');
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await register(page, url, freshName());
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
        await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
        await axe(page, path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(over, `${path} is wider than the window`).toBeLessThanOrEqual(0);
      }
    });
  }
});
