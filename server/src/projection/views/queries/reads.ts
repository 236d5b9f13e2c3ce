// The API's reads of history in one object. Every own list takes the user's id.

import type { ExchangeEvent, MarketId } from '@vitrine/core';
import type pg from 'pg';
import type {
  Candle,
  Fill,
  FundingPayment,
  FundSlice,
  FundingRate,
  LinkFact,
  Order,
  Position,
  PracticeUsers,
  PositionStep,
  Second,
  SwapOrder,
  Tick,
  Trade,
} from '../../handlers/index.ts';
import { FairQueue } from '../../../shared/collection/index.ts';
import type { HistoryLoader } from '../../live/index.ts';
import { viewsDatabase, viewsPool } from '../database.ts';
import { readViewsState } from '../rows/memory.ts';
import {
  type BillFilter,
  type BillFlow,
  type BillLine,
  billParts,
  type BillSum,
  readBillFlows,
  readBills,
  readBillSums,
  readCommandBills,
  type SumFilter,
} from './bills.ts';
import { DayCloses } from './closes.ts';
import { type DebtFilter, type DebtLine, debtRecordParts, readDebtRecords } from './debts.ts';
import { readHistory } from './history.ts';
import { type JournalEntry, readCommandEvents, readJournalEntry, readJournalTick } from './journal.ts';
import { readLinks } from './links.ts';
import {
  type FillFilter,
  fillParts,
  type OrderDetails,
  type OrderFilter,
  orderParts,
  readFills,
  readOrder,
  readOrderMarkets,
  readOrders,
} from './orders.ts';
import type { Page, PageAsked, Parts } from './list.ts';
import { type PracticeMinute, readPracticeMinutes } from './practice.ts';
import {
  closedParts,
  type Guard,
  type GuardFilter,
  type PositionFilter,
  readClosed,
  readFundingRates,
  readGuards,
  readOpenedAt,
  readPayments,
  readPosition,
  readSteps,
} from './positions.ts';
import { type CandlesAsked, readCandles, readTicks, readTrades, type TicksAsked } from './prices.ts';
import { readSecond, readSecondNet, readSeconds, type SecondFilter, type SecondNet, secondParts } from './seconds.ts';
import {
  type EarnOwnSum,
  type EarnSummary,
  readBought,
  readEarn,
  readEarnOwn,
  readStake,
  readStakes,
  type StakeFilter,
  type StakeLine,
  stakeParts,
} from './earn.ts';
import { readFundSlices } from './fund.ts';
import { readSwaps, type SwapFilter, swapParts } from './swaps.ts';
import { type DayWorth, readDailyWorth, readTiedUp, type TiedUp } from './worth.ts';

/** Connections for reads, and how many of them customers' own reads may use at once. */
const CONNECTIONS = 6;
const OWN_AT_ONCE = 3;
/** Of those, how many serve customers with several waiting reads; the rest leave CPU time to everybody else. */
const REPEATS_AT_ONCE = 2;
/** How long the live projection's start waits for the views to catch up, ms. */
const HISTORY_WAIT = 120_000;

export interface ViewsReads {
  /** Own orders, newest first. */
  orders(user: number, filter: OrderFilter, page: PageAsked): Promise<Page<Order>>;
  orderParts(user: number, filter: OrderFilter): Parts<Order>;
  /** One own order with fills and fee shares; undefined if it is not this user's. */
  order(user: number, order: number): Promise<OrderDetails | undefined>;
  /** Markets in own orders of these wallets. */
  orderMarkets(user: number, wallets: readonly number[]): Promise<readonly MarketId[]>;
  fills(user: number, filter: FillFilter, page: PageAsked): Promise<Page<Fill>>;
  fillParts(user: number, filter: FillFilter): Parts<Fill>;
  /** Own closed positions by closing time, newest first. */
  closedPositions(user: number, filter: PositionFilter, page: PageAsked): Promise<Page<Position>>;
  closedPositionParts(user: number, filter: PositionFilter): Parts<Position>;
  /** Average entry price by position, cents. */
  openedAt(positions: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** One own position, open or closed; undefined if it is not this user's. */
  position(user: number, position: number): Promise<Position | undefined>;
  /** The last steps of one own position, oldest first. */
  positionSteps(user: number, position: number, limit: number): Promise<readonly PositionStep[]>;
  /** The last funding payments of one own position, newest first. */
  fundingPayments(user: number, position: number, limit: number): Promise<readonly FundingPayment[]>;
  /** A contract's settled funding rates, newest first. */
  fundingRates(market: number, limit: number): Promise<readonly FundingRate[]>;
  /** The insurance fund's latest unwound slices, newest first. */
  fundSlices(limit: number): Promise<readonly FundSlice[]>;
  /** Own take-profit and stop-loss orders of positions, newest first. */
  guards(user: number, filter: GuardFilter, page: PageAsked): Promise<Page<Guard>>;
  /** Own records of borrowing, newest first. */
  debtRecords(user: number, filter: DebtFilter, page: PageAsked): Promise<Page<DebtLine>>;
  debtRecordParts(user: number, filter: DebtFilter): Parts<DebtLine>;
  /** Own second contracts, newest first. */
  seconds(user: number, filter: SecondFilter, page: PageAsked): Promise<Page<Second>>;
  secondParts(user: number, filter: SecondFilter): Parts<Second>;
  /** A second contract by its number. The caller checks the owner. */
  second(second: number): Promise<Second | undefined>;
  /** Own result to date by coin, over all settled second contracts. */
  secondNet(user: number): Promise<readonly SecondNet[]>;
  bills(user: number, filter: BillFilter, page: PageAsked): Promise<Page<BillLine>>;
  billParts(user: number, filter: BillFilter): Parts<BillLine>;
  billSums(user: number, filter: SumFilter): Promise<readonly BillSum[]>;
  /**
   * Sums of own lines of a UTC day (`day`: its start) by kind, cause and coin; of one wallet, or of all if undefined.
   */
  billFlows(user: number, wallet: number | undefined, day: number): Promise<readonly BillFlow[]>;
  /** An own line by its number with all own lines of its command; undefined if it is not this user's. */
  commandBills(
    user: number,
    line: number,
  ): Promise<{ readonly line: BillLine; readonly all: readonly BillLine[] } | undefined>;
  /** The events of a command, for all users: the caller picks those of its user. */
  commandEvents(seq: number): Promise<readonly ExchangeEvent[]>;
  /** Every staking and finance product with its totals, beside the ledger, as of one command. */
  earn(): Promise<EarnSummary>;
  /** Purchases ever by product, of these customers together. */
  bought(users: readonly [number, ...number[]]): Promise<ReadonlyMap<number, number>>;
  /** Own purchases of staking or finance, newest first. */
  stakes(user: number, filter: StakeFilter, page: PageAsked): Promise<Page<StakeLine>>;
  stakeParts(user: number, filter: StakeFilter): Parts<StakeLine>;
  /** One own purchase; undefined if it is not this user's. */
  stake(user: number, stake: number): Promise<StakeLine | undefined>;
  /** Own figures of staking (1) or finance (2) by coin. */
  earnOwn(user: number, kind: number): Promise<readonly EarnOwnSum[]>;
  /** Own swaps, newest first. */
  swaps(user: number, filter: SwapFilter, page: PageAsked): Promise<Page<SwapOrder>>;
  swapParts(user: number, filter: SwapFilter): Parts<SwapOrder>;
  /** Link events of an account, newest first. */
  links(user: number): Promise<readonly LinkFact[]>;
  /** USDT value at the end of each of the last `days` UTC days (30); wallet 0 for all. */
  dailyWorth(user: number, wallet: number, now: number, days?: number): Promise<readonly DayWorth[]>;
  /** Isolated margins and running stakes at the end of the UTC day of `time`; wallet 0 for all. */
  tiedUp(user: number, wallet: number, time: number): Promise<readonly TiedUp[]>;
  candles(asked: CandlesAsked): Promise<readonly Candle[]>;
  ticks(asked: TicksAsked): Promise<readonly Tick[]>;
  /** The journal row that contains a command; undefined until SQL has it. */
  journalEntry(seq: number): Promise<JournalEntry | undefined>;
  /** The tick by number, sequenced at `time`, from the event log, however old. */
  journalTick(instrument: number, number: number, time: number): Promise<Tick | undefined>;
  /** Public trades, newest first. */
  trades(market: number, limit: number): Promise<readonly Trade[]>;
  /** Passed to `createLive`. */
  readonly history: HistoryLoader;
  /** Volume of trades without a customer by minute, from a time on (ms UTC) up to a command. */
  practiceMinutes(since: number, toSeq: number): Promise<readonly PracticeMinute[]>;
  /** The last row and command in SQL. */
  folded(): Promise<{ row: number; seq: number }>;
  close(): Promise<void>;
}

/**
 * Opens the reads on a separate connection pool. The caller closes them. `practice`: users that are labelled as
 * practice traders.
 */
export function openReads(connection: pg.PoolConfig, schema?: string, practice: PracticeUsers = new Set()): ViewsReads {
  const db = viewsDatabase(
    viewsPool(connection, { use: 'read', most: CONNECTIONS, ...(schema === undefined ? {} : { schema }) }),
  );
  const closes = new DayCloses(db);
  // Customers take turns: one with many reads only delays themselves.
  const queue = new FairQueue(OWN_AT_ONCE, REPEATS_AT_ONCE);
  const own =
    <Rest extends unknown[], R>(read: (user: number, ...rest: Rest) => Promise<R>) =>
    (user: number, ...rest: Rest): Promise<R> =>
      queue.run(user, () => read(user, ...rest));
  async function* inParts<T>(user: number, parts: Parts<T>): Parts<T> {
    try {
      for (;;) {
        const { done, value } = await queue.run(user, () => parts.next());
        if (done === true) return value;
        yield value;
      }
    } finally {
      await parts.return(null);
    }
  }
  return {
    orders: own((user, filter, page) => readOrders(db, user, filter, page)),
    orderParts: (user, filter) => inParts(user, orderParts(db, user, filter)),
    order: own((user, order) => readOrder(db, user, order)),
    orderMarkets: own((user, wallets) => readOrderMarkets(db, user, wallets)),
    fills: own((user, filter, page) => readFills(db, user, filter, page)),
    fillParts: (user, filter) => inParts(user, fillParts(db, user, filter)),
    closedPositions: own((user, filter, page) => readClosed(db, user, filter, page)),
    closedPositionParts: (user, filter) => inParts(user, closedParts(db, user, filter)),
    openedAt: (positions) => readOpenedAt(db, positions),
    position: own((user, position) => readPosition(db, user, position)),
    positionSteps: own((user, position, limit) => readSteps(db, user, position, limit)),
    fundingPayments: own((user, position, limit) => readPayments(db, user, position, limit)),
    fundingRates: (market, limit) => readFundingRates(db, market, limit),
    fundSlices: (limit) => readFundSlices(db, limit),
    guards: own((user, filter, page) => readGuards(db, user, filter, page)),
    debtRecords: own((user, filter, page) => readDebtRecords(db, user, filter, page)),
    debtRecordParts: (user, filter) => inParts(user, debtRecordParts(db, user, filter)),
    seconds: own((user, filter, page) => readSeconds(db, user, filter, page)),
    secondParts: (user, filter) => inParts(user, secondParts(db, user, filter)),
    second: (second) => readSecond(db, second),
    secondNet: own((user) => readSecondNet(db, user)),
    bills: own((user, filter, page) => readBills(db, user, filter, page)),
    billParts: (user, filter) => inParts(user, billParts(db, user, filter)),
    billSums: own((user, filter) => readBillSums(db, user, filter)),
    billFlows: own((user, wallet, day) => readBillFlows(db, user, wallet, day)),
    commandBills: own((user, line) => readCommandBills(db, user, line)),
    commandEvents: (seq) => readCommandEvents(db, seq),
    earn: () => readEarn(db),
    bought: ([user, ...others]) => queue.run(user, () => readBought(db, [user, ...others])),
    stakes: own((user, filter, page) => readStakes(db, user, filter, page)),
    stakeParts: (user, filter) => inParts(user, stakeParts(db, user, filter)),
    stake: own((user, stake) => readStake(db, user, stake)),
    earnOwn: own((user, kind) => readEarnOwn(db, user, kind)),
    swaps: own((user, filter, page) => readSwaps(db, user, filter, page)),
    swapParts: (user, filter) => inParts(user, swapParts(db, user, filter)),
    links: own((user) => readLinks(db, user)),
    dailyWorth: own((user, wallet, now, days = 30) => readDailyWorth(db, closes, user, wallet, days, now)),
    tiedUp: own((user, wallet, time) => readTiedUp(db, user, wallet, time)),
    candles: (asked) => readCandles(db, asked),
    ticks: (asked) => readTicks(db, asked),
    journalEntry: (seq) => readJournalEntry(db, seq),
    journalTick: (instrument, number, time) => readJournalTick(db, instrument, number, time),
    trades: (market, limit) => readTrades(db, market, limit, practice),
    practiceMinutes: (since, toSeq) => readPracticeMinutes(db, practice, since, toSeq),
    history: (row, seq) => readHistory(db, row, seq, HISTORY_WAIT, practice),
    async folded() {
      const stands = await readViewsState(db);
      return { row: stands?.row ?? 0, seq: stands?.seq ?? 0 };
    },
    close: () => db.destroy(),
  };
}
