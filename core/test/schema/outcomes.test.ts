// core §3: no command names a price of settlement, an outcome or a balance. This test walks the table and says so.

import { describe, expect, it } from 'vitest';
import { commands } from '../../src/schema/index.ts';

/** Every field of a command, those of its lists as `list.field`, with its unit. */
function fieldsOf(fields: object): [name: string, unit: string][] {
  return Object.entries(fields).flatMap(
    ([name, field]: [string, { unit?: string; rows?: object }]): [string, string][] =>
      field.rows === undefined
        ? [[name, field.unit ?? '']]
        : fieldsOf(field.rows).map(([inner, unit]) => [`${name}.${inner}`, unit]),
  );
}

/** What a person may state: whose, where, how much, at which limit of one's own, how long. */
const allowedOfUsers = new Set([
  'user',
  'keyTime',
  'keyHigh',
  'keyLow',
  'bodyHash',
  'market',
  'wallet',
  'side',
  'type',
  'timeInForce',
  'price',
  'lots',
  'amount',
  'trigger',
  'triggerBy',
  'selfTrade',
  'order',
  'reason',
  'from',
  'to',
  'asset',
  // Contracts: which side, which mode, at which limits of one's own.
  ...['direction', 'marginMode', 'leverage', 'stopProfit', 'stopLoss', 'guardBy', 'position', 'markets.market', 'flag'],
  'guard',
  // When the server saw a proof: nothing later than now counts.
  'proven',
  // What is sold, on the terms shown (another offer is refused), and what one was promised for it.
  ...[
    'seconds',
    'terms',
    'product',
    'version',
    'stake',
    'receive',
    'days',
    'repayType',
    'loan',
    'fromTick',
    'toTick',
    'least',
  ],
  ...['rail', 'destination', 'withdrawal', 'campaign', 'currency', 'min', 'max', 'payments', 'offer', 'deal'],
]);
const outcome = /settle|outcome|result|winner|won|balance|available|held|profit|close|payout|odds/i;

/** The asset a contract settles in, a limit of one's own, times of opening, and the terms that are sold from then on. */
const named = [
  ['settle', 'asset'],
  ['stopProfit', 'ticks'],
  ['sessions.closes', 'ms'],
  ['closes', 'ms'],
  ['periods.odds', 'ppm'],
];

describe('core §3: what a command may say', () => {
  it.each(Object.entries(commands))('%s names no outcome and no balance', (_, { fields }) => {
    expect(fieldsOf(fields).filter(([name]) => outcome.test(name))).toEqual(
      named.filter(([name]) => fieldsOf(fields).some(([own]) => own === name)),
    );
  });

  it.each(Object.entries(commands).filter(([, { sender }]) => sender === 'user'))(
    '%s of a customer has only fields of the closed list',
    (_, { fields }) => {
      expect(
        fieldsOf(fields)
          .map(([name]) => name)
          .filter((name) => !allowedOfUsers.has(name)),
      ).toEqual([]);
    },
  );

  it('index prices come from the markets alone', () => {
    const priced = Object.entries(commands).filter(([, { fields }]) =>
      fieldsOf(fields).some(([, unit]) => unit === 'cents'),
    );
    expect(priced.map(([name]) => name)).toEqual(['ticks']);
  });
});
