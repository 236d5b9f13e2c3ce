// What the desk needs to run an approved command. The router implements it.

export interface Runner {
  /** 200 or the refusal's code, with its numbers in `expected` and `got`. */
  decide(words: Float64Array, at: number, kind: number): number;
  commit(words: Float64Array, at: number, kind: number): number;
  readonly expected: number;
  readonly got: number;
}
