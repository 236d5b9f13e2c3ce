// Lists of contracts, margin and second contracts through HTTP (calls §2, §3): orders and fills, positions and their history,
// stop orders, borrowing, second contracts; files that add up to the ledger; invalid input; another customer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../http/harness.ts';
import { C, done, type Lists, startLists, sum, units } from './lists-world.ts';

const MONTH = 30 * 86_400_000;

let lists: Lists;

beforeAll(async () => {
  lists = await startLists();
});
afterAll(() => lists.edge.stop());

describe('orders of contracts (contract/order/list, entrustlogContract)', () => {
  it('are listed by kind, status and symbol, newest first, without guards that did not fire', async () => {
    const all = await done(lists.list(lists.ann, 'contract/order/list', { size: 100 }));
    expect(all).toMatchObject({ total: 6, size: 100, current: 1 });
    const [trigger, , , , , first] = all.records;
    expect(trigger).toMatchObject({ status: 4, direction: 1, triggerPrice: '110000.0', contractType: 'u' });
    expect(first).toMatchObject({
      ...{ id: lists.hers.order, symbolName: 'BTC/USDT', account: null, contractType: 'u', direction: 1, status: 1 },
      ...{ marginMode: 'fixed', leverageRadio: 20, dealtQuantity: '0.02000', serviceChargeCoin: 'USDT' },
    });
    expect((await done(lists.list(lists.ann, 'contract/order/list', { status: 4 }))).records).toEqual([trigger]);
    expect((await done(lists.list(lists.ann, 'contract/order/list', { contractType: 'coin' }))).total).toBe(1);
    expect((await done(lists.list(lists.ann, 'contract/order/list', { symbol: 'eth_usdt' }))).total).toBe(0);
    const paged = await done(lists.list(lists.ann, 'contract/order/list', { size: 4, current: 2 }));
    expect(paged.records.map(({ id }: Json) => id)).toEqual(all.records.slice(4).map(({ id }: Json) => id));
    const log = async (words: string) =>
      (await done(lists.get(lists.ann, `/entrust/entrustlogContract/${words}`))).total;
    expect(await log('u/history/all')).toBe(5);
    expect(await log('u/history/BTC_USDT')).toBe(5);
    expect(await log('u/trigger/all')).toBe(1);
    expect(await log('u/open/all')).toBe(0);
    expect(await log('coin/history/all')).toBe(1);
  });

  it('are cut by time', async () => {
    const all = (await done(lists.list(lists.ann, 'contract/order/list', { size: 100 }))).records as Json[];
    const { createTime } = all[2];
    const since = await done(lists.list(lists.ann, 'contract/order/list', { startTime: createTime, size: 100 }));
    expect(since.records.every((one: Json) => one.createTime >= createTime)).toBe(true);
    expect(since.total).toBe(all.filter((one) => one.createTime >= createTime).length);
    expect((await done(lists.list(lists.ann, 'contract/order/list', { endTime: 1 }))).total).toBe(0);
  });

  it('refuse wrong words', async () => {
    for (const words of ['x/open/all', 'u/closed/all', 'u/open/'])
      expect((await lists.get(lists.ann, `/entrust/entrustlogContract/${words}`)).status).toBeGreaterThanOrEqual(400);
    expect((await lists.get(lists.ann, '/entrust/entrustlogContract/u/open/NO_COIN')).code).toBe(2002);
    expect((await lists.get(lists.ann, '/entrust/entrustlogContract/coin/open/XAUUSD')).code).toBe(2002);
    expect((await lists.list(lists.ann, 'contract/order/list', { status: 9 })).data.fields).toEqual({
      status: 'range',
    });
    expect((await lists.list(lists.ann, 'contract/order/list', { contractType: 'spot' })).code).toBe(400);
    expect((await lists.list(undefined, 'contract/order/list')).code).toBe(401);
  });
});

describe('fills (entrust/get/myExchangeLog) and one order (entrust/transaction/details)', () => {
  it('are of one kind of contracts, or of one account', async () => {
    const fills = async (query: string) =>
      (await done(lists.get(lists.ann, `/entrust/get/myExchangeLog/${query}`))).records as Json[];
    const u = await fills('all?contractType=u&size=100');
    expect(u.map((one) => one.direction)).toEqual([2, 3, 3, 1, 1]);
    expect(u.every((one) => one.feeCoin === 'USDT' && one.house && !one.maker)).toBe(true);
    const coin = await fills('BTC_USDT?contractType=coin');
    expect(coin).toMatchObject([{ direction: 1, feeCoin: 'BTC', quantity: '5' }]);
    expect((await fills('all')).map((one) => one.direction)).toEqual([2, 1]);
    expect(await fills('all?account=all')).toEqual([]);
    expect((await lists.get(lists.ann, '/entrust/get/myExchangeLog/all?contractType=spot')).code).toBe(400);
  });

  it('tell where each fee of a contract went; it adds up', async () => {
    const { order, fills, fees } = await done(lists.get(lists.ann, `/entrust/transaction/details/${lists.hers.order}`));
    expect(order).toMatchObject({ id: lists.hers.order, contractType: 'u', direction: 1 });
    expect(fills).toHaveLength(1);
    for (const fee of fees) {
      const { safety, house, agent, referral } = fee;
      expect([safety, house, agent, ...referral].reduce((all, one) => all + units(one), 0n)).toBe(units(fee.fee));
      expect(units(house)).toBeGreaterThan(0n);
    }
    expect(fees[0].fee).toBe(order.serviceCharge);
    for (const id of [lists.hers.order, '999999', 'nobody'])
      expect((await lists.get(lists.ben, `/entrust/transaction/details/${id}`)).code).toBe(2101);
  });
});

describe('positions (contract/position/list, story)', () => {
  it('are listed open from what stands now, and closed with their whole result', async () => {
    expect((await lists.positions(lists.ann)).map(({ id }) => id)).toEqual([lists.hers.open]);
    expect((await done(lists.get(lists.ann, '/entrust/get/myPosition/u'))).map(({ id }: Json) => id)).toEqual([
      lists.hers.open,
    ]);
    expect((await done(lists.get(lists.ann, '/entrust/get/myPosition/coin?symbol=BTC_USDT')))[0].id).toBe(
      lists.hers.inverse,
    );
    expect((await lists.get(lists.ann, '/entrust/get/myPosition/spot')).code).toBe(400);
    const [closed, ...more] = await lists.positions(lists.ann, { status: 'closed' });
    expect(more).toEqual([]);
    expect(closed).toMatchObject({
      ...{
        id: lists.hers.closed,
        direction: 1,
        openInterest: '0.00000',
        marginMode: 'fixed',
        fundingProfit: '0.000000',
      },
      // 0.02 at 100,000.5 and 0.01 at 100,100.5, to a hundredth of a tick, up.
      averageOpenPrice: '100033.834',
      unrealisedProfit: '0.000000',
    });
    // What its fills brought, less what they cost.
    const fills = (await done(lists.get(lists.ann, '/entrust/get/myExchangeLog/all?contractType=u&size=100')))
      .records as Json[];
    const [sold, bought] = [3, 1].map((direction) =>
      sum(
        fills.filter((one) => one.direction === direction),
        'amount',
      ),
    );
    expect(units(closed.priceProfit)).toBe((sold ?? 0n) - (bought ?? 0n));
    const fees = fills.filter((one) => one.direction === 1 || one.direction === 3);
    expect(units(closed.feeProfit)).toBe(-sum(fees, 'fee'));
    expect(units(closed.profit)).toBe(
      units(closed.priceProfit) + units(closed.feeProfit) + units(closed.fundingProfit),
    );
    expect(closed.closeTime).toBe(closed.updateTime);
    expect(await lists.positions(lists.ann, { status: 'closed', endTime: closed.closeTime - 1 })).toEqual([]);
    expect(await lists.positions(lists.ann, { status: 'closed', contractType: 'coin' })).toEqual([]);
    expect(await lists.positions(lists.ann, { startTime: lists.edge.live.head().time + MONTH })).toEqual([]);
  });

  it('tell their story oldest first: each fill, margin, with what it made', async () => {
    const { position, steps } = await done(
      lists.post(lists.ann, '/api/contract/position/story', { id: lists.hers.closed }),
    );
    expect(position.id).toBe(lists.hers.closed);
    expect(steps.map((one: Json) => [one.step, one.quantity, one.price])).toEqual([
      ['open', '0.02000', '100000.5'],
      ['increase', '0.01000', '100100.5'],
      ['margin', null, null],
      ['reduce', '0.01000', '100099.5'],
      ['close', '0.02000', '100499.5'],
    ]);
    expect(steps[2].amount).toBe('50.000000');
    expect(steps[0]).toMatchObject({ orderId: lists.hers.order, equity: null, maintenance: null, amount: null });
    expect(sum(steps.slice(3), 'amount')).toBe(units(position.priceProfit));
    const times = steps.map((one: Json) => one.seq);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const running = await done(lists.post(lists.ann, '/api/contract/position/story', { id: lists.hers.open }));
    expect(running.position).toMatchObject({ id: lists.hers.open, closeTime: null, marginMode: 'all' });
    expect(running.steps).toMatchObject([{ step: 'open' }]);
  });

  it('tell every step of a liquidation, with mark, equity and maintenance', async () => {
    const { position, steps } = await done(lists.post(lists.ben, '/api/contract/position/story', { id: lists.bens }));
    expect(position.openInterest).toBe('0.00000');
    const cut = steps.find((one: Json) => one.step === 'cut');
    expect(cut.markPrice).not.toBeNull();
    expect(units(cut.equity)).toBeLessThanOrEqual(units(cut.maintenance));
    expect(cut).toMatchObject({ quantity: '0.02000', price: expect.any(String), orderId: expect.any(String) });
    const { order } = await done(lists.get(lists.ben, `/entrust/transaction/details/${cut.orderId}`));
    expect(order).toMatchObject({ direction: 3, serviceCharge: '0.000000', positionId: lists.bens });
  });

  it('are nobody else’s', async () => {
    for (const id of [lists.hers.closed, lists.hers.open, lists.hers.order, '1', 'x', '-1', '99999999999999999'])
      expect([id, (await lists.post(lists.ben, '/api/contract/position/story', { id })).code]).toEqual([id, 2201]);
    expect((await lists.positions(lists.ben, { status: 'closed' })).map(({ id }) => id)).toEqual([lists.bens]);
    expect(await lists.positions(lists.ben)).toEqual([]);
    expect((await lists.post(lists.ann, '/api/contract/position/story', {})).data.fields).toEqual({ id: 'required' });
    expect((await lists.post(undefined, '/api/contract/position/list')).code).toBe(401);
    expect((await lists.list(lists.ann, 'contract/position/list', { status: 'gone' })).code).toBe(400);
  });
});

describe('stop orders of positions (contract/loss/list)', () => {
  let guard = '';

  it('are listed with what became of each', async () => {
    const of = async (fields: object) =>
      (await done(lists.list(lists.ann, 'contract/loss/list', fields))).records as Json[];
    const gone = (await of({ id: lists.hers.closed })).toSorted((a, b) => a.kind - b.kind);
    expect(gone.map((one) => [one.kind, one.status, one.quantity])).toEqual([
      [1, 'cancelled', null],
      [2, 'cancelled', null],
    ]);
    const [now, before] = await of({ id: lists.hers.open });
    expect(now).toMatchObject({ triggerPrice: '106000.0', status: 'waiting', direction: 2, kind: 2, quantity: null });
    expect(before).toMatchObject({ triggerPrice: '105000.0', status: 'cancelled', quantity: '0.00500' });
    guard = now.id;
    expect(await of({ status: 'waiting' })).toEqual([now]);
    expect(await of({ symbol: 'BTC_USDT', size: 1, current: 4 })).toHaveLength(1);
    expect(await of({ status: 'triggered' })).toEqual([]);
    expect((await lists.list(lists.ben, 'contract/loss/list', { id: lists.hers.open })).data.total).toBe(0);
    expect((await lists.list(lists.ann, 'contract/loss/list', { id: 'x' })).code).toBe(2201);
    expect((await lists.list(lists.ann, 'contract/loss/list', { symbol: 'NO_COIN' })).code).toBe(2002);
    expect((await lists.list(lists.ann, 'contract/loss/list', { status: 'fired' })).code).toBe(400);
    expect((await lists.list(undefined, 'contract/loss/list')).code).toBe(401);
  });

  it('are triggered when their price comes, and orders of the history from then on', async () => {
    // Well beyond the trigger: the mark may be 0.15 % from the index, by how long the book stood where it was.
    await lists.at(107_000);
    await lists.edge.folded(lists.edge.live.head().seq);
    const { records } = await done(lists.list(lists.ann, 'contract/loss/list', { status: 'triggered' }));
    expect(records).toMatchObject([{ id: guard, status: 'triggered' }]);
    const [last] = (await done(lists.list(lists.ann, 'contract/order/list', { status: 1 }))).records;
    expect(last).toMatchObject({ id: guard, direction: 4, positionId: lists.hers.open });
    const { steps } = await done(lists.post(lists.ann, '/api/contract/position/story', { id: lists.hers.open }));
    expect(steps.at(-1)).toMatchObject({ step: 'close', orderId: guard });
    await lists.at(99_000);
  });
});

describe('records of borrowing (entrust/borrowOrder)', () => {
  it('say what was lent, repaid and came as interest, and what became of each debt', async () => {
    const of = async (words: string) =>
      (await done(lists.get(lists.ann, `/entrust/borrowOrder/${words}`))).records as Json[];
    expect((await of('all/borrow/all')).map((one) => [one.amount, one.status, one.coin, one.step])).toEqual([
      ['50.000000', 'done', 'USDT', null],
      ['200.000000', 'repaid', 'USDT', null],
      ['300.000000', 'repaid', 'USDT', null],
    ]);
    const still = await of('all/still/USDT');
    expect(still.map((one) => one.status)).toEqual(['repaid', 'done']);
    const interest = await of('all/interest/BTC_USDT');
    expect(interest.map((one) => one.status)).toEqual(expect.arrayContaining(['done', 'repaid']));
    // What was lent and what it cost, less what was paid, is what is still owed.
    const owed = (await done(lists.get(lists.ann, '/wallet/all/marginProperty'))).list.find(
      (one: Json) => one.coin === 'USDT',
    );
    const lent = sum(await of('all/borrow/all'), 'amount') + sum(interest, 'amount') - sum(still, 'amount');
    expect(lent).toBe(
      units(owed.borrowed) +
        sum(
          interest.filter((one) => one.status === 'done'),
          'amount',
        ),
    );
    expect(await of('fixed/borrow/all')).toEqual([]);
    expect(await of('all/borrow/ETH')).toEqual([]);
    expect(await of('all/liquidation/all')).toEqual([]);
    expect((await done(lists.get(lists.ben, '/entrust/borrowOrder/all/borrow/all'))).total).toBe(0);
    for (const [words, code] of [
      ['spot/borrow/all', 400],
      ['all/lent/all', 400],
      ['all/borrow/NOPE', 2002],
    ])
      expect([words, (await lists.get(lists.ann, `/entrust/borrowOrder/${words}`)).code]).toEqual([words, code]);
    expect((await lists.get(undefined, '/entrust/borrowOrder/all/borrow/all')).code).toBe(401);
  });
});

describe('second contracts (selectOrderList)', () => {
  it('are listed with both ticks, and one’s own result over all of them', async () => {
    const of = async (fields: object) =>
      await done(lists.list(lists.ann, 'secondContractOrder/selectOrderList', fields));
    const { records, net, total } = await of({});
    expect([total, net]).toEqual([
      3,
      [{ coin: 'USDT', net: '-20.000000', staked: '200.000000', won: 1, lost: 1, tied: 0 }],
    ]);
    expect(records.map((one: Json) => [one.result, one.profit])).toEqual([
      [null, '0.000000'],
      [2, '-100.000000'],
      [1, '80.000000'],
    ]);
    expect(records[0]).toMatchObject({ status: 3, voidReason: 'noOpen', openTick: null });
    expect(records[1]).toMatchObject({
      id: lists.hers.second,
      openTick: { price: '99000.000' },
      closeTick: { price: '99100.000' },
    });
    expect(records[1].openTick.seq).toBeLessThan(records[1].closeTick.seq);
    const lost = await of({ status: 2, size: 1, symbol: 'btcusdt' });
    expect(lost).toMatchObject({ total: 2, records: [{ id: lists.hers.second }], net });
    expect((await of({ endTime: 1 })).records).toEqual([]);
    expect((await lists.list(lists.ben, 'secondContractOrder/selectOrderList')).data).toMatchObject({
      total: 0,
      net: [],
    });
    expect((await lists.list(lists.ann, 'secondContractOrder/selectOrderList', { symbol: 'NO_COIN' })).code).toBe(2002);
    expect((await lists.list(lists.ann, 'secondContractOrder/selectOrderList', { status: 4 })).code).toBe(400);
    expect((await lists.list(undefined, 'secondContractOrder/selectOrderList')).code).toBe(401);
  });
});

describe('files and the ledger', () => {
  const bills = async (fields: object) => {
    const found: Json[] = [];
    for (let current = 1; ; current += 1) {
      const { records } = await done(lists.post(lists.ann, `${C}/assets/getMyBill`, { ...fields, current, size: 100 }));
      found.push(...records);
      if (records.length < 100) return found;
    }
  };

  it('fees and values of orders and fills add up to the bills (calls §1)', async () => {
    const orders = await lists.file(lists.ann, '/api/contract/order/list', { contractType: 'u' });
    const fills = await lists.file(lists.ann, `${C}/entrust/get/myExchangeLog/all`, undefined);
    const contract = await lists.edge.app.inject({
      url: `${C}/entrust/get/myExchangeLog/all?contractType=u&format=csv`,
      headers: { origin: 'http://vitrine.test', ...lists.ann },
    });
    const [head = '', ...rows] = contract.body.trimEnd().split('\r\n');
    const fee = head.split(',').indexOf('fee');
    const amount = head.split(',').indexOf('amount');
    const total = (column: number) => rows.reduce((all, row) => all + units(row.split(',')[column] ?? ''), 0n);
    expect(rows.length).toBeGreaterThan(5);
    expect(sum(orders, 'serviceCharge')).toBe(total(fee));
    expect(sum(orders, 'dealtValue')).toBe(total(amount));
    expect(sum(await bills({ walletType: '2', kind: 'fee' }), 'amount')).toBe(-total(fee));

    // Of spot: what was paid and got, apart from fees; fees in the coin received.
    const spot = await bills({ walletType: '1', kind: 'trade' });
    const usdt = (rest: readonly Json[]) => rest.filter((one) => one.coin === 'USDT');
    const signed = (one: Record<string, string>) => units(one['amount'] ?? '') * (one['direction'] === '1' ? -1n : 1n);
    expect(sum(usdt(spot), 'amount')).toBe(fills.reduce((all, one) => all + signed(one), 0n));
    for (const coin of ['BTC', 'USDT'])
      expect(
        -sum(
          (await bills({ walletType: '1', kind: 'fee' })).filter((one) => one.coin === coin),
          'amount',
        ),
      ).toBe(
        sum(
          fills.filter((one) => one['feeCoin'] === coin),
          'fee',
        ),
      );

    // What came and went in wallet 2 besides transfers: margin of nothing is left, so results of positions it is.
    const closed = await lists.file(lists.ann, '/api/contract/position/list', { status: 'closed' });
    expect(closed).toHaveLength(2);
    const moved = (await bills({ walletType: '2' })).filter(
      (one) => one.kind !== 'transfer' || one.causeKind === 'position',
    );
    expect(sum(moved, 'amount')).toBe(sum(closed, 'profit'));
  });

  it('of every list hold what its pages hold', async () => {
    const ids = (rows: readonly Json[]) => rows.map((one) => one.id as string);
    for (const [url, body] of [
      ['/api/contract/order/list', {}],
      ['/api/contract/position/list', { status: 'closed' }],
      ['/api/contract/position/list', { contractType: 'coin' }],
      ['/api/secondContractOrder/selectOrderList', {}],
    ] as const) {
      const paged = (await done(lists.post(lists.ann, url, { ...body, size: 100 }))).records;
      expect(paged.length).toBeGreaterThan(0);
      expect([url, ids(await lists.file(lists.ann, url, body))]).toEqual([url, ids(paged)]);
    }
    for (const path of ['/entrust/borrowOrder/all/interest/all', '/entrust/entrustlogContract/u/history/all']) {
      const paged = (await done(lists.get(lists.ann, `${path}?size=100`))).records;
      expect(paged.length).toBeGreaterThan(0);
      expect([path, ids(await lists.file(lists.ann, `${C}${path}`))]).toEqual([path, ids(paged)]);
    }
    expect(await lists.file(lists.ben, '/api/secondContractOrder/selectOrderList', {})).toEqual([]);
  });

  it('bills name the position and the second contract they are of', async () => {
    const second = (await bills({ walletType: '6' })).filter((one) => one.kind === 'second');
    expect(second.map((one) => one.causeKind)).toEqual(second.map(() => 'second'));
    expect(second.map((one) => one.causeId)).toContain(lists.hers.second);
    expect(second[0]).toMatchObject({ symbolName: 'BTC/USDT' });
    const margin = (await bills({ walletType: '2' })).find((one) => one.causeKind === 'position');
    expect(margin).toMatchObject({
      causeId: lists.hers.closed,
      kind: 'transfer',
      symbolName: 'BTC/USDT',
      amount: '-50.000000',
    });
    // A transfer between wallets is one; margin that moved inside a wallet is none.
    const transfers = await done(lists.post(lists.ann, '/api/userCoin/transferList', { size: 100 }));
    expect(transfers.total).toBe(4);
    expect(transfers.records.map((one: Json) => [one.from, one.to])).toEqual([
      ['1', '6'],
      ['1', '4'],
      ['1', '3'],
      ['1', '2'],
    ]);
  });
});
