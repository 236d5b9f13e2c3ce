// The numbers of `ask` for contract commands (`schema/answer.ts`), taken from the decision itself.

import { FIRST_TRIGGER, MARGIN_MODE } from '../enum/index.ts';
import { shownTrigger } from '../formula/index.ts';
import { offsetOf } from '../schema/index.ts';
import type { Decision } from './order/checks.ts';
import { opens, sideOf } from './order/fill-side.ts';
import { left, spendable } from './position/valuation.ts';
import { toMove } from './position/commands.ts';
import type { PerpetualContext } from './context.ts';
import type { Estimate } from './order/take.ts';

const PLACE = {
  user: offsetOf('contract.place', 'user'),
  market: offsetOf('contract.place', 'market'),
  direction: offsetOf('contract.place', 'direction'),
  marginMode: offsetOf('contract.place', 'marginMode'),
  type: offsetOf('contract.place', 'type'),
  lots: offsetOf('contract.place', 'lots'),
} as const;
const POSITION = offsetOf('position.margin', 'position');
const FLAG = offsetOf('position.margin', 'flag');
const AMOUNT = offsetOf('position.margin', 'amount');
const MODE = offsetOf('leverage.set', 'marginMode');
const LEVERAGE = offsetOf('leverage.set', 'leverage');

/** The mark at which an isolated position would be liquidated, cents, as shown to the user; 0 none. */
export function shownLiquidation(
  context: PerpetualContext,
  market: number,
  side: number,
  lots: number,
  cost: number,
  margin: number,
): number {
  const { contracts } = context;
  const c = contracts.rows;
  const terms = {
    type: c.type[market] as number,
    perLot: c.perLot[market] as number,
    face: c.face[market] as number,
    tiers: contracts.tiers,
    first: contracts.firstTier(market),
    count: c.count[market] as number,
  };
  return shownTrigger(terms, side, lots, cost, margin);
}

/**
 * For `contract.place`: settle asset, initial margin, fee, opening loss, total required · lots that fill now, their
 * value, first and last price · lots that rest · the liquidation mark of an isolated position after all fills.
 */
export function placeNumbers(
  context: PerpetualContext,
  made: Decision,
  estimate: Estimate,
  words: Float64Array,
  at: number,
): number[] {
  const { positions, contracts } = context;
  const market = words[at + PLACE.market] as number;
  const direction = words[at + PLACE.direction] as number;
  const lots = words[at + PLACE.lots] as number;
  const waits = (words[at + PLACE.type] as number) >= FIRST_TRIGGER;
  const opening = opens(direction);
  const atMarket = (words[at + PLACE.type] as number) % 2 === 0;
  let liquidation = 0;
  if (opening && words[at + PLACE.marginMode] === MARGIN_MODE.isolated) {
    const position = made.holding === 0 ? 0 : positions.of(made.holding, sideOf(direction));
    const whole = atMarket && !waits ? estimate.lots : lots;
    const p = positions.rows;
    const before = position === 0 ? 0 : (p.lots[position] as number);
    const cost = (position === 0 ? 0 : (p.cost[position] as number)) + made.value;
    const margin = (position === 0 ? 0 : positions.marginOf(position)) + made.margin;
    liquidation = shownLiquidation(context, market, sideOf(direction), before + whole, cost, margin);
  }
  const settle = contracts.rows.settle[market] as number;
  // What remains after the most matches of one order is cancelled.
  const rest = estimate.swept ? 0 : lots - estimate.lots;
  return [
    ...[settle, made.margin, made.fee, made.loss, made.need],
    ...[estimate.lots, estimate.value, estimate.best, estimate.worst, rest, liquidation],
  ];
}

/** For `position.margin`: margin before and after, spendable balance before and after, the liquidation mark after. */
export function marginNumbers(context: PerpetualContext, words: Float64Array, at: number): number[] {
  const { positions } = context;
  const p = positions.rows;
  const slot = p.find(words[at + POSITION] as number);
  const amount = (words[at + FLAG] === 1 ? 1 : -1) * (words[at + AMOUNT] as number);
  const margin = positions.marginOf(slot);
  const free = spendable(context, p.contractWallet[slot] as number);
  const after = left(context, p.contractWallet[slot] as number) - amount;
  return [
    ...[margin, margin + amount, free, after > 0 ? after : 0],
    shownLiquidation(
      context,
      p.market[slot] as number,
      p.side[slot] as number,
      p.lots[slot] as number,
      p.cost[slot] as number,
      margin + amount,
    ),
  ];
}

/** For `leverage.set`: leverage before and after, what the wallet adds (+), margin of long and short after. */
export function leverageNumbers(context: PerpetualContext, made: Decision, words: Float64Array, at: number): number[] {
  const { positions } = context;
  const mode = words[at + MODE] as number;
  const leverage = words[at + LEVERAGE] as number;
  const margins = [1, 2].map((side) => {
    const slot = made.holding === 0 ? 0 : positions.of(made.holding, side);
    if (slot === 0 || mode !== MARGIN_MODE.isolated || positions.rows.mode[slot] !== mode) return 0;
    return positions.marginOf(slot) + toMove(context, slot, leverage);
  });
  return [made.before, leverage, made.need, ...margins];
}
