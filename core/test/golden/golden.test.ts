// Golden journal of the spot slice: recorded commands replay to the recorded hashes. A difference here means that old
// journals would replay to another state (docs/operate/upgrades.md).
import { describe, expect, it } from 'vitest';
import { activations, encodeCommand, type Exchange, openExchange, WordHash } from '../../src/index.ts';
import { anyCommand, genesis, NO_KEY, order, random, START, tick, words } from '../exchange/small-world.ts';
import { compareGolden, goldens, journalOf } from '../kit/golden.ts';

/** The recording: batches of [time, count] and then that many commands. */
function record(): Float64Array {
  const exchange = openExchange();
  const all: number[] = [];
  const pick = random(20_261_121);
  const ids: number[] = [];
  let time = START;
  const batch = (commands: readonly Float64Array[]): void => {
    all.push(time, commands.length);
    exchange.advance(time);
    for (const command of commands) {
      all.push(...command);
      if (exchange.apply(command, 0) === 200 && command[0] === 30) ids.push(exchange.result);
    }
    exchange.takeEvents();
  };
  const listed = genesis() as unknown as { instruments: object[]; markets: object[] };
  const hours = { ...listed.instruments[0], instrument: 2, calendar: 1 };
  const second = { ...listed.markets[0], market: 2, instrument: 2 };
  batch([
    words({ ...genesis(), instruments: [...listed.instruments, hours], markets: [...listed.markets, second] }),
    ...activations(1).map(encodeCommand),
    words({ name: 'epoch', epoch: 1 }),
  ]);
  const sessions = [0, 1, 2, 300].map((day) => ({
    opens: START + day * 20_000_000,
    closes: START + day * 20_000_000 + 9_000_000,
  }));
  batch([
    words({ name: 'hours.set', calendar: 1, sessions }),
    words({ name: 'hours.set', calendar: 1, sessions: sessions.slice(2) }),
  ]);
  const other = (price: number): Float64Array =>
    words({ name: 'ticks', ticks: [{ instrument: 2, price, spread: 7, used: 3, total: 3 }], quotes: [] });
  batch([0, 2, 3, 4].map((referrer) => words({ name: 'user.open', referrer })));
  batch([2, 3, 4, 5].map((user) => words({ name: 'practice.claim', user, ...NO_KEY })));
  batch([
    other(10_000),
    words(order(5, { market: 2, price: 95, lots: 2 })),
    words(order(5, { market: 2, side: 2, price: 95, lots: 1 })),
  ]);
  batch([
    words(tick(10_000)),
    words(order(5, { side: 2, price: 100, lots: 9 })),
    words(order(4, { price: 100, lots: 9 })),
  ]);
  batch([words(order(5, { market: 2, price: 94, lots: 2 })), words(order(5, { market: 2, price: 94, lots: 2 }))]);
  for (let step = 0; step < 900; step += 1) {
    time += pick(60) === 0 ? 3_600_000 * (1 + pick(30)) : pick(900);
    const commands = [words(tick(9_600 + pick(800))), words({ name: 'slot.end' })];
    for (let n = pick(5); n > 0; n -= 1) commands.push(words(anyCommand(pick, ids, time)));
    batch(commands);
  }
  return Float64Array.from(all);
}

function replay(stream: Float64Array): { exchange: Exchange; chain: string[]; done: number } {
  const exchange = openExchange();
  const chain: string[] = [];
  let done = 0;
  for (let at = 0; at < stream.length;) {
    const count = stream[at + 1]!;
    exchange.advance(stream[at]!);
    at += 2;
    for (let n = 0; n < count; n += 1) {
      if (exchange.apply(stream, at) === 200) done += 1;
      at += stream[at + 1]!;
    }
    exchange.takeEvents();
    chain.push(exchange.runningHash());
  }
  return { exchange, chain, done };
}

/** Hash over the running hashes of all batches. */
function hashOf(chain: readonly string[]): string {
  const hash = new WordHash();
  for (const one of chain) hash.text(one);
  return hash.hex();
}

/** What a recording comes to. */
function summary(stream: Float64Array): object {
  const { exchange, chain, done } = replay(stream);
  exchange.audit();
  return {
    batches: chain.length,
    commands: exchange.seq - chain.length,
    done,
    digest: exchange.digest(),
    all: hashOf(chain),
    last: chain.at(-1),
    hundredth: chain[99],
    keys: exchange.keyDigest(),
  };
}

const stems = goldens('spot');

describe('core §7 the golden journal of the spot slice', () => {
  it.each(stems)('%s replays to its recorded hashes and digest', (stem) => {
    const { now, recorded } = compareGolden(stem, record, summary);
    expect(now).toEqual(recorded);
  });

  it('sets every column of every table: nothing in the state is beyond the digest’s sight (W24)', () => {
    const { exchange } = replay(journalOf(stems.at(-1)!));
    const unset: string[] = [];
    // A table without rows belongs to a product this journal does not know.
    for (const part of exchange.save().tables.filter(({ head }) => head[0] !== 0))
      for (const column of part.columns)
        if (column.data.every((word: number) => word === 0)) unset.push(`${part.name}.${column.name}`);
    // Set only while a batch leaves more than 1,000 steps of work over.
    const leftOver = [
      ...[
        'clock.sweep',
        // Set only between ticks and the end of their slot (rules 38, `tickWorkBehindQuotes`).
        'clock.slot',
        'markets.stirred',
        'shares.stirred',
        'freezing.next',
        'freezing.ends.first',
        'freezing.ends.last',
      ],
      'staleQuotes.waits',
      // Set only while a triggered order met as much as one step may (rules 38, `sweepBudget`).
      'spotTriggeredLots.lots',
      // Since rules 35 (`openingMark`).
      'instruments.waits',
      // Since rules 24 (`closingHours`): the one calendar of this journal never opens again.
      'closeTimes.opens',
      'closeTimes.phase',
    ];
    expect(unset.filter((name) => !leftOver.includes(name) && !name.startsWith('keys.'))).toEqual([]);
  });
});
