// The beat of the markets: one `ticks` command a slot with every instrument that is due, the quotes it causes directly
// behind it, then `slot.end`, whatever becomes of the quotes: liquidations and stop orders meet the quotes of their own slot. All of
// it is one run, so nothing else comes between. When the exchange is slow a slot is dropped, never queued.

import type { Cents, Command, CommandOf, InstrumentId } from '@vitrine/core';
import { MAX_WORD } from '@vitrine/core';
import { CODE } from '@vitrine/contract';

import { IntakeError, type ExchangeLink, type Outcome } from '../engine/sequencer/index.ts';
import type { Hours, OpenState } from './hours/hours.ts';
import { closingTick, indexOf, type IndexTick } from './prices/index-price.ts';
import type { Maker, MakerPrice } from './maker/maker.ts';
import type { PriceFeed } from './prices/source.ts';

/** Majors tick in every slot, the others in every fourth. */
export const SLOT_MS = 250;
const FULL_MS = 1_000;
/** Rejected hours are sent again after this: without them a market stays closed. */
const HOURS_AGAIN_MS = 60_000;
/** The market maker withdraws its quotes this long before a market closes. */
const CLOSING_MS = 5_000;
/** Greatest price of a tick, hundredths of a tick: offsets to it stay within the range of a word. */
const MOST_CENTS = MAX_WORD / 4;

export interface SlotInstrument {
  readonly instrument: number;
  readonly calendar: number;
  /** Ticks every 250 ms. */
  readonly major: boolean;
  /** Hundredths of a tick in one: 10^(tickDecimals + 2). */
  readonly unit: number;
  readonly feed: PriceFeed;
}

export interface SlotParts {
  readonly link: ExchangeLink;
  readonly instruments: readonly SlotInstrument[];
  readonly hours: Hours;
  readonly maker: Maker;
  /** Reports once what an operator should know. */
  readonly log: (what: 'refused' | 'dropped' | 'failed', detail: Record<string, unknown>) => void;
}

/** Counters of the slots so far. */
export interface SlotCounts {
  readonly sent: number;
  /** Slots dropped because the previous one was not yet committed. */
  readonly dropped: number;
  readonly refused: number;
}

export interface Slots {
  /** Runs the slot that begins at `now` (a multiple of `SLOT_MS`); resolves once everything it sent is answered. */
  run(now: number): Promise<void>;
  /** Sequence number of the last command whose events the projection has seen. */
  saw(seq: number): void;
  readonly counts: () => SlotCounts;
}

type TickRow = CommandOf<'ticks'>['ticks'][number];
type QuoteRow = CommandOf<'ticks'>['quotes'][number];

/** Slots over a link. */
export function slotsOf({ link, instruments, hours, maker, log }: SlotParts): Slots {
  let running = false;
  let seenSeq = 0;
  let sent = 0;
  let dropped = 0;
  let refused = 0;
  /** Instruments that had a tick in this run, so that a closed one gets its last price once. */
  const ticked = new Set<number>();

  const tickOf = (one: SlotInstrument, state: OpenState, now: number): IndexTick | undefined => {
    if (state.open) return indexOf(one.feed.quotes(now), now, one.unit, MOST_CENTS);
    if (ticked.has(one.instrument) || state.closedAt === undefined) return undefined;
    return closingTick(one.feed.quotes(state.closedAt), now, state.closedAt, one.unit, MOST_CENTS);
  };

  const gather = (now: number) => {
    const full = now % FULL_MS === 0;
    const ticks: TickRow[] = [];
    const quotes: QuoteRow[] = [];
    const prices = new Map<number, MakerPrice>();
    for (const one of instruments) {
      if (!full && !one.major) continue;
      const state = hours.at(one.calendar, now);
      const tick = tickOf(one, state, now);
      if (tick === undefined) continue;
      const instrument = one.instrument as InstrumentId;
      ticks.push({
        instrument,
        price: tick.price as Cents,
        spread: tick.spread as Cents,
        used: tick.used,
        total: tick.total,
      });
      for (const { source, offset, age, state } of tick.sources) {
        quotes.push({ instrument, source, offset: offset as Cents, age: age as QuoteRow['age'], state });
      }
      prices.set(one.instrument, {
        cents: tick.price,
        usable: state.open && tick.used * 2 >= tick.total,
        closing: state.closesAt !== undefined && state.closesAt - now <= CLOSING_MS,
      });
    }
    return { ticks, quotes, prices };
  };

  const answer = (commands: readonly Command[], outcomes: readonly Outcome[], now: number) => {
    for (const [at, command] of commands.entries()) {
      const outcome = outcomes[at];
      if (command.name === 'maker.quote') maker.answered(command.market, now, outcome);
      if (outcome === undefined || outcome.code === CODE.ok) {
        if (command.name === 'ticks') for (const { instrument } of command.ticks) ticked.add(instrument);
        continue;
      }
      refused += 1;
      if (command.name === 'hours.set') hours.again(now + HOURS_AGAIN_MS);
      const { code, expected, got } = outcome;
      log('refused', {
        command: command.name,
        code,
        expected,
        got,
        ...('market' in command ? { market: command.market } : {}),
      });
    }
  };

  return {
    async run(now) {
      if (running || !link.state().taking) {
        dropped += 1;
        return;
      }
      running = true;
      const commands: Command[] = [...hours.due(now)];
      const { ticks, quotes, prices } = gather(now);
      if (ticks.length > 0) commands.push({ name: 'ticks', ticks, quotes });
      commands.push(...maker.quotes(now, prices, seenSeq));
      if (ticks.length > 0) commands.push({ name: 'slot.end' });
      try {
        if (commands.length > 0) answer(commands, await link.submitRun(commands), now);
        sent += 1;
      } catch (error) {
        if (!(error instanceof IntakeError)) throw error;
        for (const command of commands) {
          if (command.name === 'hours.set') hours.again(now);
          if (command.name === 'maker.quote') maker.answered(command.market, now, undefined);
        }
        log('failed', { code: error.code, message: error.message });
      } finally {
        running = false;
      }
    },
    saw(seq) {
      if (seq > seenSeq) seenSeq = seq;
    },
    counts: () => ({ sent, dropped, refused }),
  };
}
