// Contract agents of users, and merchants (money §9, §10).

import { MILLION, UP, mulDiv } from '../number/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { layoutOf } from '../schema/index.ts';
import type { Expect } from '../expect.ts';

const AGENT_CHANGED = layoutOf('agent.changed');
const MERCHANT_CHANGED = layoutOf('merchant.changed');
/**
 * Upper bound on all shares of a fee together, the agent's included, millionths. It makes self-trading always cost
 * something (money §10).
 */
export const MOST_SHARES = 700_000;

/** States of a merchant: 0 no, 1 applied, 2 merchant, 3 suspended. */
export const MERCHANT = { no: 0, applied: 1, merchant: 2, suspended: 3 } as const;

/** By state: the states it may change to. Only a merchant can be suspended; only an applicant has applied. */
export const MERCHANT_STEPS: readonly (readonly number[])[] = [
  [MERCHANT.applied, MERCHANT.merchant],
  [MERCHANT.no, MERCHANT.merchant],
  [MERCHANT.no, MERCHANT.suspended],
  [MERCHANT.no, MERCHANT.merchant],
];

/** All shares together, rounded up: `shares` (millionths of a fee) are taken first, and `agent` applies to the rest. */
export function allShares(shares: number, agent: number): number {
  return shares >= MILLION ? shares : shares + mulDiv(MILLION - shares, agent, MILLION, UP);
}

export class Agents {
  private readonly rows;
  private readonly merchants;
  private readonly out: EventBuffer;

  constructor(registry: Registry, out: EventBuffer, most: number) {
    this.out = out;
    this.rows = registry.add(table('agents', { agent: 'i32', share: 'i32' }, most));
    this.merchants = registry.add(table('merchants', { merchant: 'i32' }, most));
  }

  /** The contract agent of a user, 0 when none. */
  agent(user: number): number {
    return user <= this.rows.top ? (this.rows.agent[user] as number) : 0;
  }

  /** The agent's share of the rest of a contract fee, millionths. */
  share(user: number): number {
    return user <= this.rows.top ? (this.rows.share[user] as number) : 0;
  }

  /** The highest share of any agent. Walks all users with an agent, so use it only in rare commands. */
  greatestShare(): number {
    let greatest = 0;
    for (let user = 1; user <= this.rows.top; user += 1) greatest = Math.max(greatest, this.share(user));
    return greatest;
  }

  setAgent(user: number, agent: number, share: number): void {
    this.rows.reach(user);
    this.rows.agent[user] = agent;
    this.rows.share[user] = share;
    this.emitAgent(user);
  }

  merchant(user: number): number {
    return user <= this.merchants.top ? (this.merchants.merchant[user] as number) : MERCHANT.no;
  }

  setMerchant(user: number, merchant: number): void {
    this.merchants.reach(user);
    this.merchants.merchant[user] = merchant;
    this.emitMerchant(user);
  }

  emitAll(): void {
    for (let user = 1; user <= this.rows.top; user += 1) if (this.agent(user) !== 0) this.emitAgent(user);
    for (let user = 1; user <= this.merchants.top; user += 1) if (this.merchant(user) !== 0) this.emitMerchant(user);
  }

  /** An agent is an earlier user, so no cycle is possible. */
  audit(expect: Expect): void {
    for (let user = 1; user <= this.rows.top; user += 1)
      expect(this.agent(user) < user, () => `the agent of user ${user} to be an earlier one, got ${this.agent(user)}`);
  }

  private emitAgent(user: number): void {
    const at = this.out.open(AGENT_CHANGED.head);
    const w = this.out.words;
    w[at + AGENT_CHANGED.user] = user;
    w[at + AGENT_CHANGED.agent] = this.agent(user);
    w[at + AGENT_CHANGED.share] = this.share(user);
  }

  private emitMerchant(user: number): void {
    const at = this.out.open(MERCHANT_CHANGED.head);
    const w = this.out.words;
    w[at + MERCHANT_CHANGED.user] = user;
    w[at + MERCHANT_CHANGED.merchant] = this.merchant(user);
  }
}
