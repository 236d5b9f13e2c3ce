// account.link and account.unlink: two operators state which accounts one person owns (money §3, §8).

import { Domain } from '../domain.ts';
import { MARKET_MAKER } from '../enum/index.ts';
import { MAX_LINKED, type Users } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import type { Expect } from '../expect.ts';

const LINK = commands['account.link'].kind;
const UNLINK = commands['account.unlink'].kind;
const USER = offsetOf('account.link', 'user');
const OTHER = offsetOf('account.link', 'other');

export class Linking extends Domain {
  readonly kinds = [LINK, UNLINK];
  private readonly users: Users;

  constructor(users: Users) {
    super();
    this.users = users;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const { links } = this.users;
    const user = words[at + USER] as number;
    if (!this.isCustomer(user)) return this.refuse(rejects['request.notFound'], 0, user);
    if (kind === UNLINK) return links.isLinked(user) ? DONE : this.refuse(rejects['request.invalid'], 1, 0);
    const other = words[at + OTHER] as number;
    if (!this.isCustomer(other)) return this.refuse(rejects['request.notFound'], 0, other);
    // Accounts join one at a time and groups are never merged, so each account is named and its user notified.
    if (user === other || links.isLinked(user)) return this.refuse(rejects['request.invalid'], other, user);
    const size = links.size(other);
    return size >= MAX_LINKED ? this.refuse(rejects['request.invalid'], MAX_LINKED, size) : DONE;
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { links } = this.users;
    const user = words[at + USER] as number;
    if (kind === UNLINK) links.unlink(user);
    else links.link(user, words[at + OTHER] as number);
    return 0;
  }

  override emitState(): void {
    this.users.links.emitAll();
  }

  override audit(expect: Expect): void {
    this.users.links.audit(expect);
  }

  private isCustomer(user: number): boolean {
    return this.users.exists(user) && user !== MARKET_MAKER;
  }
}
