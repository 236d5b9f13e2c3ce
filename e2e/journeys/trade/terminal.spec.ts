// The terminal: markets and their tabs, favourites, panes, the full screen's own nav, both kinds of products, any width.

import type { Page } from '@playwright/test';
import { field, menuItem, tab } from '../../support/parts.ts';
import { bookRows, marketSearch, phone, stands, ticketIn } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';
import { enter } from '../../support/visitor.ts';

async function openSwitcher(page: Page, pair = 'BTC/USDT'): Promise<void> {
  await page.getByTestId('switch-market').filter({ hasText: pair }).click();
  await marketSearch(page).first().waitFor();
}

/** A coin plate, by its number. */
const LAYER_1 = '12';

const star = (page: Page) => page.locator('main header').getByTestId('star');
const contractKind = (page: Page, kind: 'u' | 'coin') => page.locator(`[data-testid="kind"][data-state="${kind}"]`);

test('§2 market tabs: favourites, options, spot coins, U contracts; search and keys choose a market', async ({
  page,
  exchange,
}) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await openSwitcher(page);
  const tabs = page.getByRole('dialog').getByRole('tab');
  await expect(tabs).toHaveCount(4);
  for (const [at, key] of ['favourites', 'options', 'spot', 'contracts'].entries()) {
    await expect(tabs.nth(at)).toHaveAttribute('data-key', key);
    await expect(tabs.nth(at)).toHaveAccessibleName(/\S/);
  }
  await marketSearch(page).fill('eth');
  await expect(page.locator('[data-market]').first()).toContainText('ETH');
  await marketSearch(page).press('Enter');
  await expect(page).toHaveURL(/symbol=ETH_USDT/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT');

  await openSwitcher(page, 'ETH/USDT');
  await tab(page, 'contracts').click();
  await page.locator('[data-market="BTC_USDT"]').click();
  await expect(page).toHaveURL(/type=u/);
  await expect(contractKind(page, 'u')).toBeVisible();
  await expect(page.getByTestId('funding')).toHaveText(/\d/);
  await stands(page);
  await page.reload();
  await stands(page);
  await expect(contractKind(page, 'u')).toBeVisible();
});

test('§1 quotes lead on: a row of forex to its contract, a row of gold too', async ({ page, exchange }) => {
  for (const [category, row, symbol, heading] of [
    ['forex', 'EUR/USD', 'EUR_USD', 'EUR/USD'],
    ['gold', 'XAU/USD', 'XAU_USD', 'Gold'],
  ] as const) {
    await page.goto(`${exchange.url}/quotes/index?category=${category}`);
    await page.getByRole('row').filter({ hasText: row }).first().click();
    await expect(page).toHaveURL(new RegExp(`symbol=${symbol}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(contractKind(page, 'u')).toBeVisible();
  }
});

test('§5 a favourite needs a login; signed in it is kept over a reload', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BTC/USDT');
  await star(page).click();
  await page.waitForURL('**/user/login*');

  await enter(page, exchange.url);
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  const kept = page.waitForResponse((response) => response.url().includes('/quotes/addOptional/'));
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
  await star(page).click();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await stands(page);
  await openSwitcher(page);
  await tab(page, 'favourites').click();
  await expect(page.getByRole('dialog').locator('[data-market]')).toHaveCount(1);
  await expect(page.locator('[data-market="BTC_USDT"]')).toHaveCount(1);
});

test('§2 the full-screen exchange has its own nav: tabs (favourites plus coin plates), theme dropdown, base-coin filter, search box', async ({
  page,
  exchange,
}) => {
  for (const path of ['/exchange/full-screen/BTC_USDT', '/exchange/full-contract/BTC_USDT']) {
    await page.goto(`${exchange.url}${path}`);
    await stands(page);
    const nav = page.getByRole('banner');
    await expect(tab(nav, 'favourites')).toBeAttached();
    await expect(tab(nav, LAYER_1)).toBeAttached();
    await expect(page.getByTestId('main-nav')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);

    await page.getByTestId('theme').click();
    await menuItem(page, 'dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByTestId('theme').click();
    await menuItem(page, 'light').click();

    await expect(page.getByTestId('base-coin')).not.toHaveText('USDT');
    await page.getByTestId('base-coin').click();
    await menuItem(page, 'USDT').click();
    await expect(page.getByTestId('base-coin')).toHaveText('USDT');
    await marketSearch(page).fill('ETH');
    await marketSearch(page).press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path.replace('BTC_USDT', 'ET[HC]_USDT')}`));
  }
});

// The phone has one column.
test(
  '§2 panes: sized by keys and pointer, hidden and shown, kept over a reload, reset',
  { tag: '@desktop' },
  async ({ page, exchange }) => {
    await page.goto(`${exchange.url}/exchange/index`);
    await stands(page);
    const separator = page.locator('[role="separator"][aria-controls="pane-book"]');
    const widthOf = async (): Promise<number> => Number(await separator.getAttribute('aria-valuenow'));
    const first = await widthOf();
    await separator.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(widthOf).toBe(first + 16);
    const at = await separator.boundingBox();
    if (!at) throw new Error('the separator stands nowhere');
    await page.mouse.move(at.x, at.y + 100);
    await page.mouse.down();
    await page.mouse.move(at.x - 40, at.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBeGreaterThan(first + 40);
    const sized = await widthOf();
    await page.getByTestId('panes').click();
    await menuItem(page, 'orders').click();
    await expect(page.locator('#pane-orders')).toHaveCount(0);
    await page.reload();
    await stands(page);
    expect(await widthOf()).toBe(sized);
    await expect(page.locator('#pane-orders')).toHaveCount(0);
    await page.getByTestId('panes').click();
    await menuItem(page, 'reset').click();
    await expect.poll(widthOf).toBe(first);
    await expect(page.locator('#pane-orders')).toBeVisible();
  },
);

// The phone takes a price in its sheet.
test(
  'the book: a row gives its price and says what all down to it would cost; another market clears the ticket',
  { tag: '@desktop' },
  async ({ page, exchange }) => {
    await page.goto(`${exchange.url}/exchange/index`);
    await stands(page);
    const row = bookRows(page, 'bids').nth(3);
    await row.hover();
    await expect(page.getByTestId('reach').locator('b')).toHaveText(/^[0-9,.]+$/);
    const taken = (await row.locator('span').nth(1).textContent())?.replaceAll(',', '');
    await row.click();
    await expect(field(ticketIn(page), 'price')).toHaveValue(taken ?? '');
    await field(ticketIn(page), 'amount').fill('0.5');
    await openSwitcher(page);
    await page.locator('[data-market="ETH_USDT"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT');
    await expect(field(ticketIn(page), 'amount')).toHaveValue('');

    await page.locator('[role="radio"][data-key="depth"]').click();
    const depth = page.getByTestId('depth');
    await depth.focus();
    await page.keyboard.press('ArrowRight');
    // What is offered from the middle up to there.
    await expect(depth).toHaveAttribute('data-side', 'asks');
    await expect(depth).toHaveAttribute('aria-valuetext', /\d.*ETH/);
  },
);

test(
  'at 1920 markets and trades stand beside; at 390 Buy and Sell give the ticket',
  { tag: '@both' },
  async ({ page, exchange }) => {
    if (phone(page)) {
      await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT&type=u`);
      await stands(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.getByTestId('open-sell').click();
      await expect(page.getByRole('dialog').locator('input[value="short"]')).toBeChecked();
      return;
    }
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await page.goto(`${exchange.url}/exchange/index`);
    await stands(page);
    await expect(page.locator('#pane-markets')).toBeVisible();
    await expect(page.locator('#pane-trades')).toBeVisible();
    await expect(page.getByTestId('switch-market')).toHaveCount(0);
  },
);

test('a line that is cut is said, and what is shown grows old: the page dims', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await expect(page.locator('main[data-stale]')).toHaveCount(0);
  await exchange.kill();
  await expect(page.locator('main[data-stale]')).toHaveCount(1);
  await expect(page.locator('[data-testid="line"][data-state="reconnecting"]')).toBeVisible();
  await exchange.start();
  await expect(page.locator('main[data-stale]')).toHaveCount(0, { timeout: 60_000 });
});
