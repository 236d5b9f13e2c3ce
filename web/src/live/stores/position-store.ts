// The user's positions and automatic settlements: a snapshot with later updates.

import { type Position, position as positionShape, type SettlementData, settlementData } from '@vitrine/contract';
import { LAYOUT } from '../feeds/frame.ts';
import { LiveStore } from './store.ts';
import { symbolKey } from '../feeds/wire.ts';

/** Maximum closed positions remembered, so that an older snapshot does not restore them. */
const MAX_GONE = 200;
/** Settlements kept for notices; a query has the rest. */
export const MAX_SETTLEMENTS = 100;

/** Something of the user's that closed or was paid automatically. */
export type Settlement = SettlementData[number];

interface Kept {
  readonly value: Position;
  /** The store's version when the feed sent it; −1: only from a snapshot. */
  readonly sentAt: number;
}

const none: readonly Position[] = [];

/** Open positions of both kinds. One with an open interest of 0 is removed. */
export class PositionsStore extends LiveStore {
  readonly #positions = new Map<string, Kept>();
  /** Ids of closed positions → the version at which they closed. */
  readonly #gone = new Map<string, number>();
  #lists: Readonly<Record<string, readonly Position[]>> = {};
  /** Whether a snapshot has been applied. */
  loaded = false;

  /** Open positions of a kind, newest first; the same array until something changes. */
  list(contractType: Position['contractType']): readonly Position[] {
    return this.#lists[contractType] ?? none;
  }

  get(id: string): Position | undefined {
    return this.#positions.get(id)?.value;
  }

  /** Positions of one market, long before short. */
  of(symbol: string, contractType: Position['contractType']): readonly Position[] {
    const key = symbolKey(symbol);
    return this.list(contractType)
      .filter(({ symbolName }) => symbolKey(symbolName) === key)
      .toSorted((a, b) => a.direction - b.direction);
  }

  /** Applies all open positions as of version `askedAt`; later feed data stays. */
  snapshot(rows: readonly Position[], askedAt: number): void {
    const there = new Set(rows.map((row) => row.id));
    for (const [id, kept] of this.#positions) if (!there.has(id) && kept.sentAt <= askedAt) this.#positions.delete(id);
    for (const row of rows) {
      if ((this.#positions.get(row.id)?.sentAt ?? -1) > askedAt || (this.#gone.get(row.id) ?? -1) > askedAt) continue;
      if (!isGone(row)) this.#positions.set(row.id, { value: row, sentAt: -1 });
    }
    this.loaded = true;
    this.#changed(LAYOUT);
  }

  /** Applies one position from the feed; skips older ones. Returns whether it closed. */
  live(row: Position): boolean {
    const held = this.#positions.get(row.id)?.value;
    if (held && row.seq < held.seq) return false;
    const sentAt = this.version + 1;
    const gone = isGone(row);
    if (gone) {
      this.#positions.delete(row.id);
      this.#gone.set(row.id, sentAt);
      if (this.#gone.size > MAX_GONE) this.#gone.delete(this.#gone.keys().next().value ?? '');
    } else {
      this.#positions.set(row.id, { value: row, sentAt });
    }
    this.#changed(held === undefined || gone ? LAYOUT : undefined);
    return gone;
  }

  clear(): void {
    this.#positions.clear();
    this.#gone.clear();
    this.loaded = false;
    this.#changed(LAYOUT);
  }

  #changed(level?: 2): void {
    const all = [...this.#positions.values()]
      .map(({ value }) => value)
      .sort((a, b) => b.createTime - a.createTime || b.id.length - a.id.length || (b.id > a.id ? 1 : -1));
    this.#lists = {
      u: all.filter(({ contractType }) => contractType === 'u'),
      coin: all.filter(({ contractType }) => contractType === 'coin'),
    };
    this.touch(level);
  }
}

/** Automatic settlements since the page opened, newest first, each state once. */
export class SettlementsStore extends LiveStore {
  #list: readonly Settlement[] = [];

  get list(): readonly Settlement[] {
    return this.#list;
  }

  live(settlement: Settlement): void {
    const same = ({ kind, id, seq }: Settlement): boolean =>
      kind === settlement.kind && id === settlement.id && seq === settlement.seq;
    if (this.#list.some(same)) return;
    this.#list = [settlement, ...this.#list].slice(0, MAX_SETTLEMENTS);
    this.touch();
  }

  clear(): void {
    this.#list = [];
    this.touch(LAYOUT);
  }
}

/** Whether its open interest is zero, in any notation. */
function isGone({ openInterest }: Position): boolean {
  return !/[1-9]/.test(openInterest);
}

/** Parses a position of POSITION; undefined if invalid. */
export function readPosition(data: unknown): Position | undefined {
  const read = positionShape.safeParse(data);
  return read.success ? read.data : undefined;
}

/** Parses a settlement of SETTLEMENT; undefined if invalid. */
export function readSettlement(data: unknown): Settlement | undefined {
  const read = settlementData.safeParse([data]);
  return read.success ? read.data[0] : undefined;
}
