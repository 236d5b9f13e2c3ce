// §8, §12: the books that the treasury follows are the exchange's own, by its events and by its seeds.

import { type Command, coins, defaultGenesis, encodeCommand, openExchange, RAILS, walletSetup } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { LedgerFold } from '../../../src/custody/treasury/ledger.ts';
import { digestOf } from '../../../src/custody/treasury/coverage.ts';

const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
const TXID = `${'0'.repeat(11)}7${'0'.repeat(11)}9${'0'.repeat(40)}`;
const EXTERNAL = { rail: RAILS.practice, transactionHigh: 7, transactionLow: 9, position: 3 };
const USDT = 1;
const ANN = 2;

describe('§8 the books of a real exchange', () => {
  const exchange = openExchange();
  const fold = new LedgerFold();
  let time = Date.UTC(2026, 10, 21, 12);

  /** One batch of one command. */
  function run(name: Command['name'], fields: object): number {
    time += 1_000;
    exchange.advance(time);
    const firstSeq = exchange.seq;
    const code = exchange.apply(encodeCommand({ name, ...fields } as unknown as Command), 0);
    expect([name, code]).toEqual([name, 200]);
    const result = exchange.result;
    fold.take(exchange.takeEvents(), firstSeq);
    fold.reach(exchange.seq);
    return result;
  }

  /** Both ways agree; gives what the practice rail should hold and customers are owed of USDT. */
  function books(): readonly bigint[] {
    const events = Float64Array.from(exchange.seed());
    exchange.takeEvents();
    const seeded = new LedgerFold();
    seeded.take(events, exchange.seq);
    const [one, other] = [fold.totals(), seeded.totals()];
    for (let asset = 1; asset <= coins.length + 1; asset += 1) {
      for (const rail of Object.values(RAILS)) expect(one.expected(rail, asset)).toBe(other.expected(rail, asset));
      expect(one.liabilities(asset)).toBe(other.liabilities(asset));
      expect(one.practice(asset)).toBe(other.practice(asset));
    }
    expect(digestOf({ events, seq: exchange.seq })).toMatch(/^[0-9a-f]{64}$/);
    return [one.expected(RAILS.practice, USDT), one.liabilities(USDT)];
  }

  it('follows a deposit, a withdrawal with its cost, and a reversal that becomes a debt', () => {
    const { name: genesisName, ...genesis } = defaultGenesis('practice', []);
    run(genesisName, genesis);
    for (const { name, ...fields } of walletSetup('practice')) run(name, fields);
    run('user.open', { referrer: 0 });
    run('user.set', { user: ANN, stage: 2, locks: 0 });
    run('practice.claim', { user: ANN, ...NO_KEY });
    const [none, practice] = books();
    expect(none).toBe(0n);

    run('deposit.credit', { user: ANN, asset: USDT, amount: 500_000_000, ...EXTERNAL });
    const owed = (practice ?? 0n) + 500_000_000n;
    expect(books()).toEqual([500_000_000n, owed]);
    const credited = fold.view();
    expect(credited.deposit(RAILS.practice, TXID, 3)).toEqual({ credited: true, reversed: false });
    expect(credited.deposit(RAILS.practice, TXID, 2)).toBeUndefined();
    expect(fold.heard(credited.seq - 1).deposit(RAILS.practice, TXID, 3)).toEqual({ credited: false, reversed: false });

    const asked = { user: ANN, ...NO_KEY, asset: USDT, rail: RAILS.practice, amount: 100_000_000, destination: 1 };
    const withdrawal = run('withdrawal.request', asked);
    run('withdrawal.pass', { withdrawal });
    for (const step of [1, 2]) run('withdrawal.step', { withdrawal, step, cost: 0, costAsset: 0 });
    expect(books()).toEqual([500_000_000n, owed]);
    const before = fold.view();
    expect(before.confirmed(withdrawal)).toBe(false);
    // It costs more than its fee of one dollar: the network owes the rest to the rail.
    run('withdrawal.step', { withdrawal, step: 3, cost: 1_500_000, costAsset: USDT });
    expect(books()[0]).toBe(500_000_000n - 100_000_000n - 1_500_000n);
    expect(books()[1]).toBe(owed - 101_000_000n);
    expect([before.confirmed(withdrawal), fold.view().confirmed(withdrawal)]).toEqual([false, true]);

    run('deposit.reverse', { ...EXTERNAL });
    expect(books()[0]).toBe(-101_500_000n);
    expect(fold.view().deposit(RAILS.practice, TXID, 3)).toEqual({ credited: true, reversed: true });
    exchange.audit();
  });
});
