// Fill or kill: whether an order would fill completely, with every maker weighed as its fill will be. Reads only.

import { NONE, opposite, ROW32, ROW64, type Side } from '../../book/index.ts';
import { CONTRACT_DIRECTION } from '../../enum/index.ts';
import { RULE } from '../../rules.ts';
import { directionOf, type Leg, mostLots, opens, weighAs } from './fill-side.ts';
import { openingsWait } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { valueOf } from './settle.ts';
import { WalletSums } from './wallet-sums.ts';

/** Atoms that an order in several fills may need beyond one fill, because each amount is rounded separately. */
const SLICE = 4;
/** Most makers that one order weighs since rules `fewMakersCertain`. Each costs a walk through a wallet's positions. */
export const MAX_CERTAIN = 200;

/**
 * Most cross positions of all makers' wallets that one order weighs since rules `weighedPositions`, plus those of one
 * wallet.
 */
export const MAX_WEIGHED_POSITIONS = 2_000;

/**
 * Which makers of a walk will certainly fill. What earlier fills use of a contract wallet counts against later ones.
 */
export class FillOrKill {
  /** Lots that are certain, and in how many fills. */
  lots = 0;
  fills = 0;
  /** Sums of the makers' wallets in this walk. */
  private sums: WalletSums | undefined = undefined;

  of(
    context: PerpetualContext,
    leg: Leg,
    market: number,
    side: Side,
    limit: number,
    user: number,
    selfTrade: number,
    wanted: number,
  ): void {
    const { orders, markets } = context;
    const book = markets.book(market);
    const waits = openingsWait(context, market);
    this.lots = 0;
    this.fills = 0;
    const sums = (this.sums ??= new WalletSums(context));
    sums.begin();
    let weighed = 0;
    const mostPositions = context.clock.rules >= RULE.weighedPositions ? MAX_WEIGHED_POSITIONS : Infinity;
    leg.sums = sums;
    const bounded = context.clock.rules >= RULE.fewMakersCertain;
    // Before that rule bounded by the orders of one side, and so by MAX_ORDERS.
    for (let slot = book.front(opposite(side)); slot !== NONE && this.lots < wanted; slot = book.after(slot)) {
      if ((bounded && weighed === MAX_CERTAIN) || sums.positions > mostPositions) break;
      const price = orders.price[slot * ROW32] as number;
      if (side === 1 ? price > limit : price < limit) break;
      if (waits && opens(directionOf(context, slot))) continue;
      if (orders.user[slot * ROW32] === user) {
        if (selfTrade === 2) continue;
        break;
      }
      weighed += 1;
      const rest = orders.rest[slot * ROW64] as number;
      const part = rest < wanted - this.lots ? rest : wanted - this.lots;
      const most = mostLots(context, slot);
      const first = part < most ? part : most;
      this.add(context, sums, leg, market, side, slot, directionOf(context, slot), first, price);
      // A market maker's order first closes the opposite position, then opens.
      if (first < part && !waits && context.terms.direction[slot] === 0)
        this.add(
          context,
          sums,
          leg,
          market,
          side,
          slot,
          side === 1 ? CONTRACT_DIRECTION.openShort : CONTRACT_DIRECTION.openLong,
          part - first,
          price,
        );
    }
    leg.sums = undefined;
  }

  /** What the taker must have beyond its need in one fill, atoms: 0 for a single fill. */
  spread(): number {
    return this.fills > 1 ? (this.fills - 1) * SLICE : 0;
  }

  private add(
    context: PerpetualContext,
    sums: WalletSums,
    leg: Leg,
    market: number,
    side: Side,
    slot: number,
    direction: number,
    lots: number,
    price: number,
  ): void {
    const value = valueOf(context, market, lots, price, side === 1);
    if (lots === 0 || value === 0) return;
    const rate = context.orders.makerRate[slot * ROW32] as number;
    const flaw = weighAs(context, leg, slot, direction, lots, value, rate);
    const { contractWallet } = leg;
    const taken = sums.drawn(contractWallet);
    const before = taken ?? 0;
    // The first order of a contract wallet that may not fill is removed. A later one may fill with the margin that
    // frees.
    sums.draw(contractWallet, before + (flaw !== 0 && taken === undefined ? 0 : leg.draw));
    if (flaw !== 0 || leg.slack < before) return;
    this.lots += lots;
    this.fills += 1;
  }
}
