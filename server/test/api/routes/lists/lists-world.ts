// A started exchange whose two customers have a past in every product: what `product-lists.test.ts` lists.

import { expect } from 'vitest';
import { type Answer, type ExchangeEdge, type Person, startExchange } from '../../http/exchange-edge.ts';
import type { Json } from '../../http/harness.ts';
import { slotOf } from '../../../support/slots.ts';

export const C = '/api/v1/coin';
const DEPTH = { 1: 400_000, 101: 1_000_000, 201: 10_000 } as const;

/** The data of a call that succeeds. */
export async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect([code, data]).toMatchObject([200, {}]);
  return data;
}

/** A decimal in units of 10⁻⁸. */
export const units = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(8, '0'));
  return text.startsWith('-') ? -value : value;
};
export const sum = (rows: readonly Json[], field: string): bigint =>
  rows.reduce((total: bigint, row: Json) => total + units(row[field] as string), 0n);

/** Calls of customers, and prices. */
function callsOf(edge: ExchangeEdge, clock: { ahead: number }) {
  let turn = 0;
  const post = (person: Person | undefined, path: string, body: object = {}, headers: Record<string, string> = {}) =>
    edge.call(person, path, body, headers);
  return {
    edge,
    clock,
    post,
    get: (person: Person | undefined, path: string) => edge.call(person, `${C}${path}`),
    list: (person: Person | undefined, what: string, fields: object = {}) => post(person, `/api/${what}`, fields),
    trade: (person: Person, fields: object) =>
      done(post(person, '/api/contract/order/submit', { symbol: 'BTC_USDT', type: 2, ...fields })),
    positions: async (person: Person, fields: object = {}) =>
      (await done(post(person, '/api/contract/position/list', fields))).records as Json[],
    /** The rows of a file as objects. */
    async file(person: Person, url: string, body?: object): Promise<Record<string, string>[]> {
      const answer = await edge.app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: body === undefined ? `${url}?format=csv` : url,
        headers: { origin: 'http://vitrine.test', ...person },
        ...(body === undefined ? {} : { payload: { ...body, format: 'csv' } }),
      });
      expect([url, answer.headers['content-type']]).toEqual([url, expect.stringContaining('text/csv')]);
      const [head = '', ...rows] = answer.body.trimEnd().split('\r\n');
      const names = head.split(',');
      return rows.map((row) => Object.fromEntries(row.split(',').map((cell, column) => [names[column] ?? '', cell])));
    },
    /** A tick of BTC at so many whole dollars; quotes of its spot market and contracts half a dollar around it. */
    async at(dollars: number): Promise<void> {
      turn += 1;
      const depth = Object.fromEntries(Object.entries(DEPTH).map(([market, lots]) => [market, lots + turn]));
      const outcomes = await edge.link.submitRun(slotOf(dollars, depth));
      for (const { code } of outcomes) if (code !== 200) throw new Error(`expected a tick and quotes, got ${code}`);
    },
  };
}
type Calls = ReturnType<typeof callsOf>;

/** A customer with practice money in every wallet. */
async function customer({ edge, post }: Calls, name: string): Promise<Person> {
  const person = await edge.register(name);
  await done(post(person, '/api/practice/claim'));
  for (const [to, coin, amount] of [
    ['2', 'USDT', '4000'],
    ['3', 'BTC', '0.05'],
    ['4', 'USDT', '1000'],
    ['6', 'USDT', '1000'],
  ] as const)
    await done(post(person, '/api/userCoin/transfer', { from: '1', to, coin, amount }));
  return person;
}

/** What Ann and Ben do: the ids of Ann's positions and orders, and of Ben's position. */
async function tradeBefore(calls: Calls, ann: Person, ben: Person) {
  const hers = { closed: '', open: '', inverse: '', order: '', second: '' };
  // A long opened and closed in two steps each, with margin added, a take profit and a stop loss.
  const opened = { direction: 1, quantity: '0.02', marginMode: 'fixed', leverageRadio: 20 };
  hers.order = (await calls.trade(ann, opened)).id;
  hers.closed = (await calls.positions(ann))[0].id;
  await calls.at(100_100);
  await calls.trade(ann, { ...opened, quantity: '0.01' });
  await done(calls.post(ann, '/api/contract/position/adjustAmount', { id: hers.closed, money: '50', flag: 1 }));
  const guards = { id: hers.closed, stopProfitPrice: '120000', stopLossPrice: '97000' };
  await done(calls.post(ann, '/api/contract/loss/sett', guards));
  await calls.trade(ann, { direction: 3, quantity: '0.01' });
  await calls.at(100_500);
  await done(calls.post(ann, '/api/contract/position/stopOrder', { id: hers.closed }));
  // A cross short that stays open, with a stop loss that is replaced, and a trigger order; an inverse long.
  await calls.trade(ann, { direction: 2, quantity: '0.01', marginMode: 'all', leverageRadio: 10 });
  hers.open = (await calls.positions(ann))[0].id;
  await done(
    calls.post(ann, '/api/contract/loss/sett', { id: hers.open, stopLossPrice: '105000', quantity: '0.00500' }),
  );
  await done(calls.post(ann, '/api/contract/loss/sett', { id: hers.open, stopLossPrice: '106000' }));
  await calls.trade(ann, { direction: 1, type: 4, quantity: '0.01', triggerPrice: '110000', marginMode: 'fixed' });
  await calls.trade(ann, { contractType: 'coin', direction: 1, quantity: '5', marginMode: 'fixed', leverageRadio: 10 });
  hers.inverse = (await calls.positions(ann, { contractType: 'coin' }))[0].id;
  // Spot, both ways.
  for (const [direction, quantity] of [
    [1, '0.01'],
    [2, '0.004'],
  ])
    await done(calls.post(ann, '/api/currency/order/submit', { symbol: 'BTC_USDT', direction, type: 2, quantity }));
  // Borrowed twice, repaid in part and in full; borrowed again.
  for (const amount of ['300', '200']) await done(calls.post(ann, `${C}/wallet/all/borrow`, { coin: 'USDT', amount }));
  await done(calls.post(ann, `${C}/wallet/still/all`, { coin: 'USDT', amount: '100' }));
  await done(calls.post(ann, `${C}/wallet/still/all`, { coin: 'USDT', all: true }));
  await done(calls.post(ann, `${C}/wallet/all/borrow`, { coin: 'USDT', amount: '50' }));

  // Ben's long has little margin: the fall liquidates it.
  await calls.trade(ben, { direction: 1, quantity: '0.02', marginMode: 'fixed', leverageRadio: 100 });
  const bens: string = (await calls.positions(ben))[0].id;
  // The quotes of the same tick take it, above the price at which nothing is left of it.
  await calls.at(99_800);
  await calls.at(99_000);
  await calls.at(98_900);

  // A won, a lost and an open second contract.
  const second = { symbol: 'BTC_USDT', periodId: '301-30', amount: '100', odds: '0.8' };
  for (const direction of [1, 2]) {
    await calls.at(99_000);
    const made = await done(
      calls.post(ann, '/api/secondContractOrder/createSecondContractOrder', { ...second, direction }),
    );
    hers.second = made.id;
    calls.clock.ahead += 1_500;
    await calls.at(99_000);
    calls.clock.ahead += 29_500;
    await calls.at(99_100);
    calls.clock.ahead += 1_000;
    await calls.at(99_100);
  }
  await done(calls.post(ann, '/api/secondContractOrder/createSecondContractOrder', { ...second, direction: 1 }));
  // An hour's interest on the debt.
  calls.clock.ahead += 3_600_000;
  await calls.at(99_000);
  await calls.edge.folded(calls.edge.live.head().seq);
  return { hers, bens };
}

/** Starts the exchange and its customers' past. */
export async function startLists() {
  const clock = { ahead: 0 };
  const calls = callsOf(await startExchange({ ahead: () => clock.ahead }), clock);
  await calls.at(100_000);
  const ann = await customer(calls, 'annlists');
  const ben = await customer(calls, 'benlists');
  return { ...calls, ann, ben, ...(await tradeBefore(calls, ann, ben)) };
}
export type Lists = Awaited<ReturnType<typeof startLists>>;
