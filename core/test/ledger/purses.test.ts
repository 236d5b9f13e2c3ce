// What may leave a wallet: what is available, or what the product that needs it lets go (money §3, §4).

import { expect, it } from 'vitest';
import { CLASS, Ledger, Purses } from '../../src/ledger/index.ts';
import { Out, Registry } from '../../src/state/index.ts';

const ledger = new Ledger(new Registry(), new Out());
for (const wallet of [1, 3, 5]) ledger.post(ledger.open(CLASS.wallet, 7, wallet, 2, 4), 100 + wallet, 9);

it('a wallet nobody needs gives all that is available', () => {
  const purses = new Purses(ledger);
  expect(purses.spendable(7, 1, 2, 4)).toBe(101);
  expect(purses.spendable(7, 1, 2, 0)).toBe(0);
  expect(purses.spendable(8, 1, 2, 4)).toBe(0);
  expect(purses.spendable(7, 0, 2, 4)).toBe(0);
});

it('a wallet that backs something is asked for by its product, the others are not', () => {
  const purses = new Purses(ledger);
  const asked: number[][] = [];
  purses.give(3, { spendable: (...whose) => (asked.push(whose), 40) });
  expect(purses.spendable(7, 3, 2, 4)).toBe(40);
  expect(asked).toEqual([[7, 3, 2, 4]]);
  expect([1, 2, 4, 5].map((wallet) => purses.spendable(7, wallet, 2, 4))).toEqual([101, 0, 0, 105]);
});

it('products come in any order, and the last word of a wallet holds', () => {
  const purses = new Purses(ledger);
  for (const wallet of [5, 1, 3]) purses.give(wallet, { spendable: () => wallet });
  purses.give(3, { spendable: () => 33 });
  expect([1, 3, 5].map((wallet) => purses.spendable(7, wallet, 2, 4))).toEqual([1, 33, 5]);
});

it('a product is told that its wallet changed, the others and those who do not ask are not', () => {
  const purses = new Purses(ledger);
  const told: number[][] = [];
  purses.give(3, { spendable: () => 0, moved: (...whose) => void told.push(whose) });
  purses.give(5, { spendable: () => 0 });
  for (const wallet of [1, 3, 5, 9]) purses.moved(7, wallet, 4);
  expect(told).toEqual([[7, 3, 4]]);
});

it('a wallet takes any asset in, unless its product has a rule: then that one’s answer holds', () => {
  const purses = new Purses(ledger);
  const asked: number[][] = [];
  purses.give(3, { spendable: () => 0, takesIn: (...what) => (asked.push(what), what[1] === 2) });
  purses.give(5, { spendable: () => 0 });
  expect([1, 3, 5, 9].map((wallet) => purses.takesIn(wallet, 2, 4))).toEqual([true, true, true, true]);
  expect([1, 3, 5, 9].map((wallet) => purses.takesIn(wallet, 6, 4))).toEqual([true, false, true, true]);
  expect(asked).toEqual([
    [3, 2, 4],
    [3, 6, 4],
  ]);
});
