// Audits markets with trading hours (money §3): the rate of openings, lots reduced before a close, in proportion and at
// the index, and that the insurance fund pays for no gap of closed hours.

import { LIQUIDATION_STEP, PRICE_STATE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import { mulDown, mulUp } from '../exact.ts';
import { type Contract, type Position, type Positions } from './positions.ts';
import { worthOf } from '../worth.ts';

const C = eventPlaces('market.closing');
const R = eventPlaces('contract.closingRate');
const E = eventPlaces('closing.excess');
const X = eventPlaces('closing.crossed');
const G = eventPlaces('gap.borne');
const S = eventPlaces('price.state');
const T = eventPlaces('tick');
const L = eventPlaces('liquidation.step');
const F = eventPlaces('fund.takeover');
const O = eventPlaces('contract.opened');
const MILLION = 1_000_000;
/** The book takes excess lots at most this far from the index, millionths. */
const REACH = 2_000;
/** How long after the first price following a close the fund pays nothing, ms. */
const GAP = 600_000;
const LAST_MINUTES = 2;

interface Closing {
  readonly phase: number;
  readonly closes: number;
  readonly doubled: boolean;
}

/** Measurements of a market before one close. */
interface Round {
  readonly closes: number;
  readonly excess: Map<number, { readonly side: number; readonly lots: number; crossed: number; sold: number }>;
}

export class Closings {
  /** Totals of a run: excesses measured, crossings, sales, gaps borne. */
  measured = 0;
  crossings = 0;
  sales = 0;
  borne = 0;
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly closings = new Map<number, Closing>();
  private readonly rates = new Map<number, number>();
  private readonly rounds = new Map<number, Round>();
  /** Positions whose next forced order sells before a close, with the index; those orders. */
  private readonly selling = new Map<number, number>();
  private readonly sellers = new Map<number, number>();
  /** By instrument: waits for a price after a close; end of its gap. */
  private readonly gaps = new Map<number, { waits: boolean; until: number }>();
  private readonly bearers = new Set<number>();

  constructor(auditor: Auditor, book: Positions) {
    this.auditor = auditor;
    this.book = book;
    auditor.on('market.closing', (w, at) => {
      const closes = w[at + C.closes] as number;
      const phase = w[at + C.phase] as number;
      this.closings.set(w[at + C.calendar] as number, { phase, closes, doubled: w[at + C.doubled] === 1 });
    });
    auditor.on('contract.closingRate', (w, at) => {
      this.rates.set(w[at + R.market] as number, w[at + R.rate] as number);
    });
    auditor.on('closing.excess', (w, at) => this.excess(w, at));
    auditor.on('closing.crossed', (w, at) => this.crossed(w, at));
    auditor.on('gap.borne', (w, at) => {
      this.borne += 1;
      this.bearers.add(w[at + G.position] as number);
      if (!this.inGap(this.book.of(w[at + G.market] as number)))
        throw new Breach(`money §3: position ${w[at + G.position]} bears a gap, its market is in none`);
    });
    auditor.on('price.state', (w, at) => this.state(w[at + S.instrument] as number, w[at + S.state] as number));
    auditor.on('tick', (w, at) => this.tick(w[at + T.instrument] as number));
    auditor.on('liquidation.step', (w, at) => this.step(w, at));
    auditor.on('fund.takeover', (w, at) => this.takeover(w[at + F.market] as number, w[at + F.position] as number));
  }

  /** The next close of a calendar, from its last event. */
  next(calendar: number): Closing | undefined {
    return this.closings.get(calendar);
  }

  /** Millionths that an opening requires now; `always`: those of the next close, however far away. */
  rate(contract: Contract, always = false): number {
    const base = this.rates.get(contract.market) ?? 0;
    const closing = this.closingOf(contract);
    const doubles = closing?.doubled === true && (always || closing.phase > 0);
    return Math.min(MILLION, doubles ? base * 2 : base);
  }

  /** Millionths of its value that an opening's equity at the index must reach in the last hour before a close. */
  covered(contract: Contract): number {
    const last = (this.closingOf(contract)?.phase ?? 0) > 0;
    return last && this.auditor.rules >= RULE.coveredClose ? this.rate(contract) : 0;
  }

  /** Reads an order event: whether it sells an excess. An opening has at most a leverage of 1 ÷ rate. */
  opened(w: Float64Array, at: number): boolean {
    const contract = this.book.of(w[at + O.market] as number);
    const base = this.rates.get(contract.market) ?? 0;
    if ((w[at + O.direction] as number) < 3 && base * (w[at + O.leverage] as number) > MILLION)
      throw new Breach(`money §3: order ${w[at + O.order]} opens at ${w[at + O.leverage]}, its rate is ${base}`);
    const position = w[at + O.position] as number;
    const index = this.selling.get(position);
    if (index === undefined || w[at + O.takerRate] !== 0) return false;
    this.selling.delete(position);
    this.sellers.set(w[at + O.order] as number, index);
    return true;
  }

  /** Whether what an order closes stays in the margin; its fill must be near enough to the index. */
  keeps(order: number, side: number, price: number): boolean {
    const index = this.sellers.get(order);
    if (index === undefined) return false;
    const worse = side === 1 ? price * 100 - index : index - price * 100;
    if (worse * MILLION > index * REACH)
      throw new Breach(`money §3: an excess is sold at ${price}, more than 0.2 % from the index ${index}`);
    this.sales += 1;
    return true;
  }

  /** money §3: a part closed in the last hour leaves the rest the margin, `own`, that the rate requires. */
  leaves(contract: Contract, position: Position, own: number, rate: number): void {
    if (position.margin >= own) return;
    const equity = position.margin + this.book.unrealised(contract, position);
    const due = mulUp(worthOf(contract, position.lots, contract.mark - contract.basis, true), rate, MILLION);
    if (equity < due)
      throw new Breach(
        `money §3: user ${position.user} closes a part, the rest has ${equity} over the close, not ${due}`,
      );
  }

  private closingOf(contract: Contract): Closing | undefined {
    return this.closings.get(this.auditor.prices.of(contract.instrument).calendar);
  }

  private excess(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + E.market] as number);
    const id = w[at + E.position] as number;
    const position = this.book.byId.get(id);
    const closing = this.closingOf(contract);
    const lots = w[at + E.lots] as number;
    if (position === undefined || position.lots === 0) throw new Breach(`position ${id} is reduced and not open`);
    if (closing?.phase !== LAST_MINUTES || this.auditor.time >= closing.closes)
      throw new Breach(`money §3: position ${id} is reduced, its market does not close in ten minutes`);
    if (!this.auditor.prices.counts(contract.instrument))
      throw new Breach(`money §3: position ${id} is reduced by a price that does not count`);
    let round = this.rounds.get(contract.market);
    if (round?.closes !== closing.closes) {
      round = { closes: closing.closes, excess: new Map() };
      this.rounds.set(contract.market, round);
    }
    if (w[at + E.step] === 2) {
      this.sold(round, id, lots);
      this.selling.set(id, w[at + E.index] as number);
      return;
    }
    this.measured += 1;
    const index = this.auditor.prices.of(contract.instrument).price;
    const rate = this.rate(contract, true);
    const equity = position.margin + this.book.unrealised(contract, position);
    const value = worthOf(contract, position.lots, index, true);
    const covered =
      equity <= 0
        ? 0
        : Number((BigInt(equity) * BigInt(MILLION) * BigInt(position.lots)) / (BigInt(rate) * BigInt(value)));
    const emitted = [w[at + E.index], w[at + E.rate], w[at + E.equity], w[at + E.value], lots];
    const due = [index, rate, equity, value, position.lots - covered];
    if (emitted.some((word, place) => word !== due[place]))
      throw new Breach(
        `money §3: the excess of position ${id} is emitted as ${emitted.join(', ')}, it is ${due.join(', ')}`,
      );
    round.excess.set(id, { side: position.side, lots, crossed: 0, sold: 0 });
  }

  /** Crossed lots are not sold too. */
  private sold(round: Round, id: number, lots: number): void {
    const one = round.excess.get(id);
    if (one === undefined || one.sold !== 0 || lots > one.lots - one.crossed)
      throw new Breach(
        `money §3: ${lots} lots of position ${id} are sold before a close, ${one?.lots ?? 0} are in excess`,
      );
    one.sold = lots;
  }

  private crossed(w: Float64Array, at: number): void {
    this.crossings += 1;
    const contract = this.book.of(w[at + X.market] as number);
    const lots = w[at + X.lots] as number;
    const index = this.auditor.prices.of(contract.instrument).price;
    const worth = worthOf(contract, lots, index, false);
    if (w[at + X.value] !== worth || w[at + X.index] !== index)
      throw new Breach(
        `money §3: ${lots} lots are crossed at ${w[at + X.value]}, at the index they are worth ${worth}`,
      );
    const round = this.rounds.get(contract.market);
    for (const [id, side] of [
      [w[at + X.long] as number, 1],
      [w[at + X.short] as number, 2],
    ] as const) {
      const position = this.book.byId.get(id);
      if (position?.side !== side) throw new Breach(`position ${id} is crossed on the wrong side`);
      this.inProportion(round, id, lots);
      this.book.shrink(contract, position.user, side, lots, worth, 0, true);
    }
  }

  /** Each part of a crossing is within a lot of its proportion. */
  private inProportion(round: Round | undefined, id: number, lots: number): void {
    const one = round?.excess.get(id);
    if (round === undefined || one === undefined) throw new Breach(`position ${id} is crossed without an excess`);
    one.crossed += lots;
    const all = [0, 0];
    for (const { side, lots: of } of round.excess.values()) all[side - 1] = (all[side - 1] as number) + of;
    const crossed = Math.min(all[0] as number, all[1] as number);
    const most = mulDown(one.lots, crossed, all[one.side - 1] as number) + 1;
    if (one.crossed > most || one.crossed > one.lots)
      throw new Breach(`money §3: ${one.crossed} lots of position ${id} are crossed, its part is ${most} at most`);
  }

  private inGap(contract: Contract): boolean {
    const gap = this.gaps.get(contract.instrument);
    return gap !== undefined && (gap.waits || this.auditor.time <= gap.until);
  }

  /** The fund takes over nothing in a gap. */
  private takeover(market: number, position: number): void {
    if (this.inGap(this.book.of(market)))
      throw new Breach(`money §3: the fund takes over position ${position}, which is liquidated in a gap`);
  }

  private state(instrument: number, state: number): void {
    if (state !== PRICE_STATE.closed || this.auditor.rules < RULE.closingHours) return;
    this.gaps.set(instrument, { waits: true, until: 0 });
  }

  private tick(instrument: number): void {
    const gap = this.gaps.get(instrument);
    if (gap === undefined || !gap.waits || !this.auditor.prices.counts(instrument)) return;
    gap.waits = false;
    gap.until = this.auditor.time + GAP;
  }

  /** The fund pays nothing in a gap, except for the rounding of a deleveraging. */
  private step(w: Float64Array, at: number): void {
    const kind = w[at + L.step] as number;
    const insurance = w[at + L.insurance] as number;
    if (kind < LIQUIDATION_STEP.cut || kind > LIQUIDATION_STEP.deleveraged) return;
    const contract = this.book.of(w[at + L.market] as number);
    if (!this.inGap(contract)) return;
    if (!this.bearers.has(w[at + L.position] as number))
      throw new Breach(`money §3: position ${w[at + L.position]} is liquidated in a gap without gap.borne`);
    if (insurance < 0 && (kind === LIQUIDATION_STEP.cut || insurance < 0 - (w[at + L.lots] as number)))
      throw new Breach(`money §3: the fund pays ${0 - insurance} for the gap of position ${w[at + L.position]}`);
  }
}
