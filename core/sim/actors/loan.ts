// Loan actors: apply beyond their limit, decided by one and by two operators, repaid early, late or by the day.

import { CENT, USDT } from '../scenes/scene.ts';
import type { Act, OperatorAct, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const PRODUCTS = [
  { product: 1, asset: USDT, min: 1e8, max: 2e10, rate: 300_000, threshold: 5e9, perPoint: 1e8 },
  { product: 2, asset: CENT, min: 10, max: 5_000, rate: 7_654_321, threshold: 2_000, perPoint: 50 },
] as const;

function terms(product: (typeof PRODUCTS)[number], more = 0): Float64Array {
  return write('loan.set', {
    ...product,
    rate: product.rate + more,
    overdue: 1_500_000,
    days: 15,
    leastScore: 60,
    open: 1,
  });
}

export function loanSetup(): Float64Array[] {
  return PRODUCTS.map((product) => terms(product));
}

export function otherLoan(scenario: Scenario): Float64Array {
  return terms(scenario.random.of(PRODUCTS), scenario.random.below(1_000));
}

function apply(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const { product, min, max } = random.of(PRODUCTS);
  const amount = Math.floor(min + (max - min) * random.part() * (random.once(4) ? 1 : 0.2));
  return write('loan.apply', {
    user,
    ...scenario.key(),
    product,
    amount,
    days: random.of([7, 7, 15, 30, 60, 8]),
    repayType: random.from(1, 2),
  });
}

function repay(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const all = [...books.loans.loans.values()];
  const loan =
    random.once(12) && all.length > 0 ? random.of(all) : all.find((one) => one.user === user && one.principal > 0);
  if (loan === undefined) return undefined;
  return write('loan.repay', {
    user,
    ...scenario.key(),
    loan: loan.id,
    amount: random.once(3) ? 0 : Math.max(1, Math.floor(loan.principal * random.part())),
  });
}

export const loanActs: readonly Act[] = [
  { name: 'apply', weights: { borrower: 8, attacker: 2, hoarder: 1, clumsy: 1 }, make: apply },
  { name: 'repay loan', weights: { borrower: 4, attacker: 2, hoarder: 1 }, make: repay },
];

function pending(scenario: Scenario): number {
  for (const loan of scenario.books.loans.loans.values()) if (loan.status === 0) return loan.id;
  return 0;
}

export const loanTreasury: readonly OperatorAct[] = [
  {
    every: 8,
    make: (scenario) => {
      const loan = pending(scenario);
      return loan === 0
        ? undefined
        : write('loan.decide', {
            operator: scenario.random.from(1, 5),
            loan,
            decision: scenario.random.once(4) ? 2 : 1,
          });
    },
  },
];

/** A decision of two operators: a loan above the threshold. */
export function decideByTwo(scenario: Scenario): Float64Array | undefined {
  const loan = pending(scenario);
  return loan === 0
    ? undefined
    : write('loan.decide', { operator: 0, loan, decision: scenario.random.once(5) ? 2 : 1 });
}

/** In the calm phase pending loans fail, and debts are funded and repaid. */
export function loanSettles(scenario: Scenario): Float64Array[] {
  return [...scenario.books.loans.loans.values()]
    .filter(({ status }) => status === 0)
    .map(({ id }) => write('loan.decide', { operator: 1, loan: id, decision: 2 }));
}

export function loanEnds(scenario: Scenario, user: number): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const loan of scenario.books.loans.loans.values()) {
    if (loan.user !== user || loan.status === 0) continue;
    // Debts of reversed deposits are repaid first.
    const owed = scenario.books.custody.owedOf(user, loan.asset);
    const amount = Math.ceil((loan.principal + loan.interest) * 1.05) + 100 + owed;
    commands.push(
      write('deposit.credit', {
        ...{ user, asset: loan.asset, amount, rail: 1, transactionHigh: 2 ** 41 + user, transactionLow: scenario.time },
        position: commands.length,
      }),
      write('loan.repay', { user, loan: loan.id, amount: 0 }),
    );
  }
  return commands;
}
