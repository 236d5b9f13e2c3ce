// Loans: who gets one, what it costs, how it is paid back, what being overdue means (money §7).
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { activations, decodeEvents, instalmentOf, instalmentsOf, LOAN_DAYS, planOf } from '../../src/index.ts';
import { LOAN_STEPS, type LoanStep, STEPS } from '../../src/loan/states.ts';
import { RULE } from '../../src/rules.ts';
import { agreed } from '../desk/kit.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY } from '../kit/world.ts';
import { request, walletWorld } from '../wallet/kit.ts';
import { ALL_AT_END, DAY, EQUAL, FEE, LENDING, LENT, LoanWorld, productOf } from './kit.ts';

const [PENDING, PASSED, FAILED, SETTLED, OVERDUE] = [0, 1, 2, 3, 4];

describe('money §7 applying', () => {
  it('needs stage 2, an open product, an amount and a term of it', () => {
    const world = new LoanWorld();
    world.must(command('user.set', { user: BEN, stage: 1, locks: 0 }));
    expect(world.send(world.applyOf(BEN, 100))).toMatchObject({ code: 1104, expected: 2, got: 1 });
    expect(world.send(world.applyOf(ANNA, 99))).toMatchObject({ code: 4002, expected: 100, got: 99 });
    expect(world.send(world.applyOf(ANNA, 10_001))).toMatchObject({ code: 4002, expected: 10_000 });
    expect(world.send(world.applyOf(ANNA, 100, 8))).toMatchObject({ code: 4002, got: 8 });
    expect(world.send(world.applyOf(ANNA, 100, 7, 1, 2))).toMatchObject({ code: 4001, got: 2 });
    expect(agreed(world, productOf({ days: 2 }))).toMatchObject({ code: 200 });
    expect(world.send(world.applyOf(ANNA, 100, 7)), 'no longer offered').toMatchObject({ code: 4002 });
    expect(agreed(world, productOf({ open: 0 }))).toMatchObject({ code: 200 });
    expect(world.send(world.applyOf(ANNA, 100, 15))).toMatchObject({ code: 4001 });
  });

  it('up to the credit score’s limit, pending ones counted (4101); nothing under 60', () => {
    const world = new LoanWorld();
    world.must(world.applyOf(ANNA, 6_000));
    expect(world.send(world.applyOf(ANNA, 4_001))).toMatchObject({ code: 4101, expected: 10_000, got: 10_001 });
    expect(world.ask(world.applyOf(ANNA, 4_000)).numbers).toEqual([280, 1, 4_280, 10_000, 6_000]);
    world.must(world.applyOf(ANNA, 4_000));
    const strict = new LoanWorld({}, { leastScore: 101 });
    expect(strict.send(strict.applyOf(ANNA, 100))).toMatchObject({ code: 4101, expected: 0, got: 100 });
  });

  it('at most ten at a time', () => {
    const world = new LoanWorld();
    for (let loan = 0; loan < 10; loan += 1) world.must(world.applyOf(ANNA, 100));
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 429, expected: 10 });
  });
});

describe('money §7 review', () => {
  it('one person below the threshold, two from it on; passed is paid out of lending to spot', () => {
    const world = new LoanWorld();
    const small = world.must(world.applyOf(ANNA, 4_999));
    const large = world.must(world.applyOf(BEN, 5_000));
    expect(world.review(large)).toMatchObject({ code: 403, expected: 5_000, got: 5_000 });
    expect(world.review(large, 1, 0)).toMatchObject({ code: 403 });
    const before = world.free(ANNA);
    expect(world.review(small)).toMatchObject({ code: 200, result: small });
    expect(world.free(ANNA)).toBe(before + 4_999);
    expect(world.audit.house(LENDING, USDT)).toBe(LENT - 4_999);
    expect(world.of(small), 'its first day is owed').toEqual([4_999, 49, 0, PASSED]);
    expect(agreed(world, world.reviewOf(large, 1, 0))).toMatchObject({ code: 200 });
    expect(world.of(large)).toEqual([5_000, 50, 0, PASSED]);
    const refused = world.must(world.applyOf(CARL, 9_000));
    expect(world.review(refused, 2), 'failing takes one').toMatchObject({ code: 200 });
    expect(world.loans.loans.get(refused)?.status).toBe(FAILED);
  });

  it('not without funds (2302), not for one who is overdue (4102) or whose limit fell (4101)', () => {
    const world = new LoanWorld({ lending: 1_000 });
    const loan = world.must(world.applyOf(ANNA, 1_001));
    expect(world.review(loan)).toMatchObject({ code: 2302, expected: 1_001, got: 1_000 });
    const other = world.must(world.applyOf(ANNA, 500));
    world.review(other);
    const third = world.must(world.applyOf(ANNA, 100));
    world.empty(ANNA);
    world.wait(7 * DAY + 1);
    expect(world.of(other)[3]).toBe(OVERDUE);
    expect(world.review(third)).toMatchObject({ code: 4102 });
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 4102 });
  });

  it('a decided loan is decided once; one that never was is not found', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000);
    expect(world.review(loan)).toMatchObject({ code: 4103, expected: PENDING, got: PASSED });
    expect(world.review(99)).toMatchObject({ code: 404 });
    world.payBack(ANNA, loan);
    expect(world.review(loan)).toMatchObject({ code: 4103 });
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 4103 });
    expect(world.payBack(BEN, world.lend(ANNA, 1_000)), 'another’s').toMatchObject({ code: 404 });
  });
});

describe('money §7 interest and repayment', () => {
  it.each([
    [0, 1],
    [DAY - 1, 1],
    [DAY, 1],
    [DAY + 1, 2],
    [3 * DAY + 1, 4],
    [7 * DAY, 7],
  ])('after %i ms %i days are started', (ms, days) => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000);
    world.wait(ms);
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 200, result: 1_000 + days * 10 });
    expect(world.audit.house(FEE, USDT)).toBe(days * 10);
    expect(world.audit.house(LENDING, USDT)).toBe(LENT);
    expect(world.loans.scores.get(ANNA), 'no point for a loan').toBeUndefined();
  });

  it('early and in parts at no cost, interest first; never more than is owed, never more than there is', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000);
    expect(world.payBack(ANNA, loan, 1_011)).toMatchObject({ code: 2304, expected: 1_010 });
    world.empty(ANNA, 500);
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 3001, expected: 1_010, got: 500 });
    expect(world.ask(command('loan.repay', { user: ANNA, ...NO_KEY, loan, amount: 12 })).numbers).toEqual([10, 2, 998]);
    world.payBack(ANNA, loan, 4);
    world.payBack(ANNA, loan, 8);
    expect(world.of(loan)).toEqual([998, 0, 0, PASSED]);
    world.wait(DAY + 1);
    expect(world.of(loan), '9.98 a day: 9 whole').toEqual([998, 9, 0, PASSED]);
    world.fill(ANNA, 1_000);
    expect(world.payBack(ANNA, loan), 'rounded up once').toMatchObject({ result: 998 + 10 });
  });

  it('all at the end: debited at its time from spot', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000, 7);
    world.wait(7 * DAY);
    expect(world.of(loan)[3], 'not yet: the clock must show more').toBe(PASSED);
    const before = world.free(ANNA);
    world.wait(1);
    expect(world.of(loan)).toEqual([0, 0, 0, SETTLED]);
    expect(world.free(ANNA)).toBe(before - 1_070);
  });

  it.each(LOAN_DAYS.map((days) => [days]))('%i days in equal instalments: as the plan says, to the atom', (days) => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 3_333, days, EQUAL);
    const plan = planOf(3_333, 10_000_000, days, EQUAL);
    expect(plan.length).toBe(instalmentsOf(days, EQUAL));
    for (let day = 0; day < days; day += 1) world.wait(DAY);
    world.wait(1);
    const paid = world.loans.emitted
      .filter(({ cause }) => cause === 6)
      .map(({ amount, ofInterest }) => [amount, ofInterest]);
    expect(paid).toEqual(plan.map(({ interest, principal }) => [-interest - principal, interest]));
    expect(world.of(loan)).toEqual([0, 0, 0, SETTLED]);
    const instalment = instalmentOf(3_333, 10_000_000, days / plan.length, plan.length);
    for (const [amount] of paid.slice(0, -1)) expect(amount).toBe(-instalment);
    expect(-paid.at(-1)![0]!, 'the last takes what is left').toBeLessThanOrEqual(instalment + plan.length);
    expect(world.loans.scores.get(ANNA)).toBeUndefined();
  });

  it('a plan pays back exactly the principal, whatever it is; interest is never less than exact (W13)', () => {
    for (let principal = 1; principal <= 100; principal += 1)
      for (const days of LOAN_DAYS)
        for (const rate of [0, 1, 300_000, 10_000_000, 999_999_999])
          for (const type of [ALL_AT_END, EQUAL]) {
            const plan = planOf(principal, rate, days, type);
            expect(plan.reduce((sum, part) => sum + part.principal, 0)).toBe(principal);
            let left = principal;
            let exact = 0n;
            for (const part of plan) {
              exact += BigInt(left) * BigInt(rate) * BigInt(days / instalmentsOf(days, type));
              left -= part.principal;
              expect(part.principal).toBeGreaterThanOrEqual(0);
            }
            const interest = plan.reduce((sum, part) => sum + part.interest, 0);
            expect(BigInt(interest) * 10n ** 9n >= exact).toBe(true);
            expect(BigInt(interest - plan.length) * 10n ** 9n < exact || interest <= plan.length).toBe(true);
          }
  });
});

describe('money §7 overdue', () => {
  it('whole or nothing at its time; then each UTC day what there is, interest first; 1.5 times the rate', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000, 7);
    world.empty(ANNA, 1_069);
    world.wait(7 * DAY + 1);
    expect(world.free(ANNA), 'one short: nothing').toBe(1_069);
    // The eighth day has begun, at 1.5 %.
    expect(world.of(loan)).toEqual([1_000, 85, 1_085, OVERDUE]);
    expect(world.loans.scores.get(ANNA)).toBe(95);
    world.empty(ANNA, 100);
    world.wait(DAY / 2);
    expect(world.of(loan), 'midnight: 85 of interest, 15 of principal').toEqual([985, 0, 985, OVERDUE]);
    expect(world.free(ANNA)).toBe(0);
    expect(world.loans.scores.get(ANNA)).toBe(94);
    world.wait(DAY / 2);
    expect(world.of(loan)).toEqual([985, 14, 1_000, OVERDUE]);
    world.fill(ANNA, 2_000);
    world.wait(DAY / 2);
    expect(world.of(loan)).toEqual([0, 0, 0, SETTLED]);
    expect(world.free(ANNA)).toBe(1_000);
    expect(world.loans.scores.get(ANNA), 'no points for one that was late').toBe(94);
  });

  /** Overdue and paid down to 50 atoms, whose day costs 0.75 atoms: 51 are owed after one more day. */
  function late(world: LoanWorld): number {
    const loan = world.lend(ANNA, 100, 7);
    world.empty(ANNA);
    world.wait(7 * DAY + 1);
    world.fill(ANNA, 59);
    expect(world.payBack(ANNA, loan, 59)).toMatchObject({ code: 200 });
    expect(world.of(loan)).toEqual([50, 0, 50, OVERDUE]);
    world.wait(DAY);
    return loan;
  }

  it('a day that costs less than an atom emits loan.changed when it makes one more atom overdue', () => {
    const world = new LoanWorld();
    const loan = late(world);
    expect(world.emitted('loan.changed')).toMatchObject([{ loan, cause: 4, amount: 0, ofInterest: 0, arrears: 51 }]);
    const seeded = [...decodeEvents(world.exchange.seed())].find((event) => event.name === 'loan.changed');
    expect(seeded).toMatchObject({ loan, interest: 0, arrears: 51 });
    world.wait(DAY);
    expect(world.of(loan), '1.5 atoms in two days: one whole, two overdue').toEqual([50, 1, 52, OVERDUE]);
    world.fill(ANNA, 52);
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 200, result: 52 });
  });

  it('before rules overdueAtom it was not emitted; their activation emits it', () => {
    const world = new LoanWorld({ rules: RULE.overdueAtom - 1 });
    const loan = late(world);
    expect(world.emitted('loan.changed')).toEqual([]);
    expect(world.of(loan)).toEqual([50, 0, 50, OVERDUE]);
    for (const one of activations(RULE.overdueAtom - 1, RULE.overdueAtom)) world.must(one);
    expect(world.emitted('loan.changed')).toMatchObject([{ loan, cause: 4, amount: 0, ofInterest: 0, arrears: 51 }]);
    world.fill(ANNA, 51);
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 200, result: 51 });
  });

  it('withdrawals and new loans are blocked until the arrears are paid; a missed instalment is not the whole loan', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 3_000, 15, EQUAL);
    const [first] = planOf(3_000, 10_000_000, 15, EQUAL);
    world.empty(ANNA);
    world.wait(5 * DAY + 1);
    const due = first!.interest + first!.principal;
    expect(world.of(loan)).toEqual([3_000, 195, due, OVERDUE]);
    world.fill(ANNA, 5_000);
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 4102 });
    expect(world.payBack(ANNA, loan, due)).toMatchObject({ code: 200 });
    expect(world.of(loan)[3]).toBe(PASSED);
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 200 });
    for (let day = 0; day < 10; day += 1) world.wait(DAY);
    expect(world.of(loan)).toEqual([0, 0, 0, SETTLED]);
    expect(world.loans.scores.get(ANNA)).toBe(95);
  });

  it('an overdue loan locks withdrawals (3105) until it is paid', () => {
    const funds = [LENDING, ACCOUNT_CLASS.rewards].map((of) => ({ class: of, asset: USDT, amount: 50_000 }));
    const world = walletWorld({ funds }, 3, [productOf()]);
    const loan = world.must(
      command('loan.apply', { user: ANNA, ...NO_KEY, product: 1, amount: 1_000, days: 7, repayType: 1 }),
    );
    world.must(command('loan.decide', { operator: 1, loan, decision: 1 }));
    world.transfer(ANNA, 1, 6, USDT, world.free(ANNA) - 600);
    expect(world.send(request(ANNA, USDT, 40))).toMatchObject({ code: 200 });
    world.wait(7 * DAY + 1);
    world.tick();
    expect(world.send(request(ANNA, USDT, 40))).toMatchObject({ code: 3105 });
    expect(world.send(request(BEN, USDT, 40)), 'Ben owes nothing').toMatchObject({ code: 200 });
    world.transfer(ANNA, 6, 1, USDT, 2_000);
    expect(world.send(command('loan.repay', { user: ANNA, ...NO_KEY, loan, amount: 0 }))).toMatchObject({ code: 200 });
    expect(world.send(request(ANNA, USDT, 40))).toMatchObject({ code: 200 });
  });

  it('instalments missed one after the other add up; the score falls 5 once and 1 a day', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 3_000, 15, EQUAL);
    world.empty(ANNA);
    for (let day = 0; day < 15; day += 1) world.wait(DAY);
    world.wait(1);
    const [principal, interest, arrears, status] = world.of(loan);
    expect(status).toBe(OVERDUE);
    expect(arrears, 'all of it is due').toBe(principal! + interest!);
    // Overdue since the fifth noon: ten midnights.
    expect(world.loans.scores.get(ANNA)).toBe(100 - 5 - 10);
    world.fill(ANNA, 5_000);
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 200 });
    expect(world.of(loan)[3]).toBe(SETTLED);
  });

  it('under 60 points there are no loans; a score ends at 0', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000, 7);
    world.empty(ANNA);
    for (let day = 0; day < 45; day += 1) world.wait(DAY);
    expect(world.loans.scores.get(ANNA)).toBe(100 - 5 - 38);
    world.fill(ANNA, 30_000);
    world.payBack(ANNA, loan);
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 4101, expected: 0 });
    const other = world.lend(BEN, 1_000, 7);
    world.empty(BEN);
    for (let day = 0; day < 130; day += 1) world.wait(DAY);
    expect(world.loans.scores.get(BEN)).toBe(0);
    expect(world.of(other)[3]).toBe(OVERDUE);
  });

  it('a frozen customer pays back, and applies for none', () => {
    const world = new LoanWorld();
    const loan = world.lend(ANNA, 1_000, 7);
    world.must(command('user.set', { user: ANNA, stage: 2, locks: 1 }));
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 1011 });
    expect(world.payBack(ANNA, loan)).toMatchObject({ code: 200 });
  });

  it('terms are kept as they were when it was applied for', () => {
    const world = new LoanWorld();
    const loan = world.must(world.applyOf(ANNA, 1_000));
    expect(agreed(world, productOf({ rate: 500_000_000, overdue: 10_000_000 }))).toMatchObject({ code: 200 });
    world.review(loan);
    expect(world.of(loan)).toEqual([1_000, 10, 0, PASSED]);
    expect(agreed(world, productOf({ asset: BTC })), 'a product’s asset stays').toMatchObject({ code: 400 });
    expect(agreed(world, productOf({ min: 11_000 }))).toMatchObject({ code: 400 });
    expect(agreed(world, productOf({ asset: 99, product: 2 }))).toMatchObject({ code: 400 });
  });
});

describe('money §7 states: every cell of the table', () => {
  /** A loan brought to a status, and what each step does there. */
  const brought: Record<number, (world: LoanWorld) => number> = {
    [PENDING]: (world) => world.must(world.applyOf(ANNA, 1_000)),
    [PASSED]: (world) => world.lend(ANNA, 1_000),
    [FAILED]: (world) => {
      const loan = world.must(world.applyOf(ANNA, 1_000));
      world.review(loan, 2);
      return loan;
    },
    [SETTLED]: (world) => {
      const loan = world.lend(ANNA, 1_000);
      world.payBack(ANNA, loan);
      return loan;
    },
    [OVERDUE]: (world) => {
      const loan = world.lend(ANNA, 1_000);
      world.empty(ANNA);
      world.wait(7 * DAY + 1);
      return loan;
    },
  };
  const steps: Record<LoanStep, (world: LoanWorld, loan: number) => number | undefined> = {
    pass: (world, loan) => world.review(loan, 1).code,
    fail: (world, loan) => world.review(loan, 2).code,
    repay: (world, loan) => world.payBack(ANNA, loan, 5).code,
    debit: (world) => world.wait(7 * DAY + 1) as undefined,
    miss: (world) => {
      world.empty(ANNA);
      world.wait(7 * DAY + 1);
      return undefined;
    },
    collect: (world) => {
      world.wait(DAY);
      return undefined;
    },
  };
  for (const [status, bring] of Object.entries(brought))
    for (const step of STEPS)
      it(`status ${status}, ${step}`, () => {
        const world = new LoanWorld();
        const loan = bring(world);
        if (Number(status) === OVERDUE) world.fill(ANNA, 20);
        const emitted = world.loans.emitted.length;
        const code = steps[step](world, loan);
        const to = LOAN_STEPS[Number(status)]![step];
        const after = world.loans.loans.get(loan)!.status;
        if (to === undefined) {
          if (code !== undefined) expect(code).toBe(4103);
          // Time does nothing to a loan that is over; a passed or overdue one goes the way of its own steps.
          if ([PENDING, FAILED, SETTLED].includes(Number(status)))
            expect(world.loans.emitted.length, 'nothing was emitted').toBe(emitted);
        } else {
          if (code !== undefined) expect(code).toBe(200);
          expect(to).toContain(after);
        }
      });
});
