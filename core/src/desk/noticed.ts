// Commands of two people that take notice between the first and the second: whom they concern may answer first.

/** A domain that has such a kind of command. */
export interface Noticed {
  readonly noticed: number;
  /** How long nobody may approve, ms. */
  readonly notice: number;
  /** 200 or the code of the refusal, its numbers in `expected` and `got`; asked after `decide` allowed the command. */
  mayBegin(words: Float64Array, at: number): number;
  /** The proposal stands: nobody may approve before `from`, it lapses at `until`, ms. */
  begin(words: Float64Array, at: number, proposal: number, from: number, until: number): void;
  /** The proposal was refused or lapsed (its state, as in `proposal.changed`). An approved one is committed instead. */
  end(proposal: number, state: number): void;
  readonly expected: number;
  readonly got: number;
}
