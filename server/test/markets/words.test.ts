// How much the markets write: the bytes of a second of ticks and quotes in the journal.

import { type Command, defaultGenesis } from '@vitrine/core';
import { describe, expect, it } from 'vitest';

import { startMarkets } from '../../src/markets/run.ts';
import { fakeLink, handClock } from './world.ts';

/** Bytes of an integer in the journal's zigzag varints. */
function bytesOf(word: number): number {
  let zigzag = Math.abs(word) * 2;
  let bytes = 1;
  while (zigzag >= 128) {
    zigzag = Math.floor(zigzag / 128);
    bytes += 1;
  }
  return bytes;
}

/** Every number of a command, its kind and its length. */
function wordsOf(command: Command): number[] {
  const words = [10, 1_000];
  for (const value of Object.values(command)) {
    if (typeof value === 'number') words.push(value);
    else if (Array.isArray(value)) {
      words.push(value.length);
      for (const row of value) words.push(...Object.values(row as Record<string, number>));
    }
  }
  return words;
}

describe('what the markets write', () => {
  it('stays under 10 kB of journal a second with every instrument open', async () => {
    const start = Date.UTC(2026, 10, 18, 14, 30);
    const clock = handClock(start);
    const funds = defaultGenesis('practice', [])
      .funds.filter((fund) => fund.class === 1)
      .map(({ asset, amount }) => [asset, amount] as const);
    const link = fakeLink(clock.now, funds);
    const markets = await startMarkets({
      link,
      settings: { prices: { kind: 'simulated' }, replaySpeed: 1 },
      seed: 'words',
      clock,
    });
    await clock.move(start + 5_000);
    const from = link.runs.length;
    await clock.move(start + 65_000);
    await markets.stop();
    const bytes = (name: string) =>
      link.runs
        .slice(from)
        .flat()
        .filter((command) => command.name === name)
        .flatMap(wordsOf)
        .reduce((sum, word) => sum + bytesOf(word), 0) / 60;
    console.log(
      `journal bytes a second: ticks ${bytes('ticks').toFixed(0)}, quotes ${bytes('maker.quote').toFixed(0)}`,
    );
    expect(bytes('ticks') + bytes('maker.quote')).toBeLessThan(10_000);
  });
});
