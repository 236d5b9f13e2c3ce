// Accounts: found by whose they are, changed by one function only, never out of their class (core §4, money §1).

import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, DEBT_KIND } from '../../src/enum/index.ts';
import { Ledger } from '../../src/ledger/index.ts';
import { MAX_WORD } from '../../src/schema/index.ts';
import { EventBuffer, Registry } from '../../src/state/index.ts';

const ENTRY = 111;
const OPENED = 110;
const classes = Object.entries(ACCOUNT_CLASS);
/** Classes that may be below 0 (core §4). */
const EITHER = ['clearing', 'debt', 'outside'];
let out: EventBuffer;
let registry: Registry;
let ledger: Ledger;

beforeEach(() => {
  out = new EventBuffer();
  registry = new Registry();
  ledger = new Ledger(registry, out);
});

const emitted = () => [...out.read()];
const balance = (slot: number) => [ledger.accounts.available[slot], ledger.accounts.held[slot]];

function wallet(available = 0, held = 0): number {
  const slot = ledger.open(ACCOUNT_CLASS.wallet, 7, 1, 2, 0);
  ledger.post(slot, available, held);
  ledger.unbalanced = 0;
  emitted();
  return slot;
}

describe('accounts (core §4)', () => {
  it('classes and kinds of debt have the numbers that journals and folds know', () => {
    expect(ACCOUNT_CLASS).toEqual({
      wallet: 1,
      margin: 2,
      clearing: 3,
      escrow: 4,
      reserve: 5,
      debt: 6,
      receivable: 7,
      fee: 8,
      safety: 9,
      insurance: 10,
      treasury: 11,
      network: 12,
      secondPool: 13,
      lending: 14,
      rewards: 15,
      rounding: 16,
      outside: 17,
    });
    expect(DEBT_KIND).toEqual({ cross: 4, isolated: 5, loan: 9, chain: 10 });
  });

  it('one table holds them, by the names and widths a snapshot has', () => {
    expect(registry.tables.map((table) => table.name)).toEqual(['accounts']);
    const table = registry.tables[0]!;
    expect(table.names).toEqual(['available', 'held', 'class', 'user', 'wallet', 'asset', 'market']);
    expect(table.names.filter((name) => table.column(name) instanceof Float64Array)).toEqual(['available', 'held']);
  });

  it('a new account is emitted once, with its owner; the same again is the same slot and emits nothing', () => {
    const slot = ledger.open(ACCOUNT_CLASS.margin, 5, 3, 4, 9);
    expect(slot).toBe(1);
    expect(emitted()).toEqual([OPENED, 8, 1, ACCOUNT_CLASS.margin, 5, 3, 4, 9]);
    expect(ledger.open(ACCOUNT_CLASS.margin, 5, 3, 4, 9)).toBe(1);
    expect(emitted()).toEqual([]);
    expect(balance(slot)).toEqual([0, 0]);
    ledger.emit(slot);
    expect(emitted()).toEqual([OPENED, 8, 1, ACCOUNT_CLASS.margin, 5, 3, 4, 9]);
  });

  it('an account that was never opened is slot 0 and has nothing', () => {
    expect(ledger.find(ACCOUNT_CLASS.wallet, 7, 1, 2, 0)).toBe(0);
    expect(ledger.availableOf(7, 1, 2, 0)).toBe(0);
    expect(emitted()).toEqual([]);
  });

  it('class, user, wallet, asset and market tell accounts apart, each alone', () => {
    const whose: [number, number, number, number, number][] = [];
    for (const kind of [ACCOUNT_CLASS.wallet, ACCOUNT_CLASS.margin, ACCOUNT_CLASS.outside])
      for (const user of [0, 1, 2 ** 22])
        for (const type of [0, 1, 8, 10])
          for (const asset of [1, 2, 600])
            for (const market of [0, 1, 2, 600]) whose.push([kind, user, type, asset, market]);
    const slots = whose.map((one) => ledger.open(...one));
    expect(slots).toEqual(whose.map((_, at) => at + 1));
    expect(whose.map((one) => ledger.find(...one))).toEqual(slots);
  });

  it('what a wallet has free is read by its owner, without what is held', () => {
    wallet(30, 12);
    expect(ledger.availableOf(7, 1, 2, 0)).toBe(30);
    expect(ledger.availableOf(7, 1, 2, 1)).toBe(0);
    // The same owner's account of another class is no wallet.
    const margin = ledger.open(ACCOUNT_CLASS.margin, 7, 2, 2, 0);
    ledger.post(margin, 5, 0);
    expect(ledger.availableOf(7, 2, 2, 0)).toBe(0);
  });

  it('after a load each account is found where it stood, the last one too', () => {
    const whose: [number, number, number, number, number][] = [
      [ACCOUNT_CLASS.wallet, 1, 1, 1, 0],
      [ACCOUNT_CLASS.wallet, 1, 5, 1, 3],
      [ACCOUNT_CLASS.outside, 0, 2, 1, 0],
    ];
    for (const one of whose) ledger.open(...one);
    const other = new Ledger(new Registry(), out);
    other.accounts.load({ ...ledger.accounts.save(), checksum: '' });
    expect(whose.map((one) => other.find(...one))).toEqual([0, 0, 0]);
    other.rebuild();
    expect(whose.map((one) => other.find(...one))).toEqual([1, 2, 3]);
    expect(other.open(ACCOUNT_CLASS.wallet, 2, 1, 1, 0)).toBe(4);
  });
});

describe('a posting (core §4, money §1)', () => {
  it('changes free and held, tells both changes in one entry, and counts into the sum', () => {
    const slot = wallet(100, 10);
    ledger.post(slot, -30, 30);
    expect(balance(slot)).toEqual([70, 40]);
    expect(ledger.unbalanced).toBe(0);
    ledger.post(slot, 5, -15);
    expect(balance(slot)).toEqual([75, 25]);
    expect(ledger.unbalanced).toBe(-10);
    expect(emitted()).toEqual([ENTRY, 5, slot, -30, 30, ENTRY, 5, slot, 5, -15]);
  });

  it('of either side alone is one too; of nothing is none', () => {
    const slot = wallet(10, 10);
    ledger.post(slot, 1, 0);
    ledger.post(slot, 0, 1);
    expect(emitted()).toEqual([ENTRY, 5, slot, 1, 0, ENTRY, 5, slot, 0, 1]);
    ledger.post(slot, 0, 0);
    expect(emitted()).toEqual([]);
    expect(balance(slot)).toEqual([11, 11]);
  });

  it('never tells −0: the hash of events is of plain words', () => {
    const slot = wallet(5, 5);
    ledger.post(slot, -0, 1);
    ledger.post(slot, 1, -0);
    for (const word of emitted()) expect(Object.is(word, -0)).toBe(false);
  });

  it.each(classes)('class %s goes below 0 only where it may, and by nothing at all is fine', (name, of) => {
    const slot = ledger.open(of, 0, 0, 1, 0);
    ledger.post(slot, 1, 0);
    ledger.post(slot, -1, 0);
    expect(balance(slot)).toEqual([0, 0]);
    emitted();
    if (EITHER.includes(name)) {
      ledger.post(slot, -1, 0);
      expect(balance(slot)).toEqual([-1, 0]);
    } else {
      expect(() => ledger.post(slot, -1, 0)).toThrow(
        `Expected account ${slot} to stay within its class, it would have -1 available and 0 held.`,
      );
      expect(balance(slot)).toEqual([0, 0]);
      expect(emitted()).toEqual([]);
    }
  });

  it.each(classes)('class %s never holds less than nothing', (_, of) => {
    const slot = ledger.open(of, 0, 0, 1, 0);
    ledger.post(slot, 10, 1);
    ledger.post(slot, 1, -1);
    expect(() => ledger.post(slot, 1, -1)).toThrow('stay within its class');
    expect(balance(slot)).toEqual([11, 0]);
  });

  it.each([
    ['free', MAX_WORD, 0],
    ['held', 0, MAX_WORD],
    ['both', MAX_WORD - 3, 3],
  ])('a balance reaches 2^52 and no atom more (%s)', (_, available, held) => {
    const slot = ledger.open(ACCOUNT_CLASS.wallet, 1, 1, 1, 0);
    ledger.post(slot, available, held);
    expect(balance(slot)).toEqual([available, held]);
    expect(() => ledger.post(slot, 1, 0)).toThrow('The process must stop; replay restores it.');
    expect(() => ledger.post(slot, 0, 1)).toThrow('stay within its class');
    expect(balance(slot)).toEqual([available, held]);
  });

  it('what is outside goes down to −2^52 and no atom further', () => {
    const slot = ledger.open(ACCOUNT_CLASS.outside, 0, 1, 1, 0);
    ledger.post(slot, -MAX_WORD, 0);
    expect(() => ledger.post(slot, -1, 0)).toThrow('stay within its class');
    expect(balance(slot)).toEqual([-MAX_WORD, 0]);
  });

  it.each(classes)('class %s takes nothing that is no number', (_, of) => {
    const slot = ledger.open(of, 0, 0, 1, 0);
    emitted();
    expect(() => ledger.post(slot, Number.NaN, 0)).toThrow('stay within its class');
    expect(() => ledger.post(slot, 0, Number.NaN)).toThrow('stay within its class');
    expect(balance(slot)).toEqual([0, 0]);
    expect(ledger.unbalanced).toBe(0);
    expect(emitted()).toEqual([]);
  });

  it('an entry for a seed tells a balance and changes none', () => {
    const slot = wallet(10, 2);
    ledger.entry(slot, 10, 2);
    expect(emitted()).toEqual([ENTRY, 5, slot, 10, 2]);
    expect(balance(slot)).toEqual([10, 2]);
    expect(ledger.unbalanced).toBe(0);
  });
});

describe('watched accounts (issue 13 A.11)', () => {
  const WATCHED = 500;

  /** How often balances are read while `run` runs. */
  function readsOf(run: () => void): number {
    const { accounts } = ledger;
    const { available } = accounts;
    let reads = 0;
    Object.defineProperty(accounts, 'available', {
      configurable: true,
      get: () => {
        reads += 1;
        return available;
      },
    });
    run();
    Object.defineProperty(accounts, 'available', { configurable: true, writable: true, value: available });
    return reads;
  }

  function watchedAccounts(): number[] {
    const slots = Array.from({ length: WATCHED }, (_, at) => ledger.open(ACCOUNT_CLASS.wallet, at + 2, 1, 2, 0));
    for (const slot of slots) ledger.watch(slot);
    return slots;
  }

  const listed = () => Array.from({ length: ledger.paidCount }, (_, place) => ledger.paidIn(place));

  it('whether anybody was paid is known without a look at any account, also after many were emptied', () => {
    const slots = watchedAccounts();
    expect(readsOf(() => expect(ledger.anyPaidIn()).toBe(false))).toBe(0);
    for (const slot of slots) ledger.post(slot, 5, 0);
    expect(readsOf(() => expect(ledger.anyPaidIn()).toBe(true))).toBe(0);
    for (const slot of slots) ledger.post(slot, -5, 0);
    expect(readsOf(() => expect(ledger.anyPaidIn()).toBe(false))).toBe(0);
  });

  it('lists exactly the watched accounts that have something, whatever is posted, watched and left alone', () => {
    const slots = watchedAccounts().slice(0, 9);
    const unwatched = new Set<number>();
    const postings: [at: number, change: number][] = [
      ...[
        [0, 3],
        [1, 2],
        [2, 1],
        [0, -3],
        [8, 7],
        [1, -1],
        [4, 4],
        [8, -7],
        [2, -1],
        [0, 1],
        [2, 6],
      ],
    ] as [number, number][];
    for (const [step, [at, change]] of postings.entries()) {
      const slot = slots[at] as number;
      ledger.post(slot, change, 0);
      if (step === 6) {
        ledger.unwatch(slots[1] as number);
        unwatched.add(slots[1] as number);
      }
      const rich = slots.filter((one) => !unwatched.has(one) && (ledger.accounts.available[one] as number) > 0);
      expect(listed().toSorted((a, b) => a - b)).toEqual(rich);
    }
    ledger.watch(slots[1] as number);
    expect(listed()).toContain(slots[1]);
  });
});
