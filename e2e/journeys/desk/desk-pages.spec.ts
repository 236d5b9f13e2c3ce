// The desk's pages whatever is on them: single-letter keys, a lost answer, a desk that does not answer.

import { axe } from '../../support/axe.ts';
import { newCustomer, sendStageOne } from '../../support/customer.ts';
import { decision, openSection, rows, setUp } from '../../support/desk.ts';
import { cutAt } from '../../support/line.ts';
import { field, submit } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';
import { beginByKey, mine, type StaffSession, startSession, written } from './staff.ts';

// Its set-up link is unused, and nothing else is in its queues.
test.use({ own: 'desk-pages' });
test.describe.configure({ mode: 'serial' });

test.describe('the pages of the desk', { tag: '@desktop' }, () => {
  let ada: StaffSession;
  let grace: StaffSession;

  test.beforeAll(async ({ browser, exchange }) => {
    const first = await startSession(browser);
    const one = await setUp(first.page, exchange.clock, exchange.setupLink(), 'Ada Brook');
    ada = { ...first, person: one.person };
    const second = await startSession(browser);
    const two = await setUp(second.page, exchange.clock, one.next ?? '', 'Grace Moss');
    grace = { ...second, person: two.person };
    // Practice mode's automatic reviewer would decide before Grace does.
    await openSection(ada.page, '/people');
    const automatic = field(ada.page, 'automatic-reviewer');
    await automatic.click();
    await expect(automatic).not.toBeChecked();
    await expect(automatic).toBeEnabled();
  });
  test.afterAll(async () => {
    for (const session of [ada, grace]) await session?.context.close();
  });
  test.afterEach(() => {
    expect([...(ada?.faults ?? []), ...(grace?.faults ?? [])]).toEqual([]);
  });

  test('shows the keys of each page, and lets single letters be switched off', async () => {
    const { page } = ada;
    await openSection(page, '/verification/1');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog').and(page.getByTestId('keys'));
    await expect(dialog).toBeVisible();
    await axe(page, 'keys');
    await field(dialog, 'single-keys').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByTestId('keys-button').click();
    await field(dialog, 'single-keys').check();
    await page.keyboard.press('Escape');
  });

  test('sends a proposal once when its answer is lost, and reports it when the line is back', async ({
    playwright,
    exchange,
  }) => {
    const someone = await newCustomer(
      await playwright.request.newContext(),
      exchange.url,
      `cut${Date.now().toString(36)}`,
    );
    await sendStageOne(someone, 'C02X00T58');
    const { page } = ada;
    await openSection(page, '/verification/1');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await beginByKey(page);
    await page.keyboard.type('Name and number agree');
    const cut = await cutAt(page, '/desk/api/kyc/pass', 'during');
    await page.keyboard.press('Control+Enter');
    await expect(written(page)).toHaveAttribute('data-state', 'unknown');
    await expect(field(decision(page), 'reason')).toBeDisabled();
    // Neither a second press nor leaving the step makes a second proposal.
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await expect(field(decision(page), 'reason')).toBeDisabled();
    await expect(submit(decision(page))).toBeDisabled();
    await cut.over();
    await expect(written(page)).toHaveAttribute('data-state', 'done');
    expect(cut.sent()).toBe(1);
    await page.unrouteAll();
    await expect(rows(page).first().locator('[data-state="proposed"]')).toBeVisible();
    // The second person has one to decide.
    await openSection(grace.page, '/proposals');
    await expect(mine(grace.page)).toHaveCount(1);
  });

  test('says when the desk does not answer, and goes on when it does', async () => {
    const { page } = ada;
    await openSection(page, '/customers');
    await page.route('**/desk/api/kyc/list', (route) => route.abort());
    await openSection(page, '/verification/2');
    await expect(page.getByRole('alert').and(page.getByTestId('list-error'))).toBeVisible();
    await axe(page, 'a list that did not load');
    await page.unroute('**/desk/api/kyc/list');
    await page.getByTestId('retry').click();
    await expect(page.getByTestId('empty')).toBeVisible();
    await expect(page).toHaveURL(/\/verification\/2$/);
  });
});
