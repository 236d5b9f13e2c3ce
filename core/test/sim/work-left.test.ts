// A batch does a bounded number of steps (core §10): what the exchange has yet to do is no breach until it is at rest.

import { describe, expect, it } from 'vitest';
import { encodeEvent, type ExchangeEvent } from '../../src/index.ts';
import { Auditor } from '../../sim/auditor/auditor.ts';
import { Breach } from '../../sim/finding.ts';

const SUSPECT = 7;

/** An auditor that suspects epoch 7, and how often it found the exchange at rest. */
function auditor() {
  const one = { auditor: new Auditor(), rests: 0 };
  one.auditor.on('epoch', (words, at) => {
    if (words[at + 2] === SUSPECT) one.auditor.suspect('a quote fills too late');
  });
  one.auditor.atRest(() => {
    one.rests += 1;
  });
  let seq = 0;
  return {
    one,
    batch(epoch: number, workLeft: boolean) {
      seq += 1;
      const events = [
        { name: 'begin', seq, command: 1, user: 0 },
        { name: 'epoch', epoch },
        { name: 'done', seq, user: 0, result: 0, repeated: 0, first: 0 },
      ] as unknown as ExchangeEvent[];
      one.auditor.fold(Float64Array.from(events.flatMap((event) => [...encodeEvent(event)])), seq, workLeft);
    },
  };
}

describe('core §10 work left over', () => {
  it('is a breach in a batch that leaves none over, and after one that left none over', () => {
    const { batch } = auditor();
    batch(1, false);
    expect(() => batch(SUSPECT, false)).toThrow(new Breach('a quote fills too late'));
  });

  it('is none in a batch that leaves work over, nor in the one that finishes it; then it is one again', () => {
    const { one, batch } = auditor();
    batch(SUSPECT, true);
    batch(SUSPECT, true);
    expect(one.rests).toBe(0);
    batch(SUSPECT, false);
    expect(one.rests).toBe(1);
    expect(() => batch(SUSPECT, false)).toThrow(Breach);
  });
});
