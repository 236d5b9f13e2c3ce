// The index of external ids: two deposits that meet at one place are still two (W02, W03).
import { describe, expect, it } from 'vitest';
import { ExternalIds } from '../../src/wallet/external.ts';

type Id = readonly [rail: number, high: number, low: number, position: number];

/** An index over these deposits, as if read from a table. */
function indexOf(ids: readonly Id[]): ExternalIds {
  const column = (of: number): number[] => [0, ...ids.map((id) => id[of]!)];
  const rows = { rail: column(0), transactionHigh: column(1), transactionLow: column(2), place: column(3) };
  const index = new ExternalIds({ ...rows, top: ids.length } as unknown as ConstructorParameters<
    typeof ExternalIds
  >[0]);
  index.rebuild();
  return index;
}

describe('W02, W03 external ids', () => {
  it('differ in any part: also where two of them fall on one place of the index', () => {
    // 64 places: each part that differs meets the other's place about thirty times in two thousand.
    for (let n = 1; n <= 2_000; n += 1) {
      const id: Id = [1, n * 65_537, 2 ** 48 - n, n % 7];
      const index = indexOf([id]);
      expect(index.find(...id)).toBe(1);
      const others: readonly Id[] = [
        [2, id[1], id[2], id[3]],
        [1, id[1] + 2 ** 33, id[2], id[3]],
        [1, id[1], id[2] - 2 ** 40, id[3]],
        [1, id[1], id[2], id[3] + 1],
      ];
      for (const other of others) expect(index.find(...other), `${id.join(' ')} and ${other.join(' ')}`).toBe(0);
    }
  });

  it('of thousands are each found at their own row, and none that is not there', () => {
    const ids: Id[] = [];
    for (let n = 0; n < 3_000; n += 1) ids.push([1 + (n % 3), n >> 4, (n * 2 ** 21) % 2 ** 48, n % 5]);
    const index = indexOf(ids);
    for (const [at, id] of ids.entries()) expect(index.find(...id)).toBe(at + 1);
    for (const id of ids) expect(index.find(4, id[1], id[2], id[3])).toBe(0);
  });
});
