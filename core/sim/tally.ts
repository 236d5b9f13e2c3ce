// Counts of commands sent and their answers, by kind: for the report, and for coverage.

import { commandName } from './words.ts';
import type { Reply } from './auditor/external-facts.ts';

const KINDS = 512;

export class Tally {
  readonly done = new Float64Array(KINDS);
  readonly refused = new Float64Array(KINDS);
  /** Refusals by kind and code. */
  readonly codes = new Map<number, number>();
  repeated = 0;

  count({ words, code, repeated }: Reply): void {
    const kind = words[0] as number;
    const place = kind >= 0 && kind < KINDS && Number.isInteger(kind) ? kind : 0;
    if (repeated === 1) {
      this.repeated += 1;
      return;
    }
    if (code === 200) this.done[place] = (this.done[place] as number) + 1;
    else {
      this.refused[place] = (this.refused[place] as number) + 1;
      const key = place * 10_000 + code;
      this.codes.set(key, (this.codes.get(key) ?? 0) + 1);
    }
  }

  /** Kinds and codes of all refusals so far, as text; empty when there was none. */
  refusedCodes(): string {
    return [...this.codes]
      .map(([key, count]) => `${commandName(Math.floor(key / 10_000))} ${key % 10_000} × ${count}`)
      .join(', ');
  }
}
