// What may leave a wallet: what is available, or what the product that needs it lets go (money §3, §4).

import { expect, it } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { Ledger, WalletRules } from '../../src/ledger/index.ts';
import { EventBuffer, Registry } from '../../src/state/index.ts';

const ledger = new Ledger(new Registry(), new EventBuffer());
for (const wallet of [1, 3, 5]) ledger.post(ledger.open(ACCOUNT_CLASS.wallet, 7, wallet, 2, 4), 100 + wallet, 9);

it('a wallet nobody needs gives all that is available', () => {
  const contractWallets = new WalletRules(ledger);
  expect(contractWallets.spendable(7, 1, 2, 4)).toBe(101);
  expect(contractWallets.spendable(7, 1, 2, 0)).toBe(0);
  expect(contractWallets.spendable(8, 1, 2, 4)).toBe(0);
  expect(contractWallets.spendable(7, 0, 2, 4)).toBe(0);
});

it('a wallet that backs something is asked for by its product, the others are not', () => {
  const contractWallets = new WalletRules(ledger);
  const asked: number[][] = [];
  contractWallets.give(3, { spendable: (...whose) => (asked.push(whose), 40) });
  expect(contractWallets.spendable(7, 3, 2, 4)).toBe(40);
  expect(asked).toEqual([[7, 3, 2, 4]]);
  expect([1, 2, 4, 5].map((wallet) => contractWallets.spendable(7, wallet, 2, 4))).toEqual([101, 0, 0, 105]);
});

it('products come in any order, and the last word of a wallet holds', () => {
  const contractWallets = new WalletRules(ledger);
  for (const wallet of [5, 1, 3]) contractWallets.give(wallet, { spendable: () => wallet });
  contractWallets.give(3, { spendable: () => 33 });
  expect([1, 3, 5].map((wallet) => contractWallets.spendable(7, wallet, 2, 4))).toEqual([1, 33, 5]);
});

it('a product is notified when its wallet changed, the others and those that do not ask are not', () => {
  const contractWallets = new WalletRules(ledger);
  const emitted: number[][] = [];
  contractWallets.give(3, { spendable: () => 0, moved: (...whose) => void emitted.push(whose) });
  contractWallets.give(5, { spendable: () => 0 });
  for (const wallet of [1, 3, 5, 9]) contractWallets.moved(7, wallet, 4);
  expect(emitted).toEqual([[7, 3, 4]]);
});

it('a wallet takes any asset in, unless its product has a rule: then that one’s answer holds', () => {
  const contractWallets = new WalletRules(ledger);
  const asked: number[][] = [];
  contractWallets.give(3, { spendable: () => 0, takesIn: (...what) => (asked.push(what), what[1] === 2) });
  contractWallets.give(5, { spendable: () => 0 });
  expect([1, 3, 5, 9].map((wallet) => contractWallets.takesIn(wallet, 2, 4))).toEqual([true, true, true, true]);
  expect([1, 3, 5, 9].map((wallet) => contractWallets.takesIn(wallet, 6, 4))).toEqual([true, false, true, true]);
  expect(asked).toEqual([
    [3, 2, 4],
    [3, 6, 4],
  ]);
});
