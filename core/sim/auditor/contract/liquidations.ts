// Audits contract liquidations: forced closes only where allowed, and what each step moves (money §3).

import { ACCOUNT_CLASS, CONTRACT_DIRECTION, LIQUIDATION_STEP, MARGIN_MODE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { OrderBook } from '../orders.ts';
import { type Contract, type Position, type Positions } from './positions.ts';
import { worthOf } from '../worth.ts';

const L = eventPlaces('liquidation.step');
const D = eventPlaces('deleveraged');
/** How long the profit at a price that became unusable protects its wallet from forced closes, ms. */
const HOPES = 3_600_000;
/** Rounding of a wallet's profits, atoms. */
const ROUNDED = 8;

export class Liquidations {
  /** Markets in which a liquidation waits for the desk, because no counterparty is left: the user of the last one. */
  readonly waiting = new Map<number, number>();
  /** The side of the insurance fund's inventory in a market, 0 none. */
  fundSide: (market: number) => number = () => 0;
  /** Called before lots of a bankrupt wallet's position pass to others or the fund at a value, settle atoms. */
  shared: (contract: Contract, position: Position, lots: number, value: number) => void = () => undefined;
  steps = 0;
  deleveraged = 0;
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly orders: OrderBook;
  private readonly examined = new Set<number>();
  /** Wallets with closes in the current command, already checked that they need not wait. */
  private readonly weighed = new Set<number>();
  /** Positions partly liquidated in the current command with equity of 0 or less. */
  private readonly bankrupt = new Set<number>();
  /** Positions that a batch left with negative equity and pending work. */
  private readonly leftOver = new Set<number>();
  /** Users for whom the desk was ever called; it is called only once, whatever waits afterwards. */
  private readonly called = new Set<number>();

  constructor(auditor: Auditor, book: Positions, orders: OrderBook) {
    this.auditor = auditor;
    this.book = book;
    this.orders = orders;
    auditor.on('liquidation.step', (w, at) => this.step(w, at));
    auditor.on('deleveraged', (w, at) => this.deleverage(w, at));
    auditor.atEnd(() => {
      this.examined.clear();
      this.weighed.clear();
      for (const id of this.bankrupt) {
        const breach = this.leftOpen(id);
        if (breach === undefined) continue;
        auditor.suspect(breach);
        this.leftOver.add(id);
      }
      this.bankrupt.clear();
    });
    auditor.atRest(() => {
      for (const id of this.leftOver) {
        const breach = this.leftOpen(id);
        if (breach !== undefined) throw new Breach(breach);
      }
      this.leftOver.clear();
    });
  }

  /**
   * money §3: a partial liquidation at negative equity continues in the same tick until everything is closed, no
   * counterparty is left, some equity is left, or the batch has no step left.
   */
  private leftOpen(id: number): string | undefined {
    const position = this.book.byId.get(id);
    if (position === undefined || position.lots === 0 || this.called.has(position.user)) return undefined;
    if (this.auditor.rules >= RULE.fairDeleverage && this.mayHope(position.user)) return undefined;
    const { equity } = this.standing(position.user, position.market, position.side);
    // A wallet's profits are rounded here one by one, in the core all together.
    return equity < -8 ? `money §3: position ${id} is left open after a cut with equity ${equity}` : undefined;
  }

  /**
   * Whether a user has a position whose profit may not count at the moment: such a wallet closes only what its balance
   * pays for.
   */
  private mayHope(user: number): boolean {
    for (const one of this.book.byUser.get(user) ?? [])
      if (one.lots > 0 && !this.auditor.prices.counts(this.book.of(one.market).instrument)) return true;
    return false;
  }

  /** Open positions, those that wait for the desk, and their counterparties, each with the reason. */
  open(): string[] {
    const waiters = new Set(this.waiting.values());
    const stuck = new Set(this.waiting.keys());
    for (const { user, market } of this.book.positions.values()) if (waiters.has(user)) stuck.add(market);
    const why = (market: number, side: number): string => {
      if (stuck.has(market)) return ' because a liquidation waits for the desk';
      return this.fundSide(market) === 3 - side ? ' because the insurance fund still holds the other side' : '';
    };
    return [...this.book.positions.values()].map(
      ({ id, user, market, side, lots }) =>
        `position ${id} of user ${user}, ${lots} lots in market ${market}${why(market, side)}`,
    );
  }

  private step(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    this.steps += 1;
    const user = w[at + L.user] as number;
    const kind = w[at + L.step] as number;
    const insurance = w[at + L.insurance] as number;
    const equity = w[at + L.equity] as number;
    const maintenance = w[at + L.maintenance] as number;
    if (!(equity <= maintenance))
      throw new Breach(
        `money §12.9: user ${user} is liquidated with equity ${equity} above maintenance ${maintenance}`,
      );
    if (this.auditor.rules >= RULE.solventWaits) this.solventWaits(user, kind, equity, insurance);
    if (kind === LIQUIDATION_STEP.desk) {
      this.waiting.set(w[at + L.market] as number, user);
      this.called.add(user);
    }
    if (kind >= LIQUIDATION_STEP.cut && kind < LIQUIDATION_STEP.desk && equity <= 0)
      this.bankrupt.add(w[at + L.position] as number);
    if (w[at + L.market] === 0) return;
    const contract = this.book.of(w[at + L.market] as number);
    if (kind >= LIQUIDATION_STEP.netted && kind < LIQUIDATION_STEP.desk)
      this.expectCancelled(contract, user, w[at + L.position] as number);
    if (kind === 2) this.net(contract, user, w[at + L.lots] as number, w[at + L.mark] as number);
    if (kind < 3 || kind > 4) return;
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle), insurance);
    accounts.move(accounts.wallet(user, contract.type, contract.settle), -insurance);
  }

  /** money §3, since rules `workInSteps`: nothing of a wallet is closed while it has opening orders. */
  private expectCancelled({ type, settle }: Contract, user: number, position: number): void {
    if (this.auditor.rules < RULE.workInSteps || this.book.byId.get(position)?.mode === MARGIN_MODE.isolated) return;
    for (const id of this.orders.byUser.get(user) ?? []) {
      const { direction, mode, market } = this.orders.get(id);
      if (direction === 0 || direction >= CONTRACT_DIRECTION.closeLong || mode === MARGIN_MODE.isolated) continue;
      const of = this.book.of(market);
      if (of.type === type && of.settle === settle)
        throw new Breach(`money §3: the wallet of user ${user} is liquidated, its opening order ${id} is still open`);
    }
  }

  /**
   * money §3, since rules `fairDeleverage`: a cross wallet waits when it has no equity, but would have some with
   * profits at unusable prices counted at their last index within an hour.
   */
  private mustWait(contract: Contract, user: number, equity: number): boolean {
    if (this.auditor.rules < RULE.fairDeleverage || equity >= -ROUNDED) return false;
    let hoped = equity;
    for (const one of this.book.byUser.get(user) ?? []) {
      const of = this.book.of(one.market);
      if (one.mode === MARGIN_MODE.isolated || of.type !== contract.type || of.settle !== contract.settle) continue;
      if (this.auditor.time - of.markedAt > HOPES) continue;
      hoped += this.book.unrealised(of, one) - this.book.counted(of, one);
    }
    return hoped > ROUNDED;
  }

  /**
   * money §3, since rules `solventWaits`: a book fill never takes from the insurance fund, and no position with equity
   * above 0 is deleveraged or left to the desk.
   */
  private solventWaits(user: number, kind: number, equity: number, insurance: number): void {
    if (kind === LIQUIDATION_STEP.cut && insurance < 0)
      throw new Breach(`money §3: the insurance fund pays ${-insurance} for fills of the book by user ${user}`);
    if (kind > LIQUIDATION_STEP.cut && equity > 0)
      throw new Breach(`money §3: user ${user} is deleveraged with equity ${equity} for want of orders`);
  }

  /** A wallet's long and short of one market closed against each other at the price that liquidates. */
  private net(contract: Contract, user: number, lots: number, mark: number): void {
    this.endangered(user, contract.market, 1, false);
    const value = worthOf(contract, lots, mark, false);
    this.book.shrink(contract, user, 1, lots, value, 0);
    this.book.shrink(contract, user, 2, lots, value, 0);
  }

  private deleverage(w: Float64Array, at: number): void {
    this.deleveraged += 1;
    const contract = this.book.of(w[at + D.market] as number);
    const bankrupt = this.book.byId.get(w[at + D.against] as number);
    const other = this.book.byId.get(w[at + D.position] as number);
    if (bankrupt === undefined || other === undefined)
      throw new Error('Expected both positions of a deleveraging to be known.');
    if (!(bankrupt.side !== other.side && other.user === w[at + D.user]))
      throw new Breach(`position ${other.id} is deleveraged against one of its own side`);
    this.endangered(bankrupt.user, contract.market, bankrupt.side);
    this.book.force(bankrupt);
    const [lots, value] = [w[at + D.lots] as number, w[at + D.value] as number];
    this.shared(contract, bankrupt, lots, value);
    this.book.shrink(contract, bankrupt.user, bankrupt.side, lots, value, 0);
    this.book.shrink(contract, other.user, other.side, lots, value, 0);
  }

  /**
   * money §12.9: forced closes need a usable price and equity at or below maintenance, checked before the command moved
   * anything.
   */
  endangered(user: number, market: number, side: number, closes = true): void {
    const contract = this.book.of(market);
    const position = this.book.position(user, market, side);
    const isolated = position?.mode === MARGIN_MODE.isolated;
    const key = user * 1024 + (isolated ? market * 2 + side - 1 : 1_000 + contract.type);
    if (closes && !isolated && !this.weighed.has(key)) {
      this.weighed.add(key);
      if (this.mustWait(contract, user, this.standing(user, market, side).equity))
        throw new Breach(`money §3: the wallet of user ${user} is closed, the profit of a stale price would keep it`);
    }
    if (this.examined.has(key)) return;
    this.examined.add(key);
    if (!this.auditor.prices.counts(contract.instrument))
      throw new Breach(`money §12.9: user ${user} is liquidated in market ${market} on a price that does not count`);
    if (position === undefined) return;
    const { equity, need } = this.standing(user, market, side);
    // Each is rounded down, against the user, so the two may differ by as many atoms as there are positions.
    if (!(equity <= need + 8))
      throw new Breach(
        `money §12.9: user ${user} is liquidated in market ${market} with equity ${equity}, maintenance is ${need}`,
      );
  }

  /** Equity and maintenance of an isolated position, or of a cross position's wallet. */
  standing(user: number, market: number, side: number): { readonly equity: number; readonly need: number } {
    const contract = this.book.of(market);
    const position = this.book.position(user, market, side);
    const isolated = position?.mode === MARGIN_MODE.isolated;
    let equity = isolated
      ? position.margin
      : (this.auditor.accounts.due[this.auditor.accounts.wallet(user, contract.type, contract.settle)] as number);
    let need = 0;
    for (const one of this.book.byUser.get(user) ?? []) {
      if (isolated ? one !== position : one.mode === MARGIN_MODE.isolated) continue;
      const of = this.book.of(one.market);
      if (of.type !== contract.type || of.settle !== contract.settle) continue;
      equity += this.book.counted(of, one);
      need += this.book.maintenance(of, one);
    }
    return { equity, need };
  }
}
