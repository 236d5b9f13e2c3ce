// Which cross position of a wallet its liquidation closes, and what that costs the wallet (money §3).

import { MARGIN_MODE } from '../../enum/index.ts';
import { exact, type Fraction } from '../../formula/index.ts';
import { RULE } from '../../rules.ts';
import type { Shares } from '../insurance/bankruptcy-shares.ts';
import { balance } from '../position/valuation.ts';
import { priced } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { needOf, profitOf, type Standing } from './margin-check.ts';
import { lotsToCut } from './partial-liquidation.ts';

const { fraction, minus, over, times } = exact;

/** Whether the liquidation of a wallet includes this position: a cross one with a usable price. */
export function isLiquidated(context: PerpetualContext, slot: number): boolean {
  const { mode, market } = context.positions.rows;
  return mode[slot] === MARGIN_MODE.cross && priced(context, market[slot] as number);
}

export class LiquidationChoice {
  private readonly context: PerpetualContext;
  private readonly shares: Shares;

  constructor(context: PerpetualContext, shares: Shares) {
    this.context = context;
    this.shares = shares;
  }

  /**
   * The cross position to liquidate: the one with the highest maintenance, then the lowest id. If the wallet could not
   * pay its loss, the one that brings the wallet most comes first.
   */
  choose(contractWallet: number, standing: Standing): number {
    const { context } = this;
    const { rows: p, contractWallets } = context.positions;
    let chosen = 0;
    let most: Fraction = exact.ZERO;
    let helper = 0;
    let helps: Fraction = exact.ZERO;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
      if (!isLiquidated(context, slot)) continue;
      const need = needOf(context, slot);
      const brings = exact.negative(this.givenTo(slot, standing));
      const order = exact.compare(need, most);
      if (chosen === 0 || order > 0 || (order === 0 && p.id(slot) < p.id(chosen))) {
        chosen = slot;
        most = need;
      }
      const better = exact.compare(brings, helps);
      if (helper === 0 || better > 0 || (better === 0 && p.id(slot) < p.id(helper))) {
        helper = slot;
        helps = brings;
      }
    }
    return chosen === 0 || this.payable(chosen, standing) ? chosen : helper;
  }

  /** Whether the wallet can pay for liquidating a position at its bankruptcy value. */
  payable(slot: number, standing: Standing): boolean {
    const p = this.context.positions.rows;
    const part = fraction(lotsToCut(this.context, slot), p.lots[slot] as number);
    const cost = times(this.givenTo(slot, standing), part);
    return minus(fraction(balance(this.context, p.contractWallet[slot] as number)), cost).num >= 0n;
  }

  /**
   * The margin attributed to a cross position: its share of the wallet's equity, less its unrealised PnL. Closing at
   * its bankruptcy value costs the wallet exactly this. Shared by maintenance; negative equity, since rules
   * `fairDeleverage`, by how far each index moved against its position.
   */
  givenTo(slot: number, standing: Standing): Fraction {
    const { context } = this;
    const byLoss = standing.equity.num < 0n && context.clock.rules >= RULE.fairDeleverage;
    const share = byLoss
      ? this.shares.of(slot, standing)
      : over(times(standing.equity, needOf(context, slot)), standing.maintenance);
    return minus(share, profitOf(context, slot));
  }

  /**
   * Lots of the next partial liquidation that the wallet's balance can pay for at the bankruptcy value. `given` is the
   * cost of closing all lots.
   */
  affordable(slot: number, given: Fraction): number {
    const { context } = this;
    const p = context.positions.rows;
    const wanted = lotsToCut(context, slot);
    if (given.num <= 0n) return wanted;
    const all = fraction(p.lots[slot] as number);
    const paid = exact.plain(
      exact.floor(over(times(all, fraction(balance(context, p.contractWallet[slot] as number))), given)),
    );
    return paid < wanted ? paid : wanted;
  }
}
