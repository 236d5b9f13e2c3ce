// How much the markets write: the bytes of a second of ticks and quotes in the journal and in the event log.

import { type Command, encodeCommand, encodeEvent, type ExchangeEvent, packWords, U_MARKETS } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';

import { startMarkets } from '../../src/markets/index.ts';
import { fakeLink, handClock, houseFunds } from './world.ts';

/** Bounds of one minute's average, bytes a second: all 48 instruments open, all 80 books quoted, nobody trading. */
const MOST_JOURNAL = 5_000;
const MOST_BOTH = 12_000;
const SECONDS = 60;

/** The events that the core makes of a command of the markets: those of `schema/event.ts`, with entries per asset. */
function eventsOf(command: Command, seq: number): ExchangeEvent[] {
  const frame = (user: number, inner: readonly unknown[]) =>
    [
      { name: 'begin', seq, command: 10, user },
      ...inner,
      { name: 'done', seq, user, result: 0, repeated: 0, first: seq },
    ] as unknown as ExchangeEvent[];
  if (command.name === 'ticks') {
    return frame(0, [
      ...command.ticks.map((tick) => ({ name: 'tick', ...tick, number: seq, state: 1 })),
      ...command.quotes.map((quote) => ({ name: 'tick.source', ...quote })),
    ]);
  }
  if (command.name !== 'maker.quote') return [];
  const entry = (account: number, atoms: number) => ({ name: 'entry', account, available: atoms, held: -atoms });
  return frame(MARKET_MAKER, [
    { name: 'quote', market: command.market, levels: command.levels },
    // Quotes of a contract hold nothing: margin is a requirement.
    ...(command.market > U_MARKETS ? [] : [entry(command.market + 40, 123_456_789), entry(40, 12_345_678_900)]),
  ]);
}

const size = (records: readonly Float64Array[]) => {
  const words = new Float64Array(records.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const record of records) {
    words.set(record, at);
    at += record.length;
  }
  return packWords(words).length / SECONDS;
};

describe('what the markets write', () => {
  it('stays under 5 kB a second of journal, 12 kB with the event log, with every instrument open', async () => {
    const start = Date.UTC(2026, 10, 18, 14, 30);
    const clock = handClock(start);
    const link = fakeLink(clock.now, houseFunds());
    const markets = await startMarkets({
      link,
      settings: { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 },
      seed: 'words',
      clock,
    });
    await clock.move(start + 5_000);
    const from = link.runs.length;
    await clock.move(start + 5_000 + SECONDS * 1_000);
    await markets.stop();
    const commands = link.runs.slice(from).flat();
    const named = (name: string) => commands.filter((command) => command.name === name);
    const journal = {
      ticks: size(named('ticks').map(encodeCommand)),
      quotes: size(named('maker.quote').map(encodeCommand)),
    };
    const events = (name: string) =>
      size(named(name).flatMap((command, at) => eventsOf(command, 1_000_000 + at).map(encodeEvent)));
    const log = { ticks: events('ticks'), quotes: events('maker.quote') };
    console.log('bytes a second', JSON.stringify({ journal, log }));
    expect(journal.ticks + journal.quotes).toBeLessThan(MOST_JOURNAL);
    expect(journal.ticks + journal.quotes + log.ticks + log.quotes).toBeLessThan(MOST_BOTH);
  });
});
