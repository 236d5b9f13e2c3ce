// The proof of work of a registration: requested when the form opens, and solved in a worker meanwhile.

import { useCallback, useEffect, useRef, useState } from 'react';
import { exchangeClock, request } from '../../api/index.ts';
import type { WorkNews, WorkOrder } from './work-worker.ts';

/** The proof in the registration; nothing if the exchange requires none. */
export interface SolvedWork {
  readonly challenge?: string;
  readonly solution?: string;
}

/** Progress of a proof: 0 to 1; undefined while none is needed. */
export type WorkProgress = number | undefined;

/** Solves one challenge; `onProgress` receives the progress. */
export type SolveWork = (order: WorkOrder, onProgress: (part: number) => void, signal: AbortSignal) => Promise<string>;

export interface Work {
  readonly progress: WorkProgress;
  /** Returns the solved challenge once: the next registration starts another one. */
  take(): Promise<SolvedWork>;
}

/** A challenge that expires within this time is replaced before it is sent, ms. */
const MARGIN = 10_000;

/** In a separate worker, which ends with the solution. */
const solveInWorker: SolveWork = (order, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module', name: 'vitrine-work' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkNews>) => {
      if ('progress' in data) onProgress(data.progress);
      else {
        end();
        resolve(data.solution);
      }
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message));
    });
    worker.postMessage(order);
  });

interface Started {
  readonly solved: Promise<SolvedWork>;
  /** ms UTC; set when the challenge has arrived. */
  expires: number;
}

/** The source of challenges and their solver; tests pass their own. */
export interface WorkParts {
  readonly ask: () => Promise<{ readonly bits: number; readonly challenge: string; readonly expires: number }>;
  readonly solve: SolveWork;
}

const ofPage: WorkParts = {
  ask: () => request('user.registerChallenge', {}, { quiet: true }),
  solve: solveInWorker,
};

/** The proof of a form. */
export function useWork({ ask, solve }: WorkParts = ofPage): Work {
  const [progress, setProgress] = useState<WorkProgress>();
  const started = useRef<Started>(undefined);
  const ended = useRef(new AbortController());

  const start = useCallback((): Started => {
    const one: Started = { solved: run(), expires: Number.POSITIVE_INFINITY };
    started.current = one;
    return one;

    async function run(): Promise<SolvedWork> {
      const { bits, challenge, expires } = await ask();
      one.expires = expires - MARGIN;
      if (bits === 0) return {};
      setProgress(0);
      const solution = await solve({ challenge, bits }, setProgress, ended.current.signal);
      setProgress(1);
      return { challenge, solution };
    }
  }, [ask, solve]);

  useEffect(() => {
    ended.current = new AbortController();
    // The error is shown where the proof is used.
    start().solved.catch(() => undefined);
    return () => ended.current.abort();
  }, [start]);

  return {
    progress,
    async take() {
      const ready = started.current;
      const one = ready === undefined || ready.expires <= exchangeClock().now() ? start() : ready;
      try {
        return await one.solved;
      } finally {
        started.current = undefined;
      }
    },
  };
}
