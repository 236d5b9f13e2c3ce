// Sessions that end elsewhere, the terms of service, and signing in by keyboard alone.

import type { Page } from '@playwright/test';
import { axe } from '../../support/axe.ts';
import { forget, post } from '../../support/factor.ts';
import { act, field, keep, menuItem, notice, submit } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';
import { enter, freshName, guestLink, logIn, password, register } from '../../support/visitor.ts';

type Way = 'account' | 'email' | 'phone';

/** The way of signing in with this key, for the keyboard. */
const wayRadio = (page: Page, way: Way) => page.locator(`input[type="radio"][value="${way}"]`);

/** The country whose dialling code stands before the number. */
const country = (page: Page) => page.getByRole('main').getByRole('combobox');

async function atHome(page: Page): Promise<void> {
  await page.waitForURL('**/home/index');
  await expect(guestLink(page)).toHaveCount(0);
}

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
