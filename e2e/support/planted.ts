// Prices that move at known moments: every second minute BTC falls from 100,000 to 70,000 and ETH rises from 4,000 to
// 5,200, stay there and come back (`server/src/markets/planted.ts`). Here one waits for them.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** What a wait adds, so that the sources of the index are there too, ms. */
const LAG_MS = 1_000;

/** ms of one turn, from an even minute UTC on. */
interface Turn {
  readonly calm: number;
  readonly away: number;
  readonly far: number;
  readonly back: number;
}

export interface Planted {
  /** Resolves when the prices are calm and stay so for `least` ms; at most 59 s. */
  calm(least: number): Promise<void>;
  /** Resolves when the prices are at their far end, where they stay for some seconds. */
  far(): Promise<void>;
}

/** Writes the recordings into a folder, for `VITRINE_PRICES=replay:FOLDER` at the speed 1. */
export function plantPrices(folder: string): Planted {
  const made = spawnSync(process.execPath, ['server/bin/planted.ts', folder], { cwd: root, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`Prices could not be planted: ${made.stderr}`);
  const turn = JSON.parse(made.stdout) as Turn;
  const whole = turn.calm + turn.away + turn.far + turn.back;
  const farFrom = turn.calm + turn.away;
  /** Waits until the place in the turn is from `from` on and `to` is not reached. */
  const within = async (from: number, to: number): Promise<void> => {
    const place = Date.now() % whole;
    if (place >= from && place < to) return;
    await new Promise((done) => setTimeout(done, (from - place + whole) % whole));
  };
  return {
    calm(least) {
      const most = turn.calm - LAG_MS;
      if (least > most) throw new RangeError(`expected at most ${most} ms of calm, got ${least}`);
      return within(LAG_MS, turn.calm - least + 1);
    },
    far: () => within(farFrom + LAG_MS, farFrom + turn.far),
  };
}
