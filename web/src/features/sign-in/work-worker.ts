// Solves a registration's challenge in a worker thread, so that the form stays responsive.

import { findWork } from '@vitrine/contract';

/** The page's request. */
export interface WorkOrder {
  readonly challenge: string;
  readonly bits: number;
}

/** The worker's messages: progress (0 to 1), and finally the solution. */
export type WorkNews = { readonly progress: number } | { readonly solution: string };

/** Attempts between two reports. */
const STEP = 4_000;

self.addEventListener('message', ({ data: { challenge, bits } }: MessageEvent<WorkOrder>) => {
  let solution: string | undefined;
  for (let tried = 0; solution === undefined; tried += STEP) {
    solution = findWork(challenge, bits, tried, STEP);
    // Progress is the probability of a solution by now, because the duration is random.
    const news: WorkNews = solution === undefined ? { progress: 1 - Math.exp(-tried / 2 ** bits) } : { solution };
    self.postMessage(news);
  }
});
