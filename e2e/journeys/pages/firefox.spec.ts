// The page in Firefox (issue 16, done-when 3): it opens, registers, trades and shows a receipt.

import type { Page } from 'puppeteer-core';
import { firefoxPath, startFirefox } from '../../support/firefox.ts';
import { expect, test } from '../../support/test.ts';
import { freshName, password } from '../../support/visitor.ts';

const SHORTEST = 'label:has(input[type="radio"])';
/** An opening tick comes within this, and a contract of the shortest period matures, ms. */
const OPENS_AND_MATURES_MS = 70_000;

/** Only a journey that fails waits so long, ms. */
const PATIENCE_MS = 120_000;

/** A font whose page was left before it came (NS_BINDING_ABORTED). */
const LEFT = /^(Error: )?downloadable font: download failed .* status=2152398850/;
/** A socket whose page was left before it opened: the next page opens its own, and the prices below come by it. */
const SOCKET_LEFT = /can’t establish a connection to the server at ws:\/\/127\.0\.0\.1:\d+\/(ws|mqtt)/;

/** What a page in Firefox does, by the names and test ids that the other journeys use. */
function at(page: Page) {
  const byName = (name: string) => `[name="${name}"]`;
  return {
    id: (testId: string) => `[data-testid="${testId}"]`,
    async fill(name: string, text: string): Promise<void> {
      await page.locator(byName(name)).fill(text);
    },
    async choose(name: string, value: string): Promise<void> {
      await page.waitForSelector(byName(name));
      await page.select(byName(name), value);
    },
    async press(selector: string): Promise<void> {
      try {
        await page.locator(selector).click();
      } catch (error) {
        throw new Error(`Expected to press ${selector} of ${page.url()}.`, { cause: error });
      }
    },
    async has(selector: string): Promise<void> {
      await page.waitForSelector(selector, { visible: true, timeout: 60_000 });
    },
  };
}

test('the page opens, registers, trades and shows a receipt in Firefox', { tag: '@desktop' }, async ({ exchange }) => {
  // A second browser beside all others.
  test.slow();
  const path = firefoxPath();
  test.skip(path === undefined, 'no Firefox on this machine');
  if (path === undefined) return;
  const browser = await startFirefox(path);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const faults: string[] = [];
    const note = (text: string): void => {
      if (!LEFT.test(text) && !SOCKET_LEFT.test(text)) faults.push(text);
    };
    page.on('pageerror', (error) => note(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') note(message.text());
    });
    const { id, fill, choose, press, has } = at(page);

    await page.goto(`${exchange.url}/home/index`);
    await has('h1');
    await page.goto(`${exchange.url}/user/register`);
    await fill('account', freshName());
    await fill('password', password);
    await fill('confirm', password);
    await press('input[type="checkbox"]');
    await press('button[type="submit"]');
    await page.waitForFunction(() => location.pathname === '/home/index');
    await press(id('practice-money'));
    await has(id('notice-claim'));

    await page.goto(`${exchange.url}/exchange/index?symbol=BTC_USDT`);
    await has(`${id('asks')} [role="option"]`);
    await press(`${id('ticket')} [role="tab"][data-key="market"]`);
    await fill('amount', '0.005');
    await press(`${id('ticket')} button[type="submit"][data-side="buy"]:not([disabled])`);
    // On a busy machine the price may be old by then, and the page asks whether to send: yes.
    const notices = `${id('notices')} [role="status"]`;
    await has(`${notices}, ${id('old-price')}`);
    if ((await page.$(id('old-price'))) !== null) await press(`[role="dialog"] ${id('act')}`);
    await has(notices);

    await page.goto(`${exchange.url}/assets/index?key=transfer`);
    await choose('from', '1');
    await choose('to', '6');
    await fill('amount', '100');
    await press('main button[type="submit"]:not([disabled])');
    await has(`${id('notice-transfer')}[data-state="done"]`);

    await page.goto(`${exchange.url}/trade/index?type=sec&symbol=btc`);
    await press(`${id('second-ticket')} ${SHORTEST}`);
    await fill('stake', '10');
    await press(`${id('second-ticket')} ${id('up')}:not([disabled])`);
    await has('article[aria-label="BTC/USDT"]');
    await exchange.clock.advance(OPENS_AND_MATURES_MS);
    await press('[role="tab"][data-key="settled"]');
    await press(id('open-receipt'));
    await press(`${id('receipt')} ${id('recompute')}`);
    await has(`${id('receipt')} ${id('verdict')}[data-state="same"]`);
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});
