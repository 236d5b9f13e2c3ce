// What every page is held to: WCAG 2.2 AA, as far as a program can tell.

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Finds nothing on the page as it stands; `what` names it in a failure, and the test goes on. */
export async function axe(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect
    .soft(
      violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`),
      `axe: ${what}`,
    )
    .toEqual([]);
}
