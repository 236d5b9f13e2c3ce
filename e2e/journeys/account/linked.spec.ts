// Accounts of one person: two people of the desk link two customers, both see it and never see which account it is, one
// appeals, and two people end the link (issue 13 A.11).

import type { BrowserContext, Page } from '@playwright/test';
import { axe, axeInBothThemes } from '../../support/axe.ts';
import { beginApprove, decision, openSection, rows, setUp, expectState } from '../../support/desk.ts';
import { atDesk } from '../../support/funds.ts';
import { field, submit } from '../../support/parts.ts';
import { type Own, signedIn } from '../../support/signed-in.ts';
import { expect, test } from '../../support/test.ts';

interface StaffSession {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The second person's part: opens the only proposal and approves it. */
async function approve(page: Page, kind: string): Promise<void> {
  await openSection(page, '/proposals');
  await rows(page)
    .filter({ has: page.locator('[data-state="decide"]') })
    .first()
    .click();
  await beginApprove(page).click();
  await submit(decision(page)).click();
  await expectState(page, `done ${kind}`);
}

// Its queues hold what its own customers sent, and its set-up link is unused.
test.use({ own: 'linked' });
test.describe.configure({ mode: 'serial' });

// The desk is worked on a desktop.
test.describe('linked accounts', { tag: '@desktop' }, () => {
  let ada: StaffSession;
  let grace: StaffSession;
  const customers: (StaffSession & { readonly own: Own })[] = [];

  test.beforeAll(async ({ browser, exchange }) => {
    const session = async (): Promise<StaffSession> => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      return { context, page: await context.newPage() };
    };
    ada = await session();
    const { next } = await setUp(ada.page, exchange.clock, exchange.setupLink(), 'Ada Brook');
    grace = await session();
    await setUp(grace.page, exchange.clock, next ?? '', 'Grace Moss');
    await atDesk(ada.page, exchange.deskUrl, 'reviewer/set', { on: false });
    for (let at = 0; at < 2; at += 1) {
      const one = await session();
      customers.push({ ...one, own: await signedIn(one.page, exchange.url) });
    }
  });
  test.afterAll(async () => {
    for (const one of [ada, grace, ...customers]) await one?.context.close();
  });

  test('two people link two customers; one alone changes nothing', async ({ exchange }) => {
    const [first, second] = customers;
    const { page } = ada;
    await page.goto(`${exchange.deskUrl}/linked?state=groups`);
    await page.getByTestId('begin-link').click();
    const form = decision(page);
    await field(form, 'one').fill(first?.own.id ?? '');
    await field(form, 'other').fill(first?.own.id ?? '');
    await field(form, 'reason').fill('One device and one address');
    await expect(form.locator('[data-lack="same"]')).toBeVisible();
    await field(form, 'other').fill(second?.own.id ?? '');
    await axe(page, 'linked accounts, a link proposed');
    await submit(form).click();
    await expectState(page, 'proposed account.link');
    await first?.page.goto(`${exchange.url}/account/center/linked`);
    await expect(first?.page.getByTestId('link') ?? page.locator('none')).toHaveAttribute('data-state', 'none');

    await approve(grace.page, 'account.link');
    await page.goto(`${exchange.deskUrl}/linked?state=groups`);
    await rows(page).first().click();
    const group = page.getByTestId('case');
    for (const { own } of customers) await expect(group.locator(`a[href="/customers/${own.id}"]`)).toBeVisible();
  });

  test('both customers see since when, from when and with how many, and not with whom', async ({ exchange }) => {
    for (const { page, own } of customers) {
      const other = customers.find((one) => one.own.id !== own.id)?.own.id ?? '';
      await page.goto(`${exchange.url}/account/center/linked`);
      await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'announced');
      await expect(page.getByTestId('link-accounts')).toHaveText('1');
      expect(JSON.stringify(await own.ask('/api/user/linked'))).not.toContain(`"${other}"`);
    }
    const [first] = customers;
    if (first !== undefined) await axeInBothThemes(first.page, 'linked accounts of a customer');
  });

  test('a claim on a bond can be begun where none is open yet', async () => {
    await openSection(grace.page, '/otc-claims');
    await expect(field(decision(grace.page), 'order')).toBeVisible();
    await axeInBothThemes(grace.page, 'claims on bonds, none open');
  });

  test('an appeal is read by the desk; two people end the link, and the customer reads the answer', async ({
    exchange,
  }) => {
    const [first] = customers;
    if (first === undefined) throw new Error('Expected a customer.');
    await field(first.page, 'text').fill('My sister lives with me.');
    await submit(first.page.getByRole('main')).click();
    await expect(first.page.getByTestId('appeal')).toHaveAttribute('data-state', 'open');

    const { page } = ada;
    await openSection(page, '/linked');
    await rows(page).first().click();
    await expect(page.getByTestId('appeal-text')).toHaveText('My sister lives with me.');
    await beginApprove(page).click();
    await field(decision(page), 'answer').fill('You are right.');
    await field(decision(page), 'reason').fill('Two identity cards');
    await submit(decision(page)).click();
    await expectState(page, 'proposed account.unlink');
    await approve(grace.page, 'account.unlink');

    await first.page.reload();
    await expect(first.page.getByTestId('link')).toHaveAttribute('data-state', 'none');
    await expect(first.page.getByTestId('appeal')).toHaveAttribute('data-state', 'granted');
    await expect(first.page.getByTestId('appeal')).toContainText('You are right.');
    await customers[1]?.page.goto(`${exchange.url}/account/center/linked`);
    await expect(customers[1]?.page.getByTestId('link') ?? page.locator('none')).toHaveAttribute('data-state', 'none');
  });
});
