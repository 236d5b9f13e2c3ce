// Commands of the sequencer itself.

import type { Command } from '@vitrine/core';
import type { CoreKit } from './kit.ts';
import type { Outcome } from './link.ts';
import type { Sequencer } from './sequencer.ts';

/**
 * Puts commands next to each other into one row; resolves once it is committed.
 * @throws {IntakeError} 503: nothing was done; 504: not known yet.
 */
export function put(kit: CoreKit, sequencer: Sequencer, commands: readonly Command[]): Promise<readonly Outcome[]> {
  return new Promise((resolve, reject) => {
    sequencer.submit({
      commands: commands.map((command) => kit.encode(command)),
      user: 0,
      settle: (outcomes, from) => resolve(commands.map((_, at) => outcomes.read(from + at))),
      fail: reject,
    });
  });
}
