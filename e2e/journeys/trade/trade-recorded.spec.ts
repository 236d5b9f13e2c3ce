// The same way on recorded prices of BTC/USDT, where a checkout has the recordings beside it.

import { recordedCandles } from '../../support/exchange.ts';
import { test } from '../../support/test.ts';
import { tradeThroughACrash } from '../../support/trade-journey.ts';

const recordings = recordedCandles();
test.use({ recordings: recordings ?? '' });

test(
  'reads ../shared: §2 the same journey on the recorded BTCUSDT',
  { tag: '@deep' },
  async ({ page, exchange }, info) => {
    test.skip(recordings === undefined, 'no ../shared/data/candles beside this checkout');
    await tradeThroughACrash(page, exchange, info.project.name === 'phone');
  },
);
