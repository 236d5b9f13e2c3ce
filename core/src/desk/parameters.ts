// parameters.set: the spot fee tiers and the shares of every fee (money §1, §10).

import { Domain } from '../domain.ts';
import type { OrderBooks } from '../order/index.ts';
import { allShares, type Changes, MOST_SHARES, type Users } from '../user/index.ts';
import { commands, DONE, rejects, layoutOf } from '../schema/index.ts';
import type { EventBuffer } from '../state/index.ts';

const SET = commands['parameters.set'].kind;
/** Offsets in the command: the number of tiers; the tiers, three words each; then the shares. */
const COUNT = 2;
const TIERS = 3;
const TIER_WORDS = 3;
const SHARES_CHANGED = layoutOf('shares.changed');

export class Parameters extends Domain {
  readonly kinds = [SET];
  private readonly out: EventBuffer;
  private readonly users: Users;
  private readonly orderBooks: OrderBooks;
  private readonly changes: Changes;

  constructor(out: EventBuffer, users: Users, orderBooks: OrderBooks, changes: Changes) {
    super();
    this.out = out;
    this.users = users;
    this.orderBooks = orderBooks;
    this.changes = changes;
  }

  decide(words: Float64Array, at: number): number {
    const { tiers, agents } = this.users;
    const count = words[at + COUNT] as number;
    // The number of tiers is fixed: products and contracts name a tier by its number.
    if (count !== tiers.count()) return this.refuse(rejects['request.invalid'], tiers.count(), count);
    let before = -1;
    for (let tier = 0; tier < count; tier += 1) {
      const volume = words[at + TIERS + tier * TIER_WORDS] as number;
      if (tier === 0 ? volume !== 0 : volume <= before)
        return this.refuse(rejects['request.invalid'], before + 1, volume);
      before = volume;
    }
    const all = allShares(this.sum(words, at), agents.greatestShare());
    if (all > MOST_SHARES) return this.refuse(rejects['request.invalid'], MOST_SHARES, all);
    const code = this.changes.decide(SET, 0, this.tightens(words, at));
    return code === DONE ? DONE : this.refuse(code, 0, 0);
  }

  commit(words: Float64Array, at: number): number {
    if (this.changes.waits(words, at, 0, this.tightens(words, at))) return 0;
    const { users, orderBooks } = this;
    const { tiers } = users;
    const version = tiers.version() + 1;
    for (let tier = 0; tier < tiers.count(); tier += 1) {
      const row = at + TIERS + tier * TIER_WORDS;
      tiers.put(tier, words[row] as number, words[row + 1] as number, words[row + 2] as number, version);
    }
    tiers.emit(this.out);
    const from = this.shares(words, at);
    orderBooks.setShares(
      ...([0, 1, 2, 3].map((share) => words[from + share] as number) as [number, number, number, number]),
    );
    this.emitShares();
    users.retier();
    return version;
  }

  override emitState(): void {
    this.emitShares();
  }

  /** Offset of the first of the four shares. */
  private shares(words: Float64Array, at: number): number {
    return at + TIERS + (words[at + COUNT] as number) * TIER_WORDS;
  }

  private sum(words: Float64Array, at: number): number {
    const from = this.shares(words, at);
    let sum = 0;
    for (let share = 0; share < 4; share += 1) sum += words[from + share] as number;
    return sum;
  }

  /** Whether anyone is worse off: a higher fee at some turnover, or a lower share. */
  private tightens(words: Float64Array, at: number): boolean {
    return this.feesRise(words, at) || this.sharesFall(words, at);
  }

  /** Compares old and new rates at every turnover at which an old or a new tier begins. */
  private feesRise(words: Float64Array, at: number): boolean {
    const { tiers } = this.users;
    const count = tiers.count();
    const newTier = (turnover: number): number => {
      let tier = 0;
      while (tier + 1 < count && turnover >= (words[at + TIERS + (tier + 1) * TIER_WORDS] as number)) tier += 1;
      return at + TIERS + tier * TIER_WORDS;
    };
    const rises = (turnover: number): boolean => {
      const row = newTier(turnover);
      const old = tiers.of(turnover);
      return (words[row + 1] as number) > tiers.maker(old) || (words[row + 2] as number) > tiers.taker(old);
    };
    for (let tier = 0; tier < count; tier += 1)
      if (rises(tiers.volume(tier)) || rises(words[at + TIERS + tier * TIER_WORDS] as number)) return true;
    return false;
  }

  /** A referrer's or the safety fund's share falls; or a share rises and leaves less for existing agents. */
  private sharesFall(words: Float64Array, at: number): boolean {
    const from = this.shares(words, at);
    const agents = this.users.agents.greatestShare() > 0;
    for (let share = 0; share < 4; share += 1) {
      const old = share === 0 ? this.orderBooks.safetyShare() : this.orderBooks.share(share);
      const now = words[from + share] as number;
      if (now < old || (agents && now > old)) return true;
    }
    return false;
  }

  private emitShares(): void {
    const { out, orderBooks } = this;
    const at = out.open(SHARES_CHANGED.head);
    const w = out.words;
    w[at + SHARES_CHANGED.safety] = orderBooks.safetyShare();
    w[at + SHARES_CHANGED.first] = orderBooks.share(1);
    w[at + SHARES_CHANGED.second] = orderBooks.share(2);
    w[at + SHARES_CHANGED.third] = orderBooks.share(3);
    w[at + SHARES_CHANGED.version] = this.users.tiers.version();
  }
}
