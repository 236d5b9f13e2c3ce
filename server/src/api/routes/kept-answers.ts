// Answers that hold more than the exchange remembers of a key (what was before, which orders were made): kept for whoever
// sends the same key again.

import { NewestMap } from '../../shared/collection/index.ts';

/** Answers kept at most; the oldest goes. */
const MOST = 10_000;

export interface KeptAnswers<T> {
  /** Keeps the answer of a command by its number, and gives it back. */
  keep(seq: number, answer: T): T;
  /** The answer of a command's first run; undefined when it is not kept any more. */
  of(seq: number): T | undefined;
}

/** An empty memory of answers. */
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
