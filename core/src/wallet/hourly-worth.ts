// What each hour adds to a withdrawal allowance of a coin (money §8, rules `allowanceByHour`): a tenth of the hourly limit's
// worth when the hour began, whoever looks when. The hours of a day are kept, because an allowance of a day is spent from
// its oldest hour on.

import { TIMER } from '../clock/index.ts';
import { wholeWorth } from '../formula/index.ts';
import { quotient, remainder } from '../number/index.ts';
import { allows, USE, YES } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { type Registry, table } from '../state/index.ts';
import { SMALL_WITHDRAWAL } from './hourly-grants.ts';
import type { WalletContext } from './context.ts';

const HOUR = 3_600_000;
/** An hour adds a tenth of the hourly limit to a customer's allowance, at least the worth of a small withdrawal. */
export const ALLOWANCE_PARTS = 10;
/** So many whole hours cover any twenty-four that went by. */
const HOURS = 25;
const MAX_ASSET = 65_535;

export class HourlyWorth {
  /** By asset and hour: which hour it is (hours since 1970), whole USDT that it adds. */
  private readonly rows;
  private readonly context: WalletContext;

  constructor(registry: Registry, context: WalletContext) {
    this.context = context;
    this.rows = registry.add(table('withdrawal.hours', { hour: 'f64', whole: 'f64' }, MAX_ASSET * HOURS));
  }

  /** The rule comes into force: what an hour adds now counts for the hours before, and hours are counted from here on. */
  begin(): void {
    const hour = this.hourNow();
    this.each((asset, rail) => {
      const whole = this.worthNow(asset, rail, SMALL_WITHDRAWAL);
      for (let ago = HOURS - 1; ago > 0; ago -= 1) this.note(asset, hour - ago, whole);
      this.set(asset, hour, whole);
    });
    this.wake();
  }

  /** An hour begins. A coin whose index is old adds what it did in the hour before. */
  turn(): void {
    const hour = this.hourNow();
    this.each((asset, rail) => this.set(asset, hour, this.worthNow(asset, rail, this.at(asset, hour - 1))));
    this.wake();
  }

  /**
   * How many ms of an allowance `whole` USDT of a coin use when its first unused moment is `from` (ms): each hour pays with
   * what it adds, from the oldest on; hours to come count as the one that runs. Rounded up.
   */
  cost(asset: number, whole: number, from: number): number {
    const now = this.hourNow();
    let at = from;
    // USDT × ms of an hour, so that no part of an hour is rounded.
    let left = BigInt(whole) * BigInt(HOUR);
    // Bounded by HOURS.
    for (let hour = quotient(at, HOUR); hour < now; hour += 1) {
      const span = (hour + 1) * HOUR - at;
      const adds = BigInt(this.at(asset, hour)) * BigInt(span);
      if (adds >= left) break;
      left -= adds;
      at += span;
    }
    const hourly = BigInt(this.at(asset, Math.min(quotient(at, HOUR), now)));
    return at - from + Number((left + hourly - 1n) / hourly);
  }

  /** The `allowance.changed` event of each coin, for seeds. */
  emitState(): void {
    if (this.context.clock.rules < RULE.allowanceByHour) return;
    const hour = this.hourNow();
    this.each((asset) => {
      if (this.has(asset, hour)) this.emit(asset, hour);
    });
  }

  /** Whole USDT that an hour adds now: of the hourly limit at the index; `old` where the index is too old for that. */
  worthNow(asset: number, rail: number, old: number): number {
    const { context } = this;
    const instrument = context.rails.rows.instrument[rail] as number;
    if (instrument !== 0 && allows(context.prices.state(instrument), USE.settle) !== YES) return old;
    const unit = context.markets.assets.unit[asset] as number;
    const limit = context.limits.hourOf(asset);
    const part = quotient(
      wholeWorth(limit, unit, context.cents(instrument), context.parts(instrument)),
      ALLOWANCE_PARTS,
    );
    return part > SMALL_WITHDRAWAL ? part : SMALL_WITHDRAWAL;
  }

  /** Each coin that leaves by a rail, with the first row of its rails. Bounded by the rails. */
  private each(act: (asset: number, rail: number) => void): void {
    const { rails, markets } = this.context;
    const { rows } = rails;
    const seen = new Uint8Array(markets.assets.top + 1);
    for (let row = 1; row <= rows.top; row += 1) {
      const asset = rows.asset[row] as number;
      if (seen[asset] === 1) continue;
      seen[asset] = 1;
      act(asset, row);
    }
  }

  /** Whole USDT that an hour adds; of an hour before a coin's first the worth of a small withdrawal. */
  private at(asset: number, hour: number): number {
    return this.has(asset, hour) ? (this.rows.whole[placeOf(asset, hour)] as number) : SMALL_WITHDRAWAL;
  }

  private has(asset: number, hour: number): boolean {
    const place = placeOf(asset, hour);
    return place <= this.rows.top && this.rows.hour[place] === hour;
  }

  private set(asset: number, hour: number, whole: number): void {
    const before = this.has(asset, hour - 1) ? this.at(asset, hour - 1) : 0;
    this.note(asset, hour, whole);
    if (whole !== before) this.emit(asset, hour);
  }

  private note(asset: number, hour: number, whole: number): void {
    const place = placeOf(asset, hour);
    this.rows.reach(asset * HOURS);
    this.rows.hour[place] = hour;
    this.rows.whole[place] = whole;
  }

  private hourNow(): number {
    return quotient(this.context.clock.now, HOUR);
  }

  private wake(): void {
    this.context.timers.add((this.hourNow() + 1) * HOUR - 1, TIMER.withdrawalHour, 0);
  }

  private emit(asset: number, hour: number): void {
    this.context.out.record('allowance.changed', { asset, hour: hour * HOUR, whole: this.at(asset, hour) });
  }
}

function placeOf(asset: number, hour: number): number {
  return (asset - 1) * HOURS + 1 + remainder(hour, HOURS);
}
