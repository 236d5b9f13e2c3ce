// What the walk tells of all products, added up: lines of the ledger, stories of positions, records of debts and lives of
// second contracts must come to what accounts, positions and debts are (money §3 to §5).

import { POSITION_STEP } from '@vitrine/contract';
import { ACCOUNT_CLASS, MARKET_MAKER } from '@vitrine/core/enum';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountRow,
  type Bill,
  debtKey,
  type DebtRecord,
  emptyState,
  type FoldState,
  type FundingPayment,
  type Position,
  type PositionStep,
  positionStepOf,
  type Second,
  type Settlement,
  type Share,
  type ProjectionHandler,
  type TradeFact,
  Walk,
} from '../../../src/projection/handlers/index.ts';
import { openSim } from '../../support/sim-world.ts';

const SEEDS = [4, 5];
const BATCHES = 1_200;

interface Emitted {
  readonly state: FoldState;
  readonly bills: Bill[];
  readonly balances: AccountRow[];
  readonly trades: TradeFact[];
  readonly shares: Share[];
  readonly steps: PositionStep[];
  readonly payments: FundingPayment[];
  readonly positions: Map<number, Position>;
  readonly records: DebtRecord[];
  readonly seconds: Second[];
  readonly settlements: Settlement[];
}

/** Every fact of a simulated exchange from genesis on. */
function tell(seed: number): Emitted {
  const state = emptyState();
  const emitted: Emitted = {
    state,
    bills: [],
    balances: [],
    trades: [],
    shares: [],
    steps: [],
    payments: [],
    positions: new Map(),
    records: [],
    seconds: [],
    settlements: [],
  };
  const nothing = () => undefined;
  const handler: ProjectionHandler = {
    account: nothing,
    balance: nothing,
    bill: (one) => void emitted.bills.push(one),
    trade: (one) => void emitted.trades.push(one),
    fill: nothing,
    share: (one) => void emitted.shares.push(one),
    stake: nothing,
    order: nothing,
    resting: nothing,
    quote: nothing,
    quoteFilled: nothing,
    tick: nothing,
    priceState: nothing,
    user: nothing,
    listing: nothing,
    mark: nothing,
    fundingRate: nothing,
    funding: (one) => void emitted.payments.push(one),
    position: (one) => void emitted.positions.set(one.position, one),
    positionStep: (one) => void emitted.steps.push(one),
    debt: nothing,
    debtRecord: (one) => void emitted.records.push(one),
    second: (one) => void emitted.seconds.push({ ...one }),
    swap: nothing,
    link: nothing,
    fundSlice: nothing,
    settlement: (one) => void emitted.settlements.push(one),
  };
  const walk = new Walk(state, handler);
  const world = openSim(seed);
  for (let count = 0; count < BATCHES; count += 1) walk.batch(world.next());
  return emitted;
}

const worlds = new Map<number, Emitted>();
function of(seed: number): Emitted {
  const emitted = worlds.get(seed);
  if (emitted === undefined) throw new Error(`expected seed ${seed} to have been run`);
  return emitted;
}
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

beforeAll(() => {
  for (const seed of SEEDS) worlds.set(seed, tell(seed));
});

describe.each(SEEDS)('what a walk tells, seed %i', (seed) => {
  it('lines of the ledger add up to every customer’s accounts, each to the balance it names (money §12)', () => {
    const { state, bills } = of(seed);
    const running = new Map<string, number>();
    const key = (row: { user: number; wallet: number; asset: number; market: number }) =>
      // Only wallet 5 is one a market; elsewhere a line's market is that of its trade.
      [row.user, row.wallet, row.asset, row.wallet === 5 ? row.market : 0].join(':');
    for (const bill of bills) {
      const before = running.get(key(bill)) ?? 0;
      expect(bill.amount).not.toBe(0);
      expect(bill.balance, `${bill.kind} of ${key(bill)} at ${bill.seq}`).toBe(before + bill.amount);
      running.set(key(bill), bill.balance);
    }
    for (const row of state.accounts.values()) {
      if (row.class !== ACCOUNT_CLASS.wallet || row.user === MARKET_MAKER) continue;
      expect(running.get(key(row)) ?? 0, key(row)).toBe(row.available + row.held);
    }
    const kinds = new Set(bills.map((bill) => bill.kind));
    for (const kind of ['trade', 'fee', 'transfer', 'borrow', 'repay', 'interest', 'second', 'liquidation'] as const)
      expect(kinds, kind).toContain(kind);
  });

  it('each line names what moved it: position, second contract, order (calls §1 Bill)', () => {
    const { bills, steps, payments, seconds, positions, records } = of(seed);
    const at = Map.groupBy<number, Bill>(bills, (one) => one.seq);
    const linesOf = (kind: Bill['kind'], of: { readonly seq: number; readonly user: number }) =>
      (at.get(of.seq) ?? []).filter((one) => one.kind === kind && one.user === of.user);
    let margins = 0;
    for (const step of steps) {
      const word = positionStepOf(step.step);
      if (word === 'margin' || (word === 'leverage' && step.amount !== 0)) {
        margins += 1;
        const lines = linesOf('transfer', step).filter((one) => one.causeId === step.position);
        expect(lines, `margin of ${step.position}`).toMatchObject([{ causeKind: 'position', amount: -step.amount }]);
      }
      if (word !== 'cut') continue;
      // The fills of a forced order are no trades of its owner's, and cost no fee.
      const lines = (at.get(step.seq) ?? []).filter((one) => one.causeKind === 'order' && one.causeId === step.order);
      expect(lines.filter((one) => one.kind !== 'liquidation')).toEqual([]);
    }
    expect(margins).toBeGreaterThan(3);
    for (const one of payments) {
      const lines = linesOf('funding', one).filter((line) => line.causeId === one.position);
      const mode = positions.get(one.position)?.marginMode;
      // Isolated: the position's own margin pays and gets, while it is open.
      if (lines.length > 0)
        expect(lines).toMatchObject([{ causeKind: 'position', amount: one.amount, asset: one.asset }]);
      else expect(mode === 2 || one.amount === 0).toBe(true);
    }
    for (const one of seconds) {
      const moved = one.status === 0 ? -one.amount : one.paid;
      const lines = linesOf('second', { seq: one.lastSeq, user: one.user }).filter(
        (line) => line.causeId === one.second,
      );
      if (moved === 0) expect(lines).toEqual([]);
      else expect(lines.map((line) => line.amount)).toContain(moved);
    }
    for (const one of records.filter((record) => record.kind === 2)) {
      const asset = (line: Bill) => line.asset === one.asset && line.wallet === one.wallet;
      const paid = [...linesOf('interest', one), ...linesOf('repay', one)].filter(asset);
      expect(sum(paid.map((line) => line.amount)), `repaid at ${one.seq}`).toBeLessThanOrEqual(-one.amount);
      if (one.interest > 0) expect(linesOf('interest', one).map((line) => line.amount)).toContain(-one.interest);
    }
  });

  it('a fee of a contract is in what it is settled in, and a line of its own (money §3)', () => {
    const { state, trades, bills, shares } = of(seed);
    const contracts = trades.filter((one) => state.contracts.has(one.market));
    expect(contracts.length).toBeGreaterThan(20);
    for (const trade of contracts) {
      const settle = state.contracts.get(trade.market)?.settle;
      expect([trade.takerFeeAsset, trade.makerFeeAsset]).toEqual([settle, settle]);
      const lines = bills.filter((one) => one.kind === 'fee' && one.seq === trade.seq && one.market === trade.market);
      for (const line of lines) expect(line.asset).toBe(settle);
    }
    // Every atom of a fee went somewhere.
    const wanted = new Map<string, number>();
    const met = new Map<string, number>();
    const add = (map: Map<string, number>, key: string, amount: number) => map.set(key, (map.get(key) ?? 0) + amount);
    for (const one of trades) {
      add(
        wanted,
        `${one.market}:${one.trade}`,
        one.takerFeeAsset === one.makerFeeAsset ? one.takerFee + one.makerFee : 0,
      );
    }
    for (const one of shares) if (state.contracts.has(one.market)) add(met, `${one.market}:${one.trade}`, one.amount);
    for (const [key, amount] of wanted) if (amount > 0) expect(met.get(key), key).toBe(amount);
  });

  it('the story of each position comes to its lots, and funding to its funding profit', () => {
    const { positions, steps, payments } = of(seed);
    expect(positions.size).toBeGreaterThan(10);
    const adds = ['open', 'increase'];
    const takes = ['reduce', 'close', 'cut', 'deleveraged', 'counterparty', 'netted', 'crossed', 'sold', 'takenOver'];
    for (const position of positions.values()) {
      const mine = steps.filter((one) => one.position === position.position);
      const lotsOf = (words: readonly string[]) =>
        sum(mine.filter((one) => words.includes(positionStepOf(one.step))).map((one) => one.lots));
      // Netting is a step of both positions, the long and the short.
      expect(lotsOf(adds) - lotsOf(takes), `position ${position.position}`).toBe(position.lots);
      expect(sum(payments.filter((one) => one.position === position.position).map((one) => one.amount))).toBe(
        position.fundingProfit,
      );
      expect(positionStepOf(mine[0]?.step ?? 0)).toBe('open');
      if (position.lots > 0) expect(position.closed).toBe(0);
      else expect(position.closed).toBeGreaterThanOrEqual(position.created);
    }
    const met = new Set(steps.map((one) => POSITION_STEP[one.step - 1]));
    for (const step of ['open', 'increase', 'reduce', 'close', 'margin', 'leverage', 'cut'] as const)
      expect(met, step).toContain(step);
  });

  it('records of borrowing come to what is owed (money §4)', () => {
    const { state, records } = of(seed);
    const owed = new Map<string, number>();
    for (const { user, wallet, market, asset, kind, amount, level, step } of records) {
      // Steps of a wallet's liquidation name its worth, no debt.
      if (kind === 4 && (level > 0 || ![3, 5].includes(step))) continue;
      const key = debtKey(user, wallet, market, asset);
      owed.set(key, (owed.get(key) ?? 0) + (kind === 1 || kind === 3 ? amount : -amount));
    }
    expect(owed.size).toBeGreaterThan(3);
    for (const [key, amount] of owed) {
      const row = state.debts.get(key);
      expect(amount, key).toBe((row?.principal ?? 0) + (row?.interest ?? 0));
    }
  });

  it('a second contract waits, opens, is settled or void, each emitted once with its ticks (money §5)', () => {
    const { seconds, settlements } = of(seed);
    const lives = Map.groupBy(seconds, (one) => one.second);
    expect(lives.size).toBeGreaterThan(20);
    const ends = new Set<number>();
    for (const [id, life] of lives) {
      expect(
        life.map((one) => one.status),
        `${id}`,
      ).toEqual(
        [[0], [0, 1], [0, 1, 2], [0, 1, 3], [0, 3]].find(
          (path) => path.join() === life.map((one) => one.status).join(),
        ),
      );
      const emitted = settlements.filter((one) => one.kind === 'second' && one.id === id);
      expect(emitted.map((one) => one.seq)).toEqual(life.map((one) => one.lastSeq));
      const last = life.at(-1);
      if (last === undefined || last.status < 2) continue;
      ends.add(last.status * 10 + last.result);
      expect(sum(emitted.map((one) => one.amount))).toBe(last.paid - last.amount);
      if (last.status === 3) continue;
      expect(last.openSeq).toBeGreaterThan(last.seq);
      expect(last.closeSeq).toBeGreaterThanOrEqual(last.openSeq);
      expect(last.closeTime).toBeLessThanOrEqual(last.matures);
      expect(last.paid).toBe(last.result === 1 ? last.amount + last.win : last.result === 2 ? 0 : last.amount);
    }
    expect(ends).toEqual(new Set([21, 22, 23, 30]));
  });
});
