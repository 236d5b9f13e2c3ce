// A world in which withdrawals wait: 5 % an hour of what five customers have, and sentences in whole USDT.

import { USDT } from '../kit/genesis.ts';
import type { Shape } from '../kit/genesis.ts';
import type { World } from '../kit/world.ts';
import { WalletAudit } from './audit.ts';
import { limits, request, review, SIGNED, step, walletWorld } from './kit.ts';

/** Atoms of one USDT. */
export const UNIT = 100;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
/** USDT of each customer, and of the hourly limit: 5 % of what five have. */
export const HAS = 40_000;
export const LIMIT = 10_000;
/** What large withdrawals may use of it. */
export const FOR_LARGE = 8_000;

/** Five customers of stage 2 whose day is not the limit. */
export function queueWorld(change: Partial<Shape> = {}, users = 5, hour = 50_000): World {
  const wide = { stage1: 1e9, stage2: 1e9, vip: 1e9, threshold: 1e8 };
  return walletWorld({ practice: [0, 0, HAS * UNIT], ...change }, users, [limits({ ...wide, hour })]);
}

export function ask(user: number, usdt: number) {
  return request(user, USDT, usdt * UNIT);
}

/** Asked for and approved; gives its id. */
export function queue(world: World, user: number, usdt: number): number {
  const id = world.must(ask(user, usdt));
  world.must(review(id, 1));
  return id;
}

export function sign(world: World, id: number): number {
  return world.send(step(id, SIGNED)).code;
}

export function auditOf(world: World): WalletAudit {
  const found = world.audit.products.find((one) => one instanceof WalletAudit);
  if (found === undefined) throw new Error('Expected the auditor of the wallet.');
  return found;
}

/** What is granted and not signed, in the order of the grants. */
export function granted(world: World): number[] {
  return [...auditOf(world).granted.keys()];
}

/** What waits in its turn or steps aside, and why. */
export function waiting(world: World): [id: number, why: number][] {
  return [...auditOf(world).waiting.values()].map(({ withdrawal, why }) => [withdrawal, why]);
}
