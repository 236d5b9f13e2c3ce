// Listed contracts: terms, mark, open interest, tiers (money §3), by market id.

import { greatestValue, tierOf } from '../formula/index.ts';
import { MAX_CONTRACT_TIERS } from '../schema/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';

const MAX_ID = 65_535;
/** Rates by fee tier: tier n is in row n + 1. */
const MAX_FEES = 16;
const CHANGED = 180;
const FEE = 188;

/** States of a contract. */
export const TRADING = 1;
export const REDUCE_ONLY = 2;
export const SUSPENDED = 3;

/** Margin modes of positions and orders. */
export const CROSS = 1;
export const ISOLATED = 2;

export class Contracts {
  readonly rows;
  /** Tiers of a contract: `count` of them from row market × MAX_CONTRACT_TIERS on. */
  readonly tiers;
  /** Maker and taker rates in millionths by fee tier. */
  readonly fees;
  private readonly out: EventBuffer;

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.rows = registry.add(
      table(
        'contracts',
        {
          /** Settle atoms: linear per lot and tick; inverse × ticks per contract. */
          perLot: 'f64',
          /** Impact notional: linear settle atoms, inverse whole USD. */
          impact: 'f64',
          /** The last valid mark and its basis, cents; its time. 0: none yet. */
          mark: 'f64',
          basis: 'f64',
          markTime: 'f64',
          /** Open interest in lots: all longs, and equally all shorts. */
          interest: 'f64',
          /** When funding is next settled; sum (10⁻⁹) and count of the interval's valid minutes, all its minutes. */
          nextFunding: 'f64',
          premium: 'f64',
          valid: 'i32',
          minutes: 'i32',
          /** Insurance paid in the hour that began at `hour`, and the fund's balance at its start. */
          hour: 'f64',
          hourPaid: 'f64',
          hourFund: 'f64',
          /** 2 linear, 3 inverse; 0: not a contract. */
          type: 'i32',
          settle: 'i32',
          /** Inverse: whole USD of one contract. */
          face: 'i32',
          fundingHours: 'i32',
          /** Account slots. */
          clearing: 'i32',
          insurance: 'i32',
          rounding: 'i32',
          /** 1 trading, 2 reduce-only, 3 suspended. */
          state: 'i32',
          version: 'i32',
          /** Number of tiers in force. */
          count: 'i32',
          /** First and last of its positions, in the order they were opened. */
          first: 'i32',
          last: 'i32',
        },
        MAX_ID,
      ),
    );
    this.tiers = registry.add(
      table(
        'contractTiers',
        { cap: 'f64', amount: 'f64', rate: 'i32', leverage: 'i32' },
        (MAX_ID + 1) * MAX_CONTRACT_TIERS,
      ),
    );
    this.fees = registry.add(table('contractFees', { maker: 'i32', taker: 'i32', version: 'i32' }, MAX_FEES));
  }

  exists(market: number): boolean {
    return market >= 1 && market <= this.rows.top && this.rows.type[market] !== 0;
  }

  /** First row of a contract's tiers. */
  firstTier(market: number): number {
    return market * MAX_CONTRACT_TIERS;
  }

  /** Row of a value's tier (linear settle atoms, inverse whole USD). Values above the last tier use the last one. */
  tierAt(market: number, value: number): number {
    return tierOf(this.tiers, this.firstTier(market), this.rows.count[market] as number, value);
  }

  /** The highest value the tiers allow. */
  greatest(market: number): number {
    return greatestValue(this.tiers, this.firstTier(market), this.rows.count[market] as number);
  }

  /** Maker rate of a fee tier, millionths. With fewer tiers, the last one's. */
  maker(tier: number): number {
    const { fees } = this;
    return fees.maker[tier < fees.top ? tier + 1 : fees.top] as number;
  }

  taker(tier: number): number {
    const { fees } = this;
    return fees.taker[tier < fees.top ? tier + 1 : fees.top] as number;
  }

  /** Emits `contract.changed`. The caller passes the fields of the market's row. */
  tell(
    market: number,
    instrument: number,
    tickDecimals: number,
    lotDecimals: number,
    least: number,
    most: number,
  ): void {
    const { rows, tiers, out } = this;
    const count = rows.count[market] as number;
    const first = this.firstTier(market);
    const size = 17 + count * 4;
    const at = out.reserve(size);
    const w = out.words;
    w[at] = CHANGED;
    w[at + 1] = size;
    w[at + 2] = market;
    w[at + 3] = rows.type[market] as number;
    w[at + 4] = instrument;
    w[at + 5] = rows.settle[market] as number;
    w[at + 6] = tickDecimals;
    w[at + 7] = lotDecimals;
    w[at + 8] = rows.perLot[market] as number;
    w[at + 9] = rows.face[market] as number;
    w[at + 10] = least;
    w[at + 11] = most;
    w[at + 12] = rows.impact[market] as number;
    w[at + 13] = rows.fundingHours[market] as number;
    w[at + 14] = rows.state[market] as number;
    w[at + 15] = rows.version[market] as number;
    w[at + 16] = count;
    for (let step = 0; step < count; step += 1) {
      const to = at + 17 + step * 4;
      w[to] = tiers.cap[first + step] as number;
      w[to + 1] = tiers.rate[first + step] as number;
      w[to + 2] = tiers.leverage[first + step] as number;
      w[to + 3] = tiers.amount[first + step] as number;
    }
  }

  /** Emits `contract.fee` for all fee tiers. */
  emitFees(): void {
    const { fees, out } = this;
    for (let row = 1; row <= fees.top; row += 1) {
      const at = out.reserve(6);
      const w = out.words;
      w[at] = FEE;
      w[at + 1] = 6;
      w[at + 2] = row - 1;
      w[at + 3] = fees.maker[row] as number;
      w[at + 4] = fees.taker[row] as number;
      w[at + 5] = fees.version[row] as number;
    }
  }
}
