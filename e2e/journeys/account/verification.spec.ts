// Verification, the bank card and API keys in the account centre.

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { calls, DOCUMENT_TYPE } from '@vitrine/contract';
import type { Locator, Page } from '@playwright/test';
import { axe } from '../../support/axe.ts';
import type { Exchange } from '../../support/exchange.ts';
import { prove } from '../../support/factor.ts';
import { act, field, fieldError, notice, submit } from '../../support/parts.ts';
import { documentPhotos, noPicture, tooLarge } from '../../support/pictures.ts';
import { expect, test } from '../../support/test.ts';
import { enter } from '../../support/visitor.ts';

const center = '/account/center';

/** The head of the page at an address of the account centre. */
const head = (page: Page, path: string): Locator => page.getByTestId(`page-${path.slice(path.lastIndexOf('/') + 1)}`);

/** Opens a page of the account centre and waits for its head. */
async function open(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(head(page, path)).toBeVisible();
}

test.describe('§3 verification and bank card', () => {
  /** The field of a photo that takes files of the device. */
  const chosen = (photo: Locator): Locator => photo.locator('input[type="file"]:not([capture])');

  test(
    'both stages are sent; what cannot be a photo is not',
    { tag: '@both' },
    async ({ page, isMobile, exchange: { url } }) => {
      await enter(page, url);
      await open(page, url, `${center}/kyc`);
      const send = submit(page.getByRole('main'));
      await expect(page.getByTestId('stage-closed')).toBeVisible();
      await send.click();
      await expect(fieldError(page).first()).toBeVisible();
      await expect(field(page, 'name')).toBeFocused();
      await field(page, 'name').fill('Marion Albers');
      const country = field(page, 'country');
      await country.click();
      await page.keyboard.type('germ');
      await page.keyboard.press('Enter');
      await expect(country).toHaveValue('Germany');
      await field(page, 'documentType').selectOption(String(DOCUMENT_TYPE.identityCard));
      await field(page, 'documentNo').fill(`C01X${Date.now().toString().slice(-6)}`);
      await send.click();
      await expect(page.getByText('M*** A***')).toBeVisible();

      const photos = await documentPhotos();
      const [front, back, handheld] = [
        page.getByTestId('photo-front'),
        page.getByTestId('photo-back'),
        page.getByTestId('photo-handheld'),
      ];
      await chosen(front).setInputFiles(tooLarge());
      await expect(front).toHaveAttribute('data-fault', 'size');
      await chosen(front).setInputFiles(noPicture());
      await expect(front).toHaveAttribute('data-fault', /^upload\.(notImage|damaged)$/);
      await chosen(front).setInputFiles(photos.front);
      if (isMobile) {
        await expect(handheld.locator('input[capture]')).toHaveAttribute('capture', 'user');
        await back.locator('input[capture]').setInputFiles(photos.back);
      } else await chosen(back).setInputFiles(photos.back);
      await expect(send).toBeDisabled();
      await expect(page.locator('[data-need][data-state="handheld"]')).toBeVisible();
      await chosen(handheld).setInputFiles(photos.handheld);
      for (const photo of [front, back, handheld]) await expect(photo).toHaveAttribute('data-state', 'there');
      await axe(page, 'photos before they are sent');
      await send.click();
      await expect(page.locator('[data-tone][data-state="under-review"]')).toHaveCount(2);
      await expect(send).toHaveCount(0);
    },
  );

  test('a bank card is shown once more, bound, masked and then final', async ({ page, exchange: { url } }) => {
    await enter(page, url);
    await open(page, url, `${center}/bank-card`);
    await field(page, 'name').fill('Marion Albers');
    await field(page, 'idNumber').fill('C01X00T47');
    await field(page, 'cardNumber').fill('4111111111111112');
    await field(page, 'bankName').fill('Bank of Examples');
    await submit(page.getByRole('main')).click();
    await act(page).click();
    // Its check digit is wrong: shown at its field, everything else still there.
    await prove(page, field(page, 'cardNumber').and(page.locator('[aria-invalid="true"]')));
    await field(page, 'cardNumber').fill('4111111111111111');
    await submit(page.getByRole('main')).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('4111 1111 1111 1111')).toBeVisible();
    await axe(page, 'the question before a card is bound');
    await act(page).click();
    await expect(notice(page, 'card')).toBeVisible();
    await expect(page.getByText(/1111$/).first()).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain('411111');
    await expect(submit(page.getByRole('main'))).toHaveCount(0);
  });
});

test.describe('API keys', () => {
  /** A request signed as the page's own example says. */
  async function signed(
    { url, clock }: Exchange,
    key: string,
    secret: string,
  ): Promise<{ code: number; data: unknown }> {
    const { path } = calls['userCoin.getUserCoin'];
    const body = '{}';
    const time = String(clock.now());
    const nonce = randomUUID();
    const hash = createHash('sha256').update(body).digest('hex');
    const sign = createHmac('sha256', secret).update(['POST', path, '', hash, time, nonce].join('\n')).digest('hex');
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'api-key': key,
        'api-time': time,
        'api-nonce': nonce,
        'api-sign': sign,
      },
    });
    return (await answer.json()) as { code: number; data: unknown };
  }

  test('a key is made, shown once, used by a signed request, and deleted', async ({ page, exchange }) => {
    const { url } = exchange;
    await enter(page, url);
    await open(page, url, `${center}/api`);
    await page.getByTestId('make-key').click();
    await field(page, 'name').fill('Reader');
    await field(page, 'withdraw').check();
    await submit(page.getByRole('main')).click();
    // A right to withdraw needs an address.
    await expect(field(page, 'addresses')).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldError(page)).toHaveCount(1);
    await field(page, 'withdraw').uncheck();
    await axe(page, 'a key being made');
    await submit(page.getByRole('main')).click();
    await prove(page, page.getByRole('main').getByRole('heading', { name: 'Reader' }));
    const [key = '', secret = ''] = await page.getByRole('main').locator('code').allInnerTexts();
    const answer = await signed(exchange, key, secret);
    expect(answer.code).toBe(200);
    expect(Array.isArray(answer.data)).toBe(true);
    expect((await signed(exchange, key, `${secret}x`)).code).toBe(1111);

    await page.getByRole('checkbox').check();
    await page.getByTestId('key-kept').click();
    await page.reload();
    await expect(page.getByText(key)).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toContain(secret);
    await page.getByTestId('key').filter({ hasText: 'Reader' }).getByTestId('delete').click();
    await act(page).click();
    await expect(page.getByTestId('empty')).toBeVisible();
    await expect.poll(async () => (await signed(exchange, key, secret)).code).toBe(1111);
  });
});
