// A world with a desk: operators of every role, two of each; proposals as sentences. For tests of every product.

import { type Command, encodeCommand } from '../../src/index.ts';
import { command, type Shape, USDT } from '../kit/genesis.ts';
import { type Reply, World } from '../kit/world.ts';

export const SUPPORT = 1;
export const RISK = 2;
export const TREASURY = 4;
export const REVIEW = 8;
export const ADMINISTRATOR = 16;
/** Operators 1 and 2 have every role, 3 and 4 support, 5 and 6 risk, 7 and 8 treasury, 9 and 10 review, 11 and 12 administrator. */
export const FIRST = 1;
export const SECOND = 2;
export const ROLES = [31, SUPPORT, RISK, TREASURY, REVIEW, ADMINISTRATOR] as const;
export const OPERATORS = ROLES.length * 2;
/** One who is nobody of the desk. */
export const NOBODY = 99;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The first operator of a role. */
export function operatorOf(role: number): number {
  return ROLES.indexOf(role as (typeof ROLES)[number]) * 2 + 1;
}

/** Sets the desk up: before the first customer. */
export function grantAll(world: World): void {
  for (const [at, roles] of ROLES.entries())
    for (const one of [0, 1]) world.must(command('desk.grant', { operator: at * 2 + 1 + one, roles }));
}

/** Opens customers, each referred by the one before, with practice money. */
export function people(world: World, users = 3): void {
  for (let user = 0; user < users; user += 1) {
    world.open(user === 0 ? 0 : user + 1);
    if (world.shape.mode === 1) world.claim(user + 2);
  }
}

/** A desk, a treasury (1,000,000 atoms of USDT), a few customers. */
export function deskWorld(change: Partial<Shape> = {}, users = 3): World {
  const world = new World({ funds: [{ class: 11, asset: USDT, amount: 1_000_000 }], ...change }, 0);
  grantAll(world);
  people(world, users);
  return world;
}

/** `proposal.make` of a command's words. */
export function proposal(operator: number, one: Command | Float64Array): Command {
  const words = one instanceof Float64Array ? one : encodeCommand(one);
  return command('proposal.make', { operator, words: [...words].map((word) => ({ word })) });
}

export function propose(world: World, one: Command, operator = FIRST): Reply {
  return world.send(proposal(operator, one));
}

export function approve(world: World, id: number, operator = SECOND): Reply {
  return world.send(command('proposal.approve', { operator, proposal: id }));
}

export function refuse(world: World, id: number, operator = SECOND): Reply {
  return world.send(command('proposal.refuse', { operator, proposal: id }));
}

/** Two persons agree on a command; gives what the second was answered. */
export function agreed(world: World, one: Command, first = FIRST, second = SECOND): Reply {
  const made = propose(world, one, first);
  return made.code === 200 ? approve(world, made.result, second) : made;
}
