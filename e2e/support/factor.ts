// A user's second factors: bound before a journey by the calls of the pages, and given where a page asks for one.

import { expect, type Locator, type Page } from '@playwright/test';
import type { Exchange } from './exchange.ts';
import { field, stepUp, submit } from './parts.ts';
import { stepAt, totp } from './totp.ts';
import { password } from './visitor.ts';

/** Calls of the signed-in page, with its cookies, origin and CSRF token. */
export async function post(page: Page, url: string, path: string, data: object = {}): Promise<unknown> {
  const info = await page.request.post(`${url}/api/user/getInfo`, { data: {}, headers: { origin: url } });
  const { data: user } = (await info.json()) as { data: { satoken: string } };
  const answer = await page.request.post(`${url}${path}`, { data, headers: { origin: url, satoken: user.satoken } });
  const body = (await answer.json()) as { code: number; msg: string; data: unknown };
  if (body.code !== 200) throw new Error(`${path}: expected 200, got ${body.code} ${body.msg}`);
  return body.data;
}

export interface Bound {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The time step of the code that bound it: only later steps are valid from now on. */
  readonly step: number;
}

/** Binds an authenticator. This page registered the account, so no further verification is required. */
export async function bindAuthenticator(page: Page, { url, clock }: Exchange): Promise<Bound> {
  const member = '/api/v1/coin/member';
  const { secret } = (await post(page, url, `${member}/getGoogleVerification/new`)) as { secret: string };
  for (;;) {
    // Uses the previous step, which is still valid, so that the current one remains unused for the next sign-in.
    const step = stepAt(clock.now()) - 1;
    const code = totp(secret, step);
    try {
      const bound = await post(page, url, `${member}/googleVerificationBindingOrReset/-/2`, { code });
      return { secret, step, ...(bound as { recoveryCodes: string[] }) };
    } catch (error) {
      // The code is no longer valid if a step ended in between.
      if (stepAt(clock.now()) - 1 === step) throw error;
    }
  }
}

/** Adds a virtual authenticator to this page's browser, and a passkey of the signed-in account. */
export async function bindPasskey(page: Page, url: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const options = await post(page, url, '/api/user/passkey/options', { use: 'register' });
  const response = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never);
    const made = await navigator.credentials.create({ publicKey });
    return (made as PublicKeyCredential).toJSON() as object;
  }, options);
  await post(page, url, '/api/user/passkey/save', { name: 'Journey', response });
}

/** Clears the session, as in another browser. */
export async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** Answers the question for one more proof in the way it is asked, if it is asked, until `outcome` stands on the page. */
export async function prove(page: Page, outcome: Locator): Promise<void> {
  const dialog = stepUp(page);
  await expect(dialog.or(outcome).first()).toBeVisible();
  if (await dialog.isVisible()) {
    const byPassword = field(dialog, 'password');
    const byCode = dialog.getByTestId('send-code');
    // A passkey is asked for by the button alone.
    await expect(submit(dialog)).toBeVisible();
    if (await byPassword.isVisible()) {
      await byPassword.fill(password);
      await submit(dialog).click();
    } else if (await byCode.isVisible()) {
      await byCode.click();
      await dialog.getByTestId('use-code').click();
      // Six digits send themselves where the dialog does so; where it waits for the button, it is pressed.
      await submit(dialog)
        .click({ timeout: 3_000 })
        .catch(() => undefined);
    } else await submit(dialog).click();
    await expect(dialog).toBeHidden();
  }
  await expect(outcome).toBeVisible();
}
