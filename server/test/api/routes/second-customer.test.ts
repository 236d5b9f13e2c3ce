// W07 over HTTP: every call of assets (calls §5) and of userCoin, made by a second customer with the first one's ids. What
// names a thing of hers is refused; what names none answers his own, whatever else the request says.

import { calls, hashPassword } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealBody } from '../../../src/api/sealed/index.ts';
import { type ContractEdge, startContracts } from './contract-world.ts';
import { freshKey, type Person } from '../http/exchange-edge.ts';
import { rechargeOf, withdrawalOf } from '../http/fake-custody.ts';
import { type Json, testBodies } from '../http/harness.ts';

const C = '/api/v1/coin';
const FUND = hashPassword('730142');
/** Calls of §5 and userCoin, by their names. */
const OURS = /^(assets|userCoin)\.|^(wallet\.trans|entrust\.getEntrustLogCurrency|buy\.(send|get)ChatRecord)$/;
/** What is the same for everybody. */
const PUBLIC = ['assets.getCoinRate', 'assets.getRechargeCurrency'];
/** Somebody else's order of OTC and its chat: test/otc-chat, where there are orders. */
const ELSEWHERE = ['buy.sendChatRecord', 'buy.getChatRecord'];

let world: ContractEdge;
let ann: Person;
let ben: Person;
let annId = '';
/** Words by which a request may try to be somebody else. */
let pretending: Record<string, string> = {};

beforeAll(async () => {
  world = await startContracts();
  ann = await world.trader('annsecond');
  ben = await world.register('bensecond');
  for (const person of [ann, ben])
    expect((await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND })).code).toBe(200);
  const { userId, coreUser } = await world.customerOf(ann);
  annId = userId;
  pretending = { userId, user: String(coreUser), coreUser: String(coreUser), memberId: userId, user_id: userId };
  world.custody.recharges.set(annId, [rechargeOf({ id: 'r1' })]);
  world.custody.paid.set(annId, [withdrawalOf({ id: 'w1' })]);
  const swapped = await world.swapped(ann, { from: 'USDT', to: 'BTC', amount: '50' });
  expect(swapped.state).toBe('done');
  await world.folded(swapped.seq);
});
afterAll(() => world.stop());

const post = (person: Person, path: string, body: object = {}, headers?: Record<string, string>) =>
  world.call(person, path, body, headers);

/** Reads that name nobody: what they answer, without what passes by itself. */
const READS: Readonly<Record<string, readonly [path: string, body?: object]>> = {
  'assets.getRechargeLog': [`${C}/assets/getRechargeLog`, {}],
  'assets.getWithdrawalLog': [`${C}/assets/getWithdrawalLog`, {}],
  'assets.getMyBill': [`${C}/assets/getMyBill`, {}],
  'assets.getCurrencyAccount': [`${C}/assets/getCurrencyAccount`, { type: '1' }],
  'assets.getWalletAccount': [`${C}/assets/getWalletAccount`],
  'assets.getMyBalance': [`${C}/assets/getMyBalance?type=0`],
  'assets.getDepositAddress': [`${C}/assets/getDepositAddress/USDT`],
  'assets.limits': [`${C}/assets/limits`],
  'assets.address.list': [`${C}/assets/address/list`, {}],
  'entrust.getEntrustLogCurrency': [`${C}/entrust/getEntrustLogCurrency`, {}],
  'userCoin.getUserCoin': ['/api/userCoin/getUserCoin', {}],
  'userCoin.rechargeList': ['/api/userCoin/rechargeList', {}],
  'userCoin.withdrawList': ['/api/userCoin/withdrawList', {}],
  'userCoin.swapList': ['/api/userCoin/swapList', {}],
  'userCoin.transferList': ['/api/userCoin/transferList', {}],
};
/** Lists of which she has lines and he has none. */
const LISTS = ['assets.getRechargeLog', 'assets.getWithdrawalLog', 'assets.getMyBill', 'userCoin.swapList'].concat([
  ...['userCoin.rechargeList', 'userCoin.withdrawList', 'userCoin.transferList'],
]);

/** Calls that name a thing of hers, or move money, each with its test below. */
const WRITES = [
  ...['assets.withdrawal', 'assets.withdrawal.cancel', 'assets.address.save', 'assets.address.del'],
  ...['assets.address.check', 'userCoin.recharge', 'userCoin.withdraw', 'userCoin.swapQuote', 'userCoin.swap'],
  ...['userCoin.detail', 'userCoin.transfer', 'wallet.trans'],
];

async function sealed(fields: object): Promise<{ data: string; headers: Record<string, string> }> {
  const { key: to } = await testBodies();
  const key = freshKey();
  const body = { coin: 'usdt', network: 'practice', address: 'vp1outside', amount: '20', fundPassword: FUND };
  const data = await sealBody({ key, time: Date.now(), ...body, ...fields } as never, to);
  return { data, headers: { 'idempotency-key': key } };
}

describe('a second customer (W07, calls §5)', () => {
  it('is tried on every call there is', () => {
    const all = Object.keys(calls).filter((name) => OURS.test(name));
    expect(all.toSorted()).toEqual([...PUBLIC, ...ELSEWHERE, ...Object.keys(READS), ...WRITES].toSorted());
  });

  it.each(Object.entries(READS))('%s answers his own, whoever he says he is', async (name, [path, body]) => {
    const plain = await world.call(ben, path, body);
    expect(plain.code).toBe(200);
    const more = new URLSearchParams(pretending).toString();
    const asked = [
      await world.call(ben, `${path}${path.includes('?') ? '&' : '?'}${more}`, body),
      ...(body === undefined ? [] : [await world.call(ben, path, { ...body, ...pretending })]),
    ];
    // Unknown words are refused or without effect.
    for (const answer of asked) if (answer.code !== 400) expect(answer.data).toEqual(plain.data);
    if (!LISTS.includes(name)) return;
    expect(plain.data.records).toEqual([]);
    expect((await world.call(ann, path, body)).data.records).not.toEqual([]);
  });

  it('changes, forgets or takes back nothing of hers', async () => {
    const saved = await post(ann, `${C}/assets/address/save`, {
      ...{ coin: 'USDT', network: 'practice', address: 'vp1outside', label: 'Hers' },
    });
    const { id } = saved.data.record;
    const before = (await post(ann, `${C}/assets/address/list`, {})).data;
    for (const [path, body] of [
      ['assets/address/save', { id, label: 'His' }],
      ['assets/address/del', { id }],
      ['assets/withdrawal/cancel', { id: 'w1' }],
    ] as const)
      expect([path, (await world.refused(() => post(ben, `${C}/${path}`, { ...body, ...pretending }))).code]).toEqual([
        path,
        expect.toSatisfy((code: number) => code === 404 || code === 400),
      ]);
    for (const path of ['assets/address/save', 'assets/address/del', 'assets/withdrawal/cancel'])
      expect(
        (await post(ben, `${C}/${path}`, { id: path.endsWith('cancel') ? 'w1' : id, label: 'His' })).code,
      ).not.toBe(200);
    expect((await post(ann, `${C}/assets/address/list`, {})).data).toEqual(before);
  });

  it('withdraws nothing under her name or with her sealed body, by either call', async () => {
    for (const path of [`${C}/assets/withdrawal`, '/api/userCoin/withdraw']) {
      const hers = await sealed({ userId: annId });
      expect((await world.refused(() => post(ben, path, { data: hers.data }, hers.headers))).code).toBe(3108);
    }
    expect(world.custody.asked).toEqual([]);
  });

  it('learns nothing of her lines', async () => {
    const { records } = (await post(ann, `${C}/assets/getMyBill`, { size: 100 })).data;
    expect(records.length).toBeGreaterThan(4);
    for (const { id } of records as Json[]) expect((await post(ben, '/api/userCoin/detail', { id })).code).toBe(404);
  });

  it('moves his own money only, and has none', async () => {
    const before = (await world.call(ann, `${C}/assets/getWalletAccount`)).data;
    const move = { from: '1', to: '2', coin: 'USDT', amount: '1' };
    const codes = [
      (await world.refused(() => post(ben, '/api/userCoin/transfer', move))).code,
      (await world.refused(() => post(ben, '/api/userCoin/transfer', { ...move, ...pretending }))).code,
      (await world.refused(() => world.call(ben, `${C}/wallet/trans?${new URLSearchParams(move).toString()}`))).code,
    ];
    expect(codes.filter((code) => code === 200)).toEqual([]);
    expect(codes[0]).toBe(3001);
    await world.at(100_000);
    const swap = { from: 'USDT', to: 'BTC', amount: '10', least: '0.00000001' };
    for (const more of [{}, pretending])
      expect([3001, 400]).toContain(
        (await world.refused(() => post(ben, '/api/userCoin/swap', { ...swap, ...more }))).code,
      );
    expect((await world.call(ann, `${C}/assets/getWalletAccount`)).data).toEqual(before);
  });
});
