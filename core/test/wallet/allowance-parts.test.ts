// The allowance of withdrawals by itself (money §8): when it is free, what a withdrawal that is given back returns, and to whom
// of linked accounts. Times are in hours from now.
import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/index.ts';
import { Registry } from '../../src/state/index.ts';
import type { WalletContext } from '../../src/wallet/context.ts';
import { WithdrawalAllowance } from '../../src/wallet/withdrawal/allowance.ts';
import type { WithdrawalRows } from '../../src/wallet/withdrawal/flow.ts';
import type { UserRows } from '../../src/wallet/withdrawal/user-rows.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const BEFORE = RULE.allowancePassed - 1;
const [ANNA, BEN, CARL] = [2, 3, 4] as const;

interface Shape {
  readonly rules?: number;
  /** Accounts that are linked with each other, and those of them that count when asked. */
  readonly linked?: readonly number[];
  readonly counted?: readonly number[];
}

/** An allowance and the rows of withdrawals that used it. */
class Made {
  readonly allowance: WithdrawalAllowance;
  readonly clock: { now: number; rules: number };
  private readonly columns = {
    user: new Int32Array(20),
    spent: new Float64Array(20),
    usedTo: new Float64Array(20),
    granted: new Float64Array(20),
    top: 0,
    alive: (row: number): boolean => row > 0,
  };

  constructor({ rules = RULE.allowancePassed, linked = [], counted = linked }: Shape = {}) {
    this.clock = { now: NOW, rules };
    const links = {
      next: (user: number, after: number): number => {
        const others = linked.includes(user) ? linked.filter((one) => one !== user) : [];
        return others[after === user ? 0 : others.indexOf(after) + 1] ?? 0;
      },
      countedAt: (user: number): boolean => counted.includes(user),
    };
    const { columns } = this;
    const rowAfter = (user: number, from: number): number => {
      for (let row = from + 1; row <= columns.top; row += 1) if (columns.user[row] === user) return row;
      return 0;
    };
    const ofUsers = {
      first: (user: number): number => rowAfter(user, 0),
      next: (row: number): number => rowAfter(columns.user[row] as number, row),
    };
    this.allowance = new WithdrawalAllowance(
      new Registry(),
      { clock: this.clock, users: { links } } as unknown as WalletContext,
      columns as unknown as WithdrawalRows,
      ofUsers as unknown as UserRows,
    );
  }

  /** A withdrawal that uses so many hours of a user's allowance; its row. */
  use(user: number, hours: number): number {
    const { columns } = this;
    columns.top += 1;
    columns.user[columns.top] = user;
    if (hours > 0) this.allowance.use(columns.top, hours * HOUR);
    return columns.top;
  }

  later(hours: number): void {
    this.clock.now += hours * HOUR;
  }

  /** Until when users' allowances are in use, hours from the start. */
  until(...users: number[]): number[] {
    return users.map((user) => (this.allowance.ownUntil(user) - NOW) / HOUR);
  }

  /** Until when withdrawals used it, hours from the start. */
  usedTo(...rows: number[]): number[] {
    return rows.map((row) => ((this.columns.usedTo[row] as number) - NOW) / HOUR);
  }

  raw(row: number, usedTo: number): void {
    this.columns.usedTo[row] = usedTo;
  }

  rawUsedTo(row: number): number {
    return this.columns.usedTo[row] as number;
  }
}

describe('money §8 when an allowance is free', () => {
  const freeAt = (used: number, hours: number): number => {
    const made = new Made();
    if (used !== 0) made.use(ANNA, used);
    const at = made.allowance.freeAt(ANNA, hours * HOUR);
    return at === 0 ? 0 : (at - NOW) / HOUR;
  };

  it('at once while none of it is in use, for any amount, and where a day covers both', () => {
    expect([freeAt(0, 1), freeAt(0, 25), freeAt(3, 21), freeAt(24, 0)]).toEqual([0, 0, 0, 0]);
  });

  it('at once at the very moment at which it is no longer in use', () => {
    const made = new Made();
    made.use(ANNA, 3);
    made.later(3);
    expect(made.allowance.freeAt(ANNA, 25 * HOUR)).toBe(0);
  });

  it('when so much has passed that a day covers it; what no day covers, when none is in use', () => {
    expect([freeAt(3, 22), freeAt(10, 20), freeAt(3, 24), freeAt(3, 30)]).toEqual([1, 6, 3, 3]);
  });

  it('is 0 for who never used any, however many use theirs', () => {
    const made = new Made();
    made.use(ANNA, 3);
    expect([made.allowance.ownUntil(ANNA + 1), made.allowance.ownUntil(900_000)]).toEqual([0, 0]);
  });
});

describe('money §8 what comes back to linked accounts', () => {
  const linked = [ANNA, BEN, CARL];

  it('one’s own later withdrawals begin earlier; earlier ones and what has passed stay', () => {
    const made = new Made();
    const [first, second, third] = [made.use(ANNA, 2), made.use(ANNA, 4), made.use(ANNA, 3)];
    made.later(1);
    made.allowance.refund(second);
    expect([made.until(ANNA), made.usedTo(first, third)]).toEqual([[5], [2, 5]]);
    // The first one's two hours have passed: nothing comes back.
    made.later(1.5);
    made.allowance.refund(first);
    expect(made.until(ANNA)).toEqual([5]);
  });

  it('others move who used theirs behind it, and those alone', () => {
    const made = new Made({ linked });
    made.use(BEN, 1);
    const given = made.use(ANNA, 2);
    made.use(CARL, 3);
    expect(made.until(ANNA, BEN, CARL)).toEqual([3, 1, 6]);
    made.allowance.refund(given);
    expect(made.until(ANNA, BEN, CARL)).toEqual([1, 1, 4]);
  });

  it('one whose allowance ends with it used none behind it', () => {
    const made = new Made({ linked });
    made.use(BEN, 1);
    const given = made.use(ANNA, 2);
    const beside = made.use(CARL, 3);
    made.allowance.refund(beside);
    expect(made.until(ANNA, BEN, CARL)).toEqual([3, 1, 3]);
    made.allowance.refund(given);
    expect(made.until(ANNA, BEN, CARL), 'Carl’s ends with it, and stays').toEqual([1, 1, 3]);
  });

  it('nobody’s moves who was not linked when it was granted, nor by one who was not', () => {
    for (const [counted, until] of [
      [
        [ANNA, BEN],
        [0, 2, 6],
      ],
      [
        [BEN, CARL],
        [0, 4, 6],
      ],
      [
        [ANNA, BEN, CARL],
        [0, 2, 4],
      ],
    ] as const) {
      const made = new Made({ linked, counted });
      const given = made.use(ANNA, 2);
      made.use(BEN, 2);
      made.use(CARL, 2);
      made.allowance.refund(given);
      expect([counted, made.until(ANNA, BEN, CARL)]).toEqual([counted, until]);
    }
  });

  it('nothing for a withdrawal that used none, nor a second time', () => {
    const made = new Made();
    made.use(ANNA, 4);
    const none = made.use(ANNA, 0);
    made.raw(none, NOW + HOUR);
    made.allowance.refund(none);
    expect([made.until(ANNA), made.usedTo(none)]).toEqual([[4], [1]]);
  });
});

describe('money §8 before rules allowancePassed', () => {
  it('all of it comes back, and moves those whose allowance ends behind that user’s', () => {
    for (const [order, until] of [
      [
        [BEN, ANNA, CARL],
        [2, 2, 4],
      ],
      [
        [CARL, BEN, ANNA],
        [4, 4, 2],
      ],
    ] as const) {
      const made = new Made({ rules: BEFORE, linked: [ANNA, BEN, CARL] });
      const rows = new Map(order.map((user) => [user, made.use(user, 2)]));
      made.allowance.refund(rows.get(ANNA)!);
      expect([order, made.until(ANNA, BEN, CARL)]).toEqual([order, until]);
    }
  });

  it('one that ends where that user’s ended stays', () => {
    const made = new Made({ rules: BEFORE, linked: [ANNA, BEN] });
    const given = made.use(ANNA, 2);
    // Linked later: both ended there.
    made.clock.now += 2 * HOUR;
    const other = made.use(BEN, 1);
    made.allowance.refund(other);
    expect(made.until(ANNA, BEN)).toEqual([2, 2]);
    made.allowance.refund(given);
    expect(made.until(ANNA, BEN)).toEqual([0, 2]);
  });

  it('at its activation what used some is in use as long as its user’s; what used none has no end', () => {
    const made = new Made({ rules: BEFORE });
    const [first, second] = [made.use(ANNA, 2), made.use(ANNA, 3)];
    const none = made.use(ANNA, 0);
    made.allowance.beginPassing();
    expect([made.usedTo(first, second), made.rawUsedTo(none)]).toEqual([[5, 5], 0]);
  });
});
