// Commands of the desk and of identity about users: roles, locks, contract agents, merchants (money §9, §10).

import { Domain } from '../domain.ts';
import { MARKET_MAKER } from '../enum/index.ts';
import type { OrderBooks } from '../order/index.ts';
import { allShares, MERCHANT_STEPS, MOST_SHARES, type Operators, type Users } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import type { Expect } from '../expect.ts';

const GRANT = commands['desk.grant'].kind;
const FREEZE = commands['user.freeze'].kind;
const UNFREEZE = commands['user.unfreeze'].kind;
const AGENT = commands['agent.set'].kind;
const MERCHANT = commands['merchant.set'].kind;
const OPERATOR = offsetOf('desk.grant', 'operator');
const ROLES = offsetOf('desk.grant', 'roles');
const FREEZE_USER = offsetOf('user.freeze', 'user');
const FREEZE_LOCKS = offsetOf('user.freeze', 'locks');
const USER = offsetOf('user.unfreeze', 'user');
const LOCKS = offsetOf('user.unfreeze', 'locks');
const AGENT_OF = offsetOf('agent.set', 'agent');
const SHARE = offsetOf('agent.set', 'share');
const STATE = offsetOf('merchant.set', 'merchant');

export class People extends Domain {
  readonly kinds = [GRANT, FREEZE, UNFREEZE, AGENT, MERCHANT];
  private readonly users: Users;
  private readonly operators: Operators;
  private readonly orderBooks: OrderBooks;

  constructor(users: Users, operators: Operators, orderBooks: OrderBooks) {
    super();
    this.users = users;
    this.operators = operators;
    this.orderBooks = orderBooks;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === GRANT) {
      const operator = words[at + OPERATOR] as number;
      const roles = words[at + ROLES] as number;
      return this.operators.wouldLock(operator, roles)
        ? this.refuse(rejects['request.invalid'], this.operators.roles(operator), roles)
        : DONE;
    }
    const user = words[at + (kind === FREEZE ? FREEZE_USER : USER)] as number;
    if (!this.users.exists(user) || user === MARKET_MAKER) return this.refuse(rejects['request.notFound'], 0, user);
    if (kind === FREEZE) return DONE;
    if (kind === UNFREEZE) {
      const locks = words[at + LOCKS] as number;
      const has = this.users.rows.locks[user] as number;
      return (has & locks) === 0 ? this.refuse(rejects['request.invalid'], has, locks) : DONE;
    }
    return kind === AGENT ? this.decideAgent(words, at, user) : this.decideMerchant(words, at, user);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { users } = this;
    const first = words[at + USER] as number;
    if (kind === GRANT) this.operators.grant(words[at + OPERATOR] as number, words[at + ROLES] as number);
    else if (kind === FREEZE) users.freeze(words[at + FREEZE_USER] as number, words[at + FREEZE_LOCKS] as number);
    else if (kind === UNFREEZE) users.unfreeze(first, words[at + LOCKS] as number);
    else if (kind === AGENT) users.agents.setAgent(first, words[at + AGENT_OF] as number, words[at + SHARE] as number);
    else users.agents.setMerchant(first, words[at + STATE] as number);
    return 0;
  }

  override emitState(): void {
    this.users.agents.emitAll();
  }

  /** Agents are earlier users, and all shares of a fee together stay within their bound (money §10). */
  override audit(expect: Expect): void {
    const { agents } = this.users;
    agents.audit(expect);
    const all = allShares(this.orderBooks.allShares(), agents.greatestShare());
    expect(all <= MOST_SHARES, () => `all shares of a fee within ${MOST_SHARES} millionths, got ${all}`);
  }

  /** Set once, to an earlier user (so no cycle is possible), and never so high that self-trading would pay. */
  private decideAgent(words: Float64Array, at: number, user: number): number {
    const agent = words[at + AGENT_OF] as number;
    const { agents } = this.users;
    if (!this.users.exists(agent) || agent === MARKET_MAKER) return this.refuse(rejects['request.notFound'], 0, agent);
    if (agents.agent(user) !== 0) return this.refuse(rejects['request.invalid'], agents.agent(user), agent);
    if (agent >= user) return this.refuse(rejects['request.invalid'], user - 1, agent);
    const all = allShares(this.orderBooks.allShares(), words[at + SHARE] as number);
    return all > MOST_SHARES ? this.refuse(rejects['request.invalid'], MOST_SHARES, all) : DONE;
  }

  private decideMerchant(words: Float64Array, at: number, user: number): number {
    const from = this.users.agents.merchant(user);
    const to = words[at + STATE] as number;
    return MERCHANT_STEPS[from]?.includes(to) === true ? DONE : this.refuse(rejects['request.invalid'], from, to);
  }
}
