// Golden journals of borrowing and of loans: recorded commands replay to the recorded hashes. A difference here means that
// old journals would replay to another state (docs/operate/upgrades.md).
import { describe, expect, it } from 'vitest';
import { type Command, decodeEvents, encodeCommand, openExchange, WordHash } from '../../src/index.ts';
import { compareGolden, goldens } from '../kit/golden.ts';
import type { Reply } from '../kit/world.ts';
import { LoanWorld } from '../loan/kit.ts';
import * as loan from '../loan/story.ts';
import { MarginWorld } from './kit.ts';
import * as margin from './story.ts';

/** What is recorded: of each batch its time, how many commands, the commands. */
let emitted: number[] = [];

function note(time: number, commands: readonly Command[]): void {
  emitted.push(time, commands.length);
  for (const one of commands) emitted.push(...encodeCommand(one));
}

class RecordedMargin extends MarginWorld {
  override batch(commands: readonly Command[]): Reply[] {
    note(this.time, commands);
    return super.batch(commands);
  }
}

class RecordedLoans extends LoanWorld {
  override batch(commands: readonly Command[]): Reply[] {
    note(this.time, commands);
    return super.batch(commands);
  }
}

const journals = {
  margin: () => margin.drive(20_261_129, 450, RecordedMargin),
  loan: () => loan.drive(20_261_128, 400, RecordedLoans),
};

const OWN = /^(debt|margin|interest|loan|score)/;

/** What a journal comes to: events by kind, digest of the state, hash over the running hashes of all batches. */
function replayed(stream: Float64Array): object {
  const exchange = openExchange();
  const hash = new WordHash();
  const seen: Record<string, number> = {};
  let [batches, done] = [0, 0];
  for (let at = 0; at < stream.length; batches += 1) {
    exchange.advance(stream[at]!);
    const count = stream[at + 1]!;
    at += 2;
    for (let n = 0; n < count; n += 1, at += stream[at + 1]!) if (exchange.apply(stream, at) === 200) done += 1;
    for (const event of decodeEvents(exchange.readEvents())) {
      if (!OWN.test(event.name)) continue;
      const kind =
        'cause' in event
          ? `${event.name} ${event.cause}`
          : 'step' in event
            ? `${event.name} ${event.step}`
            : event.name;
      seen[kind] = (seen[kind] ?? 0) + 1;
    }
    hash.text(exchange.runningHash());
  }
  exchange.audit();
  return { batches, done, seen, digest: exchange.digest(), all: hash.hex() };
}

const all = Object.entries(journals).flatMap(([name, record]) => goldens(name).map((stem) => [stem, record] as const));

describe('core §7 the golden journals of borrowing and of loans', () => {
  it.each(all)('%s replays to its recorded hashes and digest', (stem, record) => {
    const { now, recorded } = compareGolden(
      stem,
      () => {
        emitted = [];
        record();
        return Float64Array.from(emitted);
      },
      replayed,
    );
    expect(now).toEqual(recorded);
  });
});
