// Runs the crowd over a link: a beat about every second while it is on; when it is switched off it cancels and closes
// what it has.

import { type ExchangeLink, followLink } from '../engine/sequencer/index.ts';
import { type Clock, drawsOf, STREAMS } from '../markets/index.ts';
import { createCrowd, type CrowdCounts, type CrowdParts } from './crowd.ts';
import { observerOf } from './observer.ts';

/** One beat a second, at a drawn moment of it: a row of the journal holds all commands of a beat. */
const BEAT_MS = 1_000;
/** The part of a second in which a beat may fall, and its draw's purpose. */
const SPREAD = 0.8;
const SALT_BEAT = 4_096;

export interface RunParts extends Pick<CrowdParts, 'rate'> {
  readonly link: ExchangeLink;
  /** The simulator's seed. */
  readonly seed: string;
  /** User of the exchange by number of the trader. */
  readonly accounts: ReadonlyMap<number, number>;
  readonly clock: Clock;
  /** A beat failed for a reason that is not the exchange's answer: the crowd stands still from then on. */
  readonly broken: (error: unknown) => void;
}

export interface RunningCrowd {
  /**
   * Switches trading on or off. Off: resolves once orders are cancelled and positions closed, as far as their markets
   * have a price; what is left follows when they have one.
   */
  set(on: boolean): Promise<void>;
  readonly counts: () => CrowdCounts;
  /** Ends the beats and waits for the one in progress. Orders and positions stay. */
  stop(): Promise<void>;
}

/** Follows the exchange and starts the beats, switched off. */
export async function runCrowd({ link, seed, accounts, clock, broken, rate }: RunParts): Promise<RunningCrowd> {
  const draws = drawsOf(seed);
  const observer = observerOf(new Set(accounts.values()));
  const crowd = createCrowd({
    ...{ link, observer, draws, accounts, now: clock.now() },
    ...(rate === undefined ? {} : { rate }),
  });
  let on = false;
  let failed = false;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const fail = (error: unknown): void => {
    if (failed) return;
    failed = true;
    broken(error);
  };
  /** Runs after what is in progress; a failure ends the crowd. */
  const afterwards = (work: () => Promise<void>): Promise<void> => {
    running = running.then(() => (failed ? undefined : work().catch(fail)));
    return running;
  };
  /** A reaction waits for nothing that is in progress; what comes next waits for its answers. */
  const react = (time: number): void => {
    if (!on || failed || stopped) return;
    const reaction = crowd.react(time)?.catch(fail);
    if (reaction !== undefined) running = Promise.all([running, reaction]).then(() => undefined);
  };
  const leave = await followLink(
    link,
    (start) => {
      observer.take(start.events, start.time);
      crowd.saw(start.seq);
    },
    (batch) => {
      observer.take(batch.events, batch.time);
      crowd.saw(batch.firstSeq + batch.count);
      react(batch.time);
    },
  );

  /** Whether orders or positions may be left from before it was switched off. */
  let leftovers = true;
  let cancel: () => void = () => undefined;

  const beat = async (time: number): Promise<void> => {
    if (on) await crowd.beat(time);
    else if (leftovers && link.state().taking) leftovers = await crowd.halt();
  };
  const next = (second: number): void => {
    if (stopped) return;
    const time = second + Math.floor(draws.uniform(STREAMS.crowd, second, SALT_BEAT) * SPREAD * BEAT_MS);
    cancel = clock.at(time, () => {
      // A clock that was moved on skips the beats between.
      const following = Math.max(second, Math.floor(clock.now() / BEAT_MS) * BEAT_MS) + BEAT_MS;
      void afterwards(() => beat(time)).then(() => next(following));
    });
  };
  next(Math.floor(clock.now() / BEAT_MS) * BEAT_MS + BEAT_MS);

  return {
    async set(wanted) {
      on = wanted;
      if (on) {
        leftovers = true;
        return;
      }
      await afterwards(() => beat(clock.now()));
    },
    counts: crowd.counts,
    async stop() {
      stopped = true;
      cancel();
      await running;
      leave();
    },
  };
}
