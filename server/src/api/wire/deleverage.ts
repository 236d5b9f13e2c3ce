// A position's rank in the ADL queue, in five levels. Computed on request and again after some seconds: a price change
// affects every rank, but nobody needs it at once.

import { type CrossWallet, DOWN, MILLION, mulDiv, standingAt, UP, valueAt } from '@vitrine/core';
import { MARGIN_MODE } from '@vitrine/core/enum';
import type { Contract, Position } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { crossWalletOf, termsOf } from './order-status.ts';

/** How long a ranking is valid, ms. */
const RANKED_FOR = 5_000;
/** Most positions ranked per side; the rank of others is not known. */
const RANKED_MOST = 5_000;
/** Cap on each factor of a rank, so that the product of two is a safe integer. */
const GREATEST = 90_000_000;
const PARTS = 5;

interface Ranking {
  readonly time: number;
  /** 1 (last) to 5 (first), by position. */
  readonly ranks: ReadonlyMap<number, number>;
}

const rankings = new WeakMap<Live, Map<string, Ranking>>();

/**
 * Rank 1 (last) to 5 (first) by (profit ÷ cost) × (value ÷ equity) among the positions of its market and side; 0: not
 * known.
 */
export function deleverageRank(live: Live, { position, market, side }: Position): number {
  let mine = rankings.get(live);
  if (mine === undefined) {
    mine = new Map();
    rankings.set(live, mine);
  }
  const key = `${market}:${side}`;
  const { time } = live.head();
  const known = mine.get(key);
  if (known !== undefined && time - known.time < RANKED_FOR) return known.ranks.get(position) ?? 0;
  const made = { time, ranks: rank(live, market, side) };
  mine.set(key, made);
  return made.ranks.get(position) ?? 0;
}

function rank(live: Live, market: number, side: number): ReadonlyMap<number, number> {
  const contract = live.contract(market);
  const price = live.riskPrice(market);
  const ranks = new Map<number, number>();
  if (contract === undefined || price === 0) return ranks;
  const wallets = new Map<number, CrossWallet>();
  const rows: { readonly position: number; readonly key: number }[] = [];
  const mine = live.marketPositions(market).filter((one) => one.side === side);
  for (const position of mine.slice(0, RANKED_MOST)) {
    const key = keyOf(live, contract, position, price, wallets);
    if (key !== undefined) rows.push({ position: position.position, key });
  }
  rows.sort((a, b) => b.key - a.key || a.position - b.position);
  for (const [at, { position }] of rows.entries()) ranks.set(position, PARTS - Math.trunc((at * PARTS) / rows.length));
  return ranks;
}

/** (profit ÷ cost) × (value ÷ equity) in millionths of millionths; undefined if there is no profit to lose. */
function keyOf(
  live: Live,
  contract: Contract,
  position: Position,
  price: number,
  wallets: Map<number, CrossWallet>,
): number | undefined {
  const { type, perLot } = contract;
  const { unrealised } = standingAt(termsOf(contract), position, price);
  let equity = position.margin + unrealised;
  if (position.marginMode === MARGIN_MODE.cross) {
    const wallet = wallets.get(position.user) ?? crossWalletOf(live, position.user, contract);
    wallets.set(position.user, wallet);
    equity = wallet.balance + wallet.unrealised;
  }
  if (equity <= 0) return undefined;
  const value = valueAt(type, perLot, position.lots, price, UP);
  const gain = mulDiv(unrealised, MILLION, Math.max(1, position.cost), DOWN);
  const weight = mulDiv(value, MILLION, equity, DOWN);
  return bounded(gain) * bounded(weight);
}

function bounded(part: number): number {
  return Math.max(-GREATEST, Math.min(GREATEST, part));
}
