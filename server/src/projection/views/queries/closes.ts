// Last prices of past days. Every user's valuation needs them, so they are read once for all.

import { type Kysely, sql } from 'kysely';
import { INTERVALS } from '../../handlers/index.ts';
import type { ViewsDatabase } from '../tables/tables.ts';

const DAY = 86_400_000;
/** How long after its end a day's last price may still be missing in SQL, ms. */
const SETTLES = 60_000;
/** How long past days are answered from memory, ms. They only change when the views are rebuilt. */
const KEPT_MS = 10_000;
/** Ranges of days kept, over all kinds. */
const MOST_KEPT = 16;

/** By day (its start, ms UTC) and subject, in the subject's cents. */
export type Closes = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Days from `first` to `last`, their starts, ms UTC. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

interface Kept {
  readonly until: number;
  readonly closes: Promise<Closes>;
}

/** Reads last prices; recently read past days come from memory. */
export class DayCloses {
  readonly #db: Kysely<ViewsDatabase>;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Kysely<ViewsDatabase>) {
    this.#db = db;
  }

  /** Last price of each subject of a kind at the end of each day, as of `now` (ms UTC). */
  async of(kind: number, { first, last }: Days, now: number): Promise<Closes> {
    const settled = now - SETTLES - ((now - SETTLES) % DAY) - DAY;
    if (first > settled) return readCloses(this.#db, kind, { first, last });
    const over = await this.#over(kind, { first, last: Math.min(last, settled) });
    if (last <= settled) return over;
    return new Map([...over, ...(await readCloses(this.#db, kind, { first: settled + DAY, last }))]);
  }

  #over(kind: number, days: Days): Promise<Closes> {
    const key = `${kind}:${days.first}:${days.last}`;
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.closes;
    const closes = readCloses(this.#db, kind, days);
    this.#kept.delete(key);
    this.#kept.set(key, { until: performance.now() + KEPT_MS, closes });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    // Failed reads are not kept.
    closes.catch(() => this.#kept.delete(key));
    return closes;
  }
}

async function readCloses(db: Kysely<ViewsDatabase>, kind: number, { first, last }: Days): Promise<Closes> {
  const width = INTERVALS.indexOf('1d');
  const { rows } = await sql<{ day: number; subject: number; close: number }>`
    select days.day, t.subject, c.close
    from generate_series(${first}::int8, ${last}::int8, ${DAY}::int8) as days(day)
    cross join (select subject from tickers where kind = ${kind}::int2) t
    cross join lateral (
      select close from candles
      where kind = ${kind}::int2 and subject = t.subject and width = ${width}::int2 and time <= days.day
      order by time desc limit 1) c`.execute(db);
  const days = new Map<number, Map<number, number>>();
  for (const { day, subject, close } of rows) {
    const known = days.get(day);
    if (known === undefined) days.set(day, new Map([[subject, close]]));
    else known.set(subject, close);
  }
  return days;
}
