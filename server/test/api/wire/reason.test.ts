// Why an order was closed, as its owner reads it (spec §4): the dead man's switch is not "nothing more to take".

import { CLOSE_REASON } from '@vitrine/core/enum';
import { expect, it } from 'vitest';
import { reasonOf } from '../../../src/api/wire/order.ts';

const order = { reason: CLOSE_REASON.gone, status: 2, guard: 0, price: 0, trigger: 0, dealtLots: 0 };

it.each([
  ['a limit order', { price: 100 }, 'gone'],
  ['a limit order that was filled in part', { price: 100, dealtLots: 3 }, 'gone'],
  ['a stop order that waits for its trigger', { trigger: 90 }, 'gone'],
  ['a market order that found nothing more', {}, 'expired'],
  ['a triggered stop that found nothing more', { trigger: 90, dealtLots: 3 }, 'expired'],
  ['a stop order of a position that is closed', { trigger: 90, guard: 2 }, 'expired'],
  ['an order refused at its trigger', { price: 100, trigger: 90, status: 5 }, 'expired'],
  ['a closing order whose position ended', { price: 100, reason: 14 }, 'ended'],
  ['one that its owner cancelled', { price: 100, reason: 1 }, 'user'],
  ['one that stands', { price: 100, reason: 0, status: 0 }, null],
] as const)('%s: %j is %s', (_, change, reason) => {
  expect(reasonOf({ ...order, ...change } as never)).toBe(reason);
});
