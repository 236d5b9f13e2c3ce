// Slots of the markets (core §5, rules `tickWorkBehindQuotes`): what a tick causes comes behind the quotes of its slot, and no quote
// that a tick has moved past is met.

import { MARKET_MAKER, PRICE_STATE } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { commandKind, eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import { levelKey } from './spot.ts';

const CENTS = 100;
const BEGINNING = 0;
const TICKS = commandKind('ticks');
const SLOT_END = commandKind('slot.end');
const QUOTE = commandKind('maker.quote');
const F = eventPlaces('fill');
const Q = eventPlaces('quote');

export class Slots {
  /** Fills of the market maker's quotes. */
  fills = 0;
  private readonly auditor: Auditor;
  private readonly instrumentOf: (market: number) => number;
  /** Whether ticks wait for the end of their slot, and their time; whether the current command has emitted a tick. */
  private open = false;
  private time = 0;
  private ticked = false;
  /** By level: the number of its instrument's last tick when it was quoted. */
  private readonly quoted = new Map<number, number>();

  /** `instrumentOf`: of a market, 0 unknown. */
  constructor(auditor: Auditor, instrumentOf: (market: number) => number) {
    this.auditor = auditor;
    this.instrumentOf = instrumentOf;
    auditor.on('tick', () => {
      this.ticked = true;
    });
    for (const name of ['order.triggered', 'liquidation.step', 'fund.takeover', 'deleveraged'] as const)
      auditor.on(name, () => this.works(name));
    auditor.on('quote', (w, at) => this.quote(w, at));
    auditor.on('fill', (w, at) => this.fill(w, at));
    auditor.atEnd(() => this.end());
  }

  /** Something that ticks cause. */
  private works(what: string): void {
    const { auditor } = this;
    if (auditor.rules < RULE.tickWorkBehindQuotes) return;
    const { command } = auditor;
    const later = command === BEGINNING && auditor.time > this.time;
    // Ticks that come before the end of a slot end it first.
    const ends = command === SLOT_END || later || (command === TICKS && !this.ticked);
    if ((this.open && !ends) || (command === TICKS && this.ticked))
      throw new Breach(`core §5: ${what} in command ${command} comes before the quotes of its slot`);
  }

  private quote(w: Float64Array, at: number): void {
    const { auditor, quoted } = this;
    if (auditor.command !== QUOTE) return;
    const market = w[at + Q.market] as number;
    const { number } = auditor.prices.of(this.instrumentOf(market));
    const count = w[at + Q.levels] as number;
    for (let row = 0, from = at + Q.levels + 1; row < count; row += 1, from += 3)
      quoted.set(levelKey(market, w[from] as number, w[from + 1] as number), number);
  }

  private fill(w: Float64Array, at: number): void {
    const { auditor } = this;
    if (w[at + F.maker] !== MARKET_MAKER || auditor.rules < RULE.tickWorkBehindQuotes) return;
    this.fills += 1;
    const market = w[at + F.market] as number;
    const one = auditor.prices.of(this.instrumentOf(market));
    // Of a stale price none is met at all (the books' own rule).
    if (one.state === PRICE_STATE.stale) return;
    const price = w[at + F.price] as number;
    const side = w[at + F.takerSide] === 1 ? 2 : 1;
    const older = (this.quoted.get(levelKey(market, side, price)) ?? 0) < one.number;
    if (older && (side === 1 ? price * CENTS > one.price : price * CENTS < one.price))
      throw new Breach(
        `core §5: a quote of market ${market} at ${price}, older than tick ${one.number}, is met though the index ${one.price} is past it`,
      );
  }

  private end(): void {
    const { auditor } = this;
    const { command } = auditor;
    if (command === SLOT_END || (command === BEGINNING && auditor.time > this.time)) this.open = false;
    if (command === TICKS && this.ticked) {
      this.open = true;
      this.time = auditor.time;
    }
    this.ticked = false;
  }
}
