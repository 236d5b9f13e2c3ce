// Custody in memory for edges under test: lists by owner, one request a key, refusals of the closed set. No chain, no ledger.

import {
  asDecimal,
  type BookAddress,
  type CoinNetwork,
  type FundsNews,
  type Page,
  type Recharge,
  type Withdrawal,
  type WithdrawalAck,
} from '@vitrine/contract';
import { type CommandKey, refuse } from '../../../src/api/call/index.ts';
import type { Customer, Custody, FundsFilter, WithdrawalRequest } from '../../../src/custody/types/index.ts';

/** What the fake was asked to pay. */
export interface AskedWithdrawal {
  readonly customer: Customer;
  readonly given: WithdrawalRequest;
  readonly key: CommandKey;
  readonly signed: boolean;
}

export interface FakeCustody extends Custody {
  readonly asked: AskedWithdrawal[];
  /** By owner. */
  readonly recharges: Map<string, Recharge[]>;
  readonly paid: Map<string, Withdrawal[]>;
  /** Numbers in the exchange of withdrawals, by their ids here. */
  readonly coreIds: Map<string, number>;
  /** As custody tells of a change. */
  news(coreUser: number, news: FundsNews): void;
}

const zero = asDecimal('0');
const HOUR = 3_600_000;

/** How a coin goes on the practice chain. */
const practice: CoinNetwork = {
  network: 'practice',
  rail: 'chain',
  min: asDecimal('0.000001'),
  confirmations: 12,
  blockTime: 2_000,
  fee: asDecimal('1'),
  feeRate: zero,
  withdrawMin: asDecimal('10'),
  step: asDecimal('0.000001'),
  open: { deposit: true, withdrawal: true },
  halted: null,
  code: null,
};

/** A deposit in words, with what a test says of it. */
export function rechargeOf(given: Partial<Recharge> & Pick<Recharge, 'id'>): Recharge {
  return {
    orderNo: `R${given.id}`,
    time: 1_000,
    status: 0,
    stage: 'confirming',
    coin: 'USDT',
    network: 'practice',
    amount: asDecimal('5.000000'),
    img: null,
    address: 'vp1ann',
    txid: 'ab'.repeat(32),
    confirmations: 3,
    needed: 12,
    reason: null,
    note: null,
    creditedTime: null,
    seq: null,
    ...given,
  };
}

/** A withdrawal in words, with what a test says of it. */
export function withdrawalOf(given: Partial<Withdrawal> & Pick<Withdrawal, 'id'>): Withdrawal {
  return {
    orderNo: `W${given.id}`,
    time: 1_000,
    status: 0,
    stage: 'review',
    coin: 'USDT',
    network: 'practice',
    address: 'vp1outside',
    label: null,
    amount: asDecimal('20.000000'),
    fee: asDecimal('1.000000'),
    txid: null,
    confirmations: 0,
    needed: 12,
    reason: null,
    note: null,
    cancellable: true,
    steps: [{ stage: 'review', time: 1_000 }],
    turn: null,
    seq: 1,
    ...given,
  };
}

type Listed = { readonly coin: string; readonly status: number; readonly time: number };

function cut<T extends Listed>(all: readonly T[], filter: Omit<FundsFilter, 'current' | 'size'>): T[] {
  const { coin, status, startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = filter;
  return all.filter(
    (one) =>
      (coin === undefined || one.coin === coin) &&
      (status === undefined || one.status === status) &&
      one.time >= startTime &&
      one.time <= endTime,
  );
}

function pageOf<T extends Listed>(all: readonly T[], filter: FundsFilter): Page<T> {
  const { current, size } = filter;
  const found = cut(all, filter);
  return { records: found.slice((current - 1) * size, current * size), total: found.length, size, current };
}

/** An empty custody. */
export function fakeCustody(): FakeCustody {
  const asked: AskedWithdrawal[] = [];
  const recharges = new Map<string, Recharge[]>();
  const paid = new Map<string, Withdrawal[]>();
  const coreIds = new Map<string, number>();
  const acks = new Map<string, { bodyHash: number; ack: WithdrawalAck }>();
  const books = new Map<string, { allowOnly: boolean; records: BookAddress[] }>();
  const listeners = new Set<(coreUser: number, news: FundsNews) => void>();
  let ids = 0;
  const next = () => String((ids += 1));
  const bookOf = (userId: string) => {
    const book = books.get(userId) ?? { allowOnly: false, records: [] };
    books.set(userId, book);
    return book;
  };
  const checked = (address: string) => {
    if (!address.startsWith('vp1')) throw refuse('address.invalid');
    return address;
  };
  const unused = (what: string) => () => {
    throw new Error(`the fake has no ${what}`);
  };

  return {
    asked,
    recharges,
    paid,
    coreIds,
    news: (coreUser, news) => listeners.forEach((listener) => listener(coreUser, news)),
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => undefined,
    networks: {
      list: () => ['USDT', 'BTC'].map((coin) => ({ coin, name: coin, networks: [practice] })),
      async depositAddress({ coreUser }, coin, network) {
        if (network !== undefined && network !== 'practice') throw refuse('deposit.closed', { coin });
        const address = `vp1user${coreUser}`;
        return {
          ...{ coin, address, uri: address },
          ...{ network: 'practice', memo: null, min: practice.min, confirmations: 12 },
        };
      },
    },
    addresses: {} as Custody['addresses'],
    treasury: {} as Custody['treasury'],
    deposits: {
      step: async () => undefined,
      rescan: () => Promise.reject(new Error('not of customers')),
      creditFound: () => Promise.reject(new Error('not of customers')),
      list: async (userId, filter) => pageOf(recharges.get(userId) ?? [], filter),
      async *parts(userId, filter) {
        yield cut(recharges.get(userId) ?? [], filter);
      },
      async tell({ userId }, { coin, amount, img, address }, key) {
        if (coin !== 'USD') throw refuse('deposit.closed', { coin });
        const own = recharges.get(userId) ?? [];
        const orderNo = key.keyTime === 0 ? `R${next()}` : `R${key.keyTime}${key.keyHigh}`;
        const known = own.find((one) => one.orderNo === orderNo);
        if (known) return known;
        const record = rechargeOf({
          ...{ id: next(), orderNo, coin, amount: asDecimal(amount), img, address: address ?? null },
          ...{ network: 'bank', stage: 'review', txid: null, confirmations: 0, needed: 0 },
        });
        recharges.set(userId, [record, ...own]);
        return record;
      },
      doubted: async () => false,
      queue: unused('queue'),
      one: unused('desk'),
      pass: unused('desk'),
      refuse: unused('desk'),
    },
    withdrawals: {
      async request(customer, given, key, { signed }) {
        const words = `${customer.userId}:${key.keyTime}:${key.keyHigh}:${key.keyLow}`;
        const known = acks.get(words);
        if (known !== undefined && known.bodyHash !== key.bodyHash) throw refuse('key.otherBody');
        if (known !== undefined) return known.ack;
        if (given.network !== 'bank') checked(given.address ?? '');
        if (signed && !bookOf(customer.userId).records.some(({ address }) => address === given.address))
          throw refuse('address.waiting');
        asked.push({ customer, given, key, signed });
        const id = next();
        const amount = asDecimal(given.amount);
        const record = withdrawalOf({ id, coin: given.coin, amount, address: given.address ?? '****' });
        paid.set(customer.userId, [record, ...(paid.get(customer.userId) ?? [])]);
        const arrives = { usual: HOUR, latest: 24 * HOUR };
        const ack: WithdrawalAck = { id, status: 0, seq: 1, fee: record.fee, review: 'rules', arrives };
        acks.set(words, { bodyHash: key.bodyHash, ack });
        return ack;
      },
      async cancel({ userId }, id) {
        const own = paid.get(userId) ?? [];
        const found = own.find((one) => one.id === id);
        if (!found) throw refuse('request.notFound');
        if (found.stage !== 'review') throw refuse('withdrawal.final');
        paid.set(
          userId,
          own.map((one) => (one === found ? { ...one, stage: 'cancelled', status: 2, cancellable: false } : one)),
        );
        return { id, status: 2, seq: 2 };
      },
      list: async (userId, filter) => pageOf(paid.get(userId) ?? [], filter),
      async *parts(userId, filter) {
        yield cut(paid.get(userId) ?? [], filter);
      },
      limits: async () => ({
        ...{ stage: 0, day: zero, used: zero, left: zero, hour: [], small: zero },
        ...{ persons: asDecimal('10000'), rules: asDecimal('1000'), locks: [], stages: [] },
      }),
      step: async () => undefined,
      queue: unused('queue'),
      async one(id) {
        for (const [userId, own] of paid) {
          const record = own.find((one) => one.id === id);
          const coreId = coreIds.get(id) ?? 0;
          if (record) return { userId, record, worth: 20, flags: [], waits: null, persons: false, coreId };
        }
        return undefined;
      },
      transactions: unused('desk'),
      approve: unused('desk'),
      refuse: unused('desk'),
      paid: unused('desk'),
      returned: unused('desk'),
      proof: unused('desk'),
      stuck: unused('desk'),
      failProven: unused('desk'),
      replan: unused('desk'),
    },
    book: {
      async list(userId, { coin, network }) {
        const { allowOnly, records } = bookOf(userId);
        const found = records.filter(
          (one) => (coin === undefined || one.coin === coin) && (network === undefined || one.network === network),
        );
        return { allowOnly, allowOnlyEnds: null, wait: 24 * HOUR, records: found };
      },
      async save(userId, { id, coin, address, label, allowOnly }) {
        const book = bookOf(userId);
        if (allowOnly !== undefined) book.allowOnly = allowOnly;
        const reported = (record: BookAddress | null) => ({ record, allowOnly: book.allowOnly, allowOnlyEnds: null });
        if (id !== undefined) {
          const known = book.records.find((one) => one.id === id);
          if (!known) throw refuse('request.notFound');
          const renamed = { ...known, label: label ?? known.label };
          book.records = book.records.map((one) => (one === known ? renamed : one));
          return reported(renamed);
        }
        if (coin === undefined || address === undefined) return reported(null);
        const record: BookAddress = {
          ...{ id: next(), coin, network: 'practice', address: checked(address), label: label ?? address },
          ...{ createTime: 1, usableFrom: 1, lastUsed: null },
        };
        book.records = [record, ...book.records];
        return reported(record);
      },
      async del(userId, id) {
        const book = bookOf(userId);
        if (!book.records.some((one) => one.id === id)) throw refuse('request.notFound');
        book.records = book.records.filter((one) => one.id !== id);
        return { id };
      },
      async check(userId, _coin, network, address) {
        const fine = address.startsWith('vp1');
        const own = bookOf(userId).records.find((one) => one.address === address) ?? null;
        return {
          fault: fine ? (network === 'practice' ? null : 'network') : 'format',
          network: fine ? 'practice' : null,
          ...{ address, book: own, here: address.startsWith('vp1user') },
        };
      },
      allow: unused('allowing of its own'),
      allowCard: async () => undefined,
      stillAllows: unused('allowing once more'),
      used: async () => undefined,
    },
    outside: {
      async send(_customer, _coin, address, amount) {
        checked(address);
        if (amount.length > 6) throw refuse('withdrawal.limit');
        return { txid: 'cd'.repeat(32), left: '100' };
      },
      reorganise: unused('chain'),
    },
  };
}
