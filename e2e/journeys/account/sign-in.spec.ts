// §2, §5 sign-in: each way in, the second step, passkeys, one more proof, sessions ended elsewhere; by keyboard, with axe.

import type { Page } from '@playwright/test';
import { axe, axeInBothThemes } from '../../support/axe.ts';
import { bindAuthenticator, bindPasskey, forget, post } from '../../support/factor.ts';
import { choice, field, fieldError, notice, stepUp, submit, useCode } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';
import { totp } from '../../support/totp.ts';
import { enter, freshName, guestLink, logIn, password } from '../../support/visitor.ts';

/** The code `login.failed`. */
const WRONG = 1002;

type Way = 'account' | 'email' | 'phone';

async function chooseTab(page: Page, way: Way): Promise<void> {
  await choice(page.getByRole('main'), way).click();
}

/** The country whose dialling code stands before the number. */
const country = (page: Page) => page.getByRole('main').getByRole('combobox');

async function fillPasswords(page: Page, secret = password): Promise<void> {
  await field(page, 'password').fill(secret);
  await field(page, 'confirm').fill(secret);
}

/** Chooses a country by typing a part of its name. */
async function chooseCountry(page: Page, typed: string): Promise<void> {
  await country(page).click();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

function freshPhone(): string {
  return `1512${Date.now().toString().slice(-7)}`;
}

async function atHome(page: Page): Promise<void> {
  await page.waitForURL('**/home/index');
  await expect(guestLink(page)).toHaveCount(0);
}

test.describe('§2 login and registration', () => {
  test('by e-mail: registered with a code, logged in with password and another code, and back where one was', async ({
    page,
    exchange: { url },
  }) => {
    const email = `${freshName()}@example.org`;
    await page.goto(`${url}/user/register`);
    await chooseTab(page, 'email');
    await field(page, 'account').fill(email);
    await useCode(page);
    await fillPasswords(page);
    await page.getByRole('checkbox').check();
    await submit(page).click();
    await atHome(page);

    await forget(page);
    await page.goto(`${url}/assets/index?key=overview`);
    await page.waitForURL(/\/user\/login\?back=/);
    await chooseTab(page, 'email');
    await field(page, 'account').fill(email);
    await field(page, 'password').fill(password);
    await useCode(page);
    await submit(page).click();
    await page.waitForURL('**/assets/index?key=overview');
  });

  test('by phone: the country found by its name, remembered, registered by SMS, logged in with the password', async ({
    page,
    exchange: { url },
  }) => {
    const phone = freshPhone();
    await page.goto(`${url}/user/register`);
    await chooseTab(page, 'phone');
    await expect(country(page)).toHaveValue('GB +44');
    await chooseCountry(page, 'germ');
    await expect(country(page)).toHaveValue('DE +49');
    await field(page, 'phone').fill(phone);
    await useCode(page);
    await fillPasswords(page);
    await page.getByRole('checkbox').check();
    await submit(page).click();
    await atHome(page);

    // Away from the page first: were it open when its session ends, it would forget the country as at a logout.
    await page.goto(`${url}/mark.svg`);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem('vitrine:isLogin'));
    await page.goto(`${url}/user/login`);
    await chooseTab(page, 'phone');
    await expect(country(page)).toHaveValue('DE +49');
    await field(page, 'phone').fill(`+49 ${phone}`);
    await field(page, 'password').fill(password);
    await submit(page).click();
    await atHome(page);
  });

  test('by account: what is wrong stands at its field, and too many attempts are counted down', async ({
    page,
    exchange: { url },
  }) => {
    const name = await enter(page, url);
    await forget(page);
    await logIn(page, url, name, 'Not-the-one7');
    const typed = field(page, 'password');
    await expect(typed).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldError(page)).toBeVisible();
    const button = submit(page);
    const locked = page.getByTestId('locked');
    // By the answer, not by the page: between the two the button may be pressed no more.
    for (let tries = 0, code = WRONG; tries < 8 && code === WRONG; tries += 1) {
      await typed.fill(`Not-the-one${tries}`);
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/user/login'));
      await button.click();
      ({ code } = (await (await answered).json()) as { code: number });
    }
    await expect(locked).toBeVisible();
    await expect(button).toBeDisabled();
    const before = await locked.textContent();
    await expect(locked).not.toHaveText(before ?? '');
  });

  test('by invite: the marker leads to registration with the code; an unknown code is shown at its field', async ({
    page,
    exchange: { url },
  }) => {
    await enter(page, url);
    const { inviteCode } = (await post(page, url, '/api/user/getInfo')) as { inviteCode: string };
    // A signed-in visitor reads why, and keeps the code when signing out.
    await page.goto(`${url}/any/path/invite/${inviteCode}`);
    await expect(page.getByTestId('invite-signed-in')).toContainText(inviteCode);
    const gone = page.waitForResponse((response) => response.url().endsWith('/api/user/logout'));
    await page.getByTestId('invite-log-out').click();
    await (await gone).finished();
    await expect(field(page, 'invite')).toHaveValue(inviteCode);

    await page.goto(`${url}/any/path/invite/${inviteCode}/more`);
    await page.waitForURL(`${url}/user/register?invite_code=${inviteCode}`);
    const invite = field(page, 'invite');
    await expect(invite).toHaveValue(inviteCode);
    await invite.fill('NOBODY22');
    await field(page, 'account').fill(freshName());
    await fillPasswords(page);
    await page.getByRole('checkbox').check();
    await submit(page).click();
    await expect(fieldError(page)).toBeVisible();
    await expect(invite).toHaveAttribute('aria-invalid', 'true');
    await invite.fill(inviteCode);
    await submit(page).click();
    await atHome(page);
  });

  test('a code of digits and one E is read as it stands, not as a number', async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/user/register?invite_code=2E345678`);
    await expect(field(page, 'invite')).toHaveValue('2E345678');
  });

  test('a forgotten password is set anew by a code to the address, and the old one is gone', async ({
    page,
    exchange: { url },
  }) => {
    const email = `${freshName()}@example.org`;
    await page.goto(`${url}/user/register`);
    await chooseTab(page, 'email');
    await field(page, 'account').fill(email);
    await useCode(page);
    await fillPasswords(page);
    await page.getByRole('checkbox').check();
    await submit(page).click();
    await atHome(page);
    await forget(page);

    await page.goto(`${url}/user/login`);
    await page.getByRole('main').locator('a[href="/user/reset"]').click();
    // The page of the login has a field for the account too.
    await expect(field(page, 'confirm')).toBeVisible();
    await field(page, 'account').fill(email);
    await useCode(page);
    await fillPasswords(page, 'Another-ink8');
    await submit(page).click();
    await page.waitForURL('**/user/login');
    await expect(notice(page, 'reset')).toBeVisible();
    await field(page, 'account').fill(email);
    await field(page, 'password').fill(password);
    await submit(page).click();
    await expect(fieldError(page)).toBeVisible();
    await field(page, 'password').fill('Another-ink8');
    await submit(page).click();
    await atHome(page);
  });
});

test.describe('the second step', () => {
  test('by the authenticator: a wrong code is shown, a pasted one signs in; by a recovery code, once', async ({
    page,
    exchange,
  }) => {
    const { url } = exchange;
    const name = await enter(page, url);
    const { secret, recoveryCodes, step } = await bindAuthenticator(page, exchange);
    await forget(page);

    await logIn(page, url, name);
    const code = field(page, 'totp');
    await expect(code).toBeFocused();
    await axe(page, 'second step');
    // Back leads to the password, and on again to a fresh step.
    await page.getByTestId('back').click();
    await expect(field(page, 'password')).toBeVisible();
    await submit(page).click();
    await expect(code).toBeFocused();

    await code.pressSequentially(totp(secret, step - 40));
    await expect(fieldError(page)).toBeVisible();
    await expect(code).toHaveValue('');
    const right = totp(secret, step + 1);
    // As a paste inserts it, in one piece and with its space.
    await code.focus();
    await page.keyboard.insertText(`${right.slice(0, 3)} ${right.slice(3)}`);
    await atHome(page);

    await forget(page);
    await logIn(page, url, name);
    await page.getByTestId('way-recovery').click();
    await field(page, 'recovery').fill(recoveryCodes[0] ?? '');
    await submit(page).click();
    await atHome(page);

    await forget(page);
    await logIn(page, url, name);
    await page.getByTestId('way-recovery').click();
    await field(page, 'recovery').fill(recoveryCodes[0] ?? '');
    await submit(page).click();
    await expect(fieldError(page)).toBeVisible();
  });

  test('a passkey alone signs in, and it is a second step beside the password', async ({ page, exchange }) => {
    // Passkeys belong to a name, so the page is opened by one.
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    const name = await enter(page, url);
    await bindPasskey(page, url);
    await forget(page);
    // A virtual authenticator would also take it by itself, among what the browser fills in: here it is asked for.
    await page.addInitScript(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined }));
    await page.goto(`${url}/user/login`);
    await page.getByTestId('passkey').click();
    await atHome(page);

    await forget(page);
    await page.goto(`${url}/user/login`);
    await field(page, 'account').fill(name);
    await field(page, 'password').fill(password);
    await submit(page).click();
    await expect(page.getByTestId('back')).toBeVisible();
    await submit(page).click();
    await atHome(page);
  });

  test('no passkey is offered at a bare address, where there can be none', async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/user/login`);
    await expect(submit(page)).toBeVisible();
    await expect(page.getByTestId('passkey')).toHaveCount(0);
  });
});

test.describe('one more proof', () => {
  test('is asked once in a dialog, holds for what follows, and cancelling changes nothing', async ({
    page,
    exchange: { url },
  }) => {
    const name = await enter(page, url);
    await forget(page);
    await logIn(page, url, name);
    await atHome(page);
    await page.goto(`${url}/user/index?key=loginPwd`);
    await field(page, 'old').fill(password);
    await fillPasswords(page, 'Another-ink8');
    await submit(page.getByRole('main')).click();
    const dialog = stepUp(page);
    await expect(dialog).toBeVisible();
    await expect(field(dialog, 'password')).toBeFocused();
    await axe(page, 'one more proof');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await submit(page.getByRole('main')).click();
    await field(dialog, 'password').fill('Not-the-one7');
    await page.keyboard.press('Enter');
    await expect(fieldError(dialog)).toBeVisible();
    await field(dialog, 'password').fill(password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(notice(page, 'password')).toBeVisible();
  });
});

test('every sign-in page passes axe in each tab, in both themes', async ({ page, exchange: { url } }) => {
  for (const [path, tabs] of [
    ['login', ['account', 'email', 'phone']],
    ['register', ['account', 'email', 'phone']],
    ['reset', ['email', 'phone']],
  ] as const) {
    await page.goto(`${url}/user/${path}`);
    for (const tab of tabs) {
      await chooseTab(page, tab);
      await submit(page).click();
      await axeInBothThemes(page, `${path}, ${tab}`);
    }
  }
});
