// Audits who pays for a bankrupt cross wallet: since rules `fairDeleverage` each of its positions closes no further
// from the index than its own index moved since the wallet was last above maintenance (money §3).

import { MARGIN_MODE, POSITION_SIDE } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import type { Auditor } from './auditor.ts';
import type { CrossWallet, CrossWallets } from './contract/cross-wallets.ts';
import type { Liquidations } from './contract/liquidations.ts';
import { type Contract, type Position, type Positions } from './contract/positions.ts';
import { gainsByWorth, worthOf } from './worth.ts';

/** Rounding of a wallet's profits and of a part's value, atoms. */
const ROUNDED = 8;
/** The debt is computed from rounded profits: moves that explain less than this factor of it prove nothing. */
const CERTAIN = 1.05;

/** Index in cents when the wallet was last above maintenance, and the lowest and highest since. */
interface Since {
  readonly safe: number;
  low: number;
  high: number;
}

export class Shares {
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly liquidations: Liquidations;
  private readonly since = new WeakMap<Position, Since>();

  constructor(auditor: Auditor, book: Positions, liquidations: Liquidations, wallets: CrossWallets) {
    this.auditor = auditor;
    this.book = book;
    this.liquidations = liquidations;
    liquidations.shared = (...closed) => this.closed(...closed);
    wallets.onTick((wallet) => this.look(wallet));
  }

  /** Lots of a bankrupt wallet's position closed against others, or taken over, at a value in settle atoms. */
  private closed(contract: Contract, position: Position, lots: number, value: number): void {
    if (this.auditor.rules < RULE.fairDeleverage || position.mode === MARGIN_MODE.isolated) return;
    const own = this.since.get(position);
    const owed = -this.liquidations.standing(position.user, contract.market, position.side).equity;
    if (own === undefined || owed < ROUNDED || this.moved(contract, position.user) < owed * CERTAIN) return;
    const now = contract.mark - contract.basis;
    const worst = position.side === POSITION_SIDE.long ? Math.max(own.high, now) : Math.min(own.low, now);
    const bound = worthOf(contract, lots, worst, true);
    if (gainsByWorth(contract, position.side) ? value > bound + ROUNDED : value < bound - ROUNDED)
      throw new Breach(
        `money §3: ${lots} lots of user ${position.user} in market ${contract.market} are closed at ${value}, at the furthest index since their wallet was safe they are ${bound}`,
      );
  }

  /** A wallet's loss from index moves since it was above maintenance, settle atoms. */
  private moved({ type, settle }: Contract, user: number): number {
    let sum = 0;
    for (const one of this.book.byUser.get(user) ?? []) {
      const of = this.book.of(one.market);
      const own = this.since.get(one);
      if (own === undefined || one.mode === MARGIN_MODE.isolated || of.type !== type || of.settle !== settle) continue;
      const lost = worthOf(of, one.lots, own.safe, true) - worthOf(of, one.lots, of.mark - of.basis, true);
      sum += Math.max(0, gainsByWorth(of, one.side) ? lost : -lost);
    }
    return sum;
  }

  private look({ positions, equity, need }: CrossWallet): void {
    for (const position of positions) {
      const { mark, basis } = this.book.of(position.market);
      const index = mark - basis;
      const own = this.since.get(position);
      if (equity > need) this.since.set(position, { safe: index, low: index, high: index });
      else if (own !== undefined) {
        own.low = Math.min(own.low, index);
        own.high = Math.max(own.high, index);
      }
    }
  }
}
