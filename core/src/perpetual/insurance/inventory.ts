// The insurance fund's inventory in each market since rules `fundTakesOver`, and how much of its balance it may lose
// (money §3). By market and hour 2 % of its balance at that hour's first checked loss; by day 10 % over all markets of
// an asset. Its positions are unleveraged: the fund covers their value, so nothing liquidates them. Empty before.

import { POSITION_SIDE } from '../../enum/index.ts';
import { realisedProfit, releasedCost, valueAt } from '../../formula/index.ts';
import { FundDays, HOUR_LOSS } from '../../ledger/index.ts';
import { DOWN, mulDiv, quotient, shareDown, UP } from '../../number/index.ts';
import { table } from '../../state/index.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import type { Expect } from '../../expect.ts';

/** Largest inventory as a share of the fund, millionths: per market, in all. */
const MARKET_HELD = 100_000;
const ALL_HELD = 500_000;
const HOUR = 3_600_000;
const MAX_MARKETS = 65_535;
/** Lots by which the rounding of a proportion may be off. */
const ROUNDING_LOTS = 8;

/** What closing a part of an inventory moves. The next one overwrites it; not part of the state. */
export class InventoryPart {
  /** Cost and takeover value that it releases. */
  cost = 0;
  value = 0;
  /** To (+) or from (−) the fund. */
  profit = 0;
  /** How much less than the index at the takeover it brings, at least 0. */
  loss = 0;
}

export class Inventory {
  /** By market. */
  readonly rows;
  private readonly context: PerpetualContext;
  /** By settle asset. */
  readonly days: FundDays;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(
      table(
        'fundInventory',
        {
          /** Lots held, Σ of their bankruptcy values at takeover, Σ of their index values then, settle atoms. */
          lots: 'f64',
          cost: 'f64',
          value: 'f64',
          /** The last checked hour: its start, the fund's balance, the part lost. */
          hour: 'f64',
          hourFund: 'f64',
          hourLost: 'f64',
          /** Lots held when the funding interval in settlement ended, while the fund is to receive. */
          funded: 'f64',
          /** The minute of the next slice, its random time and the 32 bits it was drawn from; 0 none. */
          minute: 'f64',
          moment: 'f64',
          draw: 'f64',
          /** 1 long, 2 short; 0 without lots. */
          side: 'i32',
          /** 1 while a timer is set for it. */
          armed: 'i32',
        },
        MAX_MARKETS,
      ),
    );
    this.days = new FundDays(context.registry, context.clock);
  }

  lotsOf(market: number): number {
    return market > this.rows.top ? 0 : (this.rows.lots[market] as number);
  }

  sideOf(market: number): number {
    return market > this.rows.top ? 0 : (this.rows.side[market] as number);
  }

  /** Atoms in the fund. */
  fund(market: number): number {
    const { ledger, contracts } = this.context;
    return ledger.accounts.available[contracts.rows.insurance[market] as number] as number;
  }

  /** Atoms that may still be lost in a market now. */
  mayLose(market: number): number {
    this.turn(market);
    const { rows, days } = this;
    const asset = this.assetOf(market);
    const hour = shareDown(rows.hourFund[market] as number, HOUR_LOSS) - (rows.hourLost[market] as number);
    const day = days.left(asset);
    const least = hour < day ? hour : day;
    return least > 0 ? least : 0;
  }

  /** Records a loss of `atoms` in a market, within `mayLose`. */
  lose(market: number, atoms: number): void {
    if (atoms === 0) return;
    const { rows, days } = this;
    const asset = this.assetOf(market);
    rows.hourLost[market] = (rows.hourLost[market] as number) + atoms;
    days.lose(asset, atoms);
  }

  /** Value of a market's lots at the present index, settle atoms, rounded against a holder of that side. */
  worth(market: number, side: number, lots: number): number {
    const { context } = this;
    const c = context.contracts.rows;
    const type = c.type[market] as number;
    // A holder that gains as the value rises has less with a lower value.
    const against = realisedProfit(type, side, 1, 0) > 0 ? DOWN : UP;
    return valueAt(type, c.perLot[market] as number, lots, riskPrice(context, market), against);
  }

  /** How much less than the index lots with a cost of `value` bring, at least 0. */
  lossOf(market: number, side: number, lots: number, value: number): number {
    const type = this.context.contracts.rows.type[market] as number;
    const profit = realisedProfit(type, side, this.worth(market, side, lots), value);
    return profit < 0 ? 0 - profit : 0;
  }

  /** How many of `lots` more lots the inventory accepts: within 10 % of the fund per market, 50 % in all. */
  takes(market: number, lots: number): number {
    const fund = this.fund(market);
    const other = this.heldElsewhere(market);
    const here = shareDown(fund, MARKET_HELD);
    const all = shareDown(fund, ALL_HELD) - other;
    const most = here < all ? here : all;
    const held = this.lotsOf(market);
    return fitting(lots, most, held, (sum) => this.value(market, sum));
  }

  /** Weighs closing `lots` of the inventory at `value` settle atoms. */
  weigh(part: InventoryPart, market: number, lots: number, value: number): void {
    const { rows } = this;
    const type = this.context.contracts.rows.type[market] as number;
    const side = rows.side[market] as number;
    const held = rows.lots[market] as number;
    part.cost = releasedCost(type, side, rows.cost[market] as number, lots, held);
    part.value = releasedCost(type, side, rows.value[market] as number, lots, held);
    part.profit = realisedProfit(type, side, value, part.cost);
    const against = realisedProfit(type, side, value, part.value);
    part.loss = against < 0 ? 0 - against : 0;
  }

  /** Adds lots taken over at their bankruptcy value. */
  add(market: number, side: number, lots: number, value: number): void {
    const { rows } = this;
    rows.side[market] = side;
    rows.lots[market] = (rows.lots[market] as number) + lots;
    rows.cost[market] = (rows.cost[market] as number) + value;
    rows.value[market] = (rows.value[market] as number) + this.worth(market, side, lots);
  }

  /** Closes lots as weighed. The caller posts what the fund receives or pays. */
  close(part: InventoryPart, market: number, lots: number): void {
    const { rows } = this;
    rows.lots[market] = (rows.lots[market] as number) - lots;
    rows.cost[market] = (rows.cost[market] as number) - part.cost;
    rows.value[market] = (rows.value[market] as number) - part.value;
    if (rows.lots[market] === 0) rows.side[market] = 0;
  }

  /** Emits `fund.inventory`. */
  emit(market: number): void {
    const { rows, days, context } = this;
    const asset = this.assetOf(market);
    context.out.record('fund.inventory', {
      market,
      side: rows.side[market] as number,
      lots: rows.lots[market] as number,
      cost: rows.cost[market] as number,
      value: rows.value[market] as number,
      since: rows.hour[market] as number,
      used: rows.hourLost[market] as number,
      hour: shareDown(rows.hourFund[market] as number, HOUR_LOSS),
      asset,
      dayUsed: days.lost(asset),
      day: days.most(asset),
    });
  }

  /** Emits the state as events. */
  emitState(): void {
    for (let market = 1; market <= this.rows.top; market += 1) if (this.rows.hour[market] !== 0) this.emit(market);
  }

  audit(expect: Expect): void {
    const { rows } = this;
    for (let market = 1; market <= rows.top; market += 1) {
      const lots = rows.lots[market] as number;
      const empty = rows.side[market] === 0 && rows.cost[market] === 0 && rows.value[market] === 0;
      const sided = rows.side[market] === POSITION_SIDE.long || rows.side[market] === POSITION_SIDE.short;
      expect(
        lots === 0 ? empty : lots > 0 && sided,
        () => `inventory of market ${market} to be lots of a side, or nothing`,
      );
      expect((rows.cost[market] as number) >= 0, () => `cost of the inventory of market ${market} not below 0`);
      expect(lots === 0 || rows.armed[market] === 1, () => `inventory of market ${market} to have a timer`);
      const hour = shareDown(rows.hourFund[market] as number, HOUR_LOSS);
      expect((rows.hourLost[market] as number) <= hour, () => `market ${market} to lose at most ${hour} an hour`);
    }
    this.days.audit(expect);
  }

  private assetOf(market: number): number {
    return this.context.contracts.rows.settle[market] as number;
  }

  /** Starts the present hour and day at their first check. */
  private turn(market: number): void {
    const { rows, days } = this;
    const { now } = this.context.clock;
    const asset = this.assetOf(market);
    rows.reach(market);
    const hour = quotient(now, HOUR) * HOUR;
    if (rows.hour[market] !== hour) {
      rows.hour[market] = hour;
      rows.hourFund[market] = this.fund(market);
      rows.hourLost[market] = 0;
    }
    days.turn(asset, this.fund(market));
  }

  /** Value at the index of the inventory in other markets of an asset; bounded by the markets. */
  private heldElsewhere(market: number): number {
    const { rows } = this;
    let sum = 0;
    for (let other = 1; other <= rows.top; other += 1)
      if (other !== market && rows.lots[other] !== 0 && this.assetOf(other) === this.assetOf(market))
        sum += this.value(other, rows.lots[other] as number);
    return sum;
  }

  /** Value of lots at the index, rounded up. */
  private value(market: number, lots: number): number {
    const { context } = this;
    const c = context.contracts.rows;
    return valueAt(c.type[market] as number, c.perLot[market] as number, lots, riskPrice(context, market), UP);
  }
}

/**
 * The most of `lots` lots for which `of` (lots with `beside` others) is at most `most`: by proportion, then lot by lot
 * in case rounding gave one too many.
 */
export function fitting(lots: number, most: number, beside: number, of: (lots: number) => number): number {
  if (of(beside + lots) <= most) return lots;
  const left = most - (beside === 0 ? 0 : of(beside));
  if (left <= 0) return 0;
  const whole = of(lots);
  let fits = left < whole ? mulDiv(lots, left, whole, DOWN) : lots;
  for (let tries = 0; fits > 0 && of(beside + fits) > most; tries += 1) fits = tries < ROUNDING_LOTS ? fits - 1 : 0;
  return fits;
}
