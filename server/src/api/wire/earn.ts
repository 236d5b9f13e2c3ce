// Staking and finance in the API's format.

import {
  type EarnOwn,
  type EarnReserve,
  type FinanceOrder,
  type FinanceProduct,
  INVESTMENT_STATUS,
  type PledgeOrder,
  type PledgeProduct,
} from '@vitrine/contract';
import { dayParts } from '@vitrine/core';
import { EARN_KIND } from '@vitrine/core/enum';
import type { Asset } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import type { EarnLine, EarnOwnSum, EarnSummary, StakeLine } from '../../projection/views/index.ts';
import { decimalText } from './decimal.ts';

const DAY = 86_400_000;
/** Decimals of rates, and of penalties and shares. */
const RATE_DECIMALS = 9;
const SHARE_DECIMALS = 6;
const MILLION = 1_000_000n;

type Terms = StakeLine['terms'];

/** Largest principal, atoms, whose whole yield `treasury` covers; undefined: any. */
export function mostFunded({ kind, rate, days }: Pick<Terms, 'kind' | 'rate' | 'days'>, treasury: bigint) {
  const parts = BigInt(dayParts(kind));
  const term = BigInt(rate) * BigInt(days);
  // ⌊principal × term ÷ parts⌋ ≤ treasury
  return term === 0n ? undefined : ((treasury + 1n) * parts - 1n) / term;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** What is left of a product: by its limit, and of that what the treasury can fund the yield of. */
function leftOf({ terms, sold }: EarnLine, treasury: bigint) {
  const unsold = BigInt(terms.total) - sold;
  const left = unsold < 0n ? 0n : unsold;
  return { left, funded: least(left, mostFunded(terms, treasury) ?? left) };
}

/** The fields that both kinds of product have. `bought`: purchases of the caller, undefined for guests. */
function productOf(line: EarnLine, asset: Asset, treasury: bigint, bought: number | undefined) {
  const { terms, sold, promised, paid, returned } = line;
  const text = (atoms: bigint | number) => decimalText(atoms, asset.scale);
  const { left, funded } = leftOf(line, treasury);
  const min = BigInt(terms.min);
  const state = terms.open === 0 ? 'closed' : left < min ? 'soldOut' : funded < min ? 'unfunded' : 'open';
  const times = terms.times === 0 ? null : terms.times;
  const free = (funded * BigInt(terms.rate) * BigInt(terms.days)) / BigInt(dayParts(terms.kind));
  return {
    id: String(terms.product),
    version: terms.version,
    coin: asset.code,
    state,
    min: text(terms.min),
    max: text(terms.max),
    limit: text(terms.total),
    remainingAmount: text(state === 'open' ? funded : 0n),
    cycle: terms.days,
    vip: terms.tier,
    early: terms.early === 1,
    penalty: decimalText(terms.penalty, SHARE_DECIMALS),
    times,
    remainingTimes: times === null || bought === undefined ? null : Math.max(0, times - bought),
    sold: text(sold),
    promised: text(promised),
    paid: text(paid),
    returned: text(returned),
    reserved: text(promised - paid - returned),
    free: text(state === 'open' ? free : 0n),
    seq: terms.seq,
  } as const;
}

/** A staking product. */
export function pledgeProductOf(
  line: EarnLine,
  asset: Asset,
  treasury: bigint,
  bought: number | undefined,
): PledgeProduct {
  const product = productOf(line, asset, treasury, bought);
  return {
    ...product,
    dailyRate: decimalText(line.terms.rate, RATE_DECIMALS),
    subscriptionAmount: product.sold,
  };
}

/** A name for lists and files, the same in every language. */
function nameOf({ flexible, days }: Pick<Terms, 'flexible' | 'days'>, asset: Asset): string {
  return flexible === 1 ? `${asset.code} flexible` : `${asset.code} ${days}d`;
}

/** A finance product. */
export function financeProductOf(
  line: EarnLine,
  asset: Asset,
  treasury: bigint,
  bought: number | undefined,
): FinanceProduct {
  const { terms, sold } = line;
  const product = productOf(line, asset, treasury, bought);
  return {
    ...product,
    name: nameOf(terms, asset),
    tab: terms.tab,
    averageIncome: decimalText(terms.rate, RATE_DECIMALS),
    lockDays: terms.early === 1 ? 0 : terms.days,
    flexible: terms.flexible === 1,
    progress: decimalText((sold * MILLION) / BigInt(terms.total), SHARE_DECIMALS),
    buyLimit: product.times,
  };
}

/** The totals of each coin over all products, beside the ledger's accounts. */
export function reservesOf(live: Live, { lines, reserve, treasury }: EarnSummary): EarnReserve[] {
  const assets = [...new Set(lines.map(({ terms }) => terms.asset))].sort((a, b) => a - b);
  return assets.flatMap((number) => {
    const asset = live.asset(number);
    if (asset === undefined) return [];
    const text = (atoms: bigint) => decimalText(atoms, asset.scale);
    const own = lines.filter(({ terms }) => terms.asset === number);
    const sum = (field: 'sold' | 'promised' | 'paid' | 'returned') =>
      own.reduce((total, line) => total + line[field], 0n);
    const [promised, paid, returned] = [sum('promised'), sum('paid'), sum('returned')];
    return [
      {
        coin: asset.code,
        sold: text(sum('sold')),
        promised: text(promised),
        paid: text(paid),
        returned: text(returned),
        reserved: text(promised - paid - returned),
        ledger: text(reserve.get(number) ?? 0n),
        treasury: text(treasury.get(number) ?? 0n),
      },
    ];
  });
}

/** When the next payment of a running purchase is due, ms UTC. */
function nextOf({ stake }: StakeLine): number {
  return stake.kind === EARN_KIND.staking ? stake.starts + (stake.day + 1) * DAY : stake.ends;
}

/** The fields that purchases of both kinds have. */
function orderOf(line: StakeLine, asset: Asset) {
  const { stake, terms } = line;
  const text = (atoms: number) => decimalText(atoms, asset.scale);
  const running = stake.status === 0;
  return {
    id: String(stake.stake),
    productId: String(stake.product),
    version: stake.version,
    coin: asset.code,
    amount: text(stake.amount),
    cycle: terms.days,
    startDate: stake.starts,
    endDate: stake.ends,
    day: stake.day,
    paid: text(stake.paid),
    reserved: text(stake.reserved),
    early: terms.early === 1,
    penalty: decimalText(terms.penalty, SHARE_DECIMALS),
    nextTime: running ? nextOf(line) : null,
    ended: running
      ? null
      : {
          time: stake.closed,
          received: text(stake.received),
          penalty: text(stake.penalty),
          forfeited: text(stake.forfeited),
        },
    status: stake.status,
    seq: stake.seq,
  } as const;
}

/** A stake. */
export function pledgeOrderOf(line: StakeLine, asset: Asset): PledgeOrder {
  return { ...orderOf(line, asset), dailyRate: decimalText(line.terms.rate, RATE_DECIMALS) };
}

/** An investment. */
export function financeOrderOf(line: StakeLine, asset: Asset): FinanceOrder {
  const { terms, stake } = line;
  const statusKey = INVESTMENT_STATUS[stake.status];
  if (statusKey === undefined) throw new Error(`expected a status of an investment, got ${stake.status}`);
  return {
    ...orderOf(line, asset),
    name: nameOf(terms, asset),
    tab: terms.tab,
    averageIncome: decimalText(terms.rate, RATE_DECIMALS),
    flexible: terms.flexible === 1,
    statusKey,
  };
}

/** A customer's figures of one coin. */
export function earnOwnOf({ amount, reserved, paid, running, next }: EarnOwnSum, asset: Asset): EarnOwn {
  const text = (atoms: bigint) => decimalText(atoms, asset.scale);
  return {
    coin: asset.code,
    amount: text(amount),
    reserved: text(reserved),
    paid: text(paid),
    running,
    nextTime: next,
  };
}
