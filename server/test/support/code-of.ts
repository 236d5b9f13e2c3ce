// The outcome of a call that may be refused.

import { Refusal } from '../../src/api/call/index.ts';
import { IntakeError } from '../../src/engine/sequencer/index.ts';

/** 200, or the code of the refusal. @throws any other error. */
export const codeOf = (act: Promise<unknown>): Promise<number> =>
  act.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Refusal || error instanceof IntakeError) return error.code;
      throw error;
    },
  );
