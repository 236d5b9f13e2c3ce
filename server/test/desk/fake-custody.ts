// Custody as the desk meets it: deposits, withdrawals and halts in memory, withdrawals real in the exchange.

import {
  asDecimal,
  type Coverage,
  type NetworkName,
  type Recharge,
  type RechargeStage,
  type Withdrawal,
  WITHDRAWAL_STAGE,
  type WithdrawalStage,
} from '@vitrine/contract';
import {
  type AssetId,
  type Atoms,
  decodeEvents,
  DONE,
  type Millis,
  parseAtoms,
  RAILS,
  type RowId,
  type UserId,
} from '@vitrine/core';
import { asRefusalCode, Refusal, refuse } from '../../src/api/call/index.ts';
import type {
  Custody,
  DeadPayment,
  FoundArrival,
  Halt,
  HouseTransaction,
  UnrecordedOrder,
  PracticeOutside,
  ReviewedDeposit,
  ReviewedWithdrawal,
} from '../../src/custody/types/index.ts';
import type { ExchangeLink } from '../../src/engine/sequencer/index.ts';

const USDT = 1;
const USDT_SCALE = 6;
/** Made by the server, not kept. */
export const NO_KEY = { keyTime: 0 as Millis, keyHigh: 0, keyLow: 0, bodyHash: 0 } as const;
/** Stages by the exchange's status. */
const STAGES: readonly (WithdrawalStage | undefined)[] = [undefined, ...WITHDRAWAL_STAGE];

type Kept<T> = { -readonly [K in keyof T]: T[K] };

export interface FakeCustody extends Custody {
  /** What was done to it, in order: `deposit.pass 3 100.00 REF`. */
  readonly actions: string[];
  /** A deposit declared with a screenshot, under review. */
  deposit(userId: string, change?: Partial<Recharge>): string;
  /** A withdrawal that the exchange holds, under review. `worth` in whole USDT. */
  withdraw(user: { readonly id: string; readonly coreUser: number }, amount: string): Promise<string>;
  /** One to a bank card that was approved: the exchange does not know it. */
  toCard(userId: string): string;
  setTransactions(list: readonly HouseTransaction[]): void;
  setUnrecorded(list: readonly UnrecordedOrder[]): void;
  stageOf(id: string): string | undefined;
  /** What proves of a withdrawal that was sent that it is never paid. */
  readonly dead: Map<string, DeadPayment>;
  /** Takes a withdrawal under review to a stage, as custody would. */
  moveTo(id: string, stage: WithdrawalStage): void;
  /** What a rescan finds. */
  missed: readonly FoundArrival[];
  /** What the next pass of a deposit is refused with. */
  failNext: number | undefined;
}

export interface FakeCustodyParts {
  readonly link: ExchangeLink;
  readonly now: () => number;
  /** Whole USDT from which two decide. */
  readonly threshold?: number;
  readonly practice?: boolean;
}

function notOfTheDesk(): never {
  throw new Error('expected the desk to leave this to others');
}

function paged<T>(all: readonly T[], { current, size }: { readonly current: number; readonly size: number }) {
  return { records: all.slice((current - 1) * size, current * size), total: all.length, size, current };
}

export function fakeCustody({ link, now, threshold = 100, practice = true }: FakeCustodyParts): FakeCustody {
  const deposits = new Map<
    string,
    { userId: string; record: Kept<Recharge>; account: string | null; known: boolean }
  >();
  const withdrawals = new Map<string, Kept<ReviewedWithdrawal> & { record: Kept<Withdrawal> }>();
  const halts = new Map<string, Halt>();
  const references = new Map<string, string>();
  let transactions: readonly HouseTransaction[] = [];
  let unrecorded: readonly UnrecordedOrder[] = [];
  let ids = 0;
  let height = 100;
  const actions: string[] = [];

  function move(found: { record: Kept<Withdrawal> }, stage: WithdrawalStage): void {
    if (found.record.stage === stage) return;
    found.record.stage = stage;
    found.record.steps = [...found.record.steps, { stage, time: now() }];
  }

  link.onBatch(({ events }) => {
    for (const event of decodeEvents(events)) {
      if (event.name !== 'withdrawal.changed') continue;
      const stage = STAGES[event.status];
      for (const found of withdrawals.values())
        if (found.coreId === event.withdrawal && stage !== undefined) move(found, stage);
    }
  });

  async function decide(id: string, operator: number, decision: 1 | 2): Promise<void> {
    const found = withdrawals.get(id);
    if (found === undefined) throw refuse('request.notFound');
    const outcome = await link.submit({
      ...{ name: 'withdrawal.approve', operator, withdrawal: found.coreId as RowId, decision },
    });
    if (outcome.code !== DONE) throw new Refusal(asRefusalCode(outcome.code));
    move(found, decision === 1 ? 'approved' : 'refused');
  }

  /** What a customer does with it is not the desk's. */
  const outside: Pick<PracticeOutside, 'reorganise'> = {
    async reorganise(depth, drop) {
      actions.push(`reorganise ${depth} ${drop}`);
      return (height += 1);
    },
  };

  const custody: FakeCustody = {
    actions,
    failNext: undefined,
    missed: [],
    dead: new Map(),
    moveTo(id, stage) {
      const found = withdrawals.get(id);
      if (found !== undefined) move(found, stage);
    },
    deposit(userId, change = {}) {
      const id = String((ids += 1));
      const record: Recharge = {
        ...{ id, orderNo: `D${id}`, time: now(), status: 0, stage: 'review' as RechargeStage, coin: 'USDT' },
        ...{ network: 'bank' as NetworkName, amount: asDecimal('100.00'), img: null, address: null, txid: null },
        ...{ confirmations: 0, needed: 0, reason: null, note: null, creditedTime: null, seq: null },
        ...change,
      };
      deposits.set(id, { userId, record, account: 'GB33 •••• 1234', known: false });
      return id;
    },

    async withdraw({ id: userId, coreUser }, amount) {
      const atoms = parseAtoms(amount, USDT_SCALE);
      if (typeof atoms === 'string') throw new Error(`expected an amount, got ${atoms}`);
      const id = String((ids += 1));
      const outcome = await link.submit(
        {
          ...{ name: 'withdrawal.request', user: coreUser as UserId, ...NO_KEY },
          ...{ asset: USDT as AssetId, rail: RAILS.practice, amount: atoms as Atoms, destination: 7 },
        },
        coreUser,
      );
      if (outcome.code !== DONE) throw new Error(`expected the exchange to hold ${amount}, got ${outcome.code}`);
      const worth = Math.floor(atoms / 10 ** USDT_SCALE);
      const record: Withdrawal = {
        ...{ id, orderNo: `W${id}`, time: now(), status: 0, stage: 'review', coin: 'USDT', network: 'practice' },
        ...{ address: 'vtp1qaddress', label: null, amount: asDecimal(amount), fee: asDecimal('1'), txid: null },
        ...{ confirmations: 0, needed: 12, reason: null, note: null, cancellable: true, seq: outcome.seq },
        ...{ steps: [{ stage: 'review', time: now() }], turn: null },
      };
      const flags = worth >= threshold ? ['large', 'newAddress'] : ['newAddress'];
      withdrawals.set(id, {
        ...{ userId, record, worth, flags, waits: null, persons: worth >= threshold },
        coreId: Number(outcome.result),
      });
      return id;
    },

    toCard(userId) {
      const id = String((ids += 1));
      const record: Withdrawal = {
        ...{ id, orderNo: `W${id}`, time: now(), status: 0, stage: 'approved', coin: 'USDT', network: 'bank' },
        ...{ address: '•••• 4242', label: null, amount: asDecimal('60.00'), fee: asDecimal('5'), txid: null },
        ...{ confirmations: 0, needed: 0, reason: null, note: null, cancellable: true, seq: 1 },
        ...{ steps: [{ stage: 'approved', time: now() }], turn: null },
      };
      withdrawals.set(id, { userId, record, worth: 60, flags: [], waits: null, persons: false, coreId: 0 });
      return id;
    },

    setTransactions: (list) => void (transactions = list),
    setUnrecorded: (list) => void (unrecorded = list),
    stageOf: (id) => withdrawals.get(id)?.record.stage ?? deposits.get(id)?.record.stage,

    networks: {
      list: () => [
        {
          ...{ coin: 'USDT', name: 'Tether' },
          networks: (['practice', 'bank'] as const).map((network) => ({
            ...{ network, rail: network === 'bank' ? ('manual' as const) : ('chain' as const), min: asDecimal('1') },
            ...{ confirmations: 12, blockTime: 5_000, fee: asDecimal('1'), feeRate: asDecimal('0') },
            ...{ withdrawMin: asDecimal('10'), step: asDecimal(network === 'bank' ? '0.01' : '0.000001') },
            ...{ open: { deposit: true, withdrawal: true }, halted: null, code: null },
          })),
        },
      ],
      depositAddress: notOfTheDesk,
    },
    addresses: new Proxy({} as Custody['addresses'], { get: notOfTheDesk }),
    book: new Proxy({} as Custody['book'], { get: notOfTheDesk }),

    deposits: {
      ...{ step: notOfTheDesk, list: notOfTheDesk, parts: notOfTheDesk, tell: notOfTheDesk, doubted: notOfTheDesk },
      rescan: async (network, from, to) => ({
        found: custody.missed.filter((one) => one.network === network && one.height >= from && one.height <= to),
        read: to - from + 1,
        unchecked: 0,
      }),
      async creditFound(given) {
        actions.push(`credit ${given.network} ${given.height} ${given.txid}:${given.position}`);
      },
      async queue({ stage, network, userId, current, size }) {
        const all = [...deposits.values()].filter(
          (one) =>
            one.record.stage === stage &&
            (network === undefined || one.record.network === network) &&
            (userId === undefined || one.userId === userId),
        );
        return paged<ReviewedDeposit>(all, { current, size });
      },
      one: async (id) => deposits.get(id),
      async pass({ id, amount, reference }) {
        const found = deposits.get(id);
        if (found === undefined) throw refuse('request.notFound');
        const by = references.get(reference);
        if (custody.failNext !== undefined) {
          const code = asRefusalCode(custody.failNext);
          custody.failNext = undefined;
          throw new Refusal(code);
        }
        if (by !== undefined && by !== id) throw refuse('deposit.closed');
        references.set(reference, id);
        if (found.record.stage === 'credited') return;
        found.record.stage = 'credited';
        found.record.amount = asDecimal(amount);
        actions.push(`deposit.pass ${id} ${amount} ${reference}`);
      },
      async refuse(id, why, note) {
        const found = deposits.get(id);
        if (found === undefined) throw refuse('request.notFound');
        if (found.record.stage !== 'review') throw refuse('request.forbidden');
        found.record.stage = 'refused';
        found.record.reason = why;
        found.record.note = note;
        actions.push(`deposit.refuse ${id} ${why}`);
      },
    },

    withdrawals: {
      ...{ request: notOfTheDesk, cancel: notOfTheDesk, list: notOfTheDesk, parts: notOfTheDesk },
      ...{ limits: notOfTheDesk, step: notOfTheDesk },
      async queue({ stage, network, userId, current, size }) {
        const all = [...withdrawals.values()].filter(
          (one) =>
            one.record.stage === stage &&
            (network === undefined || one.record.network === network) &&
            (userId === undefined || one.userId === userId),
        );
        return paged<ReviewedWithdrawal>(all, { current, size });
      },
      one: async (id) => withdrawals.get(id),
      async transactions({ network, current, size }) {
        const all = transactions.filter((one) => network === undefined || one.network === network);
        return paged(all, { current, size });
      },
      async approve(id, operator) {
        await decide(id, operator, 1);
        actions.push(`withdrawal.approve ${id} by ${operator}`);
      },
      async refuse(id, operator, why) {
        await decide(id, operator, 2);
        actions.push(`withdrawal.refuse ${id} by ${operator} ${why}`);
      },
      async paid(id, reference) {
        const found = withdrawals.get(id);
        if (found === undefined) throw refuse('request.notFound');
        if (found.record.stage === 'confirmed') return;
        if (found.record.stage !== 'approved') throw refuse('withdrawal.final');
        move(found, 'confirmed');
        actions.push(`withdrawal.paid ${id} ${reference}`);
      },
      async returned(id, why, note) {
        const found = withdrawals.get(id);
        if (found === undefined) throw refuse('request.notFound');
        if (found.record.stage === 'failed') return;
        if (found.record.stage !== 'approved') throw refuse('withdrawal.final');
        found.record.reason = why;
        found.record.note = note;
        move(found, 'failed');
        actions.push(`withdrawal.returned ${id} ${why}`);
      },
      proof: async (id) => custody.dead.get(id),
      stuck: async () =>
        [...withdrawals.values()]
          .filter(({ record }) => record.stage === 'broadcast' && custody.dead.has(record.id))
          .map(({ record: { id, network, coin } }) => ({ id, network, coin, since: now() })),
      async failProven(id, txid, why, note) {
        const found = withdrawals.get(id);
        if (found === undefined) throw refuse('request.notFound');
        if (found.record.stage === 'failed') return;
        if (custody.dead.get(id)?.txid !== txid) throw refuse('withdrawal.final');
        found.record.reason = why;
        found.record.note = note;
        move(found, 'failed');
        actions.push(`withdrawal.failProven ${id} ${txid} ${why}`);
      },
      async replan(id, txid) {
        const found = withdrawals.get(id);
        if (found === undefined) throw refuse('request.notFound');
        if (custody.dead.get(id)?.txid !== txid) throw refuse('withdrawal.final');
        custody.dead.delete(id);
        move(found, 'approved');
        actions.push(`withdrawal.replan ${id} ${txid}`);
      },
    },

    treasury: {
      halted: (network, coin) => halts.get(`${network} ${coin}`),
      async halt(network, coin, reason, by) {
        halts.set(`${network} ${coin}`, { network, coin, reason, by, since: now() });
        actions.push(`halt ${network} ${coin}`);
      },
      async resume(network, coin) {
        halts.delete(`${network} ${coin}`);
        actions.push(`resume ${network} ${coin}`);
      },
      reserves: async () => [
        {
          ...{ network: 'practice', coin: 'USDT', hot: 1_500_000n, cold: 9_000_000n, unswept: 1n, leaving: 0n },
          ...{ expected: 10_500_001n, dust: '0.0000000005', difference: -1n, tolerance: 10n, hotLimit: 2_000_000n },
          ...{ hotLow: 500_000n, state: 'even', checked: now(), halt: halts.get('practice USDT') ?? null },
        },
      ],
      chains: async () => [
        {
          ...{ network: 'practice', height, blockTime: now(), answered: now(), fault: null },
          ...{ reorganised: null, unchecked: [] },
        },
      ],
      topUp: async (network, coin, amount) => ({
        ...{ network: network as 'practice', coin, amount, from: 'cold', to: 'hot', unsigned: 'c0ffee' },
      }),
      unrecorded: async ({ network, current, size }) =>
        paged(
          unrecorded.filter((one) => network === undefined || one.network === network),
          { current, size },
        ),
      async coverage({ current, size }) {
        const proof: Coverage = {
          ...{ time: now(), coin: 'USDT', liabilities: asDecimal('10'), reserves: asDecimal('11') },
          ...{ practice: asDecimal('0'), ratio: asDecimal('1.1'), covered: true, seq: 12, digest: 'ab'.repeat(32) },
        };
        return paged([proof], { current, size });
      },
      ...{ step: notOfTheDesk, prove: notOfTheDesk },
    },

    outside: practice ? (outside as PracticeOutside) : undefined,
    onNews: () => () => undefined,
    stop: async () => undefined,
  };
  return custody;
}
