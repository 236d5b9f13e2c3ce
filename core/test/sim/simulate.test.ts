// The simulator itself: a short run without a finding, the same run twice, worlds side by side.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Auditor } from '../../sim/auditor/auditor.ts';
import { RECORDINGS } from '../../sim/candles.ts';
import { report } from '../../sim/report.ts';
import { Run } from '../../sim/run.ts';
import { simulate } from '../../sim/simulate.ts';
import { summaryOf, together } from '../../sim/summary.ts';
import { runWorlds, seedOf } from '../../sim/worlds.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed, usual } = randomTests(import.meta.url);

const COMMANDS = runs(4_000);
const NO_TRIES = { tries: 0, milliseconds: 0 };

function ends(options: { readonly seed: number; readonly data: string }): void {
  const outcome = simulate({ ...options, commands: COMMANDS, crash: 1_000, snapshot: 400, refusals: 100 }, NO_TRIES);
  expect(outcome.finding, `seed ${options.seed}\n${report(summaryOf(outcome)).text}`).toBeUndefined();
  const { journal, books, externalFacts, observer } = outcome.run;
  expect([...books.auditor.unexplained], 'every event has a rule').toEqual([]);
  if (!usual) return;
  expect(journal.crashes).toBeGreaterThan(0);
  expect(journal.replayed).toBeGreaterThan(0);
  expect(externalFacts.repeats).toBeGreaterThan(0);
  expect(observer.compared).toBeGreaterThan(0);
  expect(books.spot.fills).toBeGreaterThan(0);
  expect(books.contracts.fills).toBeGreaterThan(0);
}

describe('core §8 the simulator', () => {
  it(`seed ${seed} ends without a finding, and all settles`, () => ends({ seed, data: '' }));

  it.skipIf(!existsSync(RECORDINGS))('reads ../shared/data: prices of recorded candles', () => {
    const run = new Run({ seed: 2, commands: 2_000, data: RECORDINGS });
    expect(run.prices.recorded).toBe(run.prices.lines.length);
    run.begin();
    while (run.sent < 2_000) run.step();
    run.deliver();
    expect(run.books.auditor.prices.of(1).number).toBeGreaterThan(15);
  });

  it('the same seed is the same run, to the hash of the state', () => {
    const digests = [0, 1].map(() => {
      const run = new Run({ seed: 3, commands: 3_000, data: '', crash: 1_000, snapshot: 500 });
      run.begin();
      while (run.sent < 3_000) run.step();
      run.deliver();
      return [run.journal.exchange.digest(), run.journal.exchange.keyDigest(), run.journal.crashes];
    });
    expect(digests[0]).toEqual(digests[1]);
  });

  it('worlds side by side add up: the first has the run’s own seed, each its part of the commands', async () => {
    const options = { seed: 5, commands: 4_000, data: '', calm: false, crash: 1_000, snapshot: 500 };
    const two = await runWorlds(options, NO_TRIES, 2);
    const each = [0, 1].map((world) =>
      summaryOf(simulate({ ...options, seed: seedOf(5, world), commands: 2_000 }, NO_TRIES)),
    );
    expect(two.finding).toBeUndefined();
    expect([two.worlds, seedOf(5, 0)]).toEqual([2, 5]);
    expect(two.counts).toEqual(together(each).counts);
    expect(two.done).toEqual(together(each).done);
    expect(two.counts.sent).toBe(each[0]!.counts.sent + each[1]!.counts.sent);
    expect(each[0]!.counts.entries).not.toBe(each[1]!.counts.entries);
  });

  it('an auditor takes nothing on trust: entries of nobody, numbers left out, balances nobody explains', () => {
    const begin = [100, 5, 1, 0, 0];
    const opened = [110, 8, 1, 1, 2, 1, 1, 0];
    const entry = (account: number, atoms: number): number[] => [111, 5, account, atoms, 0];
    const fold = (words: number[]): void => new Auditor().fold(Float64Array.from(words), 1);
    expect(() => fold([...begin, ...entry(1, 5)])).toThrow(/never opened/);
    expect(() => fold([100, 5, 2, 0, 0])).toThrow(/without gaps/);
    expect(() => fold([...begin, ...opened, ...entry(1, 5)])).toThrow(/sum to 5/);
    const other = [110, 8, 2, 8, 0, 0, 1, 0];
    expect(() => fold([...begin, ...opened, ...other, ...entry(1, -5), ...entry(2, 5)])).toThrow(/has -5/);
    expect(() => fold([...begin, ...opened, ...other, ...entry(1, 5), ...entry(2, -5)])).toThrow(/has -?5/);
  });
});
