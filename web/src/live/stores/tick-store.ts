// The index of one symbol, tick by tick, with the sources of the newest.

import { LiveStore } from './store.ts';
import { isRecord } from '../feeds/wire.ts';

/** Ticks kept. */
export const MAX_TICKS_KEPT = 600;

/** An index tick; price and spread decimal text; time its time in the journal, ms UTC. */
export interface IndexTick {
  readonly seq: number;
  readonly price: string;
  readonly time: number;
  readonly spread: string;
  readonly state: string;
  /** Sources used and requested, if known. */
  readonly used?: number;
  readonly total?: number;
}

/** One source of a tick: its price as decimal text (null: it had none), age in ms at the tick, used or why not. */
export interface TickSource {
  readonly source: string;
  readonly price: string | null;
  readonly age: number;
  readonly use: 'used' | 'tooOld' | 'tooFar' | 'notPrice';
}

export class TickStore extends LiveStore {
  /** Oldest first. Read-only for callers. */
  readonly ticks: IndexTick[] = [];
  #sources: { readonly seq: number; readonly list: readonly TickSource[] } | undefined;

  get last(): IndexTick | undefined {
    return this.ticks.at(-1);
  }

  /** The latest sources, with their tick. */
  get sources(): { readonly seq: number; readonly list: readonly TickSource[] } | undefined {
    return this.#sources;
  }

  /** Adds ticks in any order; skips known numbers. */
  take(data: unknown): void {
    const list = Array.isArray(data) ? (data as unknown[]) : [data];
    let changed = false;
    for (const row of list) {
      const tick = readTick(row);
      if (!tick) continue;
      let at = this.ticks.length;
      while (at > 0 && (this.ticks[at - 1]?.seq ?? -1) > tick.seq) at -= 1;
      if (this.ticks[at - 1]?.seq === tick.seq) continue;
      this.ticks.splice(at, 0, tick);
      changed = true;
      if (isRecord(row) && Array.isArray(row['sources'])) this.#takeSources(tick.seq, row['sources']);
    }
    if (this.ticks.length > MAX_TICKS_KEPT) this.ticks.splice(0, this.ticks.length - MAX_TICKS_KEPT);
    if (changed) this.touch();
  }

  /** Sets the sources of a tick; skips older ones. */
  takeSources(seq: number, list: readonly unknown[]): void {
    if (this.#takeSources(seq, list)) this.touch();
  }

  clear(): void {
    this.ticks.length = 0;
    this.#sources = undefined;
    this.touch();
  }

  #takeSources(seq: number, list: readonly unknown[]): boolean {
    if (this.#sources && seq < this.#sources.seq) return false;
    this.#sources = { seq, list: list.map(readSource).filter((source) => source !== undefined) };
    return true;
  }
}

function readTick(row: unknown): IndexTick | undefined {
  if (!isRecord(row)) return undefined;
  const { seq, price, time, spread, state, used, total } = row;
  if (typeof seq !== 'number' || typeof price !== 'string' || typeof time !== 'number') return undefined;
  return {
    seq,
    price,
    time,
    spread: typeof spread === 'string' ? spread : '0',
    state: typeof state === 'string' ? state : 'valid',
    ...(typeof used === 'number' && { used }),
    ...(typeof total === 'number' && { total }),
  };
}

function readSource(row: unknown): TickSource | undefined {
  if (!isRecord(row) || typeof row['source'] !== 'string') return undefined;
  const { source, price, age, use } = row;
  if (use !== 'used' && use !== 'tooOld' && use !== 'tooFar' && use !== 'notPrice') return undefined;
  return { source, price: typeof price === 'string' ? price : null, age: typeof age === 'number' ? age : 0, use };
}
