// The terminal: markets and their tabs, favourites, panes, the full screen's own nav, both kinds of products, any width.

import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/visitor.ts';

const phone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 760;

/** The terminal stands: its book has rows. */
async function stands(page: Page): Promise<void> {
  await page.getByRole('listbox', { name: /^Asks/ }).getByRole('option').last().waitFor();
}

async function openSwitcher(page: Page, pair = 'BTC/USDT'): Promise<void> {
  await page.getByRole('button', { name: `${pair}, choose another market` }).click();
  await page.getByLabel('Search markets').first().waitFor();
}

test('§2 market tabs: favourites, options, spot coins, U contracts; search and keys choose a market', async ({
  page,
  exchange,
}) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await openSwitcher(page);
  const tabs = page.getByRole('tablist', { name: 'Market tabs' }).getByRole('tab');
  await expect(tabs).toHaveCount(4);
  for (const [at, name] of ['Favourites', 'Options', 'Spot coins', 'U contracts'].entries())
    await expect(tabs.nth(at)).toHaveAccessibleName(name);
  await page.getByLabel('Search markets').fill('eth');
  await expect(page.locator('[data-market]').first()).toContainText('ETH');
  await page.getByLabel('Search markets').press('Enter');
  await expect(page).toHaveURL(/symbol=ETH_USDT/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT');

  await openSwitcher(page, 'ETH/USDT');
  await page.getByRole('tab', { name: 'U contracts' }).click();
  await page.locator('[data-market="BTC_USDT"]').click();
  await expect(page).toHaveURL(/type=u/);
  await expect(page.getByText('Perpetual')).toBeVisible();
  await expect(page.getByText('Funding / settled in')).toBeAttached();
  await stands(page);
  await page.reload();
  await stands(page);
  await expect(page.getByText('Perpetual')).toBeVisible();
});

test('§5 a favourite needs a login; signed in it is kept over a reload', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await page.getByRole('button', { name: 'Add BTC/USDT to favourites' }).first().click();
  await page.waitForURL('**/user/login*');

  await enter(page, exchange.url);
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  const kept = page.waitForResponse((response) => response.url().includes('/quotes/addOptional/'));
  await page.getByRole('button', { name: 'Add BTC/USDT to favourites' }).first().click();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await stands(page);
  await openSwitcher(page);
  await page.getByRole('tab', { name: 'Favourites' }).click();
  await expect(page.locator('[data-market]')).toHaveCount(1);
});

test('§2 the full-screen exchange has its own nav: tabs (favourites plus coin plates), theme dropdown, base-coin filter, search box', async ({
  page,
  exchange,
}) => {
  for (const path of ['/exchange/full-screen/BTC_USDT', '/exchange/full-contract/BTC_USDT']) {
    await page.goto(`${exchange.url}${path}`);
    await stands(page);
    const nav = page.getByRole('tablist', { name: 'Groups of markets' });
    await expect(nav.getByRole('tab', { name: 'Favourites' })).toBeAttached();
    await expect(nav.getByRole('tab', { name: 'Layer 1' })).toBeAttached();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);

    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();

    await page.getByRole('button', { name: /^Base coin/ }).click();
    await page.getByRole('menuitem', { name: 'USDT', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Base coin: USDT' })).toBeVisible();
    await page.getByLabel('Search markets').fill('ETH');
    await page.getByLabel('Search markets').press('ArrowDown');
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
    const separator = page.getByRole('separator', { name: 'Size of: Order book' });
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
    await page.getByRole('button', { name: 'Panes' }).click();
    await page.getByRole('menuitem', { name: 'Hide: Positions and orders' }).click();
    await expect(page.locator('#pane-orders')).toHaveCount(0);
    await page.reload();
    await stands(page);
    expect(await widthOf()).toBe(sized);
    await expect(page.locator('#pane-orders')).toHaveCount(0);
    await page.getByRole('button', { name: 'Panes' }).click();
    await page.getByRole('menuitem', { name: 'Reset the layout' }).click();
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
    const row = page.getByRole('listbox', { name: /^Bids/ }).getByRole('option').nth(3);
    await row.hover();
    await expect(page.getByText(/on average [0-9,.]+/)).toBeVisible();
    const taken = (await row.locator('span').nth(1).textContent())?.replaceAll(',', '');
    await row.click();
    await expect(page.getByLabel('Price', { exact: true }).first()).toHaveValue(taken ?? '');
    await page.getByLabel('Amount', { exact: true }).first().fill('0.5');
    await openSwitcher(page);
    await page.locator('[data-market="ETH_USDT"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT');
    await expect(page.getByLabel('Amount', { exact: true }).first()).toHaveValue('');

    await page.getByRole('radio', { name: 'Depth' }).click();
    const depth = page.getByRole('slider', { name: 'Depth of the order book' });
    await depth.focus();
    await page.keyboard.press('ArrowRight');
    await expect(depth).toHaveAttribute('aria-valuetext', /offered up to/);
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
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('Short');
      return;
    }
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await page.goto(`${exchange.url}/exchange/index`);
    await stands(page);
    await expect(page.locator('#pane-markets')).toBeVisible();
    await expect(page.locator('#pane-trades')).toBeVisible();
    await expect(page.getByRole('button', { name: /choose another market/ })).toHaveCount(0);
  },
);

test('a line that is cut is said, and what is shown grows old: the page dims', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index`);
  await stands(page);
  await expect(page.locator('main[data-stale]')).toHaveCount(0);
  await exchange.kill();
  await expect(page.locator('main[data-stale]')).toHaveCount(1);
  await expect(page.getByText('reconnecting').first()).toBeVisible();
  await exchange.start();
  await expect(page.locator('main[data-stale]')).toHaveCount(0, { timeout: 60_000 });
});
