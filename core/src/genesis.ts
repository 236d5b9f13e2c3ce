// The first command of a journal: listings, fees, opening balances.

import { DAY, dayOf, TIMER } from './clock/index.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, MARKET_TYPE } from './enum/index.ts';
import { powerOfTen } from './number/index.ts';
import type { Parts } from './parts.ts';
import { type CommandOf, DONE, MAX_WORD, rejects, layoutOf } from './schema/index.ts';

const PRACTICE = 1;
/** Upper bound on all shares of a fee together, millionths. It makes self-trading always cost something. */
const MOST_SHARES = 700_000;
const FUNDED = layoutOf('funded');
const INVALID = rejects['request.invalid'];
/** Account classes that a genesis may fund. */
const FUNDABLE: readonly number[] = [
  ACCOUNT_CLASS.wallet,
  ACCOUNT_CLASS.insurance,
  ACCOUNT_CLASS.treasury,
  ACCOUNT_CLASS.secondPool,
  ACCOUNT_CLASS.lending,
  ACCOUNT_CLASS.rewards,
];

/** The scale of an asset, −1 when not listed. */
function scaleOf(genesis: CommandOf<'genesis'>, asset: number): number {
  return genesis.assets.find((row) => row.asset === asset)?.scale ?? -1;
}

function twice(ids: readonly number[]): boolean {
  return ids.some((id, at) => ids.indexOf(id) !== at);
}

function marketFits(genesis: CommandOf<'genesis'>, row: CommandOf<'genesis'>['markets'][number]): boolean {
  const base = scaleOf(genesis, row.base);
  const quote = scaleOf(genesis, row.quote);
  const instrument = genesis.instruments.find((one) => one.instrument === row.instrument);
  if (base < 0 || quote < 0 || instrument === undefined || row.base === row.quote || row.minValue > row.maxValue)
    return false;
  // Contracts are listed by contract.list, which has more fields.
  if (row.type !== MARKET_TYPE.spot) return false;
  const step = quote - row.tickDecimals - row.lotDecimals;
  return (
    instrument.tickDecimals === row.tickDecimals &&
    step >= 0 &&
    row.atomsPerTickLot === powerOfTen(step) &&
    base >= row.lotDecimals &&
    row.baseAtomsPerLot === powerOfTen(base - row.lotDecimals)
  );
}

/** Validates a genesis: unique ids, listed references, steps that fit, shares and tiers in order. */
export function decideGenesis(parts: Parts, genesis: CommandOf<'genesis'>): number {
  if (parts.clock.mode !== 0) return rejects['request.forbidden'];
  if (twice(genesis.assets.map((row) => row.asset)) || twice(genesis.instruments.map((row) => row.instrument)))
    return INVALID;
  if (twice(genesis.markets.map((row) => row.market)) || twice(genesis.practice.map((row) => row.asset)))
    return INVALID;
  if (!genesis.markets.every((row) => marketFits(genesis, row))) return INVALID;
  if (genesis.safetyShare + genesis.firstShare + genesis.secondShare + genesis.thirdShare > MOST_SHARES) return INVALID;
  if (genesis.tiers.length === 0 || genesis.tiers[0]?.volume !== 0) return INVALID;
  for (const [at, tier] of genesis.tiers.entries())
    if (at > 0 && tier.volume <= (genesis.tiers[at - 1]?.volume ?? 0)) return INVALID;
  if (genesis.mode !== PRACTICE && (genesis.funds.length > 0 || genesis.practice.length > 0)) return INVALID;
  if (![...genesis.funds, ...genesis.practice].every((row) => scaleOf(genesis, row.asset) >= 0)) return INVALID;
  if (!genesis.funds.every((row) => FUNDABLE.includes(row.class))) return INVALID;
  for (const { asset } of genesis.assets) {
    let sum = 0;
    for (const row of genesis.funds) if (row.asset === asset) sum += row.amount;
    if (sum > MAX_WORD) return INVALID;
  }
  return DONE;
}

export function commitGenesis(parts: Parts, genesis: CommandOf<'genesis'>): void {
  const { clock, orderBooks, users, prices, ledger, out, wallet, timers } = parts;
  clock.mode = genesis.mode;
  orderBooks.setShares(genesis.safetyShare, genesis.firstShare, genesis.secondShare, genesis.thirdShare);
  for (const tier of genesis.tiers) users.tiers.add(tier.volume, tier.maker, tier.taker, 1);
  users.tiers.emit(out);
  for (const row of genesis.assets) orderBooks.markets.listAsset(row.asset, row.code, row.scale);
  for (const row of genesis.instruments)
    prices.list(row.instrument, row.base, row.quote, row.category, row.calendar, row.tickDecimals);
  for (const row of genesis.markets) orderBooks.markets.list(Float64Array.from(Object.values(row)), 0);
  users.open(0, 1);
  for (const row of genesis.funds) {
    const source = ledger.open(ACCOUNT_CLASS.outside, 0, 0, row.asset, 0);
    const target =
      row.class === ACCOUNT_CLASS.wallet
        ? ledger.open(ACCOUNT_CLASS.wallet, MARKET_MAKER, 1, row.asset, 0)
        : ledger.open(row.class, 0, 0, row.asset, 0);
    const at = out.open(FUNDED.head);
    out.words[at + FUNDED.class] = row.class;
    out.words[at + FUNDED.asset] = row.asset;
    out.words[at + FUNDED.amount] = row.amount;
    ledger.post(source, -row.amount, 0);
    ledger.post(target, row.amount, 0);
  }
  for (const row of genesis.practice) wallet.addPractice(row.asset, row.amount);
  timers.add((dayOf(clock.now) + 1) * DAY - 1, TIMER.day, 0);
}
