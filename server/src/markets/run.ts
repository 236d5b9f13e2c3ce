// Starts the markets over a link: every instrument's feed, the index, the slots, the market maker.

import { coins, instruments, priceDecimals, spotSteps } from '@vitrine/core';

import { type ExchangeLink, followLink } from '../engine/sequencer/index.ts';
import type { Settings } from '../app/settings/index.ts';
import { clockOf } from '../shared/clock/index.ts';
import { beat, type Clock, timedClock } from './beat.ts';
import { hoursOf } from './hours/hours.ts';
import { makerState } from './maker/maker-state.ts';
import { listingAt, listings } from './listing.ts';
import { makerOf } from './maker/maker.ts';
import { recordedMinutes, type ReadRecorded } from './past/index.ts';
import { drawsOf } from './prices/random.ts';
import { recordingsIn } from './prices/recordings.ts';
import { replayFeed } from './prices/replay.ts';
import { simulationOf } from './prices/simulated.ts';
import { type SlotCounts, type SlotInstrument, slotsOf } from './slots.ts';
import type { Origin } from './prices/source.ts';

export type MarketSettings = Pick<Settings, 'prices' | 'replaySpeed' | 'replayNoise'>;

export interface MarketParts {
  readonly link: ExchangeLink;
  readonly settings: MarketSettings;
  /** The simulator's seed, hex text; its hash is in genesis. */
  readonly seed: string;
  readonly clock?: Clock;
  readonly log?: (what: 'refused' | 'dropped' | 'failed' | 'broken', detail: Record<string, unknown>) => void;
}

export interface Markets {
  /** The clock was moved: runs the current slot after the one in progress. */
  step(): Promise<void>;
  /** Ends the slots and waits for the one in progress. */
  stop(): Promise<void>;
  /** Minutes of an instrument's recording before its opening; none if it has no recording. */
  readonly recorded: ReadRecorded;
  readonly counts: () => SlotCounts;
  /** Price origin by instrument number. */
  readonly origins: ReadonlyMap<number, Origin>;
}

/** Recordings by instrument number; none if prices are simulated. */
type Recordings = ReturnType<typeof recordingsIn>;

function recordingsOf({ prices }: MarketSettings): Recordings {
  return prices.kind === 'replay' ? recordingsIn(prices.folder) : new Map();
}

/** Every instrument with its feed: replayed if the folder has a recording, else simulated. */
export function slotInstruments(
  settings: MarketSettings,
  seed: string,
  recordings: Recordings = recordingsOf(settings),
): readonly SlotInstrument[] {
  const draws = drawsOf(seed);
  const simulation = simulationOf(draws);
  return listings.map((listing) => {
    const listed = instruments[listing.instrument - 1];
    const coin = coins[listing.instrument - 1];
    if (listed === undefined) throw new Error(`expected a listed instrument, got ${listing.instrument}`);
    const decimals = coin === undefined ? priceDecimals(listed.price) : spotSteps(coin).tickDecimals;
    const recording = recordings.get(listing.instrument);
    return {
      instrument: listing.instrument,
      calendar: listing.calendar,
      major: coin?.major ?? false,
      unit: 10 ** (decimals + 2),
      feed:
        recording === undefined
          ? simulation.feed(listing.instrument)
          : replayFeed(draws, listing.instrument, recording, settings.replaySpeed, settings.replayNoise),
    };
  });
}

/**
 * Starts making prices. Resolves once the market maker's resting quotes are known and the slots run.
 * @throws if the replay folder is missing, empty or damaged.
 */
export async function startMarkets({
  link,
  settings,
  seed,
  clock = timedClock(clockOf()),
  log,
}: MarketParts): Promise<Markets> {
  const tell = log ?? (() => undefined);
  const recordings = recordingsOf(settings);
  const parts = slotInstruments(settings, seed, recordings);
  const house = makerState();
  const slots = slotsOf({
    link,
    instruments: parts,
    hours: hoursOf(),
    maker: makerOf(drawsOf(seed), house),
    log: tell,
  });

  const leave = await followLink(
    link,
    (start) => {
      house.take(start.events);
      slots.saw(start.seq);
    },
    (batch) => {
      house.take(batch.events);
      slots.saw(batch.firstSeq + batch.count);
    },
  );

  let running: Promise<void> = Promise.resolve();
  let broken = false;
  const beats = beat(clock, (slot) => {
    if (broken) return;
    const done = slots.run(slot).catch((error: unknown) => {
      // Not a rejection but an internal fault. Prices stop and go stale, and trading is restricted in steps (money
      // §11).
      broken = true;
      tell('broken', { message: error instanceof Error ? error.message : String(error) });
    });
    running = Promise.all([running, done]).then(() => undefined);
  });

  return {
    async step() {
      await running;
      beats.look();
      await running;
    },
    async stop() {
      beats.stop();
      await running;
      leave();
    },
    async recorded(instrument, opening) {
      const recording = recordings.get(instrument);
      const calendar = listingAt(instrument)?.calendar;
      if (recording === undefined || calendar === undefined) return new Float64Array(0);
      const { replaySpeed: speed } = settings;
      return recordedMinutes({ draws: drawsOf(seed), instrument, calendar, recording, speed }, opening);
    },
    counts: slots.counts,
    origins: new Map(parts.map(({ instrument, feed }) => [instrument, feed.label])),
  };
}
