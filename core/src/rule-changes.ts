// rules.announce and rules.activate: which rules version comes next, and when it may take effect.

import type { Clock } from './clock/index.ts';
import type { Domain } from './domain.ts';
import { MARKET_MAKER } from './enum/index.ts';
import { type Users } from './user/index.ts';
import { RULES_NOTICE } from './rules.ts';
import { DONE, rejects } from './schema/index.ts';
import { type EventBuffer, type Registry, table } from './state/index.ts';

const LIVE = 2;
const MOST_VERSIONS = 1_000;

export class RuleChanges {
  /** Numbers of the last refusal. */
  expected = 0;
  got = 0;
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly users: Users;
  /** By version: earliest activation time, ms UTC; 0 when not announced. */
  private readonly announced;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, users: Users) {
    this.out = out;
    this.clock = clock;
    this.users = users;
    this.announced = registry.add(table('rules.announced', { at: 'f64' }, MOST_VERSIONS));
  }

  /** Earliest time a version may be activated, ms UTC; 0 when not announced. */
  at(version: number): number {
    return version > this.announced.top ? 0 : (this.announced.at[version] as number);
  }

  /** Announces a version up to `newest` for `at`, or moves an earlier announcement. */
  announce(version: number, at: number, newest: number): number {
    const { clock, out } = this;
    if (version <= clock.rules || version > newest) return this.refuse(clock.rules + 1, version);
    if (at < clock.now + RULES_NOTICE) return this.refuse(clock.now + RULES_NOTICE, at);
    this.announced.reach(version);
    this.announced.at[version] = at;
    out.record('rules.announced', { version, at });
    return DONE;
  }

  /**
   * Activates the next version and has every domain convert its state. A live exchange with users must wait for the
   * announced time.
   */
  activate(version: number, newest: number, domains: readonly Domain[]): number {
    const { clock, users, out } = this;
    if (version !== clock.rules + 1 || version > newest) return this.refuse(clock.rules + 1, version);
    if (clock.mode === LIVE && users.rows.top > MARKET_MAKER) {
      const at = this.at(version);
      if (at === 0 || clock.now < at) {
        this.refuse(at, clock.now);
        return rejects['request.forbidden'];
      }
    }
    clock.rules = version;
    out.record('rules', { version });
    for (const domain of domains) domain.activated(version);
    return DONE;
  }

  /** Emits what is announced and not yet in force. */
  emitState(): void {
    for (let version = this.clock.rules + 1; version <= this.announced.top; version += 1) {
      const at = this.at(version);
      if (at !== 0) this.out.record('rules.announced', { version, at });
    }
  }

  private refuse(expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return rejects['request.invalid'];
  }
}
