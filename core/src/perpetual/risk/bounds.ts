// Safe bounds: the prices at which a wallet with cross positions is checked again (money §3), in each of its markets.
// While every price that liquidates is within them, equity stays above maintenance, whatever maintenance tiers the
// moves reach.

import { MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '../../enum/index.ts';
import { exact, type Fraction, type Leg } from '../../formula/index.ts';
import { MILLION } from '../../number/index.ts';
import { legOfPosition, type Standing } from './margin-check.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

const { ceiling, floor, fraction, minus, over, plus, times, ZERO } = exact;
/** Marks are below this: a bound beyond it is not needed. */
const FARTHEST = 2 ** 52;

/** Lowest and highest safe price; 0: no limit. */
export interface Bounds {
  readonly below: number;
  readonly above: number;
}

function bounded(cents: bigint): number {
  return cents <= 0n || cents > BigInt(FARTHEST) ? 0 : Number(cents);
}

/**
 * Bounds in a linear market. A fall costs at most Σ sQ − ΣQ × lowest rate per cent, a rise at most ΣQ × highest rate −
 * Σ sQ. Q: atoms per cent.
 */
function linearBounds(
  mark: number,
  part: Fraction,
  net: Fraction,
  gross: Fraction,
  least: Fraction,
  greatest: Fraction,
): Bounds {
  const down = minus(net, times(gross, least));
  const up = minus(times(gross, greatest), net);
  return {
    below: down.num > 0n ? bounded(floor(minus(fraction(mark), over(part, down)))) : 0,
    above: up.num > 0n ? bounded(ceiling(plus(fraction(mark), over(part, up)))) : 0,
  };
}

/**
 * Bounds in an inverse market, where the tier depends on contracts only. Equity − maintenance is a constant less a ÷
 * mark, with a = Σ sQ + ΣQ × rate − Σ amount, so the bound is exact.
 */
function inverseBounds(mark: number, part: Fraction, legs: readonly Leg[]): Bounds {
  let a = ZERO;
  for (const leg of legs) {
    a = plus(a, leg.side === POSITION_SIDE.long ? leg.quantity : minus(ZERO, leg.quantity));
    a = plus(a, minus(times(leg.quantity, leg.rate), leg.amount));
  }
  if (a.num === 0n) return { below: 0, above: 0 };
  // 1 ÷ bound = 1 ÷ mark + part ÷ a.
  const reciprocal = plus(fraction(1, mark), over(part, a));
  if (reciprocal.num <= 0n) return { below: 0, above: 0 };
  const bound = over(fraction(1), reciprocal);
  return a.num > 0n ? { below: bounded(floor(bound)), above: 0 } : { below: 0, above: bounded(ceiling(bound)) };
}

/** Lowest and highest maintenance rate of a market's tiers. */
function rates(context: PerpetualContext, market: number): readonly [least: Fraction, greatest: Fraction] {
  const { contracts } = context;
  const first = contracts.firstTier(market);
  const last = first + (contracts.rows.count[market] as number) - 1;
  return [
    fraction(contracts.tiers.rate[first] as number, MILLION),
    fraction(contracts.tiers.rate[last] as number, MILLION),
  ];
}

/** Number of markets in which a wallet has cross positions. */
function marketsOf(context: PerpetualContext, contractWallet: number): number {
  const { rows: p, contractWallets, holdings } = context.positions;
  let count = 0;
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
    if (p.mode[slot] !== MARGIN_MODE.cross || p.lots[slot] === 0) continue;
    // A market with both sides counts once, at its long.
    const long = holdings.long[p.holding[slot] as number] as number;
    if (long === slot || long === 0 || p.mode[long] !== MARGIN_MODE.cross || p.lots[long] === 0) count += 1;
  }
  return count;
}

/** Writes the bounds of all cross positions of a wallet above maintenance. Both sides of a market get the same. */
export function writeBounds(context: PerpetualContext, contractWallet: number, standing: Standing): void {
  const { rows: p, contractWallets, holdings } = context.positions;
  const c = context.contracts.rows;
  const slack = minus(standing.equity, standing.maintenance);
  const markets = marketsOf(context, contractWallet);
  const part = markets === 0 ? ZERO : over(slack, fraction(markets));
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
    if (p.mode[slot] !== MARGIN_MODE.cross || p.lots[slot] === 0) continue;
    const market = p.market[slot] as number;
    const price = riskPrice(context, market);
    const holding = p.holding[slot] as number;
    const other = (p.side[slot] === POSITION_SIDE.long ? holdings.short[holding] : holdings.long[holding]) as number;
    const legs = [legOfPosition(context, slot)];
    if (other !== 0 && p.mode[other] === MARGIN_MODE.cross && p.lots[other] !== 0)
      legs.push(legOfPosition(context, other));
    let bounds: Bounds;
    if (c.type[market] === MARKET_TYPE.linear) {
      let net = ZERO;
      let gross = ZERO;
      for (const leg of legs) {
        net = leg.side === POSITION_SIDE.long ? plus(net, leg.quantity) : minus(net, leg.quantity);
        gross = plus(gross, leg.quantity);
      }
      const [least, greatest] = rates(context, market);
      bounds = linearBounds(price, part, net, gross, least, greatest);
    } else bounds = inverseBounds(price, part, legs);
    p.boundBelow[slot] = bounds.below;
    p.boundAbove[slot] = bounds.above;
  }
}
