// The price that liquidates goes by the rules in force, which the views remember over a restart (issue 13 A.3; upgrades §1).

import { RULE } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { emptyState, riskPrice, rulesInForce } from '../../../src/projection/handlers/index.ts';
import { readTerm, termRow } from '../../../src/projection/views/terms.ts';

const MARKET = 101;

function state(versions: readonly (readonly [version: number, from: number])[]) {
  const made = emptyState();
  for (const [version, from] of versions) made.rules.set(version, from);
  made.marks.set(MARKET, { market: MARKET, mark: 10_025, basis: 25, time: 0, seq: 0 } as never);
  return made;
}

describe('the price that liquidates', () => {
  it('is the mark before rules indexLiquidates, then the index that the mark was made of', () => {
    expect(riskPrice(state([[RULE.indexLiquidates - 1, 0]]), MARKET)).toBe(10_025);
    expect(riskPrice(state([[RULE.indexLiquidates, 0]]), MARKET)).toBe(10_000);
    expect(riskPrice(state([]), 999)).toBe(0);
  });

  it('an announced version is not in force', () => {
    const announced = state([
      [RULE.indexLiquidates - 1, 0],
      [RULE.indexLiquidates, 86_400_000],
    ]);
    expect(rulesInForce(announced)).toBe(RULE.indexLiquidates - 1);
    expect(riskPrice(announced, MARKET)).toBe(10_025);
  });

  it('the views write each version and read it back', () => {
    const before = state([
      [RULE.indexLiquidates - 1, 0],
      [RULE.indexLiquidates, 0],
      [RULE.indexLiquidates + 1, 86_400_000],
    ]);
    const after = state([]);
    for (const version of before.rules.keys()) {
      const row = termRow(before, 'rules', version);
      if (row === undefined) throw new Error(`expected a row of version ${version}`);
      readTerm(after, row);
    }
    expect(after.rules).toEqual(before.rules);
  });
});
