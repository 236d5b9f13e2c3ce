// The contract markets with the data for ticket, positions and book: steps, scales, terms and maintenance tiers.

import { useCallback, useMemo } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type Coin, type ContractDetail, type ContractType, type MaintenanceTier, symbolKey } from '@vitrine/contract';
import type { TierColumns } from '@vitrine/core/formula';
import { parseDecimal } from '@vitrine/core/number';
import { queryOf } from '../api/index.ts';
import { decimalsOf, type Market, toMarket } from './markets.ts';

/** Decimals of rates in the API: millionths. */
const RATE_DECIMALS = 6;
const LINEAR_SCALE = 6;
const USDT = 'USDT';

/** The trading rules of a contract. Texts are decimals; integers are units of core/formula. */
export interface ContractRules {
  /** `BTC_USDT`. */
  readonly symbol: string;
  /** `BTC/USDT`. */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly contractType: ContractType;
  /** For its streams and core/formula: 2 USDT (linear), 3 coin (inverse). */
  readonly kind: 2 | 3;
  /** The coin of margin, PnL and fees, and its decimals. */
  readonly settle: string;
  readonly settleScale: number;
  readonly tickDecimals: number;
  /** Decimals of a quantity: base coin for USDT perpetuals, whole contracts (0) for coin-margined ones. */
  readonly lotDecimals: number;
  /** Linear: settle atoms of one lot at one tick; inverse: settle atoms × ticks of one contract. */
  readonly perLot: number;
  /** Whole USD of one coin-margined contract; 0 for USDT perpetuals. */
  readonly face: number;
  /** Minimum and maximum of an order, in USDT (coin: USD). */
  readonly minValue: string;
  readonly maxValue: string;
  readonly maxLeverage: number;
  /** Fractions; this user's rates if signed in. */
  readonly makerRate: string;
  readonly takerRate: string;
  readonly fundingHours: number;
  readonly tradeState: ContractDetail['tradeState'];
  /** For a market with trading hours: its closing rates in millionths, and its next close (ms). */
  readonly closing:
    | { readonly rate: number; readonly nextRate: number; readonly closesAt: number | undefined }
    | undefined;
  /**
   * As received, and as columns for core/formula (limits in settle atoms for USDT, whole USD for coin); empty until
   * loaded.
   */
  readonly tiers: readonly MaintenanceTier[];
  readonly columns: TierColumns;
}

/** A contract market for lists and the terminal. */
export interface ContractMarket extends Market {
  readonly rules: ContractRules;
  readonly detail: ContractDetail;
}

export interface ContractMarkets {
  /** Undefined while loading. */
  readonly markets: readonly ContractMarket[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  readonly rulesOf: (symbolName: string) => ContractRules | undefined;
}

/** The integer of a decimal from the exchange; throws if the exchange sent an invalid form. */
function integerOf(text: string, decimals: number): number {
  const value = parseDecimal(text, decimals);
  if (typeof value !== 'number') throw new RangeError(`expected a decimal with ${decimals} digits, got '${text}'`);
  return value;
}

/** The closing rules of a market with trading hours. */
function closingOf({ rate, nextRate, closesAt }: NonNullable<ContractDetail['closing']>): ContractRules['closing'] {
  return {
    rate: integerOf(rate, RATE_DECIMALS),
    nextRate: integerOf(nextRate, RATE_DECIMALS),
    closesAt: closesAt ?? undefined,
  };
}

/** The maintenance tiers as columns; `unit`: decimals of a value: settle atoms for USDT, whole USD for coin. */
export function tierColumns(tiers: readonly MaintenanceTier[], unit: number): TierColumns {
  return {
    cap: tiers.map(({ cap }) => (cap === null ? Number.MAX_SAFE_INTEGER : integerOf(cap, unit))),
    rate: tiers.map(({ rate }) => integerOf(rate, RATE_DECIMALS)),
    leverage: tiers.map(({ maxLeverage }) => maxLeverage),
    amount: tiers.map(({ amount }) => integerOf(amount, unit)),
  };
}

/** Rules of a contract. `settleScale`: decimals of its settle coin. */
export function toContractRules(
  coin: Coin,
  detail: ContractDetail,
  tiers: readonly MaintenanceTier[],
  settleScale: number,
): ContractRules {
  const market = toMarket(coin, detail.contractType);
  const tickDecimals = decimalsOf(detail.tick);
  const lotDecimals = decimalsOf(detail.lot);
  const linear = detail.contractType === 'u';
  const face = detail.face === null ? 0 : integerOf(detail.face, 0);
  return {
    symbol: market.route,
    name: market.name,
    base: market.base,
    quote: market.quote,
    contractType: detail.contractType,
    kind: linear ? 2 : 3,
    settle: detail.settleCoin,
    settleScale,
    tickDecimals,
    lotDecimals,
    // A point is worth one settle unit (USDT), a contract its face value in USD (coin): money §3.
    perLot: linear ? 10 ** (settleScale - tickDecimals - lotDecimals) : face * 10 ** (settleScale + tickDecimals),
    face,
    minValue: detail.minValue,
    maxValue: detail.maxValue,
    maxLeverage: detail.maxLeverage,
    makerRate: detail.makerRate,
    takerRate: detail.takerRate,
    fundingHours: detail.fundingHours,
    tradeState: detail.tradeState,
    closing: detail.closing === null ? undefined : closingOf(detail.closing),
    tiers,
    columns: tierColumns(tiers, linear ? settleScale : 0),
  };
}

/** Decimals of a settle coin's smallest unit, from that coin's spot market. */
export function settleScaleOf(settle: string, spot: readonly Coin[]): number | undefined {
  if (settle === USDT) return LINEAR_SCALE;
  return spot.find(({ coin }) => coin === settle)?.baseScale ?? undefined;
}

/** All contract markets of a kind, in the coin list's order. */
export function useContractMarkets(contractType: ContractType): ContractMarkets {
  const linear = contractType === 'u';
  const type = linear ? 2 : 3;
  const list = useQuery(queryOf('common.getCoinList', {}, 'lazy'));
  // Both kinds share market names: the settle wallet distinguishes them.
  const coins = useMemo(() => list.data?.contractList.filter((coin) => coin.type === type), [list.data, type]);
  const symbols = useMemo((): string[] => coins?.map(({ symbol }) => symbol) ?? [], [coins]);
  const details = useQuery({
    ...queryOf('open.get.contractDetail', { symbolNameList: symbols, type }, 'lazy'),
    enabled: symbols.length > 0,
  });
  const linearTiers = useQuery({
    ...queryOf('entrust.get.getUbwMaintenanceMargin', {}, 'constant'),
    enabled: linear,
  });
  const coinTiers = useQueries({
    queries: (linear ? [] : symbols).map((x) => queryOf('entrust.get.getBbwMaintenanceMargin', { x }, 'constant')),
    combine: combineTiers,
  });
  const markets = useMemo(() => {
    if (!list.data || !coins || !details.data) return undefined;
    const byKey = new Map(coins.map((coin) => [symbolKey(coin.symbol), coin]));
    const bySymbol = new Map<string, readonly MaintenanceTier[]>();
    for (const [name, rows] of Object.entries(linearTiers.data ?? {})) bySymbol.set(symbolKey(name), rows);
    return details.data.flatMap((detail): ContractMarket[] => {
      const coin = byKey.get(symbolKey(detail.symbolName));
      const scale = settleScaleOf(detail.settleCoin, list.data.currencyList);
      if (!coin || scale === undefined || detail.contractType !== contractType) return [];
      const tiers =
        (linear ? bySymbol.get(symbolKey(coin.symbol)) : coinTiers[symbols.indexOf(coin.symbol)]) ?? noTiers;
      const rules = toContractRules(coin, detail, tiers, scale);
      return [{ ...toMarket(coin, contractType), decimals: rules.tickDecimals, kind: rules.kind, rules, detail }];
    });
  }, [list.data, coins, details.data, linearTiers.data, coinTiers, symbols, contractType, linear]);
  const rulesOf = useCallback(
    (symbolName: string) => markets?.find(({ symbol }) => symbolKey(symbol) === symbolKey(symbolName))?.rules,
    [markets],
  );
  const failed = (list.isError || details.isError) && markets === undefined;
  const retry = (): void => {
    for (const query of [list, details]) if (query.isError) void query.refetch();
  };
  return { markets, failed, retry, rulesOf };
}

const noTiers: readonly MaintenanceTier[] = [];
const combineTiers = (
  results: readonly { readonly data: readonly MaintenanceTier[] | undefined }[],
): readonly (readonly MaintenanceTier[] | undefined)[] => results.map(({ data }) => data);
