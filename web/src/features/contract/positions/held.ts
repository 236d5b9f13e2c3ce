// A position of the API as integers for core/formula, with its figures at the newest mark.

import type { Position } from '@vitrine/contract';
import { MARGIN_MODE } from '@vitrine/core/enum';
import {
  type CrossWallet,
  gainsBy,
  positionFigures,
  type PositionFigures,
  type PositionWords,
  standingAt,
  valueAt,
} from '@vitrine/core/formula';
import { DOWN, UP } from '@vitrine/core/number';
import { noPosition, type Own } from '../ticket/form.ts';
import type { Prices } from '../calculate.ts';
import { type ContractTerms, whole } from '../terms.ts';

/**
 * A position's integers. The API omits its cost; it follows exactly from the value at the reported mark and the
 * unrealised PnL there (without a mark yet: from the average price).
 */
export function wordsOf(position: Position, terms: ContractTerms): PositionWords | undefined {
  const lots = whole(position.openInterest, terms.lotDecimals);
  const money = (text: string): number | undefined => signed(text, terms.settleScale);
  const unrealised = money(position.unrealisedProfit);
  const priceProfit = money(position.priceProfit);
  const feeProfit = money(position.feeProfit);
  const fundingProfit = money(position.fundingProfit);
  if (lots === undefined || unrealised === undefined || priceProfit === undefined) return undefined;
  if (feeProfit === undefined || fundingProfit === undefined) return undefined;
  const cost = costOf(position, terms, lots, unrealised);
  if (cost === undefined) return undefined;
  const isolated = position.marginMode === 'fixed';
  return {
    side: position.direction,
    marginMode: isolated ? MARGIN_MODE.isolated : MARGIN_MODE.cross,
    leverage: position.leverageRadio,
    lots,
    cost,
    margin: isolated ? (whole(position.margin, terms.settleScale) ?? 0) : 0,
    priceProfit: priceProfit - unrealised,
    feeProfit,
    fundingProfit,
    liquidation: whole(position.liquidationPrice, terms.tickDecimals + 2) ?? 0,
  };
}

function costOf(position: Position, terms: ContractTerms, lots: number, unrealised: number): number | undefined {
  const gains = gainsBy(terms.type, position.direction) === 1;
  const mark = whole(position.markPrice, terms.tickDecimals + 2);
  if (lots === 0) return 0;
  if (mark !== undefined && mark > 0) {
    const value = valueAt(terms.type, terms.perLot, lots, mark, gains ? DOWN : UP);
    return gains ? value - unrealised : value + unrealised;
  }
  const average = whole(position.averageOpenPrice, terms.tickDecimals + 2);
  return average === undefined || average === 0
    ? undefined
    : valueAt(terms.type, terms.perLot, lots, average, gains ? DOWN : UP);
}

/** A decimal with a sign. */
function signed(text: string, decimals: number): number | undefined {
  if (!text.startsWith('-')) return whole(text, decimals);
  const size = whole(text.slice(1), decimals);
  return size === undefined ? undefined : 0 - size;
}

/** A position with its terms and words. */
export interface Held {
  readonly position: Position;
  readonly terms: ContractTerms;
  readonly words: PositionWords;
  /** Newest mark, and the price that liquidates (the index; under earlier rules the mark), cents; 0: none. */
  readonly mark: number;
  readonly risk: number;
}

/** The prices at which margin withdrawals are checked; none: there is no mark yet. */
export function pricesOf({ mark, risk }: Pick<Held, 'mark' | 'risk'>): Prices {
  return mark === 0 ? [] : [mark, risk];
}

/** What the ticket needs of the user's position on a side. */
export function ownOf({ position, words, terms }: Held): Own {
  return {
    lots: words.lots,
    cost: words.cost,
    margin: words.margin,
    id: position.id,
    marginMode: position.marginMode,
    leverage: words.leverage,
    canClose: whole(position.canClose, terms.lotDecimals) ?? 0,
    realised: words.priceProfit + words.feeProfit + words.fundingProfit,
  };
}

/** The user's position on a side of a market, or none. */
export function ownIn(held: readonly Held[], terms: ContractTerms, side: 1 | 2): Own {
  const found = held.find(({ position, terms: of }) => of.symbol === terms.symbol && position.direction === side);
  return found ? ownOf(found) : noPosition;
}

/** The cross wallet of a settle coin: its balance with all its cross positions at the liquidating prices. */
export function crossWalletOf(held: readonly Held[], settle: string, balance: number): CrossWallet {
  let unrealised = 0;
  let maintenance = 0;
  for (const { terms, words, risk } of held) {
    if (terms.settle !== settle || words.marginMode !== MARGIN_MODE.cross) continue;
    const standing = standingAt(terms, words, risk);
    unrealised += standing.unrealised;
    maintenance += standing.maintenance;
  }
  return { balance, unrealised, maintenance };
}

/** All figures of a position at the newest mark; `balance`: its wallet's, for cross. */
export function figuresOf(one: Held, all: readonly Held[], balance: number | undefined): PositionFigures {
  const wallet =
    one.words.marginMode === MARGIN_MODE.cross && balance !== undefined
      ? crossWalletOf(all, one.terms.settle, balance)
      : undefined;
  return positionFigures(one.terms, one.words, one.mark, one.risk, one.terms.taker, wallet);
}
