// Planted prices come as they are set, so that the journeys of liquidation and second contracts can build on them.

import { expect, test } from '../../support/test.ts';

test.use({ planted: true });

// No page is looked at.
test(
  'BTC is at 100,000 while it is calm and 30 % lower at the far end; ETH goes the other way',
  { tag: '@desktop' },
  async ({ exchange, request }) => {
    const { planted, url } = exchange;
    if (planted === undefined) throw new Error('expected an exchange with planted prices');
    /** NaN until the exchange has journalled its first tick. */
    const index = async (symbol: string): Promise<number> => {
      const answer = await request.get(`${url}/api/common/ticks?symbol=${symbol}`);
      const { data } = (await answer.json()) as { data: readonly { price: string; state: string }[] };
      return Number(data.at(-1)?.price);
    };
    const near = (symbol: string, price: number) =>
      expect
        .poll(async () => Math.abs((await index(symbol)) / price - 1), {
          message: `${symbol} at ${price}`,
        })
        .toBeLessThan(0.005);
    await planted.calm();
    await near('BTC_USDT', 100_000);
    await near('ETH_USDT', 4_000);
    await planted.far();
    await near('BTC_USDT', 70_000);
    await near('ETH_USDT', 5_200);
  },
);
