// The way through the whole house, on candles the project makes.

import { test } from '../../support/test.ts';
import { tradeThroughACrash } from '../../support/trade-journey.ts';

test(
  '§2 a newcomer registers, takes practice money, trades, and loses nothing to a kill -9',
  { tag: '@both' },
  async ({ page, exchange }, info) => {
    await tradeThroughACrash(page, exchange, info.project.name === 'phone');
  },
);
