// A photo on a line that fails: it is sent again by itself, and where that does not help, by a button (issue 16, A).

import { jpegPhoto } from '../../support/pictures.ts';
import { fundsCustomer, setFundPin } from '../../support/funds.ts';
import { expect, test } from '../../support/test.ts';

/** How often a page sends a file by itself (`web/src/api/upload.ts`). */
const TRIES = 3;

test('a photo whose answer is lost is sent again, by itself and by a button @both', async ({ page, exchange }) => {
  await setFundPin(await fundsCustomer(page, exchange.url));
  await page.goto(`${exchange.url}/account/center/payment`);
  await page.getByTestId('payment-add').click();
  let left = 1;
  let sent = 0;
  await page.route('**/upload/OSS', async (route) => {
    sent += 1;
    left -= 1;
    if (left >= 0) await route.abort('connectionreset');
    else await route.continue();
  });
  const photo = page.getByTestId('photo-qr');
  const choose = async (seed: number): Promise<void> =>
    photo
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await jpegPhoto(seed));
  await choose(1);
  await expect(photo).toHaveAttribute('data-state', 'there');
  expect(sent).toBe(2);

  left = TRIES;
  sent = 0;
  await choose(2);
  await expect(photo).toHaveAttribute('data-fault', 'NoAnswer', { timeout: 30_000 });
  expect(sent).toBe(TRIES);
  await photo.getByTestId('photo-again').click();
  await expect(photo).toHaveAttribute('data-state', 'there');
});
