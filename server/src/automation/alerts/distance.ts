// Distance from a position's risk price to its liquidation price: finds the alerts it reaches with a trigger per
// position.

import type { Decimal } from '@vitrine/contract';
import { POSITION_SIDE } from '@vitrine/core/enum';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import type { Position } from '../../projection/handlers/index.ts';
import { decimalText } from '../../api/wire/index.ts';
import { Thresholds } from './reminder-steps.ts';
import type { Watched } from './watched.ts';

const MILLION = 1_000_000n;
const SHARE_DECIMALS = 6;
interface Trigger {
  readonly alert: Watched;
  readonly position: number;
  readonly market: number;
  readonly value: number;
}

/** Distance in millionths of the price, rounded down; 0 once it is reached. */
export function distanceOf(side: number, price: number, liquidation: number): number {
  const away = side === POSITION_SIDE.long ? price - liquidation : liquidation - price;
  return away <= 0 || price <= 0 ? 0 : Number((BigInt(away) * MILLION) / BigInt(price));
}

/**
 * The price (cents) from which the distance is `share` millionths or less: falling to it for a long, rising to it for a
 * short.
 */
export function triggerOf(side: number, liquidation: number, share: number): number {
  const line = BigInt(liquidation) * MILLION;
  if (side === POSITION_SIDE.long) return Number(line / (MILLION - BigInt(share)));
  const each = MILLION + BigInt(share);
  return Number((line + each - 1n) / each);
}

/** Alerts on the distance to liquidation. */
export class Distances {
  readonly #live: Live;
  readonly #alerts = new Map<number, Set<Watched>>();
  readonly #triggers = new Map<number, Trigger[]>();
  readonly #thresholds = new Map<number, Thresholds<Trigger>>();

  constructor(live: Live) {
    this.#live = live;
  }

  put(alert: Watched): void {
    const mine = this.#alerts.get(alert.coreUser) ?? new Set();
    mine.add(alert);
    this.#alerts.set(alert.coreUser, mine);
    this.#renew(alert.coreUser);
  }

  remove(alert: Watched): void {
    const mine = this.#alerts.get(alert.coreUser);
    if (mine?.delete(alert) !== true) return;
    if (mine.size === 0) this.#alerts.delete(alert.coreUser);
    this.#renew(alert.coreUser);
  }

  /** What a batch reaches: the alert, the instrument of the position's market, the distance. */
  take(change: BatchChange): readonly { alert: Watched; instrument: number; seen: Decimal }[] {
    const moved = new Set<number>();
    for (const { user } of change.positions) if (this.#alerts.has(user)) moved.add(user);
    for (const user of moved) this.#renew(user);

    const found = new Map<Watched, { alert: Watched; instrument: number; seen: Decimal }>();
    const markets = new Set<number>(change.contractMarkets);
    for (const { market } of change.positions) markets.add(market);
    for (const market of markets) {
      const price = this.#live.riskPrice(market);
      const thresholds = this.#thresholds.get(market);
      if (thresholds === undefined || price === 0) continue;
      for (const trigger of thresholds.hit(price)) {
        const { alert } = trigger;
        const position = this.#live.position(trigger.position);
        const instrument = this.#live.contract(market)?.instrument;
        if (position === undefined || instrument === undefined || position.lots === 0) continue;
        const share = distanceOf(position.side, price, position.liquidation);
        found.set(alert, { alert, instrument, seen: decimalText(share, SHARE_DECIMALS) });
      }
    }
    return [...found.values()];
  }

  /** Recomputes the triggers of a customer. Bounded by their alerts and positions. */
  #renew(user: number): void {
    for (const trigger of this.#triggers.get(user) ?? [])
      this.#thresholds.get(trigger.market)?.remove(trigger.value, trigger);
    this.#triggers.delete(user);
    const alerts = this.#alerts.get(user);
    if (alerts === undefined) return;
    const triggers: Trigger[] = [];
    for (const position of this.#live.positions(user)) {
      const of = [...alerts].filter((alert) => this.#covers(alert, position));
      // 0: no price would liquidate it.
      if (position.liquidation > 0) for (const alert of of) triggers.push(this.#place(alert, position));
    }
    if (triggers.length > 0) this.#triggers.set(user, triggers);
  }

  #covers(alert: Watched, position: Position): boolean {
    const contract = this.#live.contract(position.market);
    return alert.instrument === null || (contract?.instrument === alert.instrument && contract.type === alert.type);
  }

  #place(alert: Watched, { position, market, side, liquidation }: Position): Trigger {
    const trigger = { alert, position, market, value: triggerOf(side, liquidation, alert.value) };
    const thresholds = this.#thresholds.get(market) ?? new Thresholds<Trigger>();
    this.#thresholds.set(market, thresholds);
    if (side === POSITION_SIDE.long) thresholds.below(trigger.value, trigger);
    else thresholds.above(trigger.value, trigger);
    return trigger;
  }
}
