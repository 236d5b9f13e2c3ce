// All current parameters, from the exchange's events: the data of the rules and fees pages.

import type { Decimal, Rules } from '@vitrine/contract';
import {
  ALLOWANCE_PARTS,
  BAND,
  breakEven,
  CLOSING_CUT,
  CLOSING_NOTICE,
  CLOSING_REACH,
  CUT_REACH,
  DAY_HOURS,
  DELEVERAGE_KEPT,
  DELEVERAGE_LISTED,
  DISPUTE_MOST,
  DOWN,
  FILL_SHARE,
  FROZEN_REACH,
  FUNDING_CLAMP,
  FUNDING_INTEREST,
  FUNDING_MOST,
  HOUR_LOSS,
  HOUR_SHARE,
  LARGE_SHARE,
  LAST_REACH,
  LINK_NOTICE,
  LONG_CLOSE,
  MAX_CERTAIN,
  MAX_LINKED,
  MAX_OPEN,
  MILLION,
  MOST_SHARES,
  mulDiv,
  ORDER_SHARES,
  PROTECTION,
  RANKED_AT_ONCE,
  RULE,
  SHORT_BREAK,
  SMALL_WITHDRAWAL,
  STALE_AFTER,
  STOP_REACH,
  SWAP_DEPTH,
} from '@vitrine/core';
import { MARKET_TYPE } from '@vitrine/core/enum';
import type { HandlersOf } from '../../call/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { decimalText, instrumentName, pairOf } from '../../wire/index.ts';
import { isInverse, valueText } from '../wallet/coin-list.ts';
import { tiersOf } from './contract-markets.ts';
import type { RouteParts } from '../parts.ts';

/** Decimals of millionths, of rates in 10⁻⁹, of percent as a fraction, and of whole turnover. */
const PPM = 6;
const PPB = 9;
const PERCENT = 2;
const WHOLE = 0;
const MAJORS = ['BTC', 'ETH'];
/** Half of a millionth, 10⁻⁹. */
const HALF_OF_PPM = 500;
/** Loan terms by the bits that say whether they are offered, days. */
const LOAN_DAYS = [7, 15, 30, 60] as const;

const ppm = (rate: number) => decimalText(rate, PPM);

function scaleOf(live: Live, asset: number): number {
  return live.asset(asset)?.scale ?? 0;
}

function codeOf(live: Live, asset: number): string {
  return live.asset(asset)?.code ?? '';
}

function fees(live: Live): Rules['fees'] {
  const contracts = live.contractFees();
  const shares = live.feeShares() ?? { safety: 0, first: 0, second: 0, third: 0 };
  const all = shares.safety + shares.first + shares.second + shares.third;
  return {
    tiers: live.tiers().map(({ tier, volume, maker, taker }) => {
      // Contracts may have fewer tiers: the last one applies above it.
      const contract = contracts.find((one) => one.tier === tier) ?? contracts.at(-1);
      return {
        tier,
        volume: decimalText(volume, WHOLE),
        spotMaker: ppm(maker),
        spotTaker: ppm(taker),
        contractMaker: ppm(contract?.maker ?? maker),
        contractTaker: ppm(contract?.taker ?? taker),
      };
    }),
    safetyShare: ppm(shares.safety),
    referralShares: [shares.first, shares.second, shares.third].map(ppm),
    // The sum of all shares stays below the limit at which self-trading would be free (money §10).
    agentMost: ppm(all >= MOST_SHARES ? 0 : mulDiv(MILLION, MOST_SHARES - all, MILLION - all, DOWN)),
  };
}

function spot(live: Live): Rules['spot'] {
  return {
    band: decimalText(BAND, PERCENT),
    protection: decimalText(PROTECTION, PERCENT),
    openOrders: MAX_OPEN,
    openOrdersInAll: live.rules().version >= RULE.orderShare ? [...ORDER_SHARES] : null,
    killOrders: MAX_CERTAIN,
    markets: live
      .markets()
      .filter(({ type }) => type === MARKET_TYPE.spot)
      .map((market) => ({
        symbolName: pairOf(live, market),
        tick: decimalText(1, market.tickDecimals),
        lot: decimalText(1, market.lotDecimals),
        minValue: decimalText(market.minValue, scaleOf(live, market.quote)),
        maxValue: decimalText(market.maxValue, scaleOf(live, market.quote)),
      })),
  };
}

/** Funding rate caps of a contract, as fractions per 8 hours. */
function fundingCaps(live: Live, market: number): { fundingMost: Decimal; fundingHourlyMost: Decimal | null } {
  const { own, hourly } = live.fundingCaps(market);
  return {
    fundingMost: decimalText(own, PPB),
    fundingHourlyMost: hourly === undefined ? null : decimalText(hourly, PPB),
  };
}

/** BTC and ETH. */
function isMajor(live: Live, instrument: number): boolean {
  return MAJORS.includes(live.instrument(instrument)?.base ?? '');
}

function closingOf(live: Live, market: number): Rules['contracts']['markets'][number]['closing'] {
  const closing = live.closing(market);
  if (closing === undefined) return null;
  const waits = live.closingRateAnnounced(market);
  return {
    ...{ rate: ppm(closing.rate), nextRate: ppm(closing.nextRate) },
    announced: waits === undefined ? null : { rate: ppm(waits.rate), from: waits.from },
  };
}

/** Coins that can be swapped. */
function swaps(live: Live): Rules['funds']['swaps'] {
  return live.assets().flatMap(({ asset, code }) => {
    const terms = live.swapTerms(asset);
    if (terms === undefined || !terms.open) return [];
    const depth = terms.instrument === 0 || isMajor(live, terms.instrument) ? SWAP_DEPTH.majors : SWAP_DEPTH.others;
    return [{ coin: code, half: decimalText(terms.spread * HALF_OF_PPM, PPB), depth: decimalText(depth, PPM) }];
  });
}

/** Most that the insurance fund pays for a market in an hour, millionths; since rules `solventWaits` for no fill. */
function insuranceHour(version: number): number {
  if (version >= RULE.fundTakesOver) return HOUR_LOSS;
  return version >= RULE.solventWaits ? 0 : HOUR_SHARE;
}

function contracts(live: Live): Rules['contracts'] {
  return {
    liquidationFeeMost: ppm(FILL_SHARE),
    insuranceHourMost: ppm(insuranceHour(live.rules().version)),
    fundingInterest: decimalText(FUNDING_INTEREST, PPB),
    fundingClamp: decimalText(FUNDING_CLAMP, PPB),
    fundingMost: decimalText(FUNDING_MOST, PPB),
    forcedReach: decimalText(CUT_REACH, PERCENT),
    frozenReach: decimalText(FROZEN_REACH, PERCENT),
    staleAfter: STALE_AFTER,
    disputeMost: DISPUTE_MOST,
    deleverage: { atOnce: RANKED_AT_ONCE, listed: DELEVERAGE_LISTED, kept: DELEVERAGE_KEPT },
    linked: { most: MAX_LINKED, notice: LINK_NOTICE },
    closing: {
      ...{ notice: CLOSING_NOTICE, cut: CLOSING_CUT, shortBreak: SHORT_BREAK, longClose: LONG_CLOSE },
      reach: ppm(CLOSING_REACH),
    },
    markets: live.contracts().map((contract) => ({
      symbolName: instrumentName(live, contract.instrument),
      contractType: isInverse(contract) ? ('coin' as const) : ('u' as const),
      settleCoin: codeOf(live, contract.settle),
      tick: decimalText(1, contract.tickDecimals),
      lot: decimalText(1, contract.lotDecimals),
      face: isInverse(contract) ? decimalText(contract.face, WHOLE) : null,
      minValue: valueText(live, contract, contract.minValue),
      maxValue: valueText(live, contract, contract.maxValue),
      impact: valueText(live, contract, contract.impact),
      fundingHours: contract.fundingHours,
      ...fundingCaps(live, contract.market),
      version: contract.version,
      stopReach: decimalText(isMajor(live, contract.instrument) ? STOP_REACH.majors : STOP_REACH.others, PERCENT),
      lastReach: decimalText(isMajor(live, contract.instrument) ? LAST_REACH.majors : LAST_REACH.others, PERCENT),
      closing: closingOf(live, contract.market),
      tiers: tiersOf(live, contract),
    })),
  };
}

function seconds(live: Live): Rules['seconds'] {
  const markets = live.secondMarkets();
  return {
    // They may differ by market: the longest one applies to all.
    delay: Math.max(0, ...markets.map(({ delay }) => delay)),
    patience: Math.max(0, ...markets.map(({ patience }) => patience)),
    markets: markets.map((market) => {
      const scale = scaleOf(live, market.asset);
      const coin = codeOf(live, market.asset);
      return {
        symbolName: instrumentName(live, market.instrument),
        coin,
        most: decimalText(market.most, scale),
        version: market.version,
        periods: market.periods.map(({ seconds: length, odds, min, max }) => ({
          id: `${market.market}-${length}`,
          seconds: length,
          odds: ppm(odds),
          breakEven: ppm(breakEven(odds)),
          min: decimalText(min, scale),
          max: decimalText(max, scale),
          coin,
          ruleVersion: market.version,
        })),
      };
    }),
  };
}

function margin(live: Live): Rules['margin'] {
  const terms = live.marginTerms();
  return {
    crossLeverage: terms?.cross ?? 0,
    transferOut: ppm(terms?.transferOut ?? 0),
    levels: live.marginLevels().map(({ leverage, borrow, call, liquidation }) => ({
      leverage,
      borrow: ppm(borrow),
      call: ppm(call),
      liquidation: ppm(liquidation),
    })),
    coins: live.marginAssets().map(({ asset, rate, factor, limit }) => ({
      coin: codeOf(live, asset),
      hourRate: decimalText(rate, PPB),
      dayRate: decimalText(rate * DAY_HOURS, PPB),
      factor: ppm(factor),
      limit: decimalText(limit, scaleOf(live, asset)),
    })),
    markets: live
      .marginMarkets()
      .map(({ market, leverage }) => ({ symbolName: pairOf(live, live.market(market)), leverage })),
  };
}

function loans(live: Live): Rules['loans'] {
  return live.loanProducts().map((product) => {
    const scale = scaleOf(live, product.asset);
    return {
      coin: codeOf(live, product.asset),
      min: decimalText(product.min, scale),
      max: decimalText(product.max, scale),
      dayRate: decimalText(product.rate, PPB),
      overdue: ppm(product.overdue),
      days: LOAN_DAYS.filter((_, bit) => (product.days >> bit) % 2 === 1),
      threshold: decimalText(product.threshold, scale),
      perPoint: decimalText(product.perPoint, scale),
      leastScore: product.leastScore,
      open: product.open,
      version: product.version,
    };
  });
}

function funds({ funds: known, custody, live }: Pick<RouteParts, 'funds' | 'custody' | 'live'>): Rules['funds'] {
  const limits = known.limits() ?? { stage1: 0, stage2: 0, vip: 0, threshold: 0, hour: 0 };
  const rules = known.rules() ?? { most: 0, day: 0 };
  const whole = (worth: number) => decimalText(worth, WHOLE);
  return {
    stages: [
      { stage: 0, vip: false, day: whole(0) },
      { stage: 1, vip: false, day: whole(limits.stage1) },
      { stage: 2, vip: false, day: whole(limits.stage2) },
      { stage: 2, vip: true, day: whole(limits.vip) },
    ],
    hour: ppm(limits.hour),
    persons: whole(limits.threshold),
    rules: { most: whole(rules.most), day: whole(rules.day) },
    queue: {
      allowance: ppm(MILLION / ALLOWANCE_PARTS),
      least: whole(SMALL_WITHDRAWAL),
      small: ppm(MILLION - LARGE_SHARE),
    },
    swaps: swaps(live),
    coins: [...custody.networks.list()],
  };
}

/** The handler of the current parameters. */
export function ruleCalls({
  live,
  ...parts
}: Pick<RouteParts, 'live' | 'funds' | 'custody'>): HandlersOf<'common.getRules'> {
  return {
    'common.getRules'() {
      const { seq, time } = live.head();
      return {
        ...{ seq, time },
        fees: fees(live),
        spot: spot(live),
        contracts: contracts(live),
        seconds: seconds(live),
        margin: margin(live),
        loans: loans(live),
        funds: funds({ live, ...parts }),
      };
    },
  };
}
