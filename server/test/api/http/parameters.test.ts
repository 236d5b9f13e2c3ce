// The rules and rates pages read one call: each number of it is a first value of the exchange, and follows a change
// (money §1, parameters).

import {
  borrowingRates,
  closingRateOf,
  coins,
  collateralFactors,
  type Command,
  contractFace,
  contractSetup,
  feeShares,
  feeTiers,
  GREATEST_DEBT,
  impactNotional,
  instruments,
  loanSetup,
  loanTerms,
  maintenance,
  marginLevels,
  marginLeverage,
  marginSetup,
  orderValues,
  secondPeriods,
  secondSetup,
  secondStakes,
  secondWait,
  spotSteps,
  stepsAtListing,
  stepsOf,
  withdrawalLimits,
} from '@vitrine/core';
import { closingLeverage } from '@vitrine/core/formula';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSED_MARKET, type ExchangeEdge, startExchange } from './exchange-edge.ts';
import type { Json } from './harness.ts';

let world: ExchangeEdge;
let rules: Json;

const read = async (): Promise<Json> => {
  const { code, data } = await world.call(undefined, '/api/common/getRules');
  expect(code).toBe(200);
  return data;
};
/** A setting: nobody is registered, so it needs no second person. */
const set = async (command: Command | Readonly<Record<string, unknown>>): Promise<void> => {
  const { code, seq } = await world.link.submit(command as Command);
  expect([command.name, code]).toEqual([command.name, 200]);
  await world.live.waitFor(seq, 2_000);
};

beforeAll(async () => {
  world = await startExchange();
  rules = await read();
});

afterAll(() => world.stop());

/** A fraction of millionths, and a power of ten as the wire writes them. */
const ppm = (value: number) => (value / 1e6).toFixed(6);
const step = (decimals: number) => (10 ** -decimals).toFixed(decimals);
const named = (list: readonly Json[], name: string, more: object = {}): Json =>
  list.find((one) => Object.entries({ symbolName: name, ...more }).every(([key, value]) => one[key] === value));

describe('the first values', () => {
  it('of fees and their shares', () => {
    expect(rules.fees).toEqual({
      tiers: feeTiers.map(({ volume, spot, contracts }, tier) => ({
        ...{ tier, volume: String(volume), spotMaker: ppm(spot.maker), spotTaker: ppm(spot.taker) },
        ...{ contractMaker: ppm(contracts.maker), contractTaker: ppm(contracts.taker) },
      })),
      safetyShare: ppm(feeShares.safety),
      referralShares: [feeShares.first, feeShares.second, feeShares.third].map(ppm),
      // (70 % − 45 %) ÷ 55 %, rounded down: with it all shares together stay within 70 %.
      agentMost: '0.454545',
    });
  });

  it('of spot', () => {
    expect(rules.spot).toMatchObject({ band: '0.20', protection: '0.05', openOrders: 200 });
    expect(rules.spot).toMatchObject({ openOrdersInAll: [500, 2_000, 4_000], killOrders: 200 });
    expect(rules.spot.markets).toEqual(
      coins.map((coin) => ({
        symbolName: `${coin.base}/USDT`,
        tick: step(spotSteps(coin).tickDecimals),
        lot: step(spotSteps(coin).lotDecimals),
        minValue: `${orderValues.least}.000000`,
        maxValue: `${coin.major ? orderValues.mostMajors : orderValues.most}.000000`,
      })),
    );
  });

  it('of contracts, each step of maintenance', () => {
    const { markets, ...bounds } = rules.contracts;
    expect(bounds).toEqual({
      ...{ liquidationFeeMost: '0.005000', insuranceHourMost: '0.020000' },
      ...{ fundingInterest: '0.000100000', fundingClamp: '0.000500000', fundingMost: '0.020000000' },
      ...{ forcedReach: '0.02', frozenReach: '0.01', staleAfter: 10_000, disputeMost: 60_000 },
      deleverage: { atOnce: 2_000, listed: 256, kept: 60_000 },
      linked: { most: 8, notice: 86_400_000 },
      closing: {
        ...{ notice: 3_600_000, cut: 600_000, shortBreak: 7_200_000, longClose: 86_400_000, reach: '0.002000' },
      },
    });
    expect(markets).toHaveLength(contractSetup().length - 1);
    for (const [at, listed] of instruments.entries()) {
      const coin = coins[at];
      const name = `${listed.base}/${listed.quote}`;
      const { tickDecimals, lotDecimals } = coin === undefined ? stepsAtListing(listed.price) : spotSteps(coin);
      const steps = stepsOf(listed);
      // Markets with hours have at most 1 ÷ their closing rate; here LTC is one.
      const hasHours = listed.calendar !== 'always' || name === CLOSED_MARKET.replace('_', '/');
      const most = hasHours ? closingLeverage(closingRateOf(listed.category, listed.base, listed.quote)) : Infinity;
      const major = ['BTC', 'ETH'].includes(listed.base);
      const rate = (closingRateOf(listed.category, listed.base, listed.quote) / 1_000_000).toFixed(6);
      const common = {
        ...{ symbolName: name, tick: step(tickDecimals), fundingHours: 8, version: 1 },
        ...{ stopReach: major ? '0.02' : '0.05', lastReach: major ? '0.01' : '0.02' },
        closing: hasHours ? expect.objectContaining({ rate, announced: null }) : null,
      };
      const tiers = (digits: (value: number) => string) =>
        steps.map(({ upTo, rate, leverage }, row) => ({
          floor: digits(steps[row - 1]?.upTo ?? 0),
          cap: digits(upTo),
          rate: rate.padEnd(8, '0'),
          maxLeverage: Math.min(leverage, most),
        }));
      expect(named(markets, name, { contractType: 'u' })).toMatchObject({
        ...common,
        ...{ settleCoin: 'USDT', lot: step(lotDecimals), face: null, minValue: `${orderValues.least}.000000` },
        maxValue: `${coin?.major ? orderValues.mostMajors : orderValues.most}.000000`,
        impact: `${coin?.major ? impactNotional.majors : impactNotional.others}.000000`,
        tiers: tiers((value) => value.toFixed(6)),
      });
      const face = String(coin?.base === 'BTC' ? contractFace.BTC : contractFace.others);
      const inverse = named(markets, name, { contractType: 'coin' });
      if (coin?.marginable !== true) expect(inverse).toBeUndefined();
      else
        expect(inverse).toMatchObject({
          ...common,
          ...{ settleCoin: coin.base, lot: '1', face, minValue: face },
          maxValue: String(coin.major ? orderValues.mostMajors : orderValues.most),
          impact: String(coin.major ? impactNotional.majors : impactNotional.others),
          tiers: tiers(String),
        });
    }
  });

  it('of second contracts', () => {
    expect(rules.seconds).toMatchObject({ delay: secondWait.delay, patience: secondWait.patience });
    expect(rules.seconds.markets).toHaveLength(instruments.length);
    for (const [at, { base, quote }] of instruments.entries())
      expect(named(rules.seconds.markets, `${base}/${quote}`)).toEqual({
        ...{ symbolName: `${base}/${quote}`, coin: 'USDT', most: `${secondStakes.open}.000000`, version: 1 },
        periods: secondPeriods.map(({ seconds, odds }) => ({
          ...{ id: `${300 + at + 1}-${seconds}`, seconds, odds: ppm(odds), coin: 'USDT', ruleVersion: 1 },
          breakEven: ppm(Math.ceil(1e12 / (1e6 + odds))),
          ...{ min: `${secondStakes.least}.000000`, max: `${secondStakes.most}.000000` },
        })),
      });
  });

  it('of margin borrowing', () => {
    const { margin } = rules;
    expect(margin).toMatchObject({ crossLeverage: marginLeverage.cross, transferOut: '2.000000' });
    expect(margin.levels).toEqual(
      marginLevels.map(({ leverage, borrow, call, liquidation }) => ({
        ...{ leverage, borrow: ppm(borrow), call: ppm(call), liquidation: ppm(liquidation) },
      })),
    );
    const lent = coins.filter(({ marginable }) => marginable);
    expect(margin.coins.map(({ coin }: Json) => coin)).toEqual(['USDT', ...lent.map(({ base }) => base)]);
    const rate = (text: string) => Number(text).toFixed(9);
    const day = (text: string) => (Number(text) * 24).toFixed(9);
    expect(margin.coins[0]).toEqual({
      ...{ coin: 'USDT', hourRate: rate(borrowingRates.USDT), dayRate: day(borrowingRates.USDT) },
      ...{ factor: ppm(collateralFactors.USDT), limit: `${GREATEST_DEBT}.000000` },
    });
    for (const coin of lent) {
      const group = coin.major ? 'majors' : 'others';
      const shown = margin.coins.find((one: Json) => one.coin === coin.base);
      expect(shown).toMatchObject({
        ...{ hourRate: rate(borrowingRates[group]), dayRate: day(borrowingRates[group]) },
        factor: ppm(collateralFactors[group]),
      });
      // Worth the greatest debt at the price of listing.
      expect(Number(shown.limit) * Number(coin.price)).toBeCloseTo(GREATEST_DEBT, 0);
      expect(named(margin.markets, `${coin.base}/USDT`)).toEqual({
        symbolName: `${coin.base}/USDT`,
        leverage: coin.major ? marginLeverage.isolatedMajors : marginLeverage.isolated,
      });
    }
  });

  it('of loans', () => {
    expect(rules.loans).toEqual([
      {
        ...{ coin: 'USDT', min: `${loanTerms.min}.000000`, max: `${loanTerms.max}.000000`, open: true, version: 1 },
        ...{ dayRate: '0.000300000', overdue: ppm(loanTerms.overdue), days: [7, 15, 30, 60] },
        ...{ threshold: `${loanTerms.threshold}.000000`, perPoint: `${loanTerms.perPoint}.000000` },
        leastScore: loanTerms.leastScore,
      },
    ]);
  });
});

describe('a changed parameter is reported as changed, and nothing else is', () => {
  it('fees and shares', async () => {
    await set({
      name: 'parameters.set',
      tiers: feeTiers.map(({ volume, spot }) => ({ volume, maker: spot.maker - 100, taker: spot.taker - 50 })),
      ...{ safety: 150_000, first: 200_000, second: 100_000, third: 60_000 },
    });
    const [, ...rest] = feeTiers;
    await set({
      name: 'contract.fees',
      tiers: [{ maker: 150, taker: 450 }, ...rest.map(({ contracts }) => contracts)],
    });
    const { fees } = await read();
    expect(fees.tiers[0]).toMatchObject({
      ...{ spotMaker: '0.000900', spotTaker: '0.000950', contractMaker: '0.000150', contractTaker: '0.000450' },
    });
    expect(fees.tiers[1].contractMaker).toBe(rules.fees.tiers[1].contractMaker);
    // (70 % − 51 %) ÷ 49 %.
    expect(fees).toMatchObject({
      ...{ safetyShare: '0.150000', referralShares: ['0.200000', '0.100000', '0.060000'], agentMost: '0.387755' },
    });
  });

  it('bounds of orders and steps of maintenance', async () => {
    await set({ name: 'market.change', market: 1, state: 0, minValue: 4_000_000, maxValue: 0 });
    const [first, ...others] = maintenance.majors;
    await set({
      name: 'contract.change',
      market: 101,
      impact: 150_000_000_000,
      tiers: [{ ...first!, upTo: 60_000 }, ...others].map(({ upTo, rate, leverage }) => ({
        ...{ cap: upTo * 1e6, rate: Math.round(Number(rate) * 1e6), leverage },
      })),
    });
    const changed = await read();
    expect(changed.spot.markets[0]).toEqual({ ...rules.spot.markets[0], minValue: '4.000000' });
    expect(changed.spot.markets.slice(1)).toEqual(rules.spot.markets.slice(1));
    const btc = changed.contracts.markets[0];
    expect(btc).toMatchObject({ impact: '150000.000000', version: 2 });
    expect(btc.tiers[0].cap).toBe('60000.000000');
    expect(btc.tiers[1].floor).toBe('60000.000000');
    expect(changed.contracts.markets.slice(1)).toEqual(rules.contracts.markets.slice(1));
  });

  it('second contracts, margin and loans', async () => {
    const [second] = secondSetup();
    const [margin] = marginSetup();
    const [loan] = loanSetup();
    await set({
      ...second!,
      periods: second!.periods.slice(0, 2).map((period) => ({ ...period, odds: 900_000 })),
      delay: 1_500,
    });
    await set({ ...margin!, transferOut: 1_800_000 });
    await set({ ...loan!, rate: 200_000, days: 5, open: 0 });
    const changed = await read();
    const [btc, ...others] = changed.seconds.markets;
    expect(btc).toMatchObject({ version: 2 });
    expect(btc.periods.map(({ seconds, odds }: Json) => [seconds, odds])).toEqual([
      [30, '0.900000'],
      [60, '0.900000'],
    ]);
    expect(changed.seconds.delay).toBe(1_500);
    expect(others).toEqual(rules.seconds.markets.slice(1));
    expect(changed.margin).toMatchObject({ transferOut: '1.800000', levels: rules.margin.levels });
    expect(changed.loans).toMatchObject([{ dayRate: '0.000200000', days: [7, 30], open: false, version: 2 }]);
    expect(changed.seq).toBeGreaterThan(rules.seq);
  });

  it('what the desk stopped is no longer offered', async () => {
    const check = async (type: number) =>
      (await world.call(undefined, '/api/common/checkTrade', { symbol: 'BTC_USDT', type })).data;
    await world.quote();
    await set({ name: 'market.change', market: 101, state: 2, minValue: 0, maxValue: 0 });
    expect(await check(2)).toMatchObject({ canOpen: false, canReduce: true, code: 2003 });
    await set({ name: 'market.change', market: 101, state: 3, minValue: 0, maxValue: 0 });
    expect(await check(2)).toMatchObject({ canOpen: false, canReduce: false, code: 2003 });
    const detail = await world.call(undefined, '/api/v1/coin/open/get/contractDetail', {
      symbolNameList: ['BTC_USDT'],
    });
    expect(detail.data[0].tradeState).toBe('suspended');
    expect(await check(3)).toMatchObject({ canOpen: true, code: 200 });
    const [second] = secondSetup();
    await set({ ...second!, periods: [] });
    expect(await check(6)).toMatchObject({ canOpen: false, code: 2003 });
    const { data } = await world.call(undefined, '/api/common/getCoinList', {});
    expect(data.coinList).toHaveLength(instruments.length - 1);
  });
});

describe('deposits and withdrawals (§8)', () => {
  it('limits, the threshold of two persons and what passes by rules are those in force', () => {
    const { stage1, stage2, vip, threshold, hour } = withdrawalLimits;
    expect(rules['funds']).toMatchObject({
      stages: [
        { stage: 0, vip: false, day: '0' },
        { stage: 1, vip: false, day: String(stage1) },
        { stage: 2, vip: false, day: String(stage2) },
        { stage: 2, vip: true, day: String(vip) },
      ],
      ...{ persons: String(threshold), rules: { most: '1000', day: '2000' } },
    });
    expect(rules['funds'].hour).toBe(`${hour}0000`);
    expect(rules['funds'].queue).toEqual({ allowance: '0.100000', least: '1000', small: '0.200000' });
    expect(rules['funds'].swaps).toContainEqual({ coin: 'BTC', half: '0.000500000', depth: '100000.000000' });
    expect(rules['funds'].coins[0]).toMatchObject({ coin: 'USDT', networks: [{ network: 'practice' }] });
  });
});
