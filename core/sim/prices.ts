// The markets' side: the index of every instrument at each slot, with gaps, silences and wrong sources.

import { type Path, pathOf } from './candles.ts';
import { Random } from './random.ts';
import { instruments } from './scenes/scene.ts';
import { write } from './words.ts';

/** A lasting fault of an instrument's prices. */
const FAULTS = ['silent', 'few', 'apart', 'liar'] as const;
type Fault = (typeof FAULTS)[number] | 'none';

interface Line {
  readonly path: Path;
  at: number;
  step: number;
  /** The factor of all gaps on the recorded price. */
  factor: number;
  fault: Fault;
  /** Slots until the fault ends; slots for which the price does not move. */
  slots: number;
  still: number;
  cents: number;
}

/** −30 % in one tick, and back up (÷ 0.7). */
const GAP = 0.7;
const LEAST_FACTOR = 0.24;
const MOST_FACTOR = 4;

export class Prices {
  readonly lines: Line[];
  /** Number of gaps and faults so far. */
  gaps = 0;
  faults = 0;
  private readonly random: Random;

  constructor(seed: number, data: string) {
    const own = new Random(seed).split(1);
    this.random = own;
    this.lines = instruments.map(({ source }, at) => {
      const path = pathOf(source, data, own.split(at + 1));
      const start = own.below(path.cents.length);
      return {
        path,
        at: start,
        step: 1,
        factor: 1,
        fault: 'none',
        slots: 0,
        still: 0,
        cents: path.cents[start] as number,
      };
    });
  }

  get recorded(): number {
    return this.lines.filter((line) => line.path.recorded).length;
  }

  /** The index, cents. Instruments are numbered from 1. */
  cents(instrument: number): number {
    return this.lines[instrument - 1]?.cents ?? 0;
  }

  /** The command of one slot: prices move, faults begin and end. `calm`: no new faults, current ones end. */
  slot(calm: boolean): Float64Array {
    const { random } = this;
    const ticks = [];
    const quotes = [];
    for (const [at, line] of this.lines.entries()) {
      this.move(line, calm);
      if (line.fault === 'silent') continue;
      const instrument = at + 1;
      const lying = line.fault === 'liar';
      const price = lying ? Math.max(1, Math.round(line.cents * (0.5 + random.part()))) : line.cents;
      const apart = line.fault === 'apart' || (lying && random.once(2));
      const used = line.fault === 'few' || (lying && !apart) ? 1 : 3;
      const spread = apart ? Math.ceil(price / 50) + 1 : random.below(Math.max(1, Math.floor(price / 1_000)));
      ticks.push({ instrument, price: lying && !apart ? price : line.cents, spread, used, total: 3 });
      if (random.once(8))
        quotes.push({
          instrument,
          source: 1 + random.below(3),
          offset: -random.below(5),
          age: random.below(900),
          state: 1,
        });
    }
    return write('ticks', { ticks, quotes });
  }

  private move(line: Line, calm: boolean): void {
    const { random } = this;
    const { cents } = line.path;
    if (calm) line.fault = 'none';
    // Sometimes nothing moves, so that ties occur.
    if (line.still > 0) line.still -= 1;
    else if (random.once(120)) line.still = random.from(3, 50);
    if (line.still > 0) return;
    if (line.at + line.step < 0 || line.at + line.step >= cents.length) line.step = -line.step;
    line.at += line.step;
    if (calm) line.fault = 'none';
    else if (line.slots > 0) line.slots -= 1;
    else if (line.fault !== 'none') line.fault = 'none';
    else if (random.once(600)) {
      line.fault = random.of(FAULTS);
      line.slots = random.from(1, line.fault === 'silent' ? 40 : 12);
      this.faults += 1;
    }
    if (!calm && random.once(900)) {
      this.gaps += 1;
      const down = line.factor < LEAST_FACTOR ? false : line.factor > MOST_FACTOR ? true : random.once(2);
      line.factor = down ? line.factor * GAP : line.factor / GAP;
    }
    line.cents = Math.max(1, Math.round((cents[line.at] as number) * line.factor));
  }
}
