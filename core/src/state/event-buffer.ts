// The events of a batch: one buffer of words, handed over at the batch's end. The only place that knows where an
// event's words begin and end; where its fields are comes from the schema.

import { type EventFields, type EventHead, type EventName, eventPlans, HEAD } from '../schema/index.ts';

const FIRST_WORDS = 1 << 14;

/**
 * Two ways to write an event. `open` reserves it, then the caller sets each field at its offset: `const FILL =
 * layoutOf('fill'); const at = out.open(FILL.head); out.words[at + FILL.price] = …`. It is for the path of orders.
 * `record` takes all fields by name.
 */
export class EventBuffer {
  words = new Float64Array(FIRST_WORDS);
  length = 0;

  /**
   * Begins an event and returns its offset. The caller sets every field.
   * @param rows words of the rows of its list
   */
  open(head: EventHead, rows = 0): number {
    const length = head.length + rows;
    const at = this.length;
    this.length = at + length;
    if (this.length > this.words.length) this.grow();
    this.words[at] = head.kind;
    this.words[at + 1] = length;
    return at;
  }

  /** Writes an event by its fields. Slower than `open`; for rare events. */
  record<N extends EventName>(name: N, fields: EventFields<N>): void {
    const { kind, scalars, list, columns } = eventPlans[name];
    const given = fields as Readonly<Record<string, unknown>>;
    const rows = list === '' ? [] : (given[list] as readonly Readonly<Record<string, number>>[]);
    const length = HEAD + scalars.length + (list === '' ? 0 : 1);
    let at = this.open({ kind, length }, rows.length * columns.length) + HEAD;
    for (const scalar of scalars) {
      this.words[at] = given[scalar] as number;
      at += 1;
    }
    if (list === '') return;
    this.words[at] = rows.length;
    at += 1;
    for (const row of rows)
      for (const column of columns) {
        this.words[at] = row[column] as number;
        at += 1;
      }
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
