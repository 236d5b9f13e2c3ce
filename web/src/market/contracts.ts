// The contract markets with what ticket, positions and book need of them: steps, scales, terms and steps of maintenance.

import { useCallback, useMemo } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type Coin, type ContractDetail, type ContractType, type MaintenanceTier, symbolKey } from '@vitrine/contract';
import type { TierColumns } from '@vitrine/core/formula';
import { parseDecimal } from '@vitrine/core/number';
import { queryOf } from '../api/index.ts';
import { decimalsOf, type Market, toMarket } from './markets.ts';

/** Digits of rates on the wire: fractions of a million. */
const RATE_DECIMALS = 6;
const LINEAR_SCALE = 6;
const USDT = 'USDT';

/** What a contract is traded by. Texts are decimals; integers are whole units of core/formula. */
export interface ContractRules {
  /** `BTC_USDT`. */
  readonly symbol: string;
  /** `BTC/USDT`. */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly contractType: ContractType;
  /** Of its streams and of core/formula: 2 U (linear), 3 coin (inverse). */
  readonly kind: 2 | 3;
  /** What margin, profit and fees are in, and its digits. */
  readonly settle: string;
  readonly settleScale: number;
  readonly tickDecimals: number;
  /** Digits of a quantity: U in the base coin, coin contracts in whole contracts (0). */
  readonly lotDecimals: number;
  /** Linear: settle atoms of one lot at one tick; inverse: settle atoms × ticks of one contract. */
  readonly perLot: number;
  /** Whole USD of one coin contract; 0 for U. */
  readonly face: number;
  /** Least and most of an order, in USDT (coin: USD). */
  readonly minValue: string;
  readonly maxValue: string;
  readonly maxLeverage: number;
  /** Fractions, of this customer where signed in. */
  readonly makerRate: string;
  readonly takerRate: string;
  readonly fundingHours: number;
  readonly tradeState: ContractDetail['tradeState'];
  /** Of a market with hours: its closing rates in millionths, and its next close (ms). */
  readonly closing:
    | { readonly rate: number; readonly nextRate: number; readonly closesAt: number | undefined }
    | undefined;
  /** As told, and as columns for core/formula (caps in settle atoms of U, whole USD of coin); empty until they came. */
  readonly tiers: readonly MaintenanceTier[];
  readonly columns: TierColumns;
}

/** A contract market as lists and terminal show it. */
export interface ContractMarket extends Market {
  readonly rules: ContractRules;
  readonly detail: ContractDetail;
}

export interface ContractMarkets {
  /** Undefined while they are on their way. */
  readonly markets: readonly ContractMarket[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  readonly rulesOf: (symbolName: string) => ContractRules | undefined;
}

/** Integer of a decimal the exchange told; a form it cannot have is a fault of the exchange. */
function integerOf(text: string, decimals: number): number {
  const value = parseDecimal(text, decimals);
  if (typeof value !== 'number') throw new RangeError(`expected a decimal with ${decimals} digits, got '${text}'`);
  return value;
}

/** What a market with hours asks before it closes. */
function closingOf({ rate, nextRate, closesAt }: NonNullable<ContractDetail['closing']>): ContractRules['closing'] {
  return {
    rate: integerOf(rate, RATE_DECIMALS),
    nextRate: integerOf(nextRate, RATE_DECIMALS),
    closesAt: closesAt ?? undefined,
  };
}

/** The steps of maintenance as columns; `unit` digits of a value: settle atoms of U, whole USD of coin contracts. */
export function tierColumns(tiers: readonly MaintenanceTier[], unit: number): TierColumns {
  return {
    cap: tiers.map(({ cap }) => (cap === null ? Number.MAX_SAFE_INTEGER : integerOf(cap, unit))),
    rate: tiers.map(({ rate }) => integerOf(rate, RATE_DECIMALS)),
    leverage: tiers.map(({ maxLeverage }) => maxLeverage),
    amount: tiers.map(({ amount }) => integerOf(amount, unit)),
  };
}

/** Rules of a contract. `settleScale` is the digits of the coin it is settled in. */
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
    // A point is worth one of what it is settled in (U), a contract its face in USD (coin): money §3.
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

/** Digits of a settle coin's smallest unit, as the spot market of that coin tells them. */
export function settleScaleOf(settle: string, spot: readonly Coin[]): number | undefined {
  if (settle === USDT) return LINEAR_SCALE;
  return spot.find(({ coin }) => coin === settle)?.baseScale ?? undefined;
}

/** All contract markets of a kind, in the coin list's order. */
export function useContractMarkets(contractType: ContractType): ContractMarkets {
  const linear = contractType === 'u';
  const type = linear ? 2 : 3;
  const list = useQuery(queryOf('common.getCoinList', {}, 'lazy'));
  // Coin contracts share the U contracts' names: the wallet they are traded in tells them apart.
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
