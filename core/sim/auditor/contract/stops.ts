// Audits that stop and take-profit orders fill near the index (money §2): sweeping a book and resting far away gains
// nothing (t16).

import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { instruments } from '../../scenes/scene.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';

const TRIGGERED = eventPlaces('order.triggered').order;
const F = eventPlaces('fill');
/** Percent from the index: BTC and ETH, all others; frozen users, since rules `frozenStops`. */
const MAJORS = 2;
const OTHERS = 5;
const FROZEN_REACH = 1;
const MAJOR = ['BTC', 'ETH'];

export class StopBook {
  /** Fills of orders in the command that triggered them. */
  fills = 0;
  /** Orders triggered in the current command. */
  private readonly triggered = new Set<number>();

  /** @param instrumentOf the instrument of a market, 0 unknown */
  constructor(auditor: Auditor, instrumentOf: (market: number) => number) {
    auditor.on('order.triggered', (w, at) => {
      this.triggered.add(w[at + TRIGGERED] as number);
    });
    auditor.on('fill', (w, at) => {
      if (!this.triggered.has(w[at + F.takerOrder] as number) || auditor.rules < RULE.stops) return;
      this.fills += 1;
      const instrument = instrumentOf(w[at + F.market] as number);
      const { price: index } = auditor.prices.of(instrument);
      const cents = (w[at + F.price] as number) * 100;
      const worse = w[at + F.takerSide] === 1 ? cents - index : index - cents;
      const frozen = auditor.rules >= RULE.frozenStops && auditor.people.isFrozen(w[at + F.taker] as number);
      const usual = MAJOR.includes(instruments[instrument - 1]?.base ?? '') ? MAJORS : OTHERS;
      const percent = frozen ? FROZEN_REACH : usual;
      if (worse * 100 > index * percent)
        throw new Breach(
          `money §2: triggered order ${w[at + F.takerOrder]} fills at ${cents / 100}, more than ${percent} % beyond the index ${index}`,
        );
    });
    auditor.atEnd(() => this.triggered.clear());
  }
}
