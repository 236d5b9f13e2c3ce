// Maps that evict their oldest entry: by a ring of keys, compared with `Map.keys()`, which walks over deleted entries
// (issue 15 B).

import { NewestMap } from '@vitrine/server/shared/collection';
import { median, type Row } from './part.ts';

export const name = 'kept';
export const goal = 'to keep one more of 20,000 takes less than by Map.keys()';

const KEPT = 20_000;
const ADDED = 40_000;
const ROUNDS = 7;

/** µs per added entry. */
function cost(add: (key: number) => void): number {
  for (let key = 0; key < KEPT; key += 1) add(key);
  const from = performance.now();
  for (let key = KEPT; key < KEPT + ADDED; key += 1) add(key);
  return ((performance.now() - from) * 1_000) / ADDED;
}

export async function run(): Promise<Row[]> {
  const ring: number[] = [];
  const keys: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = new NewestMap<number, object>(KEPT);
    ring.push(cost((key) => ours.set(key, {})));
    const plain = new Map<number, object>();
    keys.push(
      cost((key) => {
        plain.set(key, {});
        if (plain.size <= KEPT) return;
        const [oldest] = plain.keys();
        if (oldest !== undefined) plain.delete(oldest);
      }),
    );
  }
  return [
    {
      what: `one more of ${KEPT} kept`,
      value: median(ring),
      unit: 'µs',
      beside: { what: 'by Map.keys()', value: median(keys) },
      ratio: median(ring) / median(keys),
      goal: { is: 'at most', value: 1 },
      note: `medians of ${ROUNDS}, in turn`,
    },
  ];
}
