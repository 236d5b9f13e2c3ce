// What comes in and goes out: deposits seen twice and taken back, withdrawals through their steps, swaps, rewards.

import { BTC, CENT, DAY, ETH, USD, USDT } from '../scene.ts';
import type { Act, HouseAct, Stage } from '../stage.ts';
import { write } from '../words.ts';

const CHAIN = 1;
const BANK = 2;
/** [rail, asset, least deposit, least withdrawal, fee, rate of the fee, step, instrument]. */
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
    write('withdrawal.limits', { stage1: 3_000, stage2: 200_000, vip: 1_000_000, threshold: 5_000, hour: 200_000 }),
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

/** Deposits there were, to see them again or take them back. */
const seen = new WeakMap<Stage, Float64Array[]>();

function credit(stage: Stage): Float64Array {
  const { dice } = stage;
  const known = seen.get(stage) ?? [];
  seen.set(stage, known);
  // The poller and the webhook both saw it.
  if (known.length > 0 && dice.once(3)) return dice.of(known);
  const row = dice.of(RAILS);
  const step = row[6];
  const words = write('deposit.credit', {
    ...{
      user: stage.someone(),
      asset: row[1],
      amount: step * (1 + dice.below(dice.once(3) ? 3 : 40_000)) * (row[1] === USDT ? 10_000 : 1),
    },
    ...{
      rail: row[0],
      transactionHigh: dice.below(1_000_000),
      transactionLow: dice.below(1_000_000),
      position: dice.below(3),
    },
  });
  if (known.length < 200) known.push(words);
  else known[dice.below(200)] = words;
  return words;
}

function reverse(stage: Stage): Float64Array | undefined {
  const known = seen.get(stage);
  if (known === undefined || known.length === 0) return undefined;
  const words = stage.dice.of(known);
  const [rail, transactionHigh, transactionLow, position] = words.subarray(5, 9) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return write('deposit.reverse', { rail, transactionHigh, transactionLow, position });
}

/** One step of somebody's withdrawal, not always the right one. */
function step(stage: Stage): Float64Array | undefined {
  const { dice, books } = stage;
  const open = books.custody.withdrawals;
  if (open.size === 0) return undefined;
  let skip = dice.below(Math.min(open.size, 8));
  for (const one of open.values()) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    if (one.status === 1 && dice.once(3)) return write('withdrawal.pass', { withdrawal: one.id });
    if (one.status === 1)
      return write('withdrawal.approve', {
        operator: dice.from(1, 5),
        withdrawal: one.id,
        decision: dice.once(8) ? 2 : 1,
      });
    const next = dice.once(10)
      ? dice.from(1, 4)
      : one.status === 2
        ? dice.once(9)
          ? 4
          : 1
        : one.status === 3
          ? dice.from(2, 3)
          : 3;
    const costs = next === 3 && dice.once(2);
    return write('withdrawal.step', {
      ...{ withdrawal: one.id, step: next, cost: costs ? dice.from(1, 30_000) : 0 },
      costAsset: costs ? (dice.once(3) ? one.asset : ETH) : 0,
    });
  }
  return undefined;
}

export const custodyHouse: readonly HouseAct[] = [
  { every: 6, make: credit },
  { every: 60, make: reverse },
  { every: 3, make: step },
];

/** Atoms of one whole USDT and USD. */
const DOLLAR = 1_000_000;

function request(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const row = dice.of(RAILS);
  const free = stage.free(user, row[1]);
  const dollars = row[1] === USDT || row[1] === USD;
  // Half of those in dollars are about as much as passes without a person, a little less or more.
  const wanted =
    dollars && dice.once(2)
      ? Math.min(free, stage.books.custody.rules.most * DOLLAR * (0.4 + 0.8 * dice.part()))
      : free * dice.part() * (dice.once(4) ? 1 : 0.05);
  const amount = Math.max(1, Math.floor(wanted / row[6]) * row[6]);
  return write('withdrawal.request', {
    user,
    ...stage.key(),
    asset: row[1],
    rail: row[0],
    amount,
    destination: dice.bits48(),
  });
}

function cancel(stage: Stage, user: number): Float64Array | undefined {
  const open = [...stage.books.custody.withdrawals.values()].slice(0, 30);
  const own =
    open.find((one) => one.user === user) ?? (open.length > 0 && stage.dice.once(3) ? stage.dice.of(open) : undefined);
  return own === undefined ? undefined : write('withdrawal.cancel', { user, ...stage.key(), withdrawal: own.id });
}

/** Whole quotes are computed as the exchange's page would: from the ticks shown, here by the auditor's books. */
function swap(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  const { legs } = books.custody;
  const assets = [...legs.keys()];
  if (assets.length < 2) return undefined;
  const from = dice.of(assets);
  const to = dice.of(assets.filter((asset) => asset !== from));
  const amount = stage.partOf(stage.free(user, from));
  const leg = (asset: number): { tick: number; price: bigint; parts: bigint; spread: bigint } => {
    const { instrument = 0, spread = 0 } = legs.get(asset) ?? {};
    if (instrument === 0) return { tick: 0, price: 1n, parts: 1n, spread: BigInt(spread) };
    const known = books.auditor.prices.of(instrument);
    const tick = known.ticks.at(-1 - dice.below(Math.min(3, known.ticks.length)));
    return {
      tick: tick?.number ?? 1,
      price: BigInt(tick?.price ?? 1),
      parts: 10n ** BigInt(known.tickDecimals + 2),
      spread: BigInt(spread),
    };
  };
  const [given, got] = [leg(from), leg(to)];
  const [unitFrom, unitTo] = [BigInt(books.spot.scales[from] ?? 1), BigInt(books.spot.scales[to] ?? 1)];
  const exact =
    (BigInt(amount) * given.price * (2_000_000n - given.spread) * unitTo * got.parts) /
    (unitFrom * given.parts * got.price * (2_000_000n + got.spread));
  const receive = Number(exact) + (dice.once(30) ? 1 : 0);
  return write('swap.execute', {
    user,
    ...stage.key(),
    from,
    to,
    amount,
    receive,
    fromTick: given.tick,
    toTick: got.tick,
  });
}

function claim(stage: Stage, user: number): Float64Array | undefined {
  const campaigns = [...stage.books.custody.campaigns.keys()];
  if (campaigns.length === 0) return undefined;
  return write('reward.claim', {
    user,
    ...stage.key(),
    campaign: campaigns.at(-1 - stage.dice.below(Math.min(3, campaigns.length))) ?? 1,
  });
}

export const custodyActs: readonly Act[] = [
  { name: 'withdraw', weights: { hoarder: 10, trader: 1, attacker: 4, clumsy: 2 }, make: request },
  { name: 'withdrawal.cancel', weights: { hoarder: 3, attacker: 3, clumsy: 1 }, make: cancel },
  { name: 'swap', weights: { hoarder: 12, trader: 2, borrower: 4, attacker: 6, gambler: 2 }, make: swap },
  { name: 'reward', weights: { hoarder: 2, attacker: 2, clumsy: 1 }, make: claim },
];

/** A campaign, as two persons may fund it. */
export function campaign(stage: Stage): Float64Array {
  const { dice, books } = stage;
  const each = dice.from(1, 1_000);
  const asset = dice.of([USDT, CENT]);
  const opens = stage.time + dice.from(1_000, 60_000);
  return write('campaign.fund', {
    ...{ campaign: books.custody.campaigns.size + 1, asset, each, total: each * dice.from(1, 60) + dice.below(each) },
    ...{ opens, closes: opens + dice.from(1, 5) * DAY - dice.below(DAY), stage: dice.below(3) },
  });
}

/** A rail on other terms, one asset less or more to swap. */
export function otherRail(stage: Stage): Float64Array {
  return railOf(stage.dice.of(RAILS), stage.dice.once(4) ? stage.dice.below(4) : 3);
}

/** What opens the rails again that are closed, for two persons. */
export function openRails(stage: Stage): Float64Array[] {
  const { rails } = stage.books.custody;
  return RAILS.filter(([rail, asset]) =>
    [...rails.values()].some((one) => one.rail === rail && one.asset === asset && one.open !== 3),
  ).map((row) => railOf(row));
}

/** Withdrawals go their way to the end. */
export function custodySettles(stage: Stage): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const { id, status } of stage.books.custody.withdrawals.values()) {
    if (status === 1) commands.push(write('withdrawal.approve', { operator: 1, withdrawal: id, decision: 2 }));
    else commands.push(write('withdrawal.step', { withdrawal: id, step: status === 2 ? 1 : 3 }));
    if (status === 2) commands.push(write('withdrawal.approve', { operator: 1, withdrawal: id, decision: 2 }));
  }
  return commands;
}
