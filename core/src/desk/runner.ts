// What the desk needs of the rest of the exchange to run a command that persons agreed on: the router is one.

export interface Runner {
  /** 200 or the code of the refusal, its numbers in `expected` and `got`. */
  decide(words: Float64Array, at: number, kind: number): number;
  commit(words: Float64Array, at: number, kind: number): number;
  readonly expected: number;
  readonly got: number;
}
