// Custody actors: deposits seen twice and reversed, withdrawals through their steps, swaps, rewards.

import { BTC, CENT, DAY, ETH, USD, USDT } from '../scenes/scene.ts';
import type { Act, OperatorAct, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const CHAIN = 1;
const BANK = 2;
/** [rail, asset, minimum deposit, minimum withdrawal, fee, fee rate, step, instrument]. */
const RAILS = [
  [CHAIN, USDT, 1, 2_000_000, 1_000_000, 0, 1, 0],
  [CHAIN, BTC, 100, 50_000, 10_000, 0, 1, 1],
  [CHAIN, ETH, 100, 100_000, 100_000, 0, 1, 2],
  [CHAIN, CENT, 3, 5, 2, 0, 1, 0],
  [BANK, USD, 10_000, 1_000_000, 5_000_000, 5_000, 10_000, 0],
] as const;

function railOf(row: (typeof RAILS)[number], open = 3): Float64Array {
  const [rail, asset, minDeposit, minWithdrawal, fee, feeRate, step, instrument] = row;
  return write('rail.set', { rail, asset, open, minDeposit, minWithdrawal, fee, feeRate, step, instrument });
}

export function custodySetup(): Float64Array[] {
  return [
    ...RAILS.map((row) => railOf(row)),
    write('withdrawal.limits', { stage1: 3_000, stage2: 200_000, vip: 1_000_000, threshold: 5_000, hour: 20_000 }),
    write('withdrawal.rules', { most: 500, day: 900 }),
    write('swap.set', {
      assets: [
        { asset: USDT, instrument: 0, spread: 0 },
        { asset: USD, instrument: 0, spread: 2_000 },
        { asset: BTC, instrument: 1, spread: 1_000 },
        { asset: ETH, instrument: 2, spread: 3_000 },
      ],
    }),
  ];
}

/** Earlier deposits, to repeat or reverse them. */
const seen = new WeakMap<Scenario, Float64Array[]>();

function credit(scenario: Scenario): Float64Array {
  const { random } = scenario;
  const known = seen.get(scenario) ?? [];
  seen.set(scenario, known);
  // Both the poller and the webhook saw it.
  if (known.length > 0 && random.once(3)) return random.of(known);
  const row = random.of(RAILS);
  const step = row[6];
  const words = write('deposit.credit', {
    ...{
      user: scenario.someone(),
      asset: row[1],
      amount: step * (1 + random.below(random.once(3) ? 3 : 40_000)) * (row[1] === USDT ? 10_000 : 1),
    },
    ...{
      rail: row[0],
      transactionHigh: random.below(1_000_000),
      transactionLow: random.below(1_000_000),
      position: random.below(3),
    },
  });
  if (known.length < 200) known.push(words);
  else known[random.below(200)] = words;
  return words;
}

/** A chain reorganisation: it drops a block and mines its payments again. */
function reorganise(scenario: Scenario): Float64Array | undefined {
  return taken(scenario, scenario.random.once(2) ? 'deposit.reverse' : 'deposit.restore');
}

function reverse(scenario: Scenario): Float64Array | undefined {
  return taken(scenario, 'deposit.reverse');
}

function taken(scenario: Scenario, name: 'deposit.reverse' | 'deposit.restore'): Float64Array | undefined {
  const known = seen.get(scenario);
  if (known === undefined || known.length === 0) return undefined;
  const words = scenario.random.of(known);
  const [rail, transactionHigh, transactionLow, position] = words.subarray(5, 9) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return write(name, { rail, transactionHigh, transactionLow, position });
}

/** One step of a user's withdrawal, not always the right one. */
function step(scenario: Scenario): Float64Array | undefined {
  const { random, books } = scenario;
  const open = books.custody.withdrawals;
  if (open.size === 0) return undefined;
  let skip = random.below(Math.min(open.size, 8));
  for (const one of open.values()) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    if (one.status === 1 && random.once(3)) return write('withdrawal.pass', { withdrawal: one.id });
    if (one.status === 1)
      return write('withdrawal.approve', {
        operator: random.from(1, 5),
        withdrawal: one.id,
        decision: random.once(8) ? 2 : 1,
      });
    if (one.status > 2 && random.once(12))
      return write(random.once(2) ? 'withdrawal.failProven' : 'withdrawal.replan', {
        ...{ withdrawal: one.id, transactionHigh: random.from(1, 1_000_000), transactionLow: one.id },
      });
    const next = random.once(10)
      ? random.from(1, 4)
      : one.status === 2
        ? random.once(9)
          ? 4
          : 1
        : one.status === 3
          ? random.from(2, 3)
          : 3;
    const costs = next === 3 && random.once(2);
    return write('withdrawal.step', {
      ...{ withdrawal: one.id, step: next, cost: costs ? random.from(1, 30_000) : 0 },
      costAsset: costs ? (random.once(3) ? one.asset : ETH) : 0,
    });
  }
  return undefined;
}

export const custodyExchange: readonly OperatorAct[] = [
  { every: 6, make: credit },
  { every: 60, make: reverse },
  { every: 50, make: reorganise },
  { every: 3, make: step },
];

/** Atoms of one whole USDT and USD. */
const DOLLAR = 1_000_000;

function request(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const row = random.of(RAILS);
  const free = scenario.free(user, row[1]);
  const dollars = row[1] === USDT || row[1] === USD;
  // Half of the dollar amounts are near the limit that passes without review.
  const wanted =
    dollars && random.once(2)
      ? Math.min(free, scenario.books.custody.rules.most * DOLLAR * (0.4 + 0.8 * random.part()))
      : free * random.part() * (random.once(4) ? 1 : 0.05);
  const amount = Math.max(1, Math.floor(wanted / row[6]) * row[6]);
  return write('withdrawal.request', {
    user,
    ...scenario.key(),
    asset: row[1],
    rail: row[0],
    amount,
    destination: random.bits48(),
  });
}

/** The largest possible withdrawal: occupies a coin's hourly limit for free, where that is possible. */
function hog(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const own = [...scenario.books.custody.withdrawals.values()].filter((one) => one.user === user && one.status < 3);
  const granted = own.find(({ id }) => scenario.books.custody.queue.isGranted(id));
  // Cancels a granted withdrawal before it is signed, and requests it again.
  if (granted !== undefined && random.once(2))
    return write('withdrawal.cancel', { user, ...scenario.key(), withdrawal: granted.id });
  const row = random.of(RAILS);
  const most = scenario.books.custody.queue.most(row[1]);
  const amount = Math.floor(Math.min(scenario.free(user, row[1]) * 0.9, most) / row[6]) * row[6];
  if (amount === 0) return undefined;
  const [rail, asset] = row;
  return write('withdrawal.request', { user, ...scenario.key(), asset, rail, amount, destination: random.bits48() });
}

function cancel(scenario: Scenario, user: number): Float64Array | undefined {
  const open = [...scenario.books.custody.withdrawals.values()].slice(0, 30);
  const own =
    open.find((one) => one.user === user) ??
    (open.length > 0 && scenario.random.once(3) ? scenario.random.of(open) : undefined);
  return own === undefined ? undefined : write('withdrawal.cancel', { user, ...scenario.key(), withdrawal: own.id });
}

/** A pair of assets to swap. */
function pair(scenario: Scenario): { from: number; to: number } | undefined {
  const assets = [...scenario.books.custody.legs.keys()];
  if (assets.length < 2) return undefined;
  const from = scenario.random.of(assets);
  return { from, to: scenario.random.of(assets.filter((asset) => asset !== from)) };
}

/** Atoms of `to` for `amount` of `from` at the last indexes, without a spread. */
function atIndex({ books }: Scenario, { from, to }: { from: number; to: number }, amount: number): number {
  const [given, got] = [from, to].map((asset) => {
    const { instrument = 0 } = books.custody.legs.get(asset) ?? {};
    const unit = BigInt(books.spot.scales[asset] ?? 1);
    if (instrument === 0) return { price: 1n, whole: unit };
    const { price, tickDecimals } = books.auditor.prices.of(instrument);
    return { price: BigInt(price === 0 ? 1 : price), whole: unit * 10n ** BigInt(tickDecimals + 2) };
  });
  if (given === undefined || got === undefined) return 0;
  return Number((BigInt(amount) * given.price * got.whole) / (given.whole * got.price));
}

/** The accepted minimum: some percent below the index, or almost nothing. */
function swap(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const sides = pair(scenario);
  if (sides === undefined) return undefined;
  const amount = scenario.partOf(scenario.free(user, sides.from));
  const least = random.once(3) ? 1 : Math.floor(atIndex(scenario, sides, amount) * (0.97 + 0.03 * random.part()));
  return write('swap.place', { user, ...scenario.key(), ...sides, amount, least: Math.max(1, least) });
}

/**
 * Swaps the whole balance into what just rose or out of what just fell, with a minimum that only a better index than
 * now meets. This would profit if the price could be chosen from past ticks.
 */
function sprint(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const coins = [...books.custody.legs].filter(([, { instrument }]) => instrument !== 0);
  if (coins.length === 0) return undefined;
  const [coin, { instrument }] = random.of(coins);
  const [before, last] = books.auditor.prices.of(instrument).ticks.slice(-2);
  if (before === undefined || last === undefined || before.price === last.price) return undefined;
  const sides = last.price > before.price ? { from: USDT, to: coin } : { from: coin, to: USDT };
  if (!books.custody.legs.has(USDT)) return undefined;
  const amount = Math.max(1, scenario.free(user, sides.from));
  const least = Math.max(1, Math.floor(atIndex(scenario, sides, amount) * random.of([0, 0, 0.99, 0.999])));
  return write('swap.place', { user, ...scenario.key(), ...sides, amount, least });
}

function claim(scenario: Scenario, user: number): Float64Array | undefined {
  const campaigns = [...scenario.books.custody.campaigns.keys()];
  if (campaigns.length === 0) return undefined;
  return write('reward.claim', {
    user,
    ...scenario.key(),
    campaign: campaigns.at(-1 - scenario.random.below(Math.min(3, campaigns.length))) ?? 1,
  });
}

export const custodyActs: readonly Act[] = [
  { name: 'withdraw', weights: { hoarder: 10, trader: 1, attacker: 4, clumsy: 2 }, make: request },
  { name: 'withdrawal.hog', weights: { attacker: 3 }, make: hog },
  { name: 'withdrawal.cancel', weights: { hoarder: 3, attacker: 3, clumsy: 1 }, make: cancel },
  { name: 'swap', weights: { hoarder: 12, trader: 2, borrower: 4, attacker: 6, gambler: 2 }, make: swap },
  { name: 'swap.sprint', weights: { attacker: 8, gambler: 2 }, make: sprint },
  { name: 'reward', weights: { hoarder: 2, attacker: 2, clumsy: 1 }, make: claim },
];

/** A campaign that two operators may fund. */
export function campaign(scenario: Scenario): Float64Array {
  const { random, books } = scenario;
  const each = random.from(1, 1_000);
  const asset = random.of([USDT, CENT]);
  const opens = scenario.time + random.from(1_000, 60_000);
  return write('campaign.fund', {
    ...{
      campaign: books.custody.campaigns.size + 1,
      asset,
      each,
      total: each * random.from(1, 60) + random.below(each),
    },
    ...{ opens, closes: opens + random.from(1, 5) * DAY - random.below(DAY), stage: random.below(3) },
  });
}

/** New terms of a rail, or a changed list of swappable assets. */
export function otherRail(scenario: Scenario): Float64Array {
  return railOf(scenario.random.of(RAILS), scenario.random.once(4) ? scenario.random.below(4) : 3);
}

/** Commands for two operators that reopen closed rails. */
export function openRails(scenario: Scenario): Float64Array[] {
  const { rails } = scenario.books.custody;
  return RAILS.filter(([rail, asset]) =>
    [...rails.values()].some((one) => one.rail === rail && one.asset === asset && one.open !== 3),
  ).map((row) => railOf(row));
}

/** Withdrawals proceed to their end. */
export function custodySettles(scenario: Scenario): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const { id, status } of scenario.books.custody.withdrawals.values()) {
    if (status === 1) commands.push(write('withdrawal.approve', { operator: 1, withdrawal: id, decision: 2 }));
    else commands.push(write('withdrawal.step', { withdrawal: id, step: status === 2 ? 1 : 3 }));
    if (status === 2) commands.push(write('withdrawal.approve', { operator: 1, withdrawal: id, decision: 2 }));
  }
  return commands;
}
