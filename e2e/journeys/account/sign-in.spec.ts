// §2, §5 sign-in: each way in, the second step, passkeys, one more proof, sessions ended elsewhere; by keyboard, with axe.

import type { Page } from '@playwright/test';
import { axe, axeInBothThemes } from '../../support/axe.ts';
import { bindAuthenticator, bindPasskey, forget, post } from '../../support/factor.ts';
import {
  act,
  choice,
  field,
  fieldError,
  keep,
  menuItem,
  notice,
  stepUp,
  submit,
  useCode,
} from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';
import { totp } from '../../support/totp.ts';
import { enter, freshName, guestLink, logIn, password, register } from '../../support/visitor.ts';

/** The code `login.failed`. */
const WRONG = 1002;

type Way = 'account' | 'email' | 'phone';

async function chooseTab(page: Page, way: Way): Promise<void> {
  await choice(page.getByRole('main'), way).click();
}

/** The way of signing in with this key, for the keyboard. */
const wayRadio = (page: Page, way: Way) => page.locator(`input[type="radio"][value="${way}"]`);

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

test.describe('§4 sessions', () => {
  test('a session ended elsewhere signs this page out by itself, and says why', async ({
    page,
    browser,
    exchange: { url },
  }) => {
    const name = await enter(page, url);
    await page.goto(`${url}/assets/index?key=overview`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await logIn(other, url, name);
    await atHome(other);
    await post(other, url, '/api/user/logout', { all: true });
    await page.waitForURL(/\/user\/login\?back=/);
    await expect(notice(page, 'signed-out')).toBeVisible();
    await field(page, 'account').fill(name);
    await field(page, 'password').fill(password);
    await submit(page).click();
    await page.waitForURL('**/assets/index?key=overview');
    await elsewhere.close();
  });

  test('logging out in one tab signs out the other, and leaves only language, theme and zone', async ({
    page,
    exchange: { url },
  }) => {
    await register(page, url, freshName());
    const other = await page.context().newPage();
    await other.goto(`${url}/assets/index?key=overview`);
    await expect(other.getByRole('heading').first()).toBeVisible();
    await page.getByTestId('avatar').click();
    await menuItem(page, 'logout').click();
    await other.waitForURL(/\/user\/login\?back=/);
    await expect(notice(other, 'signed-out')).toBeVisible();
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('vitrine:')));
    expect(kept).toEqual(['vitrine:preferences']);
    await other.close();
  });
});

test.describe('terms of service', () => {
  test('stand open to everybody, and the footer leads to them', async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/home/index`);
    await expect(guestLink(page)).toHaveCount(1);
    const terms = '/user/index?key=termsService';
    await page.getByRole('contentinfo').locator(`a[href="${terms}"]`).click();
    await page.waitForURL(`**${terms}`);
    const text = page.getByRole('main').getByRole('article');
    await expect(text.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(text.getByText('2026-11-26')).toBeVisible();
    await axe(page, 'terms');
  });

  test('a customer of older terms is asked before trading, and may leave or agree', async ({
    page,
    exchange: { url },
  }) => {
    await enter(page, url);
    let agreed = false;
    await page.route('**/api/user/acceptTerms', async (route) => {
      agreed = true;
      await route.continue();
    });
    await page.route('**/api/user/getInfo', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      if (!agreed) body.data['terms'] = '2025-01-01';
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${url}/assets/index?key=overview`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const dialog = page.getByRole('dialog').and(page.getByTestId('new-terms'));
    await expect(dialog).toBeHidden();
    await page.goto(`${url}/exchange/index`);
    await expect(dialog).toBeVisible();
    await axe(page, 'newer terms');
    await keep(page).click();
    await page.waitForURL('**/home/index');
    await page.goto(`${url}/exchange/index`);
    await act(page).click();
    await expect(dialog).toBeHidden();
    expect(agreed).toBe(true);
  });
});

test.describe('by keyboard', () => {
  // A phone has no keyboard.
  test('register and log in without a pointer', { tag: '@desktop' }, async ({ page, exchange: { url } }) => {
    const name = freshName();
    const type = async (name: string, text: string): Promise<void> => {
      const wanted = field(page, name);
      for (let steps = 0; steps < 40 && !(await wanted.evaluate((one) => one === document.activeElement)); steps += 1)
        await page.keyboard.press('Tab');
      await expect(wanted).toBeFocused();
      await page.keyboard.type(text);
    };
    await page.goto(`${url}/user/register`);
    await expect(submit(page)).toBeVisible();
    await type('account', name);
    await type('password', password);
    await type('confirm', password);
    const box = page.getByRole('checkbox');
    for (let steps = 0; steps < 10 && !(await box.evaluate((one) => one === document.activeElement)); steps += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
    await page.keyboard.press('Enter');
    await atHome(page);

    await forget(page);
    await page.goto(`${url}/user/login`);
    await expect(submit(page)).toBeVisible();
    // Arrows choose the way of signing in; the country is found and chosen by keys alone.
    await wayRadio(page, 'account').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(wayRadio(page, 'phone')).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(country(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('43');
    await page.keyboard.press('Enter');
    await expect(country(page)).toHaveValue('AT +43');
    await wayRadio(page, 'phone').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await type('account', name);
    await type('password', password);
    await page.keyboard.press('Enter');
    await atHome(page);
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
