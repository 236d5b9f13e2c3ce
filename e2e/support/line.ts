// Cuts the connection before, during or after a write.

import { expect, type Page } from '@playwright/test';

/** The write never arrives; it arrives and its answer is lost; the answer arrived. */
export const PHASES = ['before', 'during', 'after'] as const;
export type Phase = (typeof PHASES)[number];

export interface Cut {
  /** How often the write was sent. */
  sent(): number;
  /** Resolves when the connection was cut; then restores it. */
  over(): Promise<void>;
}

/** Cuts the connection around the next write whose path ends like this. */
export async function cutAt(page: Page, path: string, phase: Phase): Promise<Cut> {
  let sent = 0;
  let done: () => void = () => undefined;
  const cut = new Promise<void>((resolve) => {
    done = resolve;
  });
  const line = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      sent += 1;
      if (sent > 1) {
        await route.continue();
        return;
      }
      // Headers that a browser adds on the wire and the exchange requires for a write.
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const response = phase === 'before' ? undefined : await route.fetch({ headers });
      if (response && phase === 'after') await route.fulfill({ response });
      await line.setOffline(true);
      if (phase !== 'after') await route.abort('internetdisconnected');
      done();
    },
  );
  await intercepts(page);
  return {
    sent: () => sent,
    async over() {
      await cut;
      await line.setOffline(false);
    },
  };
}

/** Waits until routes are in force: the browser takes a moment, and a request that is sent at once slips through. */
async function intercepts(page: Page): Promise<void> {
  const probe = '?intercepted';
  await page.route(
    (url) => url.search === probe,
    (route) => route.fulfill({ status: 204 }),
  );
  await expect.poll(() => page.evaluate(async (to) => (await fetch(to)).status, `/${probe}`)).toBe(204);
}
