// The groups of linked accounts, and what a link itself must obey (money §3): two operators, a day's notice, small groups.

import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';

const L = eventPlaces('link.changed');
const LINKED = 1;
/** Most linked accounts, and the notice of a link, ms. */
const MOST_LINKED = 8;
const LINK_NOTICE = 86_400_000;

export class LinkBook {
  private readonly auditor: Auditor;
  /** Whether two operators approved the current command. */
  private readonly approved: () => boolean;
  /** By account: all accounts of its group; when its link starts to count, ms. */
  private readonly groups = new Map<number, Set<number>>();
  private readonly from = new Map<number, number>();
  private readonly everLinked = new Set<number>();

  constructor(auditor: Auditor, approved: () => boolean) {
    this.auditor = auditor;
    this.approved = approved;
    auditor.on('link.changed', (w, at) => this.changed(w, at));
  }

  /** A user and all accounts that count as one with theirs now. */
  countedAsOne(user: number): number[] {
    const counts = (one: number): boolean => (this.from.get(one) ?? Infinity) <= this.auditor.time;
    const group = counts(user) ? [...(this.groups.get(user) ?? [])] : [];
    return [user, ...group.filter((one) => one !== user && counts(one))];
  }

  /** Whether a user has ever been linked. */
  wasLinked(user: number): boolean {
    return this.everLinked.has(user);
  }

  /** Two operators link and unlink; a link counts a day later, or with the group that it joins. */
  private changed(w: Float64Array, at: number): void {
    const { auditor, groups } = this;
    const user = w[at + L.user] as number;
    const other = w[at + L.other] as number;
    if (!this.approved()) throw new Breach('money §3: a link without two operators');
    this.everLinked.add(user).add(other);
    if (w[at + L.state] !== LINKED) {
      groups.get(user)?.delete(user);
      groups.delete(user);
      this.from.delete(user);
      return;
    }
    const from = w[at + L.from] as number;
    if (from > auditor.time + LINK_NOTICE) throw new Breach(`money §3: user ${user} is linked later than in a day`);
    if (!groups.has(user) && from !== auditor.time + LINK_NOTICE)
      throw new Breach(`money §3: the link of user ${user} counts from ${from}, not in a day`);
    const group = new Set([user, other, ...(groups.get(user) ?? []), ...(groups.get(other) ?? [])]);
    if (group.size > MOST_LINKED) throw new Breach(`money §3: ${group.size} accounts are linked`);
    for (const one of group) groups.set(one, group);
    this.from.set(user, from);
  }
}
