// What a stale price leaves of contracts (money §11, and proven closes of money §3): audits each fill near the index.

import { MARGIN_MODE, MARKET_MAKER, MARKET_TYPE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import type { Auditor } from '../auditor.ts';
import type { Order } from '../orders.ts';
import { gainsByWorth } from '../worth.ts';
import type { Contract, Positions } from './positions.ts';

/** Atoms of rounding. */
const ROUNDED = 2;

export class StalePrices {
  private readonly auditor: Auditor;
  private readonly book: Positions;

  constructor(auditor: Auditor, book: Positions) {
    this.auditor = auditor;
    this.book = book;
  }

  /** A close with a proof fills at most 1 % worse than the index. */
  expectNear(contract: Contract, side: number, price: number): void {
    const index = this.auditor.prices.of(contract.instrument).price;
    const worse = side === 1 ? price * 100 - index : index - price * 100;
    if (worse * 100 > index)
      throw new Breach(`money §3: a proven close fills at ${price}, more than 1 % from the index ${index}`);
  }

  /**
   * money §11: since rules `staleWallets` a wallet with a cross position at a stale price opens nothing, and closes its
   * positions within 1 % of the index. Forced orders, which pay no fee, are exempt.
   */
  expectKept(
    contract: Contract,
    user: number,
    order: Order | undefined,
    direction: number,
    lots: number,
    value: number,
  ): void {
    const { type, settle, market, perLot } = contract;
    const forced = order !== undefined && order.takerRate === 0 && order.makerRate === 0;
    if (this.auditor.rules < RULE.staleWallets || user === MARKET_MAKER || forced) return;
    if (!this.book.locked(user, type, settle)) return;
    if (direction < 3)
      throw new Breach(
        `money §11: user ${user} opens in market ${market}, their wallet holds a position with a stale price`,
      );
    const posed = direction === 3 ? 1 : 2;
    if (this.book.position(user, market, posed)?.mode === MARGIN_MODE.isolated) return;
    const index = contract.mark - contract.basis;
    const fair = type === MARKET_TYPE.linear ? (lots * perLot * index) / 100 : (lots * perLot * 100) / index;
    const lost = gainsByWorth(contract, posed) ? fair - value : value - fair;
    if (lost * 100 > fair + 100 * ROUNDED)
      throw new Breach(
        `money §11: user ${user} closes in market ${market} for ${value}, worth ${fair}, with a stale position in the wallet`,
      );
  }
}
