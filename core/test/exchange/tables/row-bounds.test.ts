// Issue 13 A.1: the bounds that docs/concepts/architecture.md shows (core §10) are those of the code.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LISTED_TIMERS } from '../../../src/clock/index.ts';
import { MAX_OPEN as MAX_STAKES_OPEN } from '../../../src/earn/index.ts';
import { openExchange } from '../../../src/index.ts';
import { KEY_BOUNDS } from '../../../src/idempotency/index.ts';
import { ENDING_ACCOUNTS } from '../../../src/ledger/index.ts';
import { MAX_OPEN_LOANS } from '../../../src/loan/context.ts';
import { MAX_OFFER_DEALS, MAX_OPEN_OFFERS } from '../../../src/otc/index.ts';
import { SIDE_ORDERS } from '../../../src/perpetual/position/kept-rows.ts';
import { MAX_OPEN as MAX_CONTRACT_ORDERS } from '../../../src/perpetual/order/place.ts';
import { MAX_OPEN as MAX_SECONDS_OPEN } from '../../../src/second/contracts.ts';
import { MAX_OPEN as MAX_SPOT_ORDERS } from '../../../src/spot/place.ts';
import { MOST_OF_USER } from '../../../src/wallet/withdrawal/queue.ts';
import { TABLES } from '../../../sim/scenes/table-filler.ts';
import { tableOf } from '../../kit/full.ts';

const docs = readFileSync(new URL('../../../../docs/concepts/architecture.md', import.meta.url), 'utf8');
const section = docs.slice(docs.indexOf('## core §10'));
/** Cells of the rows of the table, by the name in the first one. */
const shown = new Map(
  section
    .split('\n')
    .filter((line) => line.startsWith('| `') || line.startsWith('| keys'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', most = '', own = '', kept = '']) => [name.replaceAll('`', ''), { most, own, kept }] as const),
);
const text = (number: number): string => number.toLocaleString('en-US');

describe('core §10 the bounds shown', () => {
  const exchange = openExchange();

  it('every table in which customers have rows is there, with its length', () => {
    for (const name of [...TABLES, 'reversals'])
      expect([name, shown.get(name)?.most]).toEqual([name, text(tableOf(exchange, name).most)]);
    expect([...shown.keys()].sort()).toEqual([...TABLES, 'reversals', 'keys (§9)'].sort());
  });

  it.each([
    ['orders', 'own', text(MAX_SPOT_ORDERS)],
    ['orders', 'own', text(MAX_CONTRACT_ORDERS)],
    ['orders', 'kept', text(SIDE_ORDERS)],
    ['accounts', 'kept', text(ENDING_ACCOUNTS)],
    ['seconds', 'own', text(MAX_SECONDS_OPEN)],
    ['stakes', 'own', text(MAX_STAKES_OPEN)],
    ['loan.loans', 'own', text(MAX_OPEN_LOANS)],
    ['withdrawals', 'own', text(MOST_OF_USER)],
    ['offers', 'own', text(MAX_OPEN_OFFERS)],
    ['deals', 'own', text(MAX_OFFER_DEALS)],
    ['timers', 'kept', text(LISTED_TIMERS)],
    ['keys (§9)', 'most', text(KEY_BOUNDS.all)],
    ['keys (§9)', 'own', KEY_BOUNDS.stages.map(text).join(', ')],
    ['keys (§9)', 'kept', text(KEY_BOUNDS.few)],
  ] as const)('%s, %s: %s', (name, cell, bound) => {
    expect(shown.get(name)?.[cell]).toMatch(new RegExp(`(^|\\D)${bound}(\\D|$)`, 'u'));
  });

  it('what has a row for each row of another table is as long', () => {
    const most = (name: string): number => tableOf(exchange, name).most;
    for (const [of, names] of [
      ['orders', ['contractOrders', 'spotTriggeredLots']],
      ['positions', ['fundingLots', 'gapBearers', 'closingExcess', 'liquidations', 'fundingClaims']],
      ['purses', ['pursesDue', 'pursesListed']],
      ['users', ['keyed', 'locked', 'withdrawal.days', 'withdrawal.passed', 'withdrawal.allowance']],
    ] as const)
      for (const name of names) expect(most(name), `${name} and ${of}`).toBeGreaterThanOrEqual(most(of));
  });
});
