// Nonce of a plan. Only our own claims assign nonces; the node says how many of them the chain has used.

import { CannotPlan, type Claims, ForeignClaim } from '../face.ts';
import { nonceClaim } from './detail.ts';

/** Most planned nonces per address that are not in a block yet: nodes keep about this many pending. */
export const MOST_WAITING = 48;

/** Most nonces without a plan of ours that are named at once; others follow after these were checked. */
const MOST_FOREIGN = 48;

/**
 * Holds what the chain used of an address against our plans; gives the last nonce of these, undefined where none was made.
 * `used`: how many the chain has, asked before the claims are read, so that a plan made since is among them.
 * @throws {ForeignClaim} when the chain used more than we planned, where anything was planned
 */
export async function lastOwn(address: string, claims: Claims, used: number): Promise<number | undefined> {
  const last = await claims.lastNonce(address);
  if (last === undefined) return undefined;
  await expectNone(address, claims, { from: last + 1, used, plans: `our plans end at nonce ${last}` });
  return last;
}

/**
 * The same for a key that is ours alone, whether anything was planned or not. Of an address without a plan the newest nonces
 * are named: once these were looked at, planning goes on behind them, however long its history is.
 * @throws {ForeignClaim}
 */
export async function expectOwnAlone(address: string, claims: Claims, used: number): Promise<void> {
  if ((await lastOwn(address, claims, used)) !== undefined) return;
  await expectNone(address, claims, { from: Math.max(0, used - MOST_FOREIGN), used, plans: 'we planned none' });
}

interface Unplanned {
  /** The first nonce, and how many the chain has. */
  readonly from: number;
  readonly used: number;
  /** As the message goes on. */
  readonly plans: string;
}

async function expectNone(address: string, claims: Claims, { from, used, plans }: Unplanned): Promise<void> {
  const foreign: string[] = [];
  for (let nonce = from; nonce < used && foreign.length < MOST_FOREIGN; nonce += 1)
    if (!(await claims.has(nonceClaim(address, nonce)))) foreign.push(nonceClaim(address, nonce));
  if (foreign.length > 0) {
    throw new ForeignClaim(
      foreign,
      `the node counts ${used} transactions of ${address}, ${plans}: somebody else has its key, an older database was restored, or the node lies`,
    );
  }
}

/**
 * The lowest nonce that the chain still needs and no plan of ours has: above the last, or in a gap left by a withdrawn
 * plan (nothing above a gap is ever included). `used`: the newest block's count for this address.
 * @throws {ForeignClaim} if the chain used more than we planned; {CannotPlan} `node` if too many are pending
 */
export async function nextNonce(address: string, claims: Claims, used: number): Promise<number> {
  if ((await lastOwn(address, claims, used)) === undefined) return used;
  for (let nonce = used; nonce < used + MOST_WAITING; nonce += 1) {
    if (!(await claims.has(nonceClaim(address, nonce)))) return nonce;
  }
  throw new CannotPlan('node', `${MOST_WAITING} transactions of ${address} wait for a block already`);
}
