// Keeps answers with more data than the exchange stores for a key (previous values, created orders), for a repeat of
// the same key.

import { NewestMap } from '../../shared/collection/index.ts';

/** Most answers kept; the oldest is dropped. */
const MOST = 10_000;

export interface KeptAnswers<T> {
  /** Keeps the answer of a command by its sequence number, and returns it. */
  keep(seq: number, answer: T): T;
  /** The answer of a command's first run; undefined if it is no longer kept. */
  of(seq: number): T | undefined;
}

/** An empty store of answers. */
export function keptAnswers<T>(most = MOST): KeptAnswers<T> {
  const bySeq = new NewestMap<number, T>(most);
  return {
    keep(seq, answer) {
      bySeq.set(seq, answer);
      return answer;
    },
    of: (seq) => bySeq.get(seq),
  };
}
