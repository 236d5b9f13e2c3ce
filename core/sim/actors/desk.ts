// Persons of the desk: they stop and start, propose and approve; one of them thinks that one person is enough.

import { spots, USDT } from '../scene.ts';
import type { HouseAct, Stage } from '../stage.ts';
import { write } from '../words.ts';
import { campaign, openRails, otherRail } from './custody.ts';
import { contracts } from './contracts.ts';
import { otherProduct } from './earn.ts';
import { decideByTwo, otherLoan } from './loan.ts';
import { marginTerms } from './margin.ts';
import { claimBond, otcTerms, rule } from './otc.ts';
import { otherTerms } from './second.ts';

/** Operators 1 to 4 have every role, 5 support only, 9 is nobody. */
const ALL = 31;

export function deskSetup(): Float64Array[] {
  return [1, 2, 3, 4, 5].map((operator) => write('desk.grant', { operator, roles: operator === 5 ? 1 : ALL }));
}

function operator(stage: Stage): number {
  return stage.dice.once(12) ? stage.dice.of([5, 9]) : stage.dice.from(1, 4);
}

function proposed(stage: Stage, words: Float64Array): Float64Array {
  return write('proposal.make', { operator: operator(stage), words: [...words].map((word) => ({ word })) });
}

/** What two persons may do, some of it what they may not. */
const IDEAS: readonly ((stage: Stage) => Float64Array | undefined)[] = [
  (stage) =>
    write('treasury.move', {
      ...{
        from: stage.dice.of([8, 11, 11, 9, 17]),
        to: stage.dice.of([10, 14, 13, 15, 12]),
        asset: stage.dice.from(1, 6),
      },
      amount: stage.dice.from(1, 100_000),
    }),
  (stage) =>
    write('correction', {
      user: stage.someone(),
      asset: stage.dice.from(1, 6),
      amount: stage.dice.from(1, 2_000),
      cause: 5,
    }),
  (stage) => write('user.unfreeze', { user: frozen(stage), locks: 3 }),
  (stage) => write('account.link', { user: stage.someone(), other: stage.someone() }),
  (stage) => write('account.unlink', { user: stage.someone() }),
  (stage) => write('market.change', { market: stopped(stage), state: 1 }),
  (stage) => write('market.change', { market: stopped(stage), state: 1 }),
  (stage) => write('market.change', { market: 3, minValue: stage.dice.from(10, 30), maxValue: 1e9 }),
  (stage) =>
    write('parameters.set', {
      tiers: [
        { volume: 0, maker: 900 + stage.dice.below(200), taker: 1_900 + stage.dice.below(200) },
        { volume: 100_000, maker: 800, taker: 1_500 },
        { volume: 5_000_000, maker: 0, taker: 999 },
      ],
      ...{ safety: 100_000, first: stage.dice.from(150_000, 200_000), second: 100_000, third: 50_000 },
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
  (stage) => otcTerms(900 + stage.dice.below(200)),
  (stage) => marginTerms(9_000 + stage.dice.below(2_000)),
  (stage) => {
    const { market, impact, tiers } = stage.dice.of(contracts);
    const more = stage.dice.from(0, 200);
    return write('contract.change', {
      market,
      impact: impact + more,
      tiers: tiers.map((tier) => ({ ...tier, rate: tier.rate + more })),
    });
  },
  (stage) =>
    write('withdrawal.limits', {
      stage1: 3_000,
      stage2: 200_000,
      vip: 1_000_000,
      threshold: stage.dice.from(3_000, 6_000),
      hour: 200_000,
    }),
  (stage) => write('withdrawal.rules', { most: stage.dice.below(2_000), day: stage.dice.below(3_000) }),
  (stage) => write('swap.set', { assets: swaps(stage) }),
  (stage) => write('desk.grant', { operator: 5, roles: stage.dice.of([1, 3, 9]) }),
  (stage) => {
    const open = [...stage.books.custody.withdrawals.values()].find((one) => one.status === 1);
    return open === undefined
      ? undefined
      : write('withdrawal.approve', { operator: 0, withdrawal: open.id, decision: 1 });
  },
];

function swaps(stage: Stage): { asset: number; instrument: number; spread: number }[] {
  const rows = [
    { asset: USDT, instrument: 0, spread: 0 },
    { asset: 6, instrument: 0, spread: 2_000 },
    { asset: 2, instrument: 1, spread: 500 + stage.dice.below(1_000) },
    { asset: 3, instrument: 2, spread: 3_000 },
  ];
  return stage.dice.once(6) ? rows.slice(0, 3) : rows;
}

function frozen(stage: Stage): number {
  const { users } = stage.books.auditor.people;
  for (let user = 2; user < users.length; user += 1)
    if ((users[user]?.locks ?? 0) !== 0 && stage.dice.below(3) > 0) return user;
  return stage.someone();
}

function stopped(stage: Stage): number {
  const { markets } = stage.books.spot;
  const closed = markets.find((market) => market !== undefined && market.state !== 1)?.market;
  if (closed !== undefined && stage.dice.below(4) > 0) return closed;
  for (const market of stage.books.seconds.markets.values()) if (market.state !== 1) return market.market;
  for (const contract of stage.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1) return contract.market;
  return stage.dice.of(spots).market;
}

function decide(stage: Stage): Float64Array | undefined {
  const { dice } = stage;
  const open = [...stage.books.desk.proposals.values()];
  if (open.length === 0) return undefined;
  const one = dice.of(open);
  const kind = dice.below(10);
  // The same person a second time, or one without the role.
  if (kind === 0) return write('proposal.approve', { operator: one.by, proposal: one.id });
  if (kind === 1) return write('proposal.refuse', { operator: operator(stage), proposal: one.id });
  return write('proposal.approve', { operator: kind === 2 ? operator(stage) : 1 + (one.by % 4), proposal: one.id });
}

export const deskHouse: readonly HouseAct[] = [
  {
    every: 12,
    make: (stage) => {
      const words = stage.dice.of(IDEAS)(stage);
      return words === undefined ? undefined : proposed(stage, words);
    },
  },
  { every: 10, make: decide },
  {
    every: 700,
    make: (stage) =>
      write('market.stop', {
        ...{
          operator: operator(stage),
          market: stage.dice.once(2) ? stage.dice.of(spots).market : stage.dice.from(301, 304),
        },
        state: stage.dice.from(2, 3),
      }),
  },
  {
    every: 300,
    make: (stage) =>
      write('user.freeze', { operator: operator(stage), user: stage.someone(), locks: stage.dice.from(1, 3) }),
  },
  {
    every: 250,
    make: (stage) => {
      const user = stage.someone();
      return write('user.set', { user, stage: stage.books.auditor.people.users[user]?.stage ?? 0, locks: 1 });
    },
  },
  {
    every: 150,
    make: (stage) =>
      write('agent.set', { user: stage.someone(), agent: stage.someone(), share: stage.dice.below(300_001) }),
  },
  { every: 400, make: (stage) => write('user.set', { user: stage.someone(), stage: stage.dice.below(3), locks: 0 }) },
  {
    every: 2_500,
    make: (stage) => (stage.people < 60 ? write('user.open', { referrer: stage.someone() }) : undefined),
  },
];

/** In the calm every market goes on and every lock is lifted; what was proposed runs out. */
export function deskSettles(stage: Stage): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const market of stage.books.spot.markets)
    if (market !== undefined && market.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: market.market, state: 1 })));
  for (const market of stage.books.seconds.markets.values())
    if (market.state !== 1) commands.push(proposedBy(1, write('market.change', { market: market.market, state: 1 })));
  for (const contract of stage.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: contract.market, state: 1 })));
  for (const contract of stage.books.contracts.contracts)
    if (contract !== undefined && contract.state !== 1)
      commands.push(proposedBy(1, write('market.change', { market: contract.market, state: 1 })));
  for (const words of openRails(stage)) commands.push(proposedBy(1, words));
  const { users } = stage.books.auditor.people;
  for (let user = 2; user < users.length; user += 1)
    if ((users[user]?.locks ?? 0) !== 0) {
      commands.push(write('user.set', { user, stage: users[user]?.stage ?? 1, locks: 0 }));
      // What the desk locked only two persons unlock.
      commands.push(proposedBy(1, write('user.unfreeze', { user, locks: 3 })));
    }
  for (const { id, by } of stage.books.desk.proposals.values())
    commands.push(write('proposal.approve', { operator: by === 1 ? 2 : 1, proposal: id }));
  return commands;
}

function proposedBy(who: number, words: Float64Array): Float64Array {
  return write('proposal.make', { operator: who, words: [...words].map((word) => ({ word })) });
}
