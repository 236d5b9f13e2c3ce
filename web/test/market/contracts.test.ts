import { coin as coinShape, contractDetail, tier } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { maintenanceAt } from '@vitrine/core/formula';
import { expect, test } from 'vitest';
import { settleScaleOf, toContractRules } from '../../src/market/contracts.ts';

const coin = coinShape.parse({
  id: '1',
  type: 2,
  baseCoin: 'USDT',
  coin: 'BTC',
  symbol: 'btcusdt',
  showSymbol: 'BTC/USDT',
  customizeFlag: 1,
  market: 'vitrine',
  coinType: 1,
  amount: null,
  open: null,
  plate: '1,11',
  tick: '0.1',
  lot: '0.00001',
  minValue: '5',
  baseScale: 8,
  quoteScale: 6,
  maxLeverage: 125,
  state: 'valid',
  opensAt: null,
});

const detail = contractDetail.parse({
  symbol: 'btcusdt',
  symbolName: 'BTC/USDT',
  contractType: 'u',
  settleCoin: 'USDT',
  close: '114129.7',
  openPrice: null,
  change: null,
  priceChangePercent: null,
  volume24: null,
  high24: null,
  low24: null,
  open: null,
  high: null,
  low: null,
  volume: null,
  seq: 1,
  time: 1,
  state: 'valid',
  tradeTime: 1,
  indexPrice: '114128.9',
  indexTime: 1,
  indexChange: null,
  indexChangePercent: null,
  indexHigh24: null,
  indexLow24: null,
  markPrice: '114129.123',
  riskPrice: '114129.123',
  fundingRate: '0.0001',
  nextFundingTime: 1,
  tick: '0.1',
  lot: '0.00001',
  face: null,
  minValue: '5',
  maxValue: '5000000',
  maxLeverage: 125,
  openInterest: '12.5',
  impact: '200000',
  fundingHours: 8,
  makerRate: '0.0002',
  takerRate: '0.0005',
  closing: null,
  tradeState: 'trading',
});

const tiers = [
  { floor: '0', cap: '50000', rate: '0.004', maxLeverage: 125, amount: '0' },
  { floor: '50000', cap: null, rate: '0.005', maxLeverage: 100, amount: '50' },
].map((row) => tier.parse(row));

test('a U contract in whole units of the formulas: an atom of USDT is a lot at a tick', () => {
  const rules = toContractRules(coin, detail, tiers, 6);
  expect(rules).toMatchObject({
    symbol: 'BTC_USDT',
    kind: MARKET_TYPE.linear,
    settle: 'USDT',
    tickDecimals: 1,
    lotDecimals: 5,
    perLot: 1,
    face: 0,
  });
  // 1 BTC at 100,000.000: 100,000 USDT × 0.5 % − 50 USDT.
  expect(maintenanceAt(MARKET_TYPE.linear, rules.perLot, rules.face, rules.columns, 0, 2, 100_000, 100_000_000)).toBe(
    450_000_000,
  );
});

test('a coin contract is whole contracts of its face in USD', () => {
  const rules = toContractRules(
    coin,
    contractDetail.parse({ ...detail, contractType: 'coin', settleCoin: 'BTC', lot: '1', face: '100' }),
    tiers,
    8,
  );
  expect(rules).toMatchObject({ kind: MARKET_TYPE.inverse, lotDecimals: 0, face: 100, perLot: 100 * 10 ** 9 });
  // 10 contracts are 1,000 USD: 0.4 % of them, 4 USD, at 100,000 are 0.00004 BTC.
  expect(maintenanceAt(MARKET_TYPE.inverse, rules.perLot, rules.face, rules.columns, 0, 2, 10, 100_000_000)).toBe(
    4_000,
  );
});

test('the settle coin has the digits of its own spot market; without one they are not known', () => {
  expect([settleScaleOf('USDT', []), settleScaleOf('BTC', [coin]), settleScaleOf('SOL', [coin])]).toEqual([
    6,
    8,
    undefined,
  ]);
});
