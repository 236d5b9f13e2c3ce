// Checks pages against WCAG 2.2 AA, as far as a program can.

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const NODES_TOLD = 3;

/** Which rules axe runs; colours only when the page was already checked in another theme. */
type Rules = 'all' | 'colours';

/** Expects no violations on the current page; `what` names it in a failure, and the test continues. */
export async function axe(page: Page, what: string, rules: Rules = 'all'): Promise<void> {
  // Our pages have no foreign frames, and checking frames costs a third of the time. Scrolls to the top first: a target
  // half covered by a sticky bar is not too small.
  await page.evaluate(() => scrollTo(0, 0));
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === 'all' ? builder.withTags(tags) : builder.withRules(COLOURS)).analyze();
  expect
    .soft(
      violations.map((one) => {
        const nodes = one.nodes.slice(0, NODES_TOLD);
        return `${one.id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`;
      }),
      `axe: ${what}`,
    )
    .toEqual([]);
}

/** Checks the current page in both themes. */
export async function axeInBothThemes(page: Page, what: string): Promise<void> {
  for (const [scheme, rules] of [
    ['dark', 'all'],
    ['light', 'colours'],
  ] as const) {
    await showTheme(page, scheme);
    await axe(page, `${what}, ${scheme}`, rules);
  }
}

/** Sets a theme on the current page without closing what is open: the page reads the system's theme only once. */
export async function showTheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((name) => {
    document.documentElement.dataset['mantineColorScheme'] = name;
    dispatchEvent(new Event('vitrine:theme'));
  }, scheme);
}

/** Runs axe in both themes, and expects nothing wider than the page. */
export async function seen(page: Page, what: string): Promise<void> {
  await axeInBothThemes(page, what);
  const { wide, shown } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect.soft(wide, `${what}: wider than the page`).toBeLessThanOrEqual(shown);
}

/** Resolves when data has replaced the loading bars. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
}
