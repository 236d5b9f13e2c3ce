// How much of each coin's hourly limit is granted and not signed, and what still fits (money §8).

import { shareDown } from '../number/index.ts';
import { type Registry, table } from '../state/index.ts';
import type { WalletContext } from './context.ts';
import type { WithdrawalRows } from './withdrawal/flow.ts';

const MAX_ASSET = 65_535;
/** Value in whole USDT up to which a withdrawal is small. Part of the hourly limit is reserved for small ones. */
export const SMALL_WITHDRAWAL = 1_000;
/** Millionths of the hourly limit that large withdrawals may use. */
export const LARGE_SHARE = 800_000;

export class HourlyGrants {
  /**
   * By asset: the latest granted round; atoms granted and not signed, the large part of them, and the value of the
   * small ones in whole USDT; whether its timer is set; whether it is to be processed.
   */
  readonly assets;
  private readonly context: WalletContext;
  private readonly rows: WithdrawalRows;

  constructor(registry: Registry, context: WalletContext, rows: WithdrawalRows) {
    this.context = context;
    this.rows = rows;
    this.assets = registry.add(
      table(
        'withdrawal.queue',
        { round: 'f64', granted: 'f64', large: 'f64', worth: 'f64', timer: 'i32', stirred: 'i32' },
        MAX_ASSET,
      ),
    );
  }

  /** Most atoms of one withdrawal of an asset; `worth` in whole USDT. Infinity for a small one. */
  most(asset: number, worth: number): number {
    if (worth <= SMALL_WITHDRAWAL) return this.context.limits.hourClosed() ? 0 : Infinity;
    return shareDown(this.context.limits.hourOf(asset), LARGE_SHARE);
  }

  /** Atoms of an asset's hourly limit that are neither signed nor granted. */
  left(asset: number): number {
    const left = this.context.limits.leftThisHour(asset) - this.of(asset, 'granted');
    return left > 0 ? left : 0;
  }

  /** The part of them that large withdrawals may use. */
  leftForLarge(asset: number): number {
    const { limits } = this.context;
    const used = limits.inHour(asset).large + this.of(asset, 'large');
    const large = shareDown(limits.hourOf(asset), LARGE_SHARE) - used;
    const left = this.left(asset);
    return large < 0 ? 0 : large < left ? large : left;
  }

  /** Whether an amount fits the hourly limit together with everything signed within the hour or granted (money §8). */
  fits(asset: number, amount: number, worth: number, isFirst: boolean): boolean {
    const { limits } = this.context;
    const hour = limits.hourOf(asset);
    const forLarge = shareDown(hour, LARGE_SHARE);
    const signed = limits.inHour(asset);
    const all = signed.atoms + this.of(asset, 'granted');
    const large = signed.large + this.of(asset, 'large');
    const smallWorth = signed.worth + this.of(asset, 'worth');
    if (worth > SMALL_WITHDRAWAL)
      return large + amount <= forLarge && (smallWorth <= SMALL_WITHDRAWAL || all + amount <= hour);
    if (limits.hourClosed()) return false;
    if (all - large + amount <= hour - forLarge || smallWorth + worth <= SMALL_WITHDRAWAL) return true;
    return isFirst && all + amount <= hour;
  }

  /** Counts a row as granted, or no longer so. */
  count(row: number, sign: 1 | -1): void {
    const { rows, assets } = this;
    const asset = rows.asset[row] as number;
    const amount = rows.amount[row] as number;
    const worth = rows.worth[row] as number;
    assets.granted[asset] = (assets.granted[asset] as number) + sign * amount;
    if (worth > SMALL_WITHDRAWAL) assets.large[asset] = (assets.large[asset] as number) + sign * amount;
    else assets.worth[asset] = (assets.worth[asset] as number) + sign * worth;
  }

  of(asset: number, column: 'round' | 'granted' | 'large' | 'worth'): number {
    return asset <= this.assets.top ? (this.assets[column][asset] as number) : 0;
  }
}
