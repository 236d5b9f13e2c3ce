// §8: money on its way is no loss at any of its moments.

import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/custody/treasury/judge.ts';
import {
  addDeposit,
  addTransaction,
  type DepositMoment,
  noSums,
  ownOf,
  type Sums,
  type TransactionMoment,
} from '../../../src/custody/treasury/moments.ts';

describe('§8 a deposit of 1,000 units, of which 990 are credited', () => {
  const table: readonly (readonly [string, Partial<DepositMoment>, bigint, bigint, Partial<Sums>])[] = [
    ['pending', {}, 0n, 0n, {}],
    ['in a block, not credited', { onChain: true }, 1_000n, 0n, { arriving: 1_000n }],
    ['credited', { onChain: true, inBooks: true }, 1_000n, 990n, { dust: 10n }],
    ['credited, its block replaced', { inBooks: true }, 0n, 990n, { missing: 990n }],
    ['reversed', {}, 0n, 0n, {}],
    ['reversed and back in a block', { onChain: true }, 1_000n, 0n, { arriving: 1_000n }],
    ['below the minimum', { onChain: true, ended: true }, 1_000n, 0n, { dust: 1_000n }],
    ['reversed in the table, not yet in the books', { inBooks: true }, 0n, 990n, { missing: 990n }],
  ];
  it.each(table)('%s', (_, moment, there, books, expected) => {
    const sums = noSums();
    addDeposit(sums, {
      onChain: false,
      inBooks: false,
      unsure: false,
      ended: false,
      units: 1_000n,
      creditable: 990n,
      ...moment,
    });
    expect(sums).toEqual({ ...noSums(), ...expected });
    expect(ownOf(there, books, sums)).toBe(0n);
  });
});

describe('§8 a withdrawal of 500 units that costs 7, from 1,000 there and in the books', () => {
  const included = { done: true, cost: 7n, costCoin: 'A' };
  const reverted = { ...included, done: false };
  const recorded = { cost: 7n, costCoin: 'A' };
  const table: readonly (readonly [string, Partial<TransactionMoment>, bigint, bigint])[] = [
    ['signed', {}, 1_000n, 1_000n],
    ['in a block', { included }, 493n, 1_000n],
    ['confirmed in the books, its row not written', { included, inBooks: true }, 493n, 493n],
    ['confirmed in both', { included, inBooks: true, recorded }, 493n, 493n],
    ['its row confirmed, not yet the books', { included, recorded }, 493n, 1_000n],
    ['confirmed, its block replaced', { inBooks: true, recorded }, 1_000n, 493n],
    ['included and reverted', { included: reverted }, 993n, 1_000n],
    ['a sweep between our own addresses', { kind: 'sweep', included }, 993n, 1_000n],
    ['a sweep on its way', { kind: 'sweep' }, 1_000n, 1_000n],
    ['a reverted sweep', { kind: 'sweep', included: reverted }, 993n, 1_000n],
  ];
  it.each(table)('%s', (_, moment, there, books) => {
    const sums = noSums();
    addTransaction(() => sums, {
      ...{ kind: 'withdrawal', coin: 'A', units: 500n, included: undefined, inBooks: false, recorded: undefined },
      ...moment,
    });
    expect(ownOf(there, books, sums)).toBe(0n);
  });

  it('pays its cost in another coin', () => {
    const sums = new Map([
      ['A', noSums()],
      ['B', noSums()],
    ]);
    addTransaction((coin) => sums.get(coin) ?? noSums(), {
      ...{ kind: 'withdrawal', coin: 'A', units: 500n, included: { ...included, costCoin: 'B' } },
      ...{ inBooks: false, recorded: undefined },
    });
    expect([sums.get('A')?.left, sums.get('B')?.left]).toEqual([500n, 7n]);
  });
});

describe('§8 a verdict over looks', () => {
  const before = (own: bigint, known: bigint | null, short = 0) => ({ own, known, short });
  const table: readonly (readonly [string, bigint, Parameters<typeof judge>[2], string, number, bigint | null])[] = [
    ['even at first', 0n, undefined, 'even', 0, null],
    ['even again', 0n, before(0n, null), 'even', 0, 0n],
    ['within tolerance', -5n, before(0n, 0n), 'even', 0, 0n],
    ['beyond tolerance', -6n, before(0n, 0n), 'short', 1, 0n],
    ['beyond tolerance again', -6n, before(-6n, 0n, 1), 'short', 2, 0n],
    ['even after one short look', 0n, before(-6n, 0n, 1), 'even', 0, 0n],
    ['more than expected', 100n, before(0n, 0n), 'surplus', 0, 0n],
    ["more than expected twice is the house's own", 100n, before(90n, 0n), 'surplus', 0, 90n],
    ['of its own something left', 84n, before(100n, 90n), 'short', 1, 90n],
    ['of its own a fee within tolerance', 85n, before(100n, 90n), 'surplus', 0, 90n],
  ];
  it.each(table)('%s', (_, own, last, state, short, known) => {
    const { missing: __, ...verdict } = judge(own, 5n, last);
    expect(verdict).toEqual({ state, short, known });
  });
});
