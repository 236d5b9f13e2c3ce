// How much an asset's insurance fund may still lose today, for any reason (money §3, §4): 10 % of its balance when the
// day's first loss is checked. Contract takeovers and margin debts count together.

import { type Clock, dayOf } from '../clock/index.ts';
import { shareDown } from '../number/index.ts';
import { type Registry, table } from '../state/index.ts';
import type { Expect } from '../expect.ts';

/**
 * Loss limits as part of the fund, millionths: per hour (of one contract market, or of one coin on margin), and per
 * day.
 */
export const HOUR_LOSS = 20_000;
const DAY_LOSS = 100_000;
const DAY = 86_400_000;
const MAX_ASSETS = 65_535;

export class FundDays {
  /** By asset. */
  private readonly rows;
  private readonly clock: Clock;

  constructor(registry: Registry, clock: Clock) {
    this.clock = clock;
    this.rows = registry.add(table('fundDays', { day: 'f64', fund: 'f64', lost: 'f64' }, MAX_ASSETS));
  }

  /** Starts a new day at its first check. `fund`: atoms in the fund. */
  turn(asset: number, fund: number): void {
    const { rows } = this;
    rows.reach(asset);
    const day = dayOf(this.clock.now) * DAY;
    if (rows.day[asset] === day) return;
    rows.day[asset] = day;
    rows.fund[asset] = fund;
    rows.lost[asset] = 0;
  }

  /** Atoms that may still be lost today. Below 0 when the limit shrank. */
  left(asset: number): number {
    return this.most(asset) - (this.rows.lost[asset] as number);
  }

  /** Most atoms that may be lost today. */
  most(asset: number): number {
    return shareDown(this.rows.fund[asset] as number, DAY_LOSS);
  }

  lost(asset: number): number {
    return this.rows.lost[asset] as number;
  }

  /** Records a loss of `atoms`, within what was left. */
  lose(asset: number, atoms: number): void {
    this.rows.lost[asset] = (this.rows.lost[asset] as number) + atoms;
  }

  audit(expect: Expect): void {
    for (let asset = 1; asset <= this.rows.top; asset += 1) {
      const most = this.most(asset);
      expect(this.lost(asset) <= most, () => `the fund of asset ${asset} to lose at most ${most} a day`);
    }
  }
}
