// A small world for the markets: a clock that is moved by hand and a link whose exchange keeps house quotes only.

import { type Command, contractFunding, defaultGenesis, events } from '@vitrine/core';

import type { Clock } from '../../src/markets/beat.ts';
import { type Batch, type ExchangeLink, IntakeError, type Outcome } from '../../src/engine/sequencer/index.ts';

/** A clock that stands until it is moved. */
export function handClock(start: number): Clock & { readonly move: (to: number) => Promise<void> } {
  let now = start;
  let waiting: { readonly time: number; readonly call: () => void }[] = [];
  return {
    now: () => now,
    at(time, call) {
      const entry = { time, call };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((one) => one !== entry);
      };
    },
    async move(to) {
      for (;;) {
        const next = waiting.toSorted((a, b) => a.time - b.time)[0];
        if (next === undefined || next.time > to) break;
        now = Math.max(now, next.time);
        waiting = waiting.filter((one) => one !== next);
        next.call();
        // Let everything that is already answered run on.
        for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
        await new Promise((done) => setImmediate(done));
      }
      now = to;
    },
  };
}

/** One event record as words. */
function record(name: 'account.opened' | 'entry' | 'quote' | 'fill', words: readonly number[]): number[] {
  return [events[name].kind, words.length + 2, ...words];
}

export interface FakeLink extends ExchangeLink {
  /** Every run of commands that was taken. */
  readonly runs: (readonly Command[])[];
  /** Standing house lots of a market by `side:price`. */
  readonly book: (market: number) => Map<string, number>;
  /** A customer takes lots of the house's level. */
  readonly take: (market: number, side: 1 | 2, price: number, lots: number) => void;
  /** What the next runs meet: nothing, an answer held back until `release`, an intake error, or a refusal of quotes. */
  mode: 'open' | 'slow' | 'full' | { readonly refuse: number };
  readonly release: () => void;
}

/** What the house has: an asset's atoms in a wallet, 1 when it is not named. */
export type Fund = readonly [asset: number, atoms: number, wallet?: number];

/** What the practice house has after its first start, in all of its wallets. */
export function houseFunds(): readonly Fund[] {
  const spot = new Map<number, number>();
  for (const fund of defaultGenesis('practice', []).funds) if (fund.class === 1) spot.set(fund.asset, fund.amount);
  const moved = contractFunding().map(({ asset, amount, to }): Fund => {
    spot.set(asset, (spot.get(asset) ?? 0) - amount);
    return [asset, amount, to];
  });
  return [...[...spot].map(([asset, atoms]): Fund => [asset, atoms]), ...moved];
}

/** A link to an exchange that has only the market maker's quotes and funds. */
export function fakeLink(now: () => number, funds: readonly Fund[]): FakeLink {
  const books = new Map<number, Map<string, number>>();
  const listeners = new Set<(batch: Batch) => void>();
  let held: (() => void)[] = [];
  let row = 0;
  let seq = 0;
  const bookOf = (market: number) => {
    const known = books.get(market) ?? new Map<string, number>();
    books.set(market, known);
    return known;
  };
  const publish = (words: readonly number[], count: number) => {
    row += 1;
    const batch: Batch = {
      row,
      firstSeq: seq + 1,
      count,
      time: now(),
      hash: '',
      rowHash: '',
      events: Float64Array.from(words),
    };
    seq += 1 + count;
    for (const listener of listeners) listener(batch);
  };
  const link: FakeLink = {
    confirmClock: () => Promise.resolve(false),
    runs: [],
    book: bookOf,
    mode: 'open',
    release() {
      const all = held;
      held = [];
      for (const done of all) done();
    },
    take(market, side, price, lots) {
      const level = bookOf(market);
      const left = (level.get(`${side}:${price}`) ?? 0) - lots;
      if (left < 0) throw new Error('expected as many lots to stand');
      if (left === 0) level.delete(`${side}:${price}`);
      else level.set(`${side}:${price}`, left);
      publish(record('fill', [market, 1, 9, 8, 7, 1, side === 1 ? 2 : 1, price, lots, price * lots, 0, 0, 1]), 1);
    },
    submit: async (command) => (await link.submitRun([command]))[0]!,
    async submitRun(commands) {
      if (link.mode === 'full') throw new IntakeError('server.notTaking', 'full');
      if (link.mode === 'slow') await new Promise<void>((done) => held.push(done));
      link.runs.push(commands);
      const words: number[] = [];
      const first = seq + 1;
      const outcomes = commands.map((command, at): Outcome => {
        let code = 200;
        if (command.name === 'maker.quote') {
          if (typeof link.mode === 'object') code = link.mode.refuse;
          else {
            for (const { side, price, lots } of command.levels) {
              if (lots === 0) bookOf(command.market).delete(`${side}:${price}`);
              else bookOf(command.market).set(`${side}:${price}`, lots);
            }
            words.push(
              ...record('quote', [
                command.market,
                command.levels.length,
                ...command.levels.flatMap(({ side, price, lots }) => [side, price, lots]),
              ]),
            );
          }
        }
        return { seq: first + 1 + at, time: now(), code, result: 0, expected: 0, got: 0, repeated: false };
      });
      publish(words, commands.length);
      return outcomes;
    },
    ask: () => Promise.reject(new Error('not asked here')),
    onBatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seed: () =>
      Promise.resolve({
        row,
        seq,
        time: now(),
        rowHash: '',
        events: Float64Array.from(
          funds.flatMap(([asset, atoms, wallet = 1], at) => [
            ...record('account.opened', [at + 1, 1, 1, wallet, asset, 0]),
            ...record('entry', [at + 1, atoms, 0]),
          ]),
        ),
      }),
    state: () => ({ taking: true }),
    onState: () => () => undefined,
  };
  return link;
}
