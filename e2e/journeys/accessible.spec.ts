// WCAG 2.2 AA by axe, on every page, in both themes, in the phone's and the desktop's size.

import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../support/test.ts';
import { freshName, register, takePracticeMoney } from '../support/visitor.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const open = [
  '/home/index',
  '/quotes/index',
  '/market/main',
  '/exchange/index',
  '/exchange/full-screen/BTC_USDT',
  '/exchange/full-contract/BTC_USDT',
  '/user/login',
  '/user/register',
  '/user/reset',
];
const own = ['/account/entrust/spot', '/assets/index?key=overview', '/exchange/index'];

async function check(page: Parameters<Parameters<typeof test>[2]>[0]['page'], url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading').first().waitFor();
  // Loading bars give way to figures.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const told = violations.map(
    (one) =>
      `${one.id}: ${one.nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
        .join(' | ')}`,
  );
  expect.soft(told, `axe on ${url}`).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every public page passes axe in the ${colorScheme} theme`, async ({ page, exchange }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of open) await check(page, `${exchange.url}${path}`);
  });

  test(`a customer's pages pass axe in the ${colorScheme} theme`, async ({ page, exchange }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await register(page, exchange.url, freshName());
    await takePracticeMoney(page);
    for (const path of own) await check(page, `${exchange.url}${path}`);
  });
}
