// A short history in hand-written events: a market maker that quotes BTC/USDT, and two users, one referred by the
// other. They claim practice money, place orders, trade with the market maker and each other, cancel and transfer.
// Scales: BTC 8, USDT 6; tick 0.1, lot 0.00001.

import { type ExchangeEvent, packText } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import type { FoldBatch } from '../../src/projection/views/index.ts';
import { event, eventWords } from './event-words.ts';

export const BTC = 1;
export const USDT = 2;
export const MARKET = 1;
export const INSTRUMENT = 1;
export const ANN = 2;
export const BEN = 3;
/** K: USDT atoms of one lot at one tick: 0.1 × 0.00001 × 10^6. */
export const K = 1;
/** BTC atoms of one lot. */
export const LOT = 1_000;
/** 21 November 2026, a Saturday, 11:59:30 UTC. */
export const START = Date.UTC(2026, 10, 21, 11, 59, 30);

/** Account numbers by owner and asset; class 8 fee, 9 safety, 17 outside. */
export const ACCOUNTS = {
  makerBtc: 1,
  makerUsdt: 2,
  feeBtc: 3,
  feeUsdt: 4,
  safetyBtc: 5,
  safetyUsdt: 6,
  outsideBtc: 7,
  outsideUsdt: 8,
  annBtc: 9,
  annUsdt: 10,
  benBtc: 11,
  benUsdt: 12,
  annUsdtContract: 13,
} as const;

const opened = (account: number, kind: number, user: number, asset: number, wallet = kind === 1 ? 1 : 0) =>
  event('account.opened', { account, class: kind, user, wallet, asset, market: 0 });
const entry = (account: number, available: number, held = 0) => event('entry', { account, available, held });
const begin = (seq: number, command: number, user = 0) => event('begin', { seq, command, user });
const done = (seq: number, user: number, result = 0) => event('done', { seq, user, result, repeated: 0, first: 0 });
const person = (user: number, referrer: number, house = 0) =>
  event('user.changed', { user, referrer, stage: 0, locks: 0, tier: 0, house });

const place = (order: number, user: number, side: number, price: number, lots: number) =>
  event('order.opened', {
    order,
    user,
    market: MARKET,
    wallet: 1,
    side,
    type: 1,
    timeInForce: 1,
    price,
    lots,
    amount: 0,
    trigger: 0,
    triggerBy: 2,
    status: 0,
    makerRate: 1_000,
    takerRate: 1_000,
  });
const changed = (
  order: number,
  price: number,
  lots: number,
  dealtLots: number,
  dealtValue: number,
  fee: number,
  resting: number,
  status: number,
) => event('order.changed', { order, price, lots, dealtLots, dealtValue, fee, resting, status });

/** The batches: their events and their times after the start. */
const story: readonly (readonly [time: number, commands: number, events: readonly ExchangeEvent[]])[] = [
  [
    0,
    1,
    [
      begin(1, 0),
      begin(2, 1),
      event('asset.changed', { asset: BTC, code: packText('BTC'), scale: 8 }),
      event('asset.changed', { asset: USDT, code: packText('USDT'), scale: 6 }),
      event('instrument.changed', {
        instrument: INSTRUMENT,
        base: packText('BTC'),
        quote: packText('USDT'),
        category: 1,
        calendar: 0,
        tickDecimals: 1,
      }),
      event('market.changed', {
        market: MARKET,
        type: 1,
        instrument: INSTRUMENT,
        base: BTC,
        quote: USDT,
        tickDecimals: 1,
        lotDecimals: 5,
        atomsPerTickLot: K,
        baseAtomsPerLot: LOT,
        minValue: 5_000_000,
        maxValue: 5_000_000_000_000,
        state: 1,
      }),
      event('tier.changed', { tier: 0, volume: 0, maker: 1_000, taker: 1_000, version: 1 }),
      person(MARKET_MAKER, 0, 1),
      opened(1, 1, MARKET_MAKER, BTC),
      opened(2, 1, MARKET_MAKER, USDT),
      opened(3, 8, 0, BTC),
      opened(4, 8, 0, USDT),
      opened(5, 9, 0, BTC),
      opened(6, 9, 0, USDT),
      opened(7, 17, 0, BTC),
      opened(8, 17, 0, USDT),
      event('funded', { class: 1, asset: BTC, amount: 10_000_000_000 }),
      entry(1, 10_000_000_000),
      entry(7, -10_000_000_000),
      event('funded', { class: 1, asset: USDT, amount: 10_000_000_000_000 }),
      entry(2, 10_000_000_000_000),
      entry(8, -10_000_000_000_000),
      done(2, 0),
    ],
  ],
  [
    1_000,
    2,
    [
      begin(3, 0),
      begin(4, 10),
      event('tick', {
        instrument: INSTRUMENT,
        number: 1,
        price: 100_000_000,
        spread: 200,
        used: 3,
        total: 3,
        state: 1,
      }),
      event('tick.source', { instrument: INSTRUMENT, source: 1, offset: -100, age: 20, state: 1 }),
      event('tick.source', { instrument: INSTRUMENT, source: 2, offset: 100, age: 30, state: 1 }),
      done(4, 0),
      begin(5, 11, MARKET_MAKER),
      event('quote', {
        market: MARKET,
        levels: [
          { side: 1, price: 999_900, lots: 500 },
          { side: 1, price: 999_800, lots: 700 },
          { side: 2, price: 1_000_100, lots: 400 },
          { side: 2, price: 1_000_200, lots: 800 },
        ],
      }),
      entry(1, -1_200_000, 1_200_000),
      entry(2, -1_199_810_000, 1_199_810_000),
      done(5, MARKET_MAKER),
    ],
  ],
  [
    2_000,
    4,
    [
      begin(6, 0),
      begin(7, 20),
      person(ANN, 0),
      done(7, 0, ANN),
      begin(8, 20),
      person(BEN, ANN),
      done(8, 0, BEN),
      begin(9, 51, ANN),
      event('practice', { user: ANN, asset: USDT, amount: 10_000_000_000 }),
      opened(9, 1, ANN, BTC),
      opened(10, 1, ANN, USDT),
      entry(10, 10_000_000_000),
      entry(8, -10_000_000_000),
      event('practice', { user: ANN, asset: BTC, amount: 10_000_000 }),
      entry(9, 10_000_000),
      entry(7, -10_000_000),
      done(9, ANN),
      begin(10, 51, BEN),
      event('practice', { user: BEN, asset: USDT, amount: 10_000_000_000 }),
      opened(11, 1, BEN, BTC),
      opened(12, 1, BEN, USDT),
      entry(12, 10_000_000_000),
      entry(8, -10_000_000_000),
      done(10, BEN),
    ],
  ],
  // Ann's sell of 300 lots enters the book at the market maker's price 1,000,100, behind its level.
  [
    3_000,
    1,
    [
      begin(11, 0),
      begin(12, 30, ANN),
      place(101, ANN, 2, 1_000_100, 300),
      entry(9, -300 * LOT, 300 * LOT),
      done(12, ANN, 101),
    ],
  ],
  // Ben buys 600 lots: 400 from the market maker, 200 from Ann. The fee is 0.1 % of what is received; of each fee 10 %
  // go to safety, 20 % to Ann.
  [
    40_000,
    1,
    [
      begin(13, 0),
      begin(14, 30, BEN),
      place(102, BEN, 1, 1_000_100, 600),
      entry(12, -600_060_000, 600_060_000),
      event('fill', {
        market: MARKET,
        trade: 1,
        takerOrder: 102,
        makerOrder: 51,
        taker: BEN,
        maker: MARKET_MAKER,
        takerSide: 1,
        price: 1_000_100,
        lots: 400,
        value: 400_040_000,
        takerFee: 400,
        makerFee: 400_040,
        house: 1,
      }),
      entry(12, 0, -400_040_000),
      entry(11, 400_000 - 400),
      entry(1, 0, -400_000),
      entry(2, 400_040_000 - 400_040),
      entry(3, 400 - 40 - 80),
      entry(5, 40),
      entry(4, 400_040 - 40_004),
      entry(6, 40_004),
      event('rebate', { market: MARKET, trade: 1, from: BEN, to: ANN, generation: 1, asset: BTC, amount: 80 }),
      entry(9, 80),
      event('fill', {
        market: MARKET,
        trade: 2,
        takerOrder: 102,
        makerOrder: 101,
        taker: BEN,
        maker: ANN,
        takerSide: 1,
        price: 1_000_100,
        lots: 200,
        value: 200_020_000,
        takerFee: 200,
        makerFee: 200_020,
        house: 0,
      }),
      entry(12, 0, -200_020_000),
      entry(11, 200_000 - 200),
      entry(9, 0, -200_000),
      entry(10, 200_020_000 - 200_020),
      entry(3, 200 - 20 - 40),
      entry(5, 20),
      entry(4, 200_020 - 20_002),
      entry(6, 20_002),
      event('rebate', { market: MARKET, trade: 2, from: BEN, to: ANN, generation: 1, asset: BTC, amount: 40 }),
      entry(9, 40),
      changed(101, 1_000_100, 300, 200, 200_020_000, 200_020, 100, 3),
      changed(102, 1_000_100, 600, 600, 600_060_000, 600, 0, 1),
      event('order.closed', { order: 102, status: 1, reason: 0 }),
      done(14, BEN, 102),
    ],
  ],
  // A tick and new quotes in the next minute; Ann cancels her remaining order and moves 1 USDT to the contract wallet.
  [
    90_000,
    4,
    [
      begin(15, 0),
      begin(16, 10),
      event('tick', {
        instrument: INSTRUMENT,
        number: 2,
        price: 100_050_000,
        spread: 0,
        used: 1,
        total: 3,
        state: 2,
      }),
      event('tick.source', { instrument: INSTRUMENT, source: 1, offset: 0, age: 10, state: 1 }),
      event('tick.source', { instrument: INSTRUMENT, source: 2, offset: 900_000, age: 30, state: 3 }),
      done(16, 0),
      begin(17, 11, MARKET_MAKER),
      event('quote', {
        market: MARKET,
        levels: [
          { side: 1, price: 999_800, lots: 0 },
          { side: 1, price: 1_000_000, lots: 300 },
          { side: 2, price: 1_000_200, lots: 900 },
        ],
      }),
      entry(1, -100_000, 100_000),
      entry(2, 399_860_000, -399_860_000),
      done(17, MARKET_MAKER),
      begin(18, 32, ANN),
      event('order.closed', { order: 101, status: 2, reason: 1 }),
      entry(9, 100_000, -100_000),
      done(18, ANN, 101),
      begin(19, 50, ANN),
      event('transferred', { user: ANN, from: 1, to: 2, asset: USDT, amount: 1_000_000, market: 0 }),
      opened(13, 1, ANN, USDT, 2),
      entry(10, -1_000_000),
      entry(13, 1_000_000),
      done(19, ANN),
    ],
  ],
];

/** The history as committed batches; each call creates new arrays. */
export function storyBatches(): FoldBatch[] {
  let firstSeq = 1;
  return story.map(([time, count, events], index) => {
    const batch: FoldBatch = {
      row: index + 1,
      firstSeq,
      count,
      time: START + time,
      hash: `hash${index + 1}`,
      rowHash: `row${index + 1}`,
      events: eventWords(events),
    };
    firstSeq += 1 + count;
    return batch;
  });
}
