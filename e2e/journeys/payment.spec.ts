// Payment methods by hand (§7 L145): added, changed and removed with the fund password, the bank card among them.

import type { Page } from '@playwright/test';
import { seen } from '../support/axe.ts';
import { fundPin, fundsCustomer, setFundPin } from '../support/funds.ts';
import { act, field, fieldError, notice, submit } from '../support/parts.ts';
import { expect, test } from '../support/test.ts';

const at = '/account/center/payment';
const rows = (page: Page) => page.getByTestId('payment');

test('§7 without a fund password nothing can be added, and the page leads to setting one', async ({
  page,
  exchange: { url },
}) => {
  await fundsCustomer(page, url);
  await page.goto(`${url}${at}`);
  await expect(page.getByRole('main').locator('a[href="/account/center/security/setting/trade-pwd"]')).toBeVisible();
  await expect(page.getByTestId('payment-add')).toHaveCount(0);
});

test('§7 a payment method is added, changed and removed', { tag: '@both' }, async ({ page, exchange: { url } }) => {
  const customer = await fundsCustomer(page, url);
  await setFundPin(customer);
  await page.goto(`${url}${at}`);
  await page.getByTestId('payment-add').click();
  await field(page, 'name').fill('Ann Anderson');
  await submit(page.getByRole('main')).click();
  await expect(fieldError(page).first()).toBeVisible();
  await field(page, 'account').fill('ann@example.com');
  await field(page, 'fundPassword').fill('111111');
  await submit(page.getByRole('main')).click();
  // A wrong fund password is said at its field; what was typed stays.
  await expect(fieldError(page).first()).toBeVisible();
  await field(page, 'fundPassword').fill(fundPin);
  await submit(page.getByRole('main')).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('an***om');
  await expect(notice(page, 'payment')).toBeVisible();
  await seen(page, 'payment methods');

  await rows(page).getByTestId('payment-change').click();
  await expect(field(page, 'account')).toHaveValue('');
  await field(page, 'name').fill('Ann Anderson');
  await field(page, 'account').fill('DE89370400440532013000');
  await field(page, 'bankName').fill('First Bank');
  await field(page, 'fundPassword').fill(fundPin);
  await submit(page.getByRole('main')).click();
  await expect(rows(page)).toContainText('DE***00');
  await expect(rows(page)).toHaveCount(1);

  await rows(page).getByTestId('payment-remove').click();
  await expect(act(page)).toBeDisabled();
  await field(page.getByRole('dialog'), 'fundPassword').fill(fundPin);
  await act(page).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByTestId('payment-add')).toBeVisible();
});
