// Solves the challenge of a registration in a thread of its own, so that the form stays usable.

import { findWork } from '@vitrine/contract';

/** What the page asks for. */
export interface WorkOrder {
  readonly challenge: string;
  readonly bits: number;
}

/** What the worker answers: how far it is (0 to 1), and at the end the solution. */
export type WorkNews = { readonly progress: number } | { readonly solution: string };

/** Tries between two reports. */
const STEP = 4_000;

self.addEventListener('message', ({ data: { challenge, bits } }: MessageEvent<WorkOrder>) => {
  let solution: string | undefined;
  for (let tried = 0; solution === undefined; tried += STEP) {
    solution = findWork(challenge, bits, tried, STEP);
    // The chance that it would be found by now: how long it takes is luck.
    const news: WorkNews = solution === undefined ? { progress: 1 - Math.exp(-tried / 2 ** bits) } : { solution };
    self.postMessage(news);
  }
});
