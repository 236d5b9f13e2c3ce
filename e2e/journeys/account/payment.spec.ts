// Payment methods by hand (§7 L145): added, changed and removed with the fund password, the bank card among them.

import type { Page } from '@playwright/test';
import { seen } from '../../support/axe.ts';
import { fundPin, fundsCustomer, setFundPin } from '../../support/funds.ts';
import { act, field, fieldError, notice, submit } from '../../support/parts.ts';
import { pngPicture } from '../../support/pictures.ts';
import { expect, test } from '../../support/test.ts';

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
  const photo = page.getByTestId('photo-qr');
  await photo.locator('input[type="file"]').setInputFiles(await pngPicture(5, 'qr.png'));
  await expect(photo).toHaveAttribute('data-state', 'there');
  await field(page, 'bankName').fill('First Bank');
  await field(page, 'fundPassword').fill(fundPin);
  await submit(page.getByRole('main')).click();
  await expect(rows(page)).toContainText('DE***00');
  await expect(rows(page)).toHaveCount(1);
  const picture = rows(page).getByTestId('payment-qr');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await seen(page, 'a payment method with its QR code');

  // A change keeps the code unless it is taken out.
  const changed = async (account: string): Promise<void> => {
    await field(page, 'name').fill('Ann Anderson');
    await field(page, 'account').fill(account);
    await field(page, 'fundPassword').fill(fundPin);
    await submit(page.getByRole('main')).click();
    await expect(rows(page)).toContainText(`${account.slice(0, 2)}***`);
  };
  await rows(page).getByTestId('payment-change').click();
  await changed('FR7630006000011234567890189');
  await expect(picture).toBeVisible();
  await rows(page).getByTestId('payment-change').click();
  await page.getByTestId('qr-remove').click();
  await changed('NL91ABNA0417164300');
  await expect(picture).toHaveCount(0);

  await rows(page).getByTestId('payment-remove').click();
  await expect(act(page)).toBeDisabled();
  await field(page.getByRole('dialog'), 'fundPassword').fill(fundPin);
  await act(page).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByTestId('payment-add')).toBeVisible();
});
