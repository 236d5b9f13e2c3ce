// contract.list, contract.change, contract.fees: listed contracts and their terms (money §3, §1).

import { ACCOUNT_CLASS, MARKET_STATE, MARKET_TYPE } from '../enum/index.ts';
import { nextAmount, soundTiers, tierOf } from '../formula/index.ts';
import { powerOfTen, shareUp } from '../number/index.ts';
import type { Changes } from '../user/index.ts';
import { commands, DONE, MAX_CONTRACT_TIERS, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import type { PerpetualContext } from './context.ts';

const F = {
  market: offsetOf('contract.list', 'market'),
  type: offsetOf('contract.list', 'type'),
  instrument: offsetOf('contract.list', 'instrument'),
  settle: offsetOf('contract.list', 'settle'),
  tickDecimals: offsetOf('contract.list', 'tickDecimals'),
  lotDecimals: offsetOf('contract.list', 'lotDecimals'),
  perLot: offsetOf('contract.list', 'perLot'),
  face: offsetOf('contract.list', 'face'),
  minValue: offsetOf('contract.list', 'minValue'),
  maxValue: offsetOf('contract.list', 'maxValue'),
  impact: offsetOf('contract.list', 'impact'),
  fundingHours: offsetOf('contract.list', 'fundingHours'),
  tiers: offsetOf('contract.list', 'tiers'),
} as const;
const CHANGE_MARKET = offsetOf('contract.change', 'market');
const CHANGE_IMPACT = offsetOf('contract.change', 'impact');
const CHANGE_TIERS = offsetOf('contract.change', 'tiers');
const FEES = offsetOf('contract.fees', 'tiers');
const TIER_WORDS = 3;
const INVALID = rejects['request.invalid'];
/** Hours of a funding interval must divide the day. */
const HOURS_A_DAY = 24;
/** The highest value of the tiers, so that no sum of a market leaves the safe range at plausible prices. */
const MOST_VALUE = MAX_ORDER_ATOMS / 4;

/** Tiers as columns, read from the words of a command. */
export class Steps {
  readonly cap: number[] = [];
  readonly rate: number[] = [];
  readonly leverage: number[] = [];
  readonly amount: number[] = [];

  constructor(words: Float64Array, at: number) {
    const count = words[at] as number;
    for (let step = 0; step < count; step += 1) {
      const from = at + 1 + step * TIER_WORDS;
      const cap = words[from] as number;
      const rate = words[from + 1] as number;
      this.amount.push(
        step === 0
          ? 0
          : nextAmount(
              this.amount[step - 1] as number,
              this.cap[step - 1] as number,
              this.rate[step - 1] as number,
              rate,
            ),
      );
      this.cap.push(cap);
      this.rate.push(rate);
      this.leverage.push(words[from + 2] as number);
    }
  }

  get count(): number {
    return this.cap.length;
  }

  /** Whether they may be listed: in order, continuous in whole units, maintenance below initial margin. */
  sound(): boolean {
    return soundTiers(this, 0, this.count) && this.amount.every((amount) => amount >= 0);
  }
}

/** Decides a listing: a new id, listed instrument and asset, valid tiers, everything within bounds. */
export function decideList(context: PerpetualContext, words: Float64Array, at: number): number {
  const { markets, prices, contracts } = context;
  const market = words[at + F.market] as number;
  const type = words[at + F.type] as number;
  const instrument = words[at + F.instrument] as number;
  const settle = words[at + F.settle] as number;
  const perLot = words[at + F.perLot] as number;
  const face = words[at + F.face] as number;
  const lotDecimals = words[at + F.lotDecimals] as number;
  if (markets.exists(market)) return context.refuse(INVALID, 0, market);
  if (!prices.exists(instrument)) return context.refuse(rejects['request.notFound'], 0, instrument);
  if (!markets.assetExists(settle)) return context.refuse(rejects['coin.unknown'], 0, settle);
  if (words[at + F.tickDecimals] !== prices.rows.tickDecimals[instrument])
    return context.refuse(
      INVALID,
      prices.rows.tickDecimals[instrument] as number,
      words[at + F.tickDecimals] as number,
    );
  if (type === MARKET_TYPE.linear ? face !== 0 : face === 0 || lotDecimals !== 0 || perLot % face !== 0)
    return context.refuse(INVALID, 0, face);
  // F is the value of one contract's USD, in atoms × ticks: face × 10^(scale + tick decimals).
  if (type !== MARKET_TYPE.linear) {
    const scale = markets.assets.scale[settle] as number;
    const exact = face * powerOfTen(scale + (words[at + F.tickDecimals] as number));
    if (perLot !== exact) return context.refuse(INVALID, exact, perLot);
  }
  if ((words[at + F.minValue] as number) > (words[at + F.maxValue] as number))
    return context.refuse(INVALID, words[at + F.maxValue] as number, words[at + F.minValue] as number);
  if (HOURS_A_DAY % (words[at + F.fundingHours] as number) !== 0)
    return context.refuse(INVALID, HOURS_A_DAY, words[at + F.fundingHours] as number);
  const steps = new Steps(words, at + F.tiers);
  if (!steps.sound()) return context.refuse(INVALID, 1, steps.count);
  const greatest = steps.cap[steps.count - 1] as number;
  if (greatest > MOST_VALUE) return context.refuse(INVALID, MOST_VALUE, greatest);
  if (contracts.fees.top === 0) return context.refuse(INVALID, 1, 0);
  return DONE;
}

/** Lists what `decideList` allowed. Returns the market. */
export function commitList(context: PerpetualContext, words: Float64Array, at: number): number {
  const { markets, contracts, ledger } = context;
  const { rows } = contracts;
  const market = words[at + F.market] as number;
  const settle = words[at + F.settle] as number;
  rows.reach(market);
  markets.list(
    Float64Array.of(
      market,
      words[at + F.type] as number,
      words[at + F.instrument] as number,
      settle,
      settle,
      words[at + F.tickDecimals] as number,
      words[at + F.lotDecimals] as number,
      words[at + F.perLot] as number,
      1,
      words[at + F.minValue] as number,
      words[at + F.maxValue] as number,
    ),
    0,
  );
  rows.type[market] = words[at + F.type] as number;
  rows.settle[market] = settle;
  rows.perLot[market] = words[at + F.perLot] as number;
  rows.face[market] = words[at + F.face] as number;
  rows.impact[market] = words[at + F.impact] as number;
  rows.fundingHours[market] = words[at + F.fundingHours] as number;
  rows.state[market] = MARKET_STATE.trading;
  rows.version[market] = 1;
  rows.clearing[market] = ledger.open(ACCOUNT_CLASS.clearing, 0, 0, settle, market);
  rows.insurance[market] = ledger.open(ACCOUNT_CLASS.insurance, 0, 0, settle, 0);
  rows.rounding[market] = ledger.open(ACCOUNT_CLASS.rounding, 0, 0, settle, 0);
  putTiers(context, market, new Steps(words, at + F.tiers));
  emitContract(context, market);
  context.closingRates.setFirst(market);
  return market;
}

/** Writes the tiers of a contract. */
function putTiers(context: PerpetualContext, market: number, steps: Steps): void {
  const { contracts } = context;
  const { tiers } = contracts;
  const first = contracts.firstTier(market);
  tiers.reach(first + MAX_CONTRACT_TIERS - 1);
  for (let step = 0; step < MAX_CONTRACT_TIERS; step += 1) {
    tiers.cap[first + step] = steps.cap[step] ?? 0;
    tiers.rate[first + step] = steps.rate[step] ?? 0;
    tiers.leverage[first + step] = steps.leverage[step] ?? 0;
    tiers.amount[first + step] = steps.amount[step] ?? 0;
  }
  contracts.rows.count[market] = steps.count;
}

/** Emits `contract.changed` for a market. */
export function emitContract(context: PerpetualContext, market: number): void {
  const m = context.markets.rows;
  context.contracts.emit(
    market,
    m.instrument[market] as number,
    m.tickDecimals[market] as number,
    m.lotDecimals[market] as number,
    m.minValue[market] as number,
    m.maxValue[market] as number,
  );
}

export function decideFees(context: PerpetualContext, changes: Changes, words: Float64Array, at: number): number {
  const count = words[at + FEES] as number;
  const tiers = context.users.tiers.rows.top;
  if (count !== tiers) return context.refuse(INVALID, tiers, count);
  return changes.decide(commands['contract.fees'].kind, 0, dearer(context, words, at));
}

/** Whether a rate goes up. */
function dearer(context: PerpetualContext, words: Float64Array, at: number): boolean {
  const { fees } = context.contracts;
  for (let row = 1; row <= fees.top; row += 1) {
    const from = at + FEES + 1 + (row - 1) * 2;
    if ((words[from] as number) > (fees.maker[row] as number)) return true;
    if ((words[from + 1] as number) > (fees.taker[row] as number)) return true;
  }
  return false;
}

/** Sets contract rates by fee tier. Open orders keep the rates they were placed with. Higher rates wait a day. */
export function commitFees(context: PerpetualContext, changes: Changes, words: Float64Array, at: number): number {
  const { fees } = context.contracts;
  if (changes.waits(words, at, 0, dearer(context, words, at))) return 0;
  const count = words[at + FEES] as number;
  const version = fees.top === 0 ? 1 : (fees.version[1] as number) + 1;
  fees.reach(count);
  for (let row = 1; row <= count; row += 1) {
    fees.maker[row] = words[at + FEES + 1 + (row - 1) * 2] as number;
    fees.taker[row] = words[at + FEES + 2 + (row - 1) * 2] as number;
    fees.version[row] = version;
  }
  context.contracts.emitFees();
  return version;
}

/** Decides a change of terms: valid tiers of a listed contract. */
export function decideChange(context: PerpetualContext, changes: Changes, words: Float64Array, at: number): number {
  const market = words[at + CHANGE_MARKET] as number;
  if (!context.contracts.exists(market)) return context.refuse(rejects['market.unknown'], 0, market);
  const steps = new Steps(words, at + CHANGE_TIERS);
  if (!steps.sound()) return context.refuse(INVALID, 1, steps.count);
  const greatest = steps.cap[steps.count - 1] as number;
  if (greatest > MOST_VALUE) return context.refuse(INVALID, MOST_VALUE, greatest);
  return changes.decide(commands['contract.change'].kind, market, tightens(context, market, steps));
}

/** Changes at once when nothing becomes stricter, else a day later (money §1). */
export function commitChange(context: PerpetualContext, changes: Changes, words: Float64Array, at: number): number {
  const { rows } = context.contracts;
  const market = words[at + CHANGE_MARKET] as number;
  const steps = new Steps(words, at + CHANGE_TIERS);
  if (changes.waits(words, at, market, tightens(context, market, steps))) return market;
  rows.impact[market] = words[at + CHANGE_IMPACT] as number;
  putTiers(context, market, steps);
  context.watch.terms(market);
  rows.version[market] = (rows.version[market] as number) + 1;
  emitContract(context, market);
  return market;
}

/**
 * Whether tiers require more of any position than those in force. Maintenance is linear between caps, so checking caps
 * is enough.
 */
function tightens(context: PerpetualContext, market: number, next: Steps): boolean {
  const { contracts } = context;
  const { tiers } = contracts;
  const first = contracts.firstTier(market);
  const count = contracts.rows.count[market] as number;
  if ((next.cap[next.count - 1] as number) < contracts.greatest(market)) return true;
  for (let step = 0; step < count + next.count; step += 1) {
    const value = (step < count ? tiers.cap[first + step] : next.cap[step - count]) as number;
    const old = tierOf(tiers, first, count, value);
    const now = tierOf(next, 0, next.count, value);
    if (value <= contracts.greatest(market) && (next.leverage[now] as number) < (tiers.leverage[old] as number))
      return true;
    const before = shareUp(value, tiers.rate[old] as number) - (tiers.amount[old] as number);
    if (shareUp(value, next.rate[now] as number) - (next.amount[now] as number) > before) return true;
  }
  return false;
}
