// Records failed sign-ins in the audit log with a limit: the first ones of an hour each, then counts. Guesses from many
// addresses must not inflate a log that is kept for ever.

import { sourceOf } from '../../account/devices/index.ts';
import type { Audit } from '../audit.ts';

const HOUR = 3_600_000;
/**
 * Rows per hour for one source (an address or its network) and for all; `server/src/account/identity/throttle.ts`
 * limits guesses.
 */
const MOST_OF_A_SOURCE = 20;
const MOST_OF_ALL = 200;
/** Failures beyond that are recorded as counts: a row at the first, the tenth, the hundredth of them, and so on. */
const STEP = 10;

export class FailedSignIns {
  readonly #audit: Pick<Audit, 'note'>;
  readonly #now: () => number;
  #hour = -1;
  /** Rows by source in this hour: at most as many entries as rows in total. */
  #sources = new Map<string, number>();
  #rows = 0;
  #more = 0;
  #nextNoted = 1;

  constructor(audit: Pick<Audit, 'note'>, now: () => number) {
    this.#audit = audit;
    this.#now = now;
  }

  /** Records one. `person`: the owner of the name that was tried, if any. */
  async note(person: string | undefined, ip: string): Promise<void> {
    const hour = Math.floor(this.#now() / HOUR);
    if (hour !== this.#hour) this.#begin(hour);
    const source = sourceOf(ip);
    const rows = this.#sources.get(source) ?? 0;
    if (rows < MOST_OF_A_SOURCE && this.#rows < MOST_OF_ALL) {
      this.#sources.set(source, rows + 1);
      this.#rows += 1;
      await this.#audit.note({ what: 'signIn.failed', ...(person === undefined ? {} : { person }), ip });
      return;
    }
    this.#more += 1;
    if (this.#more < this.#nextNoted) return;
    this.#nextNoted *= STEP;
    await this.#audit.note({ what: 'signIn.failed', detail: { unlisted: String(this.#more) } });
  }

  #begin(hour: number): void {
    this.#hour = hour;
    this.#sources = new Map();
    this.#rows = 0;
    this.#more = 0;
    this.#nextNoted = 1;
  }
}
