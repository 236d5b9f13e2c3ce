// Registration as live mode has it: the browser proves that it worked, and a password known from a breach is refused
// (issue 15 A.7).

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeInBothThemes } from '../../support/axe.ts';
import { field, fieldError, submit } from '../../support/parts.ts';
import { runFolder } from '../../support/runs.ts';
import { expect, test } from '../../support/test.ts';
import { freshName, guestLink, password } from '../../support/visitor.ts';

const STOLEN = 'Stolen-long-ago1';

/** The operator's list of breached passwords, of one. */
function breachedFile(): string {
  const path = join(runFolder(), 'breached-passwords');
  mkdirSync(runFolder(), { recursive: true });
  writeFileSync(path, `${createHash('sha1').update(STOLEN).digest('hex').toUpperCase()}:7\n`);
  return path;
}

test.use({
  own: 'register-guarded',
  settings: { VITRINE_REGISTRATION_WORK: '14', VITRINE_BREACHED_PASSWORDS: breachedFile() },
});

test(
  'a registration solves its challenge beside the form; a breached password is refused at its field',
  { tag: '@desktop' },
  async ({ page, exchange: { url } }) => {
    await page.goto(`${url}/user/register`);
    const work = page.getByTestId('registration-work');
    await expect(work.getByRole('progressbar')).toHaveAttribute('value', '1');
    await axeInBothThemes(page, 'register, the challenge solved');
    await field(page, 'account').fill(freshName());
    await field(page, 'password').fill(STOLEN);
    await field(page, 'confirm').fill(STOLEN);
    await page.getByRole('checkbox').check();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await submit(page).click();
    await expect(fieldError(page)).toBeVisible();
    await expect(field(page, 'password')).toHaveAttribute('aria-invalid', 'true');
    expect(sent.filter((one) => one.includes('/user/register'))).toEqual([]);
    // All that left the page of the password.
    expect(sent.filter((one) => one.includes('breachedPasswords'))).toEqual([
      expect.stringMatching(/breachedPasswords\?prefix=[0-9a-f]{5} $/),
    ]);
    for (const name of ['password', 'confirm']) await field(page, name).fill(password);
    await submit(page).click();
    await page.waitForURL('**/home/index');
    await expect(guestLink(page)).toHaveCount(0);
  },
);
