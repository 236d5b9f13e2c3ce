// A young exchange has a past to look at: index candles from before its first tick, marked by how they were made.

import type { Candle } from '@vitrine/contract';
import { seen } from '../../support/axe.ts';
import { stands } from '../../support/terminal.ts';
import { expect, test } from '../../support/test.ts';

/** A market without a recording, and one with. */
const SIMULATED = 'SOL_USDT';
const REPLAYED = 'BTC_USDT';

test('issue 18 §1 the chart says where its history ends @both', async ({ page, exchange }) => {
  await page.goto(`${exchange.url}/exchange/index?symbol=${SIMULATED}`);
  await stands(page);
  await expect(page.getByTestId('practice-history')).toBeVisible();
  await seen(page, 'the end of the practice history');

  for (const [symbol, origin] of [
    [SIMULATED, 'simulated'],
    [REPLAYED, 'replayed'],
  ]) {
    const response = await page.request.get(
      `${exchange.url}/api/v1/coin/open/kline?symbol=${symbol}&kind=index&interval=1m&limit=1000`,
    );
    const { data } = (await response.json()) as { data: Candle[] };
    const first = data.findIndex((candle) => candle.origin === undefined);
    expect(first, symbol).toBeGreaterThan(0);
    expect(data[first - 1]).toMatchObject({ origin, close: data[first]?.open });
  }
});
