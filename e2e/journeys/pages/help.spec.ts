// Issue 20, content: the help centre. Search by keyboard, topics, an article, whether it helped, announcements, languages.

import { seen } from '../../support/axe.ts';
import { menuItem } from '../../support/parts.ts';
import { signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

test(
  'issue 20: a guest finds an article by a misspelt word with the keyboard alone, and reads it',
  { tag: '@both' },
  async ({ page, exchange: { url } }, { project }) => {
    await page.goto(`${url}/article`);
    await expect(page).toHaveURL(`${url}/article/main/index`);
    await expect(page.getByTestId('topics').getByRole('link')).not.toHaveCount(0);
    await expect(page.getByTestId('hot').getByRole('listitem')).not.toHaveCount(0);
    await expect(page.getByTestId('notices').getByRole('listitem')).toHaveCount(2);
    await seen(page, 'the help centre');

    const search = page.getByRole('combobox');
    if (project.name === 'desktop') await page.keyboard.press('/');
    else await search.tap();
    await expect(search).toBeFocused();
    await search.fill('liqidation');
    const hits = page.getByTestId('found').getByRole('option');
    await expect(page.getByTestId('found').getByRole('status')).toContainText('liquidation');
    await expect(hits.first()).toContainText('liquidation price');
    await expect(hits.first()).toHaveAttribute('aria-selected', 'true');
    await seen(page, 'what a search found');
    await page.keyboard.press('ArrowDown');
    await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/article\/main\/content\/hot\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('liquidation price');
    const body = page.getByTestId('article-body');
    await expect(body.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByTestId('helpful').getByRole('link')).toHaveAttribute('href', '/user/login');
    await seen(page, 'an article');

    // Its links are opened by the page itself: no reload.
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await body.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/rule\/index\?key=contracts/);
    await expect(page.locator('html[data-same]')).toHaveCount(1);
    await page.goBack();

    const crumbs = page
      .getByRole('navigation')
      .filter({ has: page.locator('ol > li') })
      .first();
    await crumbs.getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/article\/main\/categories\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trading');
    await seen(page, 'a topic');
    await page.goto(`${url}/article/main/content/help/999999`);
    await expect(page.getByTestId('error').or(page.getByTestId('empty'))).toBeVisible();
  },
);

test(
  'issue 20: a customer says that an article helped, and opens the white paper',
  { tag: '@both' },
  async ({ page, exchange: { url } }) => {
    await signedIn(page, url);
    await page.goto(`${url}/home/index`);
    await page.getByTestId('avatar').click();
    await menuItem(page, 'paper').click();
    await expect(page).toHaveURL(/\/article\/main\/content\/paper\/\d+$/);
    await expect(page.getByTestId('article-body')).toContainText('journal');
    const helpful = page.getByTestId('helpful');
    await helpful.getByRole('button').first().click();
    await expect(helpful.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
    const counted = /(\d+)\D+(\d+)/.exec((await helpful.getByRole('status').textContent()) ?? '');
    expect(Number(counted?.[1])).toBeGreaterThan(0);
    await helpful.getByRole('button').nth(1).click();
    await expect(helpful.getByRole('status')).toContainText(String(Number(counted?.[1]) - 1));
  },
);

test('issue 20: an article without a translation is shown in English and says so', async ({
  browser,
  exchange: { url },
}) => {
  const context = await browser.newContext({ locale: 'ko-KR' });
  const page = await context.newPage();
  await page.goto(`${url}/article/main/index`);
  await expect(page.getByTestId('topics')).toContainText('시작하기');
  await page.getByTestId('notices').getByRole('link').first().click();
  await expect(page.getByTestId('fallback')).toContainText('English');
  await expect(page.getByTestId('article-body')).toHaveAttribute('lang', 'en');
  await context.close();
});
