// Slots of BTC for tests of routes: a tick, and the market maker's levels around it.

import type { Command } from '@vitrine/core';

const LEVELS = 5;
const CENTS = 1_000;

/** A slot with a tick of BTC at so many whole dollars, and levels of so many lots by market, half a dollar around it. */
export function slotOf(dollars: number, depth: Readonly<Record<number, number>>): readonly Command[] {
  const ticks = dollars * 10;
  return [
    {
      name: 'ticks',
      ticks: [{ instrument: 1, price: dollars * CENTS, spread: 0, used: 1, total: 1 }],
      quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
    },
    ...Object.entries(depth).map(([market, lots]) => ({
      name: 'maker.quote',
      market: Number(market),
      levels: Array.from({ length: LEVELS }, (_, step) => [
        { side: 1, price: ticks - 5 - step * 10, lots },
        { side: 2, price: ticks + 5 + step * 10, lots },
      ]).flat(),
    })),
    { name: 'slot.end' },
  ] as unknown as readonly Command[];
}
