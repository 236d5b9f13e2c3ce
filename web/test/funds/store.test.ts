// §8 what the FUNDS channel sent, over what a call read: the later of the two counts.
import { asDecimal, type Recharge } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { FundsStore, MAX_FUNDS, withLive } from '../../src/live/index.ts';

const row = (id: string, change: Partial<Recharge> = {}): Recharge => ({
  id,
  orderNo: `D${id}`,
  time: Number.parseInt(id, 10),
  status: 0,
  stage: 'confirming',
  coin: 'USDT',
  network: 'practice',
  amount: asDecimal('1.000000'),
  img: null,
  address: null,
  txid: null,
  confirmations: 1,
  needed: 12,
  reason: null,
  note: null,
  creditedTime: null,
  seq: null,
  ...change,
});
const all = () => true;

test('news after the read replaces its row; older news gives way to the read', () => {
  const store = new FundsStore();
  store.live({ recharges: [row('1', { confirmations: 7 })], withdrawals: [] }, 100);
  const read = [row('2'), row('1', { confirmations: 6 })];
  expect(withLive(read, store.recharges, 99, all)[1]?.confirmations).toBe(7);
  expect(withLive(read, store.recharges, 101, all)[1]?.confirmations).toBe(6);
});

test('a deposit that is new joins in front, if the list takes it', () => {
  const store = new FundsStore();
  store.live({ recharges: [row('3')], withdrawals: [] }, 100);
  const read = [row('2'), row('1')];
  expect(withLive(read, store.recharges, 50, all).map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(withLive(read, store.recharges, 50, () => false)).toBe(read);
  expect(withLive(read, store.recharges, 150, all)).toBe(read);
});

test('a row the chain took back may count down again', () => {
  const store = new FundsStore();
  store.live({ recharges: [row('1', { confirmations: 9 })], withdrawals: [] }, 1);
  store.live({ recharges: [row('1', { confirmations: 2, stage: 'doubted' })], withdrawals: [] }, 2);
  expect(withLive([row('1')], store.recharges, 0, all)[0]).toMatchObject({ confirmations: 2, stage: 'doubted' });
});

test('it keeps so many and no more, and tells its listeners', () => {
  const store = new FundsStore();
  let seen = 0;
  store.listen(() => (seen += 1));
  for (let id = 1; id <= MAX_FUNDS + 5; id += 1) store.live({ recharges: [row(String(id))], withdrawals: [] }, id);
  expect(store.recharges.size).toBe(MAX_FUNDS);
  expect(store.recharges.has('5')).toBe(false);
  expect(seen).toBe(MAX_FUNDS + 5);
  store.clear();
  expect(store.recharges.size).toBe(0);
});
