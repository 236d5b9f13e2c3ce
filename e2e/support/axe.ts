// What every page is held to: WCAG 2.2 AA, as far as a program can tell.

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that a theme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const NODES_TOLD = 3;

/** What axe looks for; colours alone where a page was looked at before in another theme. */
type Rules = 'all' | 'colours';

/** Finds nothing on the page as it stands; `what` names it in a failure, and the test goes on. */
export async function axe(page: Page, what: string, rules: Rules = 'all'): Promise<void> {
  // Our pages have no frames of others: without looking into those it costs a third.
  // From its top: what a bar that stays covers half is no target too small.
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

/** The page as it stands, in both themes. */
export async function axeInBothThemes(page: Page, what: string): Promise<void> {
  for (const [scheme, rules] of [
    ['dark', 'all'],
    ['light', 'colours'],
  ] as const) {
    await showTheme(page, scheme);
    await axe(page, `${what}, ${scheme}`, rules);
  }
}

/** Puts a theme on a page as it stands, with what is open on it: the system's is read only once. */
export async function showTheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((name) => {
    document.documentElement.dataset['mantineColorScheme'] = name;
    dispatchEvent(new Event('vitrine:theme'));
  }, scheme);
}

/** Axe in both themes, and nothing wider than the page. */
export async function seen(page: Page, what: string): Promise<void> {
  await axeInBothThemes(page, what);
  const { wide, shown } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect.soft(wide, `${what}: wider than the page`).toBeLessThanOrEqual(shown);
}

/** Resolves when figures have taken the place of loading bars. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
}
