// The fee tiers in force, by 30-day turnover.

import type { EventBuffer, Registry } from '../state/index.ts';
import { table } from '../state/index.ts';
import { layoutOf } from '../schema/index.ts';

const MAX_TIERS = 16;
const CHANGED = layoutOf('tier.changed');

/** Tier t is in slot t + 1. */
export class Tiers {
  readonly rows;

  constructor(registry: Registry) {
    this.rows = registry.add(table('tiers', { volume: 'f64', maker: 'i32', taker: 'i32', version: 'i32' }, MAX_TIERS));
  }

  add(volume: number, maker: number, taker: number, version: number): void {
    this.put(this.rows.append() - 1, volume, maker, taker, version);
  }

  /** The number of tiers. */
  count(): number {
    return this.rows.top;
  }

  version(): number {
    return this.rows.top === 0 ? 0 : (this.rows.version[1] as number);
  }

  /** Sets a tier's terms. */
  put(tier: number, volume: number, maker: number, taker: number, version: number): void {
    const slot = tier + 1;
    this.rows.volume[slot] = volume;
    this.rows.maker[slot] = maker;
    this.rows.taker[slot] = taker;
    this.rows.version[slot] = version;
  }

  volume(tier: number): number {
    return this.rows.volume[tier + 1] as number;
  }

  maker(tier: number): number {
    return this.rows.maker[tier + 1] as number;
  }

  taker(tier: number): number {
    return this.rows.taker[tier + 1] as number;
  }

  /** The highest tier whose volume a turnover (whole quote units) reaches. */
  of(turnover: number): number {
    let tier = 0;
    while (tier + 1 < this.rows.top && turnover >= (this.rows.volume[tier + 2] as number)) tier += 1;
    return tier;
  }

  emit(out: EventBuffer): void {
    for (let slot = 1; slot <= this.rows.top; slot += 1) {
      const at = out.open(CHANGED.head);
      out.words[at + CHANGED.tier] = slot - 1;
      out.words[at + CHANGED.volume] = this.rows.volume[slot] as number;
      out.words[at + CHANGED.maker] = this.rows.maker[slot] as number;
      out.words[at + CHANGED.taker] = this.rows.taker[slot] as number;
      out.words[at + CHANGED.version] = this.rows.version[slot] as number;
    }
  }
}
