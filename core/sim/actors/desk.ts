// Desk actors: operators stop and start, propose and approve; one of them tries to approve alone.

import { spots, USDT } from '../scenes/scene.ts';
import type { OperatorAct, Scenario } from '../scenario.ts';
import { write } from '../words.ts';
import { campaign, openRails, otherRail } from './custody.ts';
import { contracts } from './contract-listings.ts';
import { otherProduct } from './earn.ts';
import { decideByTwo, otherLoan } from './loan.ts';
import { marginTerms } from './margin.ts';
import { claimBond, otcTerms, rule } from './otc.ts';
import { otherTerms } from './second.ts';

/** Operators 1 to 4 have every role, 5 support only, 9 does not exist. */
const ALL = 31;

export function deskSetup(): Float64Array[] {
  return [1, 2, 3, 4, 5].map((operator) => write('desk.grant', { operator, roles: operator === 5 ? 1 : ALL }));
}

function operator(scenario: Scenario): number {
  return scenario.random.once(12) ? scenario.random.of([5, 9]) : scenario.random.from(1, 4);
}

function proposed(scenario: Scenario, words: Float64Array): Float64Array {
  return write('proposal.make', { operator: operator(scenario), words: [...words].map((word) => ({ word })) });
}

/** Commands that two operators may send, including some that they may not. */
const IDEAS: readonly ((scenario: Scenario) => Float64Array | undefined)[] = [
  (scenario) =>
    write('treasury.move', {
      ...{
        from: scenario.random.of([8, 11, 11, 9, 17]),
        to: scenario.random.of([10, 14, 13, 15, 12]),
        asset: scenario.random.from(1, 6),
      },
      amount: scenario.random.from(1, 100_000),
    }),
  (scenario) =>
    write('correction', {
      user: scenario.someone(),
      asset: scenario.random.from(1, 6),
      amount: scenario.random.from(1, 2_000),
      cause: 5,
    }),
  (scenario) => write('user.unfreeze', { user: frozen(scenario), locks: 3 }),
  (scenario) => write('account.link', { user: scenario.someone(), other: scenario.someone() }),
  (scenario) => write('account.unlink', { user: scenario.someone() }),
  (scenario) => write('market.change', { market: stopped(scenario), state: 1 }),
  (scenario) => write('market.change', { market: stopped(scenario), state: 1 }),
  (scenario) => write('market.change', { market: 3, minValue: scenario.random.from(10, 30), maxValue: 1e9 }),
  (scenario) =>
    write('parameters.set', {
      tiers: [
        { volume: 0, maker: 900 + scenario.random.below(200), taker: 1_900 + scenario.random.below(200) },
        { volume: 100_000, maker: 800, taker: 1_500 },
        { volume: 5_000_000, maker: 0, taker: 999 },
      ],
      ...{ safety: 100_000, first: scenario.random.from(150_000, 200_000), second: 100_000, third: 50_000 },
    }),
  campaign,
  campaign,
  otherRail,
  otherTerms,
  otherProduct,
  otherLoan,
  decideByTwo,
  decideByTwo,
  rule,
  rule,
  claimBond,
  (scenario) => otcTerms(900 + scenario.random.below(200)),
  (scenario) => marginTerms(9_000 + scenario.random.below(2_000)),
  (scenario) => {
    const { market, impact, tiers } = scenario.random.of(contracts);
    const more = scenario.random.from(0, 200);
    return write('contract.change', {
      market,
      impact: impact + more,
      tiers: tiers.map((tier) => ({ ...tier, rate: tier.rate + more })),
    });
  },
  (scenario) =>
    write('withdrawal.limits', {
      stage1: 3_000,
      stage2: 200_000,
      vip: 1_000_000,
      threshold: scenario.random.from(3_000, 6_000),
      hour: 200_000,
    }),
  (scenario) => write('withdrawal.rules', { most: scenario.random.below(2_000), day: scenario.random.below(3_000) }),
  (scenario) => write('swap.set', { assets: swaps(scenario) }),
  (scenario) => write('desk.grant', { operator: 5, roles: scenario.random.of([1, 3, 9]) }),
  (scenario) => {
    const open = [...scenario.books.custody.withdrawals.values()].find((one) => one.status === 1);
    return open === undefined
      ? undefined
      : write('withdrawal.approve', { operator: 0, withdrawal: open.id, decision: 1 });
  },
];

function swaps(scenario: Scenario): { asset: number; instrument: number; spread: number }[] {
  const rows = [
    { asset: USDT, instrument: 0, spread: 0 },
    { asset: 6, instrument: 0, spread: 2_000 },
    { asset: 2, instrument: 1, spread: 500 + scenario.random.below(1_000) },
    { asset: 3, instrument: 2, spread: 3_000 },
  ];
  return scenario.random.once(6) ? rows.slice(0, 3) : rows;
}

function frozen(scenario: Scenario): number {
  const { users } = scenario.books.auditor.people;
  for (let user = 2; user < users.length; user += 1)
    if ((users[user]?.locks ?? 0) !== 0 && scenario.random.below(3) > 0) return user;
  return scenario.someone();
}

function stopped(scenario: Scenario): number {
  const { markets } = scenario.books.spot;
  const closed = markets.find((market) => market !== undefined && market.state !== 1)?.market;
  if (closed !== undefined && scenario.random.below(4) > 0) return closed;
  for (const market of scenario.books.seconds.markets.values()) if (market.state !== 1) return market.market;
  for (const contract of scenario.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1) return contract.market;
  return scenario.random.of(spots).market;
}

function decide(scenario: Scenario): Float64Array | undefined {
  const { random } = scenario;
  const open = [...scenario.books.desk.proposals.values()];
  if (open.length === 0) return undefined;
  const one = random.of(open);
  const kind = random.below(10);
  // The same operator a second time, or one without the role.
  if (kind === 0) return write('proposal.approve', { operator: one.by, proposal: one.id });
  if (kind === 1) return write('proposal.refuse', { operator: operator(scenario), proposal: one.id });
  return write('proposal.approve', { operator: kind === 2 ? operator(scenario) : 1 + (one.by % 4), proposal: one.id });
}

export const deskExchange: readonly OperatorAct[] = [
  {
    every: 12,
    make: (scenario) => {
      const words = scenario.random.of(IDEAS)(scenario);
      return words === undefined ? undefined : proposed(scenario, words);
    },
  },
  { every: 10, make: decide },
  {
    every: 700,
    make: (scenario) =>
      write('market.stop', {
        ...{
          operator: operator(scenario),
          market: scenario.random.once(2) ? scenario.random.of(spots).market : scenario.random.from(301, 304),
        },
        state: scenario.random.from(2, 3),
      }),
  },
  {
    every: 300,
    make: (scenario) =>
      write('user.freeze', {
        operator: operator(scenario),
        user: scenario.someone(),
        locks: scenario.random.from(1, 3),
      }),
  },
  {
    every: 250,
    make: (scenario) => {
      const user = scenario.someone();
      return write('user.set', { user, stage: scenario.books.auditor.people.users[user]?.stage ?? 0, locks: 1 });
    },
  },
  {
    every: 150,
    make: (scenario) =>
      write('agent.set', {
        user: scenario.someone(),
        agent: scenario.someone(),
        share: scenario.random.below(300_001),
      }),
  },
  {
    every: 400,
    make: (scenario) => write('user.set', { user: scenario.someone(), stage: scenario.random.below(3), locks: 0 }),
  },
  {
    every: 2_500,
    make: (scenario) => (scenario.people < 60 ? write('user.open', { referrer: scenario.someone() }) : undefined),
  },
];

/** In the calm phase every market resumes and every lock is cleared; proposals expire. */
export function deskSettles(scenario: Scenario): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const market of scenario.books.spot.markets)
    if (market !== undefined && market.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: market.market, state: 1 })));
  for (const market of scenario.books.seconds.markets.values())
    if (market.state !== 1) commands.push(proposedBy(1, write('market.change', { market: market.market, state: 1 })));
  for (const contract of scenario.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: contract.market, state: 1 })));
  for (const contract of scenario.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: contract.market, state: 1 })));
  for (const words of openRails(scenario)) commands.push(proposedBy(1, words));
  const { users } = scenario.books.auditor.people;
  for (let user = 2; user < users.length; user += 1)
    if ((users[user]?.locks ?? 0) !== 0) {
      commands.push(write('user.set', { user, stage: users[user]?.stage ?? 1, locks: 0 }));
      // Desk locks need two operators to unlock.
      commands.push(proposedBy(1, write('user.unfreeze', { user, locks: 3 })));
    }
  for (const { id, by } of scenario.books.desk.proposals.values())
    commands.push(write('proposal.approve', { operator: by === 1 ? 2 : 1, proposal: id }));
  return commands;
}

function proposedBy(who: number, words: Float64Array): Float64Array {
  return write('proposal.make', { operator: who, words: [...words].map((word) => ({ word })) });
}
