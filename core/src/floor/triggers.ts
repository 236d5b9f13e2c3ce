// Stop and take-profit orders whose price came, of every product (money §2, §3).

import { INDEX_FALLING, INDEX_RISING, LAST_FALLING, LAST_RISING } from '../book/index.ts';
import type { Floor } from './floor.ts';

const CENTS = 100;

/** Fires what the prices of stirred markets hit, at most `steps` orders; gives the steps left. */
export function runTriggers(floor: Floor, steps: number): number {
  let left = steps;
  const m = floor.markets.rows;
  while (floor.stirred() && left > 0)
    for (let market = 1; market <= m.top && left > 0; market += 1) {
      if (m.stirred[market] === 0) continue;
      const slot = waiting(floor, market);
      if (slot === 0) {
        floor.calm(market);
        continue;
      }
      floor.rulesOf(market).trigger(slot);
      left -= 1;
      market -= 1;
    }
  return left;
}

/** The next order a market's reference or last price hits: by mark before by last, rising before falling; 0 none. */
function waiting(floor: Floor, market: number): number {
  const { triggers, markets } = floor;
  if (!markets.fires(market)) return 0;
  const cents = floor.rulesOf(market).reference(market);
  if (cents > 0) {
    const rising = triggers.first(market, INDEX_RISING, cents);
    if (rising !== 0) return rising;
    const falling = triggers.first(market, INDEX_FALLING, cents);
    if (falling !== 0) return falling;
  }
  const last = (markets.rows.last[market] as number) * CENTS;
  if (last === 0) return 0;
  const rising = triggers.first(market, LAST_RISING, last);
  return rising !== 0 ? rising : triggers.first(market, LAST_FALLING, last);
}
