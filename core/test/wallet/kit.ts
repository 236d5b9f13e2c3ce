// A world with rails, limits and swaps, and its sentences: what comes in, what goes out, what is changed for what.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { type Answer, type Command, encodeCommand, type Exchange, restoreExchange } from '../../src/index.ts';
import { grantAll, people } from '../desk/kit.ts';
import { BTC, command, ETH, type Shape, USDT } from '../kit/genesis.ts';
import { type Fields, NO_KEY, type Reply, World } from '../kit/world.ts';

/** Rails: a chain for all, a bank that moves whole USDT. */
export const CHAIN = 1;
export const BANK = 2;
export const MIN_DEPOSIT = 5;
export const MIN_WITHDRAWAL = 10;
export const FEE = 2;
/** Millionths: BTC 1 %, ETH 3 %. */
export const SPREADS = { [BTC]: 10_000, [ETH]: 30_000, [USDT]: 0 } as const;
export const RULES = { most: 100, day: 150 } as const;
export const LIMITS = { stage1: 100, stage2: 1_000, vip: 5_000, threshold: 200, hour: 1_000_000 } as const;

export function rail(asset: number, fields: Fields = {}): Command {
  return command('rail.set', {
    ...{ rail: CHAIN, asset, open: 3, minDeposit: MIN_DEPOSIT, minWithdrawal: MIN_WITHDRAWAL, fee: FEE, feeRate: 0 },
    ...{ step: 1, instrument: asset === USDT ? 0 : asset, ...fields },
  });
}

export function limits(fields: Fields = {}): Command {
  return command('withdrawal.limits', { ...LIMITS, ...fields });
}

/** What passes without a person. */
export function rules(fields: Fields = {}): Command {
  return command('withdrawal.rules', { ...RULES, ...fields });
}

export function swaps(spreads: { readonly [asset: number]: number } = SPREADS): Command {
  return command('swap.set', {
    assets: Object.entries(spreads).map(([asset, spread]) => ({
      ...{ asset: Number(asset), instrument: Number(asset) === USDT ? 0 : Number(asset), spread },
    })),
  });
}

/** With a desk, rails, limits and swaps, and customers of stage 2. */
export function walletWorld(change: Partial<Shape> = {}, users = 3, setup: readonly Command[] = []): World {
  const world = new World({ funds: [{ class: 15, asset: USDT, amount: 10_000 }], ...change }, 0);
  grantAll(world);
  for (const asset of [BTC, ETH, USDT]) world.must(rail(asset));
  world.must(rail(USDT, { rail: BANK, step: 100, feeRate: 5_000, fee: 50 }));
  world.must(limits());
  world.must(rules());
  world.must(swaps());
  for (const one of setup) world.must(one);
  people(world, users);
  for (let user = 2; user < users + 2; user += 1) stage(world, user, 2);
  world.tick();
  return world;
}

export function stage(world: World, user: number, of: number, locks = 0): void {
  world.must(command('user.set', { user, stage: of, locks }));
}

/** A deposit by its number: the transaction is made of it. */
export function credit(user: number, asset: number, amount: number, serial: number, fields: Fields = {}): Command {
  return command('deposit.credit', { user, asset, amount, ...external(serial), ...fields });
}

export function reverse(serial: number, fields: Fields = {}): Command {
  return command('deposit.reverse', { ...external(serial), ...fields });
}

export function restore(serial: number, fields: Fields = {}): Command {
  return command('deposit.restore', { ...external(serial), ...fields });
}

function external(serial: number): Fields {
  return { rail: CHAIN, transactionHigh: serial, transactionLow: 2 ** 48 - 1 - serial, position: 0 };
}

export function request(user: number, asset: number, amount: number, fields: Fields = {}): Command {
  return command('withdrawal.request', { user, ...NO_KEY, asset, rail: CHAIN, amount, destination: 77, ...fields });
}

export const SIGNED = 1;
export const BROADCAST = 2;
export const CONFIRMED = 3;
export const FAILED = 4;

export function step(withdrawal: number, of: number, cost = 0, costAsset = 0): Command {
  return command('withdrawal.step', { withdrawal, step: of, cost, costAsset });
}

const PROOF = { transactionHigh: 7, transactionLow: 8 } as const;

export function failProven(withdrawal: number): Command {
  return command('withdrawal.failProven', { withdrawal, ...PROOF });
}

export function replan(withdrawal: number): Command {
  return command('withdrawal.replan', { withdrawal, ...PROOF });
}

/** By one reviewer; operator 0 stands in a proposal. */
export function review(withdrawal: number, decision: number, operator = 1): Command {
  return command('withdrawal.approve', { operator, withdrawal, decision });
}

export function passed(withdrawal: number): Command {
  return command('withdrawal.pass', { withdrawal });
}

export function cancelled(user: number, withdrawal: number): Command {
  return command('withdrawal.cancel', { user, ...NO_KEY, withdrawal });
}

/** The number of the newest tick of an asset's instrument; 0 of USDT. */
export function tickOf(world: World, asset: number): number {
  return asset === USDT ? 0 : (world.audit.instruments.get(asset)?.number ?? 1);
}

export function swap(
  world: World,
  user: number,
  from: number,
  to: number,
  amount: number,
  fields: Fields = {},
): Command {
  return command('swap.execute', {
    ...{ user, ...NO_KEY, from, to, amount, receive: 0 },
    ...{ fromTick: tickOf(world, from), toTick: tickOf(world, to), ...fields },
  });
}

/** Asks what a swap gives and takes it, under the rules before `swapSpread`; the reply to taking it. */
export function swapNow(world: World, user: number, from: number, to: number, amount: number): Reply {
  const asked = world.send(swap(world, user, from, to, amount));
  return asked.code === 3004 ? world.send(swap(world, user, from, to, amount, { receive: asked.expected })) : asked;
}

/** An order to swap. */
export function placed(user: number, from: number, to: number, amount: number, least = 1): Command {
  return command('swap.place', { user, ...NO_KEY, from, to, amount, least });
}

/** Orders a swap and lets the next ticks end it, at the same index; the reply to the order. */
export function swapped(world: World, user: number, from: number, to: number, amount: number): Reply {
  const reply = world.send(placed(user, from, to, amount));
  world.time += 500;
  world.tick();
  return reply;
}

/** An account's balance by class, asset and the two columns that tell kinds apart. */
export function balance(world: World, of: number, asset: number, market = 0, wallet = 0, user = 0): number {
  for (const account of world.audit.accounts.values())
    if (
      account.class === of &&
      account.asset === asset &&
      account.market === market &&
      account.wallet === wallet &&
      account.user === user
    )
      return account.available;
  return 0;
}

export const OUTSIDE = ACCOUNT_CLASS.outside;
export const NETWORK = ACCOUNT_CLASS.network;
export const REWARDS = ACCOUNT_CLASS.rewards;

/** The world goes on from a snapshot. */
export function restored(world: World): void {
  const twin: Exchange = restoreExchange(structuredClone(world.exchange.save()));
  world.exchange = twin;
}

export function ask(world: World, one: Command): Answer {
  return world.exchange.ask(encodeCommand(one), 0);
}
