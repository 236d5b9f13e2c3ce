// A gate for dear work: so many at once, so many waiting, the rest is turned away.

import { IdentityRefusal } from '../identity/index.ts';

export interface Gate {
  /** Runs `work` when its turn comes. @throws {IdentityRefusal} 503 at once when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A gate that lets `atOnce` work, first come, first served, while at most `waiting` wait. */
export function createGate({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Gate {
  const line: (() => void)[] = [];
  let working = 0;
  return {
    async run(work) {
      if (working < atOnce) working += 1;
      else {
        if (line.length >= waiting)
          throw new IdentityRefusal(
            503,
            'Too many pictures are being read at the moment. Nothing was done; try again.',
          );
        // Whoever leaves hands over the place, so `working` stays.
        await new Promise<void>((resolve) => line.push(resolve));
      }
      try {
        return await work();
      } finally {
        const next = line.shift();
        if (next) next();
        else working -= 1;
      }
    },
  };
}
