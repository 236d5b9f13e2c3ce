// core §7 rules: versions are activated one by one by a command, in a live exchange a day after they were announced.
// The versions beyond the newest are made up: the exchange is opened as a later release would open it.

import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { Domain } from '../../src/domain.ts';
import {
  activations,
  type Command,
  decodeEvents,
  encodeCommand,
  type Exchange,
  NEWEST_RULES,
  openExchange,
  restoreExchange,
  RULE,
  RULES,
  RULES_NOTICE,
} from '../../src/index.ts';
import { Parts } from '../../src/parts.ts';
import { command, genesisOf, usual } from '../kit/genesis.ts';
import { NOON, World } from '../kit/world.ts';

const LATER = NEWEST_RULES + 3;

/** An exchange that knows versions beyond the newest. */
class Later {
  exchange: Exchange;
  time = NOON;

  constructor(mode: 1 | 2, customers = 1) {
    this.exchange = openExchange(LATER);
    this.send(genesisOf({ ...usual, mode }));
    for (const one of activations(1)) this.send(one);
    for (let user = 0; user < customers; user += 1) this.send(command('user.open', { referrer: 0 }));
  }

  send(one: Command): [code: number, expected: number, got: number] {
    const { exchange } = this;
    exchange.advance(this.time);
    const code = exchange.apply(encodeCommand(one), 0);
    exchange.audit();
    return [code, exchange.expected, exchange.got];
  }

  activate(version: number): [code: number, expected: number, got: number] {
    return this.send(command('rules.activate', { version }));
  }

  announce(version: number, at: number): [code: number, expected: number, got: number] {
    return this.send(command('rules.announce', { version, at }));
  }

  /** Events of the batches since the last look. */
  emitted(): string[] {
    return [...decodeEvents(this.exchange.takeEvents())].map((event) =>
      event.name === 'rules'
        ? `rules ${event.version}`
        : event.name === 'rules.announced'
          ? `announced ${event.version} ${event.at}`
          : event.name,
    );
  }
}

describe('core §7 the versions of the rules', () => {
  it('are numbered from 1 without gaps, each with a sentence, and every named change is of one of them', () => {
    expect(RULES.map(({ version }) => version)).toEqual(RULES.map((_, at) => at + 1));
    for (const { what } of RULES) expect(what).toMatch(/^[A-Z].+\.$/);
    const versions: readonly number[] = Object.values(RULE);
    expect(new Set(versions)).toEqual(new Set(RULES.map(({ version }) => version)));
  });

  it('begin at 1 in every journal; a world of the tests runs under the newest, or under the one it names', () => {
    expect(openExchange().rules).toBe(1);
    expect(new World().exchange.rules).toBe(NEWEST_RULES);
    expect(new World({ rules: 1 }).exchange.rules).toBe(1);
  });
});

describe('core §7 rules.activate', () => {
  it('puts exactly the next version in force, up to the newest known', () => {
    const later = new Later(1);
    const now = NEWEST_RULES;
    for (const version of [now, now + 2, LATER + 1])
      expect(later.activate(version)).toEqual([rejects['request.invalid'], now + 1, version]);
    later.emitted();
    for (const { version } of activations(now, LATER)) {
      expect(later.activate(version)).toEqual([200, 0, 0]);
      expect(later.exchange.rules).toBe(version);
      expect(later.emitted()).toContain(`rules ${version}`);
    }
    expect(later.activate(LATER + 1)).toEqual([rejects['request.invalid'], LATER + 1, LATER + 1]);
  });

  it('has every domain convert its state once, under the new version, within the command', () => {
    const parts = new Parts();
    const converted: [version: number, inForce: number][] = [];
    class Converting extends Domain {
      readonly kinds = [];
      decide(): number {
        return 200;
      }
      commit(): number {
        return 0;
      }
      override activated(version: number): void {
        converted.push([version, parts.clock.rules]);
      }
    }
    const domains = [new Converting(), new Converting()];
    expect(parts.ruleChanges.activate(3, 9, domains)).toBe(rejects['request.invalid']);
    expect(parts.ruleChanges.activate(2, 9, domains)).toBe(200);
    expect(converted).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });

  it('needs no announcement in practice, nor in a live exchange without customers', () => {
    expect(new Later(1).activate(NEWEST_RULES + 1)[0]).toBe(200);
    expect(new Later(2, 0).activate(NEWEST_RULES + 1)[0]).toBe(200);
  });
});

describe('core §7 rules.announce', () => {
  const next = NEWEST_RULES + 1;

  it('a live exchange activates at the announced time, a day later at the earliest', () => {
    const live = new Later(2);
    expect(live.activate(next)).toEqual([rejects['request.forbidden'], 0, NOON]);
    const at = NOON + RULES_NOTICE;
    expect(live.announce(next, at - 1)).toEqual([rejects['request.invalid'], at, at - 1]);
    live.emitted();
    expect(live.announce(next, at)).toEqual([200, 0, 0]);
    expect(live.exchange.announced(next)).toBe(at);
    expect(live.emitted()).toContain(`announced ${next} ${at}`);
    live.time = at - 1;
    expect(live.activate(next)).toEqual([rejects['request.forbidden'], at, at - 1]);
    live.time = at;
    expect(live.activate(next)).toEqual([200, 0, 0]);
    // The one after it needs its own announcement.
    expect(live.activate(next + 1)).toEqual([rejects['request.forbidden'], 0, at]);
  });

  it('may be put off, never brought forward to less than a day', () => {
    const live = new Later(2);
    live.announce(next, NOON + RULES_NOTICE);
    live.time += RULES_NOTICE / 2;
    const later = live.time + RULES_NOTICE;
    expect(live.announce(next, NOON + RULES_NOTICE)).toEqual([rejects['request.invalid'], later, NOON + RULES_NOTICE]);
    expect(live.announce(next, later)[0]).toBe(200);
    live.time = NOON + RULES_NOTICE;
    expect(live.activate(next)).toEqual([rejects['request.forbidden'], later, live.time]);
  });

  it('takes several versions that are not in force, and no other', () => {
    const live = new Later(2);
    for (const version of [next + 1, next]) expect(live.announce(version, NOON + RULES_NOTICE)[0]).toBe(200);
    for (const version of [NEWEST_RULES, LATER + 1])
      expect(live.announce(version, NOON + RULES_NOTICE)).toEqual([rejects['request.invalid'], next, version]);
  });

  it('is in snapshots and in the state as events, until it is in force', () => {
    const live = new Later(2);
    const at = NOON + RULES_NOTICE;
    live.announce(next, at);
    const twin = restoreExchange(structuredClone(live.exchange.save()), LATER);
    expect(twin.announced(next)).toBe(at);
    expect(twin.digest()).toBe(live.exchange.digest());
    const seeded = () =>
      [...decodeEvents(live.exchange.seed())].filter(({ name }) => name === 'rules.announced').length;
    expect(seeded()).toBe(1);
    live.time = at;
    live.activate(next);
    expect(seeded()).toBe(0);
    // A release that does not carry these rules does not read their snapshot.
    expect(() => restoreExchange(structuredClone(live.exchange.save()))).toThrow(`rules up to version ${NEWEST_RULES}`);
  });
});
