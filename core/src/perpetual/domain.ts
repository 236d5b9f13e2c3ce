// Perpetual contracts as a domain of the exchange: their commands, and the rules of their orders on the floor.

import { ROW64 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { type OrderRules, tellChanged } from '../floor/index.ts';
import { INVERSE, LINEAR } from '../formula/index.ts';
import type { PurseRule, Purses } from '../ledger/index.ts';
import type { Changes } from '../party/index.ts';
import { allows, NO, USE } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, offsetOf, rejects, STATUS } from '../schema/index.ts';
import { auditContracts } from './audit.ts';
import { commitAmend, decideAmend } from './order/amend.ts';
import { Decision } from './order/checks.ts';
import { commitChange, commitFees, commitList, decideChange, decideFees, decideList, tellContract } from './listing.ts';
import { commitGuard, commitSide, decideGuard, decideSide } from './order/set-tpsl.ts';
import {
  commitClose,
  commitLeverage,
  commitMany,
  commitMargin,
  decideClose,
  decideLeverage,
  decideMany,
  decideMargin,
  decideProven,
} from './position/commands.ts';
import { opens } from './order/fill-side.ts';
import { spendable } from './position/valuation.ts';
import { leverageNumbers, marginNumbers, placeNumbers } from './answers.ts';
import { commitPlace, decidePlace } from './order/place.ts';
import { commitQuote, decideQuote } from './order/quote.ts';
import { lockedBy } from './priced.ts';
import type { PerpetualContext } from './context.ts';
import { cancel } from './order/order-lifecycle.ts';
import { Estimate, Legs } from './order/take.ts';
import { tellLeverage, tellOpened, tellPosition } from './events.ts';
import { fire, fireNear, meetsNear } from './order/trigger.ts';

const K = {
  place: commands['contract.place'].kind,
  close: commands['position.close'].kind,
  proven: commands['position.closeProven'].kind,
  many: commands['position.closeMany'].kind,
  margin: commands['position.margin'].kind,
  guard: commands['position.guard'].kind,
  side: commands['position.guardSide'].kind,
  leverage: commands['leverage.set'].kind,
  list: commands['contract.list'].kind,
  change: commands['contract.change'].kind,
  fees: commands['contract.fees'].kind,
} as const;

const DIRECTION = offsetOf('contract.place', 'direction');

export class Perpetual extends Domain implements OrderRules, PurseRule {
  readonly kinds = Object.values(K);
  /** Adding margin; taking it out is refused inside. */
  override readonly whileFrozen = [K.margin, K.proven];
  override readonly frozenReduces = [K.guard, K.side];
  override readonly closing = [K.place, K.close, K.many];
  readonly room: PerpetualContext;
  private readonly changes: Changes;
  private readonly made = new Decision();
  private readonly estimate = new Estimate();
  private readonly legs = new Legs();

  constructor(room: PerpetualContext, changes: Changes, purses: Purses) {
    super();
    this.room = room;
    this.changes = changes;
    room.floor.give(LINEAR, this);
    room.floor.give(INVERSE, this);
    purses.give(LINEAR, this);
    purses.give(INVERSE, this);
  }

  override closes(words: Float64Array, at: number, kind: number): boolean {
    return kind !== K.place || !opens(words[at + DIRECTION] as number);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const { room, made, changes } = this;
    room.refuse(0, 0, 0);
    switch (kind) {
      case K.place:
        return this.noted(decidePlace(room, made, this.estimate, this.legs, words, at));
      case K.close:
        return this.noted(decideClose(room, words, at));
      case K.proven:
        return this.noted(decideProven(room, words, at));
      case K.many:
        return this.noted(decideMany(room, words, at));
      case K.margin:
        return this.noted(decideMargin(room, words, at));
      case K.guard:
        return this.noted(decideGuard(room, words, at));
      case K.side:
        return this.noted(decideSide(room, words, at));
      case K.leverage:
        return this.noted(decideLeverage(room, made, words, at));
      case K.list:
        return this.noted(decideList(room, words, at));
      case K.change:
        return this.noted(decideChange(room, changes, words, at));
      case K.fees:
        return this.noted(decideFees(room, changes, words, at));
      default:
        return this.refuse(rejects['request.invalid'], 0, kind);
    }
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { room, made, legs, changes } = this;
    switch (kind) {
      case K.place:
        return commitPlace(room, made, legs, words, at);
      case K.close:
        return commitClose(room, legs, words, at);
      case K.proven:
        return commitClose(room, legs, words, at);
      case K.many:
        return commitMany(room, legs, words, at);
      case K.margin:
        return commitMargin(room, words, at);
      case K.guard:
        return commitGuard(room, words, at);
      case K.side:
        return commitSide(room, words, at);
      case K.leverage:
        return commitLeverage(room, made, words, at);
      case K.list:
        return commitList(room, words, at);
      case K.change:
        return commitChange(room, changes, words, at);
      case K.fees:
        return commitFees(room, changes, words, at);
      default:
        throw new Error(`Expected a command of contracts, got kind ${kind}.`);
    }
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind === K.place) return placeNumbers(this.room, this.made, this.estimate, words, at);
    if (kind === K.margin) return marginNumbers(this.room, words, at);
    if (kind === K.leverage) return leverageNumbers(this.room, this.made, words, at);
    return [];
  }

  /** Decides a ladder of the house (`maker.quote`). */
  decideQuote(words: Float64Array, at: number): number {
    this.room.refuse(0, 0, 0);
    return this.noted(decideQuote(this.room, words, at));
  }

  commitQuote(words: Float64Array, at: number): number {
    return commitQuote(this.room, this.made, this.legs, words, at);
  }

  // ── orders on the floor ──

  cancel(slot: number, reason: number): void {
    cancel(this.room, slot, reason);
  }

  guards(slot: number): boolean {
    return this.room.terms.guard[slot] !== 0;
  }

  reduces(slot: number): boolean {
    return !opens(this.room.terms.direction[slot] as number);
  }

  trigger(slot: number): void {
    const { room } = this;
    if (room.clock.rules >= RULE.stops) fireNear(room, this.estimate, this.legs, slot);
    else fire(room, this.estimate, this.legs, slot);
  }

  index(market: number): number {
    const { prices, markets } = this.room;
    const instrument = markets.rows.instrument[market] as number;
    return prices.allows(instrument, USE.settle) === NO ? 0 : prices.cents(instrument);
  }

  major(market: number): boolean {
    return this.room.prices.major(this.room.markets.rows.instrument[market] as number);
  }

  meets(slot: number): boolean {
    return meetsNear(this.room, slot);
  }

  /** The mark, while its market's prices may make one; cents. */
  reference(market: number): number {
    const { prices, markets, contracts } = this.room;
    const state = prices.state(markets.rows.instrument[market] as number);
    return allows(state, USE.settle) === NO ? 0 : (contracts.rows.mark[market] as number);
  }

  decideAmend(words: Float64Array, at: number, slot: number): number {
    this.room.refuse(0, 0, 0);
    this.amended = slot;
    return this.noted(decideAmend(this.room, this.made, words, at, slot));
  }
  private amended = 0;

  commitAmend(words: Float64Array, at: number, slot: number): number {
    return commitAmend(this.room, this.made, this.legs, words, at, slot);
  }

  amendNumbers(): readonly number[] {
    const market = this.room.orders.market(this.amended);
    return [this.room.contracts.rows.settle[market] as number, this.made.before, this.made.need];
  }

  tellOrder(slot: number): void {
    const { room } = this;
    const { orders } = room;
    tellOpened(room, slot);
    const rest = orders.rest[slot * ROW64] as number;
    const dealt = (orders.lots[slot * ROW64] as number) - rest;
    if (orders.waiting(slot)) {
      if (dealt > 0) tellChanged(room, slot, dealt, 0, STATUS.trigger);
      return;
    }
    tellChanged(room, slot, dealt, rest, dealt > 0 ? STATUS.partly : STATUS.waiting);
  }

  /** The desk stopped a contract or lets it go on, also one that the ladder had made reduce-only (money §3). */
  marketChanged(market: number): void {
    this.room.contracts.rows.state[market] = this.room.markets.rows.state[market] as number;
    tellContract(this.room, market);
  }

  /** Margin is a requirement in these wallets: no order holds anything (money §3). */
  holdOf(): number {
    return 0;
  }

  // ── wallets 2 and 3 ──

  spendable(user: number, wallet: number, asset: number): number {
    const purse = this.room.positions.purse(user, asset, wallet);
    return purse === 0 ? this.room.ledger.availableOf(user, wallet, asset, 0) : spendable(this.room, purse);
  }

  /** While the price of a cross position that the wallet answers for is stale, nothing leaves it (money §11). */
  lockedBy(user: number, wallet: number, asset: number): number {
    return lockedBy(this.room, this.room.positions.purse(user, asset, wallet));
  }

  /** A transfer went in or out: what it backs is watched again. */
  moved(user: number, wallet: number): void {
    const { positions, contracts } = this.room;
    const c = contracts.rows;
    let before = 0;
    for (let market = 1; market <= c.top; market += 1) {
      if (c.type[market] !== wallet) continue;
      const purse = positions.purse(user, c.settle[market] as number, wallet);
      if (purse !== 0 && purse !== before) this.room.watch.purse(purse);
      before = purse;
    }
  }

  /** A wallet takes in what a contract of its type settles in; anything while a house lists no contracts at all. */
  takesIn(wallet: number, asset: number): boolean {
    const c = this.room.contracts.rows;
    if (c.top === 0) return true;
    for (let market = 1; market <= c.top; market += 1)
      if (c.type[market] === wallet && c.settle[market] === asset) return true;
    return false;
  }

  // ── state ──

  override rebuild(): void {
    this.room.positions.rebuild();
    this.room.kept.rebuild();
  }

  override tell(): void {
    const { room } = this;
    const { contracts, positions } = room;
    contracts.tellFees();
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.exists(market)) tellContract(room, market);
    const h = positions.holdings;
    for (let row = 1; row <= h.top; row += 1) {
      if (h.cross[row] !== 0) tellLeverage(room, row, 1);
      if (h.isolated[row] !== 0) tellLeverage(room, row, 2);
    }
    for (let slot = 1; slot <= positions.rows.top; slot += 1) if (positions.rows.alive(slot)) tellPosition(room, slot);
  }

  override audit(expect: (holds: boolean, what: string) => void): void {
    auditContracts(this.room, expect);
    this.room.kept.audit(expect);
  }

  private noted(code: number): number {
    this.expected = this.room.expected;
    this.got = this.room.got;
    return code;
  }
}
