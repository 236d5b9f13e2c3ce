// A contract's terms in the integers of core/formula, and conversion of typed decimals to them.

import type { MarginMode } from '@vitrine/contract';
import { PLATE } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type Terms } from '@vitrine/core/formula';
import { parseDecimal } from '@vitrine/core/number';
import type { ContractMarket, ContractRules } from '../../market/index.ts';
import { coveredNow, rateNow, type TermsClosing } from './closing.ts';

export type ContractKind = 'u' | 'coin';

const RATE_DECIMALS = 6;

/** A contract's terms: `Terms` of the formulas, and data for display and validation. */
export interface ContractTerms extends Terms {
  /** `BTC_USDT`, `BTC/USDT`. */
  readonly symbol: string;
  readonly name: string;
  readonly contractType: ContractKind;
  /** Kind of its streams: 2 USDT, 3 coin (calls §8). */
  readonly kind: 2 | 3;
  readonly base: string;
  readonly quote: string;
  /** The coin of margin, PnL and fees, and its decimals. */
  readonly settle: string;
  readonly settleScale: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Limits of an order: settle atoms (USDT), whole USD (coin). */
  readonly minValue: number;
  readonly maxValue: number;
  /** Fee rates, millionths. */
  readonly maker: number;
  readonly taker: number;
  readonly fundingHours: number;
  readonly tradeState: ContractRules['tradeState'];
  /** It has trading hours, and so isolated margin only (money §3). */
  readonly hours: boolean;
  /**
   * For a market with trading hours: its closing rules, and the rate that openings require now, millionths (0: none).
   */
  readonly closing: TermsClosing | undefined;
  readonly closingRate: number;
  /** The rate that must remain after an opening loss, in the last hour before a close (0: none). */
  readonly coveredRate: number;
}

/** A decimal as an integer of 10^−decimals; undefined if invalid, or too large to be exact. */
export function whole(text: string | null | undefined, decimals: number): number | undefined {
  if (text === null || text === undefined) return undefined;
  const read = parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text, decimals);
  return typeof read === 'number' ? read : undefined;
}

/** The terms of a contract market at `now` (ms); undefined until all parts are loaded. */
export function termsOf(
  { rules, plates }: Pick<ContractMarket, 'rules' | 'plates'>,
  now: number,
): ContractTerms | undefined {
  const linear = rules.kind === MARKET_TYPE.linear;
  const valueScale = linear ? rules.settleScale : 0;
  const minValue = whole(rules.minValue, valueScale);
  const maxValue = whole(rules.maxValue, valueScale);
  const maker = whole(rules.makerRate, RATE_DECIMALS);
  const taker = whole(rules.takerRate, RATE_DECIMALS);
  if (minValue === undefined || maxValue === undefined || maker === undefined || taker === undefined) return undefined;
  if (rules.tiers.length === 0) return undefined;
  return {
    type: linear ? MARKET_TYPE.linear : MARKET_TYPE.inverse,
    perLot: rules.perLot,
    face: rules.face,
    tiers: rules.columns,
    first: 0,
    count: rules.tiers.length,
    symbol: rules.symbol,
    name: rules.name,
    contractType: rules.contractType,
    kind: rules.kind,
    base: rules.base,
    quote: rules.quote,
    settle: rules.settle,
    settleScale: rules.settleScale,
    tickDecimals: rules.tickDecimals,
    lotDecimals: rules.lotDecimals,
    minValue,
    maxValue,
    maker,
    taker,
    fundingHours: rules.fundingHours,
    tradeState: rules.tradeState,
    hours: !plates.includes(PLATE.crypto),
    closing: rules.closing,
    closingRate: rateNow(rules.closing, now),
    coveredRate: coveredNow(rules.closing, now),
  };
}

/** The margin modes available for opening a contract. */
export function modesOf({ hours }: Pick<ContractTerms, 'hours'>): readonly MarginMode[] {
  return hours ? ['fixed'] : ['fixed', 'all'];
}

/** The wallet of a kind of contracts (calls §9). */
export function walletOf(contractType: ContractKind): '2' | '3' {
  return contractType === 'u' ? '2' : '3';
}
