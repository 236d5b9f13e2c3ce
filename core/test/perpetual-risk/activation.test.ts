// What the activation of a rules version does to contracts (upgrades §1): what that version says, and no other one (money §3).
import { describe, expect, it, vi } from 'vitest';
import { activations, decodeEvents, encodeCommand, NEWEST_RULES, RULE } from '../../src/index.ts';
import { WalletChecks } from '../../src/perpetual/risk/wallet-checks.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { CROSS, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';

/** Anna and Ben have cross positions; a minute of the interval of funding is over. */
function world(rules: number): RiskWorld {
  const made = riskWorld(1_000, {}, { rules });
  for (const [user, direction] of [
    [BEN, OPEN_SHORT],
    [ANNA, OPEN_LONG],
  ] as const)
    made.go(user, direction, 10, 100, { marginMode: CROSS, leverage: 5 });
  made.indexFor(10_000, 61);
  return made;
}

/** Events of an activation by version, each name once, and how often all wallets were given new bounds. */
function activated(version: number): { names: string[]; rejudged: number } {
  const { exchange } = world(version - 1);
  exchange.takeEvents();
  const begins = vi.spyOn(WalletChecks.prototype, 'beginRejudging');
  for (const one of activations(version - 1, version)) expect(exchange.apply(encodeCommand(one), 0)).toBe(200);
  const names = [...decodeEvents(exchange.takeEvents())].map(({ name }) => name);
  const rejudged = begins.mock.calls.length;
  begins.mockRestore();
  return { names: [...new Set(names)], rejudged };
}

describe('upgrades §1 the activation of a version of the rules', () => {
  it('of fundingByTime gives each market a pace and converts its minutes', () => {
    const { names } = activated(RULE.fundingByTime);
    expect(names).toEqual(expect.arrayContaining(['funding.pace', 'funding.average']));
  });

  it('of indexLiquidates has all wallets get bounds by the index', () => {
    expect(activated(RULE.indexLiquidates)).toEqual({ names: ['begin', 'rules', 'done'], rejudged: 1 });
  });

  const others = Array.from({ length: NEWEST_RULES - RULE.fundingByTime }, (_, at) => RULE.fundingByTime + 1 + at);
  it.each(others)('of a later one does neither again (rules %i)', (version) => {
    const { names, rejudged } = activated(version);
    expect(names).not.toContain('funding.pace');
    expect(names).not.toContain('funding.average');
    expect(rejudged).toBe(0);
  });

  it('keeps the minutes of the interval', () => {
    const made = world(NEWEST_RULES - 1);
    const before = made.exchange.seed();
    const emitted = (words: Float64Array): unknown =>
      [...decodeEvents(words)].find((event) => event.name === 'funding.average' && event.market === U);
    expect(emitted(before)).toBeDefined();
    made.batch(activations(NEWEST_RULES - 1, NEWEST_RULES));
    expect(emitted(made.exchange.seed())).toEqual(emitted(before));
  });
});
