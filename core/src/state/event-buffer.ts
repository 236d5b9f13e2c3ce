// The events of a batch: one buffer of words, handed over at the batch's end.

const FIRST_WORDS = 1 << 14;

/** Writers reserve space once per record, then set the words: `const at = out.reserve(n); out.words[at] = …`. */
export class EventBuffer {
  words = new Float64Array(FIRST_WORDS);
  length = 0;

  /** Reserves `count` words and returns their offset. */
  reserve(count: number): number {
    const at = this.length;
    this.length = at + count;
    if (this.length > this.words.length) this.grow();
    return at;
  }

  /** Writes a record of that kind with these fields. Slower; for rare events. */
  record(kind: number, fields: readonly number[]): void {
    const at = this.reserve(fields.length + 2);
    this.words[at] = kind;
    this.words[at + 1] = fields.length + 2;
    this.words.set(fields, at + 2);
  }

  /** Returns all words in place and clears the buffer. They are valid until the next write. */
  read(): Float64Array {
    const words = this.words.subarray(0, this.length);
    this.length = 0;
    return words;
  }

  private grow(): void {
    let length = this.words.length;
    while (length < this.length) length *= 2;
    const longer = new Float64Array(length);
    longer.set(this.words);
    this.words = longer;
  }
}
