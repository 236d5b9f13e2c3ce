// The treasury page of the operators' desk after an older database has forgotten signed payments (issue 14, 5).

import type { Page } from '@playwright/test';
import { loaded, seen } from '../../support/axe.ts';
import { setUp } from '../../support/desk.ts';
import { atDesk } from '../../support/funds.ts';
import { logOrders } from '../../support/signed-log.ts';
import { expect, test } from '../../support/test.ts';

/** The exchange compares the log at its start, and tries again once the database is free. */
const COMPARED_WITHIN = 60_000;
/** Practice mode's automatic reviewer decides after this, ms. */
const REVIEWED_AFTER = 5_000;

test.use({ own: 'desk-treasury' });

const row = (page: Page, order: string) => page.getByTestId('unrecorded').getByRole('row').filter({ hasText: order });
const state = (page: Page, order: string) => row(page, order).locator('[data-state]');

test(
  'issue 14, 5: signatures without a record are listed, and their case is opened by two',
  {
    tag: '@both',
  },
  async ({ page, exchange }) => {
    await setUp(page, exchange.clock, exchange.setupLink(), 'Ada Brook');
    await page.goto(`${exchange.deskUrl}/treasury`);
    await loaded(page);
    await expect(page.getByTestId('unrecorded')).toHaveCount(0);

    await exchange.kill();
    const to = 'vtp1hqhmzkur5fu7x2egg3u0frpvr2qqfz39rtg3xr';
    const at = exchange.clock.now();
    logOrders(exchange.data, [
      { id: 'withdrawal:9001', coin: 'USDT', to, units: '1234500000', at },
      // A coin that this chain does not offer: its decimals are not known.
      { id: 'withdrawal:9002:1', coin: 'DOGE', to, units: '7000000', at },
    ]);
    await exchange.start();

    await page.goto(`${exchange.deskUrl}/treasury`);
    await expect(async () => {
      await page.reload();
      await expect(state(page, 'withdrawal:9001')).toHaveAttribute('data-state', 'open', { timeout: 2_000 });
    }).toPass({ timeout: COMPARED_WITHIN });
    await expect(row(page, 'withdrawal:9001')).toContainText('1,234.50');
    await expect(row(page, 'withdrawal:9002')).toContainText('7,000,000');
    await expect(row(page, 'withdrawal:9002')).not.toContainText('7,000,000.00');
    await loaded(page);
    await seen(page, 'signatures without a record');

    const reason = 'Booked by hand';
    await atDesk(page, exchange.deskUrl, 'treasury/resume', { coin: 'USDT', network: 'practice', reason });
    await exchange.clock.advance(REVIEWED_AFTER);
    await expect(async () => {
      await page.reload();
      await expect(state(page, 'withdrawal:9001')).toHaveAttribute('data-state', 'closed', { timeout: 2_000 });
    }).toPass({ timeout: COMPARED_WITHIN });
    await expect(state(page, 'withdrawal:9002')).toHaveAttribute('data-state', 'open');
  },
);
