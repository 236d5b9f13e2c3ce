// Two-operator commands with notice between proposal and approval, so that the user concerned can respond first.

/** A domain with such a command. */
export interface Noticed {
  readonly noticed: number;
  /** How long no one may approve, ms. */
  readonly notice: number;
  /** 200 or the refusal's code, with its numbers in `expected` and `got`. Called after `decide` allowed the command. */
  mayBegin(words: Float64Array, at: number): number;
  /** The proposal is open: no one may approve before `from`, and it lapses at `until`, ms. */
  begin(words: Float64Array, at: number, proposal: number, from: number, until: number): void;
  /** The proposal was refused or lapsed (state as in `proposal.changed`). An approved one is committed instead. */
  end(proposal: number, state: number): void;
  readonly expected: number;
  readonly got: number;
}
