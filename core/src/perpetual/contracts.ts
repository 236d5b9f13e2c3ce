// Listed contracts: terms, mark, open interest, tiers (money §3), by market id.

import { greatestValue, tierOf } from '../formula/index.ts';
import { MAX_CONTRACT_TIERS, layoutOf } from '../schema/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';

const MAX_ID = 65_535;
/** Rates by fee tier: tier n is in row n + 1. */
const MAX_FEES = 16;
const FEE = layoutOf('contract.fee');

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
  emit(
    market: number,
    instrument: number,
    tickDecimals: number,
    lotDecimals: number,
    least: number,
    most: number,
  ): void {
    const { rows, tiers, out } = this;
    const first = this.firstTier(market);
    out.record('contract.changed', {
      market,
      type: rows.type[market] as number,
      instrument,
      settle: rows.settle[market] as number,
      tickDecimals,
      lotDecimals,
      perLot: rows.perLot[market] as number,
      face: rows.face[market] as number,
      minValue: least,
      maxValue: most,
      impact: rows.impact[market] as number,
      fundingHours: rows.fundingHours[market] as number,
      state: rows.state[market] as number,
      version: rows.version[market] as number,
      tiers: Array.from({ length: rows.count[market] as number }, (_, step) => ({
        cap: tiers.cap[first + step] as number,
        rate: tiers.rate[first + step] as number,
        leverage: tiers.leverage[first + step] as number,
        amount: tiers.amount[first + step] as number,
      })),
    });
  }

  /** Emits `contract.fee` for all fee tiers. */
  emitFees(): void {
    const { fees, out } = this;
    for (let row = 1; row <= fees.top; row += 1) {
      const at = out.open(FEE.head);
      const w = out.words;
      w[at + FEE.tier] = row - 1;
      w[at + FEE.maker] = fees.maker[row] as number;
      w[at + FEE.taker] = fees.taker[row] as number;
      w[at + FEE.version] = fees.version[row] as number;
    }
  }
}
