// The share of practice traders in the exchange's figures: volume of the last 24 hours without a customer, and open
// interest.

import { POSITION_SIDE } from '@vitrine/core/enum';
import type { PracticeUsers } from '../projection/handlers/index.ts';
import { type Live, rolledFrom } from '../projection/live/index.ts';
import type { ViewsReads } from '../projection/views/index.ts';

const MINUTE_MS = 60_000;
/** Pause between checks whether SQL has everything up to the beginning, ms. */
const LOOK_MS = 500;

/** Volume in a market: lots, and atoms of its quote or settle asset. */
export interface PracticeVolume {
  readonly lots: number;
  readonly value: number;
}

export interface PracticeFigures {
  /** Number of practice traders. */
  readonly traders: () => number;
  /** Volume of the last 24 hours, by whole minutes, of trades that no customer took part in. */
  volume(market: number, now: number): PracticeVolume;
  /** Lots of their longs in a contract. */
  openInterest(market: number): number;
  stop(): void;
}

export interface FigureParts {
  readonly live: Pick<Live, 'head' | 'onChange' | 'marketPositions'>;
  readonly reads: Pick<ViewsReads, 'folded' | 'practiceMinutes'>;
  readonly labelled: PracticeUsers;
  readonly onFault: (error: unknown) => void;
}

/** Sums of a market by minute (ms UTC), oldest first. */
type Minutes = Map<number, { lots: number; value: number }>;

/** Counts from now on, and adds what SQL has of the day before as soon as SQL has reached this moment. */
export function practiceFigures({ live, reads, labelled, onFault }: FigureParts): PracticeFigures {
  const markets = new Map<number, Minutes>();
  const add = (market: number, time: number, lots: number, value: number): void => {
    const minutes: Minutes = markets.get(market) ?? new Map();
    markets.set(market, minutes);
    const minute = time - (time % MINUTE_MS);
    const sum = minutes.get(minute) ?? { lots: 0, value: 0 };
    sum.lots += lots;
    sum.value += value;
    minutes.set(minute, sum);
  };
  let stopped = false;
  const leave = live.onChange(({ trades }) => {
    for (const { practice, market, time, lots, value } of trades) if (practice === true) add(market, time, lots, value);
  });
  const { seq, time } = live.head();
  const load = async (): Promise<void> => {
    while (!stopped && (await reads.folded()).seq < seq) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (stopped) return;
    for (const one of await reads.practiceMinutes(Math.max(0, rolledFrom(time)), seq))
      add(one.market, one.minute, one.lots, one.value);
  };
  load().catch(onFault);

  return {
    traders: () => labelled.size,
    volume(market, now) {
      const minutes = markets.get(market);
      const sum = { lots: 0, value: 0 };
      if (minutes === undefined) return sum;
      const from = rolledFrom(now);
      for (const [minute, { lots, value }] of minutes) {
        if (minute < from) {
          minutes.delete(minute);
          continue;
        }
        sum.lots += lots;
        sum.value += value;
      }
      return sum;
    },
    openInterest: (market) =>
      live
        .marketPositions(market)
        .filter(({ user, side }) => side === POSITION_SIDE.long && labelled.has(user))
        .reduce((sum, { lots }) => sum + lots, 0),
    stop() {
      stopped = true;
      leave();
    },
  };
}
