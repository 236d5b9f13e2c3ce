// Moves funding (money §3): from payers, through `rounding`, to receivers. Handles claims of receivers that changed
// before their turn.

import { MARGIN_MODE, MARKET_TYPE } from '../../enum/index.ts';
import { CENTS_A_TICK, exact, type Fraction, fundingDue, fundingOwed, gainsBy } from '../../formula/index.ts';
import { RULE } from '../../rules.ts';
import { pool, table } from '../../state/index.ts';
import { counted } from '../position/valuation.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import { indexOf, markOf } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { emitPosition } from '../events.ts';
import { layoutOf } from '../../schema/index.ts';

const PAID = layoutOf('funding');
const REALISED = layoutOf('funding.realised');
const MAX_MARKETS = 65_535;

export class Payments {
  /** By market: the settlement in progress. */
  readonly rounds;
  /** Receivers whose position changed before their turn. */
  readonly claims;
  private readonly context: PerpetualContext;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rounds = context.registry.add(
      table(
        'fundings',
        {
          /** Its rate (10⁻⁹ per 8 h) and mark (cents). */
          rate: 'f64',
          mark: 'f64',
          /** What payers owed, and what they paid, atoms. */
          owed: 'f64',
          paid: 'f64',
          /** Stage: 0 none, 1 payers, 2 receivers, 3 claims; the next position. */
          stage: 'i32',
          cursor: 'i32',
          /** Settlements so far. */
          number: 'i32',
          /** Hours of its interval; 0 before rules `fundingByTime`: the market's own. */
          hours: 'i32',
        },
        MAX_MARKETS,
        true,
        { added: { hours: 0 } },
      ),
    );
    this.claims = context.registry.add(
      pool(
        'fundingClaims',
        { lots: 'f64', position: 'f64', market: 'i32', user: 'i32', account: 'i32', next: 'i32' },
        MAX_POSITIONS,
        'next',
      ),
    );
    context.kept.give(this.claims);
  }

  /** Hours that a market's settlement pays for. */
  hours(market: number): number {
    const hours = this.rounds.hours[market] as number;
    return hours === 0 ? (this.context.contracts.rows.fundingHours[market] as number) : hours;
  }

  /** Value of lots at the mark of the settlement, settle atoms. */
  value(market: number, lots: number): Fraction {
    const c = this.context.contracts.rows;
    const size = BigInt(lots) * BigInt(c.perLot[market] as number);
    const mark = this.rounds.mark[market] as number;
    return c.type[market] === MARKET_TYPE.linear
      ? exact.fraction(size * BigInt(mark), CENTS_A_TICK)
      : exact.fraction(size * BigInt(CENTS_A_TICK), mark);
  }

  /**
   * Takes what is owed from the margin or wallet, then from unrealised PnL; before rules `fundingBounded` from the
   * insurance fund instead. A remaining shortfall stays unpaid. `released`: atoms of an isolated position's margin and
   * profit that just closed lots moved to the wallet. Since rules `fairDeleverage` they pay after the margin, and
   * nothing else in the wallet does.
   */
  pay(slot: number, lots: number, released = 0): void {
    const { context, rounds } = this;
    const { ledger, positions } = context;
    const p = positions.rows;
    const c = context.contracts.rows;
    const market = p.market[slot] as number;
    const owed = fundingOwed(this.value(market, lots), rounds.rate[market] as number, this.hours(market));
    const isolated = p.mode[slot] === MARGIN_MODE.isolated && context.clock.rules >= RULE.fairDeleverage;
    const open = (p.lots[slot] as number) > 0;
    const account = this.accountOf(slot);
    const available = ledger.accounts.available[account] as number;
    const has = isolated && !open && released < available ? released : available;
    const own = owed < has ? owed : has;
    const wallet = positions.contractWallets.account[p.contractWallet[slot] as number] as number;
    const followed = isolated && open ? Math.min(owed - own, released, ledger.accounts.available[wallet] as number) : 0;
    const fund = ledger.accounts.available[c.insurance[market] as number] as number;
    const missing = owed - own - followed;
    const bounded = context.clock.rules >= RULE.fundingBounded;
    const realised = bounded && missing > 0 ? this.realise(slot, missing) : 0;
    const insured = bounded ? 0 : missing < fund ? missing : fund;
    rounds.owed[market] = (rounds.owed[market] as number) + owed;
    rounds.paid[market] = (rounds.paid[market] as number) + own + followed + realised + insured;
    this.emit(p.id(slot), p.user[slot] as number, market, 0 - own - followed - realised);
    ledger.post(account, 0 - own, 0);
    ledger.post(wallet, 0 - followed, 0);
    ledger.post(c.insurance[market] as number, 0 - insured, 0);
    ledger.post(c.rounding[market] as number, own + followed + insured, 0);
    this.moved(slot, 0 - own - followed - realised);
  }

  /**
   * Realises up to `wanted` settle atoms of a payer's profit into the market's `rounding`: first the position's own,
   * then for a cross position that of its wallet's other cross positions in order. Returns the amount realised.
   */
  private realise(payer: number, wanted: number): number {
    const { rows: p, contractWallets } = this.context.positions;
    const market = p.market[payer] as number;
    let got = this.realiseOf(payer, wanted, market);
    if (p.mode[payer] !== MARGIN_MODE.cross) return got;
    // Bounded by two positions per market.
    const first = contractWallets.first[p.contractWallet[payer] as number] as number;
    for (let slot = first; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === MARGIN_MODE.cross) got += this.realiseOf(slot, wanted - got, market);
    return got;
  }

  /**
   * The same for one position: its gain at the mark or the index, whichever is less, is paid by its market's clearing
   * and added to the position's cost.
   */
  private realiseOf(slot: number, wanted: number, to: number): number {
    const { context } = this;
    const p = context.positions.rows;
    const c = context.contracts.rows;
    const market = p.market[slot] as number;
    const profit = Math.min(counted(context, slot, markOf), counted(context, slot, indexOf));
    const part = profit < wanted ? profit : wanted;
    if (part <= 0) return 0;
    const gains = gainsBy(c.type[market] as number, p.side[slot] as number);
    p.cost[slot] = (p.cost[slot] as number) + gains * part;
    p.priceProfit[slot] = (p.priceProfit[slot] as number) + part;
    this.emitRealised(p.id(slot), p.user[slot] as number, market, part);
    context.ledger.post(c.clearing[market] as number, 0 - part, 0);
    context.ledger.post(c.rounding[to] as number, part, 0);
    context.watch.position(slot);
    emitPosition(context, slot);
    return part;
  }

  receive(slot: number, lots: number): void {
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const amount = this.dueOf(market, lots);
    this.emit(p.id(slot), p.user[slot] as number, market, amount);
    context.ledger.post(context.contracts.rows.rounding[market] as number, 0 - amount, 0);
    context.ledger.post(this.accountOf(slot), amount, 0);
    this.moved(slot, amount);
  }

  /** What lots receive when all payers have paid. */
  dueOf(market: number, lots: number): number {
    const { rounds } = this;
    return fundingDue(
      this.value(market, lots),
      rounds.rate[market] as number,
      this.hours(market),
      rounds.paid[market] as number,
      rounds.owed[market] as number,
    );
  }

  /** A receiver changed before all payers paid: stores a claim on what it will then be due. */
  claim(slot: number, lots: number): void {
    const { claims, context } = this;
    const { positions } = context;
    const p = positions.rows;
    const row = claims.take();
    claims.lots[row] = lots;
    claims.position[row] = p.id(slot);
    claims.market[row] = p.market[slot] as number;
    claims.user[row] = p.user[slot] as number;
    claims.account[row] = positions.contractWallets.account[p.contractWallet[slot] as number] as number;
  }

  /** Pays a claim: to the position's margin while it is open, else to the wallet. */
  meet(row: number): void {
    const { claims, context } = this;
    const market = claims.market[row] as number;
    const amount = this.dueOf(market, claims.lots[row] as number);
    const slot = context.positions.rows.find(claims.position[row] as number);
    this.emit(claims.position[row] as number, claims.user[row] as number, market, amount);
    context.ledger.post(context.contracts.rows.rounding[market] as number, 0 - amount, 0);
    context.ledger.post(slot === 0 ? (claims.account[row] as number) : this.accountOf(slot), amount, 0);
    claims.free(row);
    if (slot !== 0) this.moved(slot, amount);
  }

  /**
   * Isolated: the position's margin, or the wallet when the position has just been closed completely; cross: the
   * wallet.
   */
  private accountOf(slot: number): number {
    const { positions } = this.context;
    const p = positions.rows;
    return p.mode[slot] === MARGIN_MODE.isolated && (p.lots[slot] as number) > 0
      ? (p.margin[slot] as number)
      : (positions.contractWallets.account[p.contractWallet[slot] as number] as number);
  }

  private moved(slot: number, amount: number): void {
    const { context } = this;
    const p = context.positions.rows;
    p.fundingProfit[slot] = (p.fundingProfit[slot] as number) + amount;
    if (p.lots[slot] === 0) return;
    context.watch.position(slot);
    emitPosition(context, slot);
    context.watch.contractWallet(p.contractWallet[slot] as number);
  }

  private emit(position: number, user: number, market: number, amount: number): void {
    const { out } = this.context;
    const at = out.open(PAID.head);
    const w = out.words;
    w[at + PAID.position] = position;
    w[at + PAID.user] = user;
    w[at + PAID.market] = market;
    w[at + PAID.rate] = this.rounds.rate[market] as number;
    w[at + PAID.amount] = amount;
  }

  private emitRealised(position: number, user: number, market: number, amount: number): void {
    const { out } = this.context;
    const at = out.open(REALISED.head);
    const w = out.words;
    w[at + REALISED.position] = position;
    w[at + REALISED.user] = user;
    w[at + REALISED.market] = market;
    w[at + REALISED.amount] = amount;
  }
}
