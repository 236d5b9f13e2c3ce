// Closes long against short in each market of a wallet in liquidation (money §3), at the price that liquidates.

import { LIQUIDATION_STEP, MARGIN_MODE, POSITION_SIDE } from '../../enum/index.ts';
import { valueAt } from '../../formula/index.ts';
import { DOWN } from '../../number/index.ts';
import { done } from '../order/settle.ts';
import { Part } from '../position/close-part.ts';
import { balance } from '../position/valuation.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { isLiquidated } from './liquidation-choice.ts';
import { emitStep, type State } from './liquidation-events.ts';

export class Netting {
  private readonly context: PerpetualContext;
  private readonly long = new Part();
  private readonly short = new Part();

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /**
   * Step 2: closes long against short in each market at the price that liquidates, where the wallet can bear it.
   * Returns the lots.
   */
  run(contractWallet: number, state: State): number {
    const { context } = this;
    const { rows: p, contractWallets, holdings } = context.positions;
    let sum = 0;
    let next = 0;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = next) {
      next = p.next[slot] as number;
      if (p.side[slot] !== POSITION_SIDE.long || !isLiquidated(context, slot)) continue;
      const short = holdings.short[p.holding[slot] as number] as number;
      if (short === 0 || p.mode[short] !== MARGIN_MODE.cross) continue;
      // The short's row is freed with its last lot, so the walk continues after it.
      if (next === short) next = p.next[short] as number;
      sum += this.net(slot, short, state);
    }
    return sum;
  }

  private net(longSlot: number, shortSlot: number, state: State): number {
    const { context, long, short } = this;
    const p = context.positions.rows;
    const c = context.contracts.rows;
    const market = p.market[longSlot] as number;
    const lots = Math.min(p.lots[longSlot] as number, p.lots[shortSlot] as number);
    const price = riskPrice(context, market);
    const value = valueAt(c.type[market] as number, c.perLot[market] as number, lots, price, DOWN);
    long.weigh(context, longSlot, lots, value, 0);
    short.weigh(context, shortSlot, lots, value, 0);
    if (balance(context, p.contractWallet[longSlot] as number) + long.wallet + short.wallet < 0) return 0;
    emitStep(context, market, p.user[longSlot] as number, p.id(longSlot), LIQUIDATION_STEP.netted, lots, state, 0, 0);
    // The side that gains settles first, so that the wallet is never short of what it is about to receive.
    const longFirst = long.wallet >= short.wallet;
    (longFirst ? long : short).settle(context);
    (longFirst ? short : long).settle(context);
    context.ledger.post(c.clearing[market] as number, 0 - long.profit - short.profit, 0);
    c.interest[market] = (c.interest[market] as number) - lots;
    done(context, longSlot);
    done(context, shortSlot);
    return lots;
  }
}
