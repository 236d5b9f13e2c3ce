// Assets and debts of a margin wallet at the index: the core's own formulas over balances, debts and ticks (money §4).

import { CODE, type Decimal } from '@vitrine/contract';
import { centOf, isolatedLiquidation, levelOf, type MarketId, worthOf, worthOfUsdt, rejects } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { NO_KEY } from '../../call/index.ts';
import type { Asset, Debt, MarginAsset, Market } from '../../../projection/handlers/index.ts';
import { decimalText } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';
import { commandKeyWords } from '../order/ticket.ts';

const MILLION = 1_000_000;
/** Decimals of levels and factors, and of an index below its instrument's tick. */
export const LEVEL_DECIMALS = 6;
const CENTS = 2;
/** Values are in 10^-22 USDT (`core/formula/margin`), assets in millionths of that. */
const WORTH_DECIMALS = 22;

/** One margin wallet: cross, or isolated with its market. */
export interface MarginWallet {
  readonly user: number;
  readonly wallet: number;
  /** Undefined: cross. */
  readonly market: Market | undefined;
}

/** One coin of a wallet, atoms. */
export interface Holding {
  readonly asset: Asset;
  readonly terms: MarginAsset;
  readonly own: number;
  /** Principal, and current interest rounded up. */
  readonly principal: number;
  readonly interest: number;
  /** Value of one atom at the index; of one atom at one cent. 0: no price yet (USDT: no cents). */
  readonly worth: bigint;
  readonly cent: bigint;
}

export interface WalletWorth {
  readonly holdings: readonly Holding[];
  /** Weighted by factor, millionths of the value; debts in the value's unit. Undefined if a coin in it has no price. */
  readonly assets: bigint | undefined;
  readonly debts: bigint | undefined;
  /** Millionths; undefined: no debt, or not known. */
  readonly level: number | undefined;
}

export function marketOf({ market }: MarginWallet): MarketId {
  return market?.market ?? (0 as MarketId);
}

/** Debts of one wallet from the live projection. */
export function debtsOf({ live }: RouteParts, one: MarginWallet): readonly Debt[] {
  const market = marketOf(one);
  return live.debts(one.user, one.wallet).filter((debt) => debt.market === market);
}

/**
 * Interest of a debt in atoms if it were paid now. The exchange computes it in a dry run of a full repayment, because
 * fractions of an atom within an hour appear in no event.
 */
async function interestOf({ link }: RouteParts, debt: Debt): Promise<number> {
  const { user, wallet, market, asset } = debt;
  const answer = await link.ask({
    name: 'debt.repay',
    user,
    ...commandKeyWords(NO_KEY),
    wallet,
    market,
    asset,
    amount: 0 as Debt['principal'],
  });
  if (answer.code === CODE.ok) return answer.numbers[0] ?? 0;
  // The exchange refuses to repay a debt fully and returns its amount.
  if (answer.code === rejects['balance.insufficient'] || answer.code === rejects['repay.tooMuch'])
    return Math.max(0, answer.expected - debt.principal);
  return debt.interest;
}

/** The coins of a wallet that count: both of an isolated one, those on margin for a cross one. */
function coinsOf({ live }: RouteParts, { market }: MarginWallet): readonly MarginAsset[] {
  const all = live.marginAssets();
  return market === undefined ? all : all.filter(({ asset }) => asset === market.base || asset === market.quote);
}

function holdingOf(parts: RouteParts, one: MarginWallet, terms: MarginAsset, debt: Debt | undefined, interest: number) {
  const { live } = parts;
  const asset = live.asset(terms.asset);
  if (!asset) return undefined;
  const balance = live.balance(one.user, one.wallet, terms.asset, marketOf(one));
  const instrument = live.instrument(terms.instrument);
  const decimals = instrument?.tickDecimals ?? 0;
  const cents = live.tick(terms.instrument)?.price ?? 0;
  const usdt = terms.instrument === 0;
  return {
    asset,
    terms,
    own: (balance?.available ?? 0) + (balance?.held ?? 0),
    principal: debt?.principal ?? 0,
    interest,
    worth: usdt ? worthOfUsdt(asset.scale) : worthOf(cents, decimals, asset.scale),
    cent: usdt ? 0n : centOf(decimals, asset.scale),
  } satisfies Holding;
}

/** Collateral factor of a coin in millionths: isolated wallets count in full. */
function factorOf(one: MarginWallet, terms: MarginAsset): number {
  return one.wallet === WALLET.isolatedMargin ? MILLION : terms.factor;
}

/** Values a wallet as the exchange does. */
export async function measure(parts: RouteParts, one: MarginWallet): Promise<WalletWorth> {
  const debts = debtsOf(parts, one);
  const interests = new Map<number, number>();
  // Bounded by the assets on margin.
  for (const debt of debts) interests.set(debt.asset, await interestOf(parts, debt));
  const holdings = coinsOf(parts, one).flatMap((terms): Holding[] => {
    const debt = debts.find((each) => each.asset === terms.asset);
    const holding = holdingOf(parts, one, terms, debt, interests.get(terms.asset) ?? 0);
    return holding === undefined ? [] : [holding];
  });
  let assets = 0n;
  let owed = 0n;
  for (const holding of holdings) {
    const { own, principal, interest, worth, terms } = holding;
    if (worth === 0n && own + principal + interest > 0)
      return { holdings, assets: undefined, debts: undefined, level: undefined };
    assets += BigInt(own) * worth * BigInt(factorOf(one, terms));
    owed += BigInt(principal + interest) * worth;
  }
  return { holdings, assets, debts: owed, level: owed === 0n ? undefined : levelOf(assets, owed) };
}

/** The index of the base coin at which an isolated wallet is liquidated; null: none. */
export function liquidationText({ live }: RouteParts, one: MarginWallet, worth: WalletWorth): Decimal | null {
  const { market } = one;
  if (market === undefined) return null;
  const line = live
    .marginLevels()
    .find(({ leverage }) => leverage === live.marginLeverage(one.user, WALLET.isolatedMargin, market.market));
  const base = worth.holdings.find(({ asset }) => asset.asset === market.base);
  const quote = worth.holdings.find(({ asset }) => asset.asset === market.quote);
  if (line === undefined || base === undefined || quote === undefined || worth.level === undefined) return null;
  const leg = ({ own, principal, interest, worth: each, cent }: Holding) => ({
    own,
    owed: principal + interest,
    worth: each,
    cent,
  });
  return centsText(live, market, isolatedLiquidation(line.liquidation, leg(base), leg(quote)));
}

/** An index price of a market's instrument in cents as text; null for 0. */
export function centsText(live: RouteParts['live'], market: Market | undefined, cents: number): Decimal | null {
  const instrument = market && live.instrument(market.instrument);
  return instrument === undefined || cents === 0 ? null : decimalText(cents, instrument.tickDecimals + CENTS);
}

/** A level in millionths as text; null for 0 and undefined: no debt. */
export function levelText(level: number | undefined): Decimal | null {
  return level === undefined || level === 0 ? null : decimalText(level, LEVEL_DECIMALS);
}

/** Values in USDT: assets rounded down, debts up, net down; null if a coin has no price. */
export function worthTexts(parts: RouteParts, { assets, debts }: WalletWorth) {
  const scale = parts.live.assetByCode('USDT')?.scale;
  if (assets === undefined || debts === undefined || scale === undefined)
    return { assets: null, liabilities: null, net: null };
  const unit = 10n ** BigInt(WORTH_DECIMALS - scale);
  const wide = unit * BigInt(MILLION);
  const net = assets - debts * BigInt(MILLION);
  return {
    assets: decimalText(assets / wide, scale),
    liabilities: decimalText((debts + unit - 1n) / unit, scale),
    net: decimalText(net < 0n ? -((-net + wide - 1n) / wide) : net / wide, scale),
  };
}
