// Helpers of the scenes after a run: ticks at a chosen price, and two users who open against each other.

import { MARGIN_MODE } from '../src/enum/index.ts';
import type { Run } from './run.ts';
import { instruments, USDT } from './scenes/scene.ts';
import { SLOT_END, write } from './words.ts';

/** A contract of such a scene, with the leverage and the part of users' wallets to use. */
export interface Planted {
  readonly market: number;
  readonly instrument: number;
  /** Settle atoms per lot and tick. */
  readonly perLot: number;
  readonly leverage: number;
  readonly part: number;
}

/** The orders of two users against each other, `user` in `direction` first: as large as both wallets allow. */
export function against({ stage }: Run, planted: Planted, user: number, direction: 1 | 2, cents: number) {
  const { market, perLot, leverage, part } = planted;
  const price = Math.round(cents / 100);
  const free = Math.min(stage.free(user, USDT, 2), stage.free(user + 1, USDT, 2));
  const lots = Math.floor((free * part * leverage) / (price * perLot));
  if (lots < 1) return [];
  const place = (of: number, way: number): Float64Array =>
    write('contract.place', {
      ...{ user: of, ...stage.key(), market, direction: way, marginMode: MARGIN_MODE.isolated, leverage },
      ...{ type: 1, timeInForce: 1, price, lots, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
      ...{ guardBy: 1, selfTrade: 1 },
    });
  return [place(user, direction), place(user + 1, 3 - direction)];
}

/** A batch at `time`, ms, with a tick of each instrument, one of them at `cents`. */
export function tickAt(run: Run, time: number, commands: Float64Array[], instrument: number, cents: number): void {
  run.time = time;
  run.stage.time = time;
  const ticks = instruments.map((_, at) => ({
    ...{ instrument: at + 1, price: at + 1 === instrument ? cents : run.prices.cents(at + 1) },
    ...{ spread: 0, used: 3, total: 3 },
  }));
  run.send([write('ticks', { ticks, quotes: [] }), ...commands, SLOT_END]);
  run.deliver();
}
