// A wallet's holdings and debts at the index: at full value for isolated, with collateral factors for cross (money §4).
// Reads only.

import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { accrue, centOf, hoursBegun, worthOf, worthOfUsdt } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { centsOf } from './priced.ts';
import type { MarginContext } from './context.ts';

const MILLION = 1_000_000;

/** One coin of a wallet. */
export interface Holding {
  readonly asset: number;
  /** Atoms available and held; atoms owed, interest rounded up. */
  readonly own: number;
  readonly owed: number;
  /** Value of one atom at the index; of one atom at one cent (0: USDT, which has no index). */
  readonly worth: bigint;
  readonly cent: bigint;
  /** Collateral factor, millionths of its value. */
  readonly factor: number;
}

export interface Measure {
  readonly holdings: readonly Holding[];
  /** Assets with collateral factors, in millionths of `worth`; debts in `worth`. */
  readonly assets: bigint;
  readonly debts: bigint;
  /**
   * The first coin whose price prevents borrowing and transfers out; and the first that prevents liquidation. 0 none.
   */
  readonly closed: number;
  readonly blind: number;
}

/** A debt's interest now, unposted hours included: whole atoms and carry (billionths). */
export function interestNow(
  context: MarginContext,
  debt: number,
  to = hoursBegun(context.clock.now),
): { readonly whole: number; readonly carry: number } {
  const { debts, assets, rates } = context.tables;
  const asset = debts.asset[debt] as number;
  const principal = debts.principal[debt] as number;
  const whole = debts.interest[debt] as number;
  const carry = debts.carry[debt] as number;
  const from = debts.covered[debt] as number;
  if (to <= from) return { whole, carry };
  // From the rate in force back to that of the first uncounted hour.
  let rate = assets.rate[asset] as number;
  let since = assets.since[asset] as number;
  let older = assets.older[asset] as number;
  let before = assets.before[asset] as number;
  let sum = { whole: 0, carry };
  let upper = to;
  // Bounded by the rates kept.
  for (;;) {
    const lower = since > from ? since : from;
    if (upper > lower) {
      const part = accrue(principal, rate, upper - lower, sum.carry);
      sum = { whole: sum.whole + part.whole, carry: part.carry };
      upper = lower;
    }
    if (upper <= from) return { whole: whole + sum.whole, carry: sum.carry };
    rate = before;
    since = older === 0 ? from : (rates.since[older] as number);
    before = older === 0 ? 0 : (rates.rate[older] as number);
    older = older === 0 ? 0 : (rates.next[older] as number);
  }
}

/** Atoms that settle a debt now: principal and interest, rounded up. */
export function owedNow(context: MarginContext, debt: number): number {
  const { whole, carry } = interestNow(context, debt);
  return (context.tables.debts.principal[debt] as number) + whole + (carry > 0 ? 1 : 0);
}

/** A wallet's debt in an asset, 0 none. */
export function debtOf(context: MarginContext, row: number, asset: number): number {
  const { debts, wallets } = context.tables;
  let debt = wallets.debts[row] as number;
  // Bounded by the assets on margin.
  while (debt !== 0 && debts.asset[debt] !== asset) debt = debts.next[debt] as number;
  return debt;
}

/** Atoms a wallet owns of an asset, held ones included. */
export function owns(context: MarginContext, user: number, wallet: number, market: number, asset: number): number {
  const slot = context.ledger.find(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
  const a = context.ledger.accounts;
  return slot === 0 ? 0 : (a.available[slot] as number) + (a.held[slot] as number);
}

/** Value of one atom of an asset on margin at the index (`centsOf`); of one atom at one cent (USDT has no index: 0). */
export function priceOf(context: MarginContext, asset: number): { readonly worth: bigint; readonly cent: bigint } {
  const { prices, markets, tables } = context;
  const instrument = tables.assets.instrument[asset] as number;
  const scale = markets.assets.scale[asset] as number;
  if (instrument === 0) return { worth: worthOfUsdt(scale), cent: 0n };
  const decimals = prices.rows.tickDecimals[instrument] as number;
  return { worth: worthOf(centsOf(context, asset), decimals, scale), cent: centOf(decimals, scale) };
}

/** Collateral factor of an asset in a wallet of that type, millionths. */
export function factorOf(context: MarginContext, wallet: number, asset: number): number {
  return wallet === WALLET.isolatedMargin ? MILLION : (context.tables.assets.factor[asset] as number);
}

/**
 * Measures a wallet.
 * @param also an asset to include even when the wallet has none of it (0: none)
 * @param row 0: the wallet has no debts
 */
export function measure(
  context: MarginContext,
  user: number,
  wallet: number,
  market: number,
  row: number,
  also: number,
): Measure {
  const { tables, prices, markets } = context;
  const holdings: Holding[] = [];
  let assets = 0n;
  let debts = 0n;
  let closed = 0;
  let blind = 0;
  const take = (asset: number): void => {
    const own = owns(context, user, wallet, market, asset);
    const debt = row === 0 ? 0 : debtOf(context, row, asset);
    if (own === 0 && debt === 0 && asset !== also) return;
    const owed = debt === 0 ? 0 : owedNow(context, debt);
    const instrument = tables.assets.instrument[asset] as number;
    const { worth, cent } = priceOf(context, asset);
    const factor = factorOf(context, wallet, asset);
    if (instrument !== 0 && closed === 0 && prices.allows(instrument, USE.leverage) === NO) closed = asset;
    if (instrument !== 0 && blind === 0 && prices.allows(instrument, USE.settle) === NO) blind = asset;
    assets += BigInt(own) * worth * BigInt(factor);
    debts += BigInt(owed) * worth;
    holdings.push({ asset, own, owed, worth, cent, factor });
  };
  if (wallet === WALLET.isolatedMargin) {
    take(markets.rows.base[market] as number);
    take(markets.rows.quote[market] as number);
  } else
    // Bounded by the assets listed.
    for (let asset = 1; asset <= tables.assets.top; asset += 1) if (tables.lists(asset)) take(asset);
  return { holdings, assets, debts, closed, blind };
}

/** Measures a wallet that has a row. */
export function measureRow(context: MarginContext, row: number): Measure {
  const w = context.tables.wallets;
  return measure(context, w.user[row] as number, w.wallet[row] as number, w.market[row] as number, row, 0);
}
