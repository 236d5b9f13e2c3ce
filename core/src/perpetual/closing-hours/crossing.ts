// Crosses lots long against short before a market closes (money §3): at the index, without fees. What a position
// realises stays in its margin, so that it covers the rest of the position.

import { MARGIN_MODE } from '../../enum/index.ts';
import { realisedProfit, releasedCost, valueAt } from '../../formula/index.ts';
import { DOWN } from '../../number/index.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { done } from '../order/settle.ts';

/** One side of a crossing. The next one overwrites it; not part of the state. */
class CrossedPart {
  released = 0;
  profit = 0;
  wallet = 0;
  margin = 0;
  /** Whether its margin covers what it realises. */
  fits = false;

  weigh(context: PerpetualContext, slot: number, lots: number, value: number): void {
    const { positions } = context;
    const p = positions.rows;
    const type = context.contracts.rows.type[p.market[slot] as number] as number;
    const side = p.side[slot] as number;
    const whole = p.lots[slot] as number;
    this.released = releasedCost(type, side, p.cost[slot] as number, lots, whole);
    this.profit = realisedProfit(type, side, value, this.released);
    const margin = positions.marginOf(slot);
    this.fits = p.mode[slot] === MARGIN_MODE.isolated && margin + this.profit >= 0;
    // The last lots release the margin to the wallet.
    this.wallet = lots === whole ? margin + this.profit : 0;
    this.margin = lots === whole ? 0 - margin : this.profit;
  }

  settle(context: PerpetualContext, slot: number, lots: number): void {
    const { positions, ledger } = context;
    const p = positions.rows;
    p.lots[slot] = (p.lots[slot] as number) - lots;
    p.cost[slot] = (p.cost[slot] as number) - this.released;
    p.priceProfit[slot] = (p.priceProfit[slot] as number) + this.profit;
    ledger.post(positions.contractWallets.account[p.contractWallet[slot] as number] as number, this.wallet, 0);
    ledger.post(p.margin[slot] as number, this.margin, 0);
  }
}

/** Result of a crossing: done, or the side whose margin does not cover it. */
export const CROSSING = { done: 0, longUnfit: 1, shortUnfit: 2 } as const;

export class Crossing {
  private readonly context: PerpetualContext;
  private readonly long = new CrossedPart();
  private readonly short = new CrossedPart();

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** Closes lots of a long against the same number of a short, at one value for both. */
  run(longSlot: number, shortSlot: number, lots: number): number {
    const { context, long, short } = this;
    const { rows: p } = context.positions;
    const c = context.contracts.rows;
    const market = p.market[longSlot] as number;
    const index = riskPrice(context, market);
    const value = valueAt(c.type[market] as number, c.perLot[market] as number, lots, index, DOWN);
    long.weigh(context, longSlot, lots, value);
    if (!long.fits) return CROSSING.longUnfit;
    short.weigh(context, shortSlot, lots, value);
    if (!short.fits) return CROSSING.shortUnfit;
    context.out.record('closing.crossed', {
      market,
      long: p.id(longSlot),
      longUser: p.user[longSlot] as number,
      short: p.id(shortSlot),
      shortUser: p.user[shortSlot] as number,
      lots,
      value,
      index,
    });
    long.settle(context, longSlot, lots);
    short.settle(context, shortSlot, lots);
    context.ledger.post(c.clearing[market] as number, 0 - long.profit - short.profit, 0);
    c.interest[market] = (c.interest[market] as number) - lots;
    done(context, longSlot, long.wallet);
    done(context, shortSlot, short.wallet);
    return CROSSING.done;
  }
}
