// The sequencer's own commands.

import type { Command } from '@vitrine/core';
import type { Records } from './intake.ts';
import type { CoreKit } from './kit.ts';
import type { Outcome } from './link.ts';
import type { Sequencer } from './sequencer.ts';

/** Encodes commands as consecutive records. */
export function recordsOf(kit: Pick<CoreKit, 'encode'>, commands: readonly Command[]): Records {
  const each = commands.map((command) => kit.encode(command));
  const words = new Float64Array(each.reduce((sum, one) => sum + one.length, 0));
  let to = 0;
  for (const one of each) {
    words.set(one, to);
    to += one.length;
  }
  return { words, from: 0, to, count: commands.length };
}

/**
 * Submits adjacent commands in one row; resolves once it is committed.
 * @throws {IntakeError} 503: nothing was done; 504: not known yet.
 */
export function put(kit: CoreKit, sequencer: Sequencer, commands: readonly Command[]): Promise<readonly Outcome[]> {
  return new Promise((resolve, reject) => {
    sequencer.submit({
      ...recordsOf(kit, commands),
      user: 0,
      settle: (outcomes, from) => resolve(commands.map((_, at) => outcomes.read(from + at))),
      fail: reject,
    });
  });
}
