// What a seed says of marks, and what Risk refuses (money §3, core §7).
import { describe, expect, it } from 'vitest';
import { decodeEvents } from '../../src/index.ts';
import { Risk } from '../../src/perpetual/index.ts';
import { partsOf } from '../kit/spoil.ts';
import { COIN, HOURLY, U } from '../perpetual/kit.ts';
import { riskWorld } from './kit.ts';

describe('core §7 a seed', () => {
  it('tells the mark of each contract that has one, as it is', () => {
    const world = riskWorld(1_000);
    world.index(10_100, 5_050);
    const marks = [...decodeEvents(world.exchange.seed())].filter((event) => event.name === 'mark');
    expect(marks.map((event) => event.name === 'mark' && [event.market, event.mark])).toEqual([
      [U, 10_100],
      [HOURLY, 5_050],
      [COIN, 10_100],
    ]);
    const { contracts } = partsOf(world.exchange).perpetual.context;
    contracts.rows.markTime[HOURLY] = 0;
    const fewer = [...decodeEvents(world.exchange.seed())].filter((event) => event.name === 'mark');
    expect(fewer).toHaveLength(2);
  });
});

describe('§3 marks, funding and liquidation', () => {
  it('come by themselves: nobody commands them', () => {
    const risk = partsOf(riskWorld(0).exchange).domains.find((one) => one instanceof Risk)!;
    expect(risk.kinds).toEqual([]);
    expect(() => risk.decide()).toThrow(/come by themselves/);
    expect(() => risk.commit()).toThrow(/come by themselves/);
  });

  it('the index of who is endangered agrees with looking at everybody', () => {
    const world = riskWorld(1_000);
    world.isolatedPair(2, 3, 20, 100, 10);
    const risk = partsOf(world.exchange).domains.find((one) => one instanceof Risk)!;
    expect(risk.scan(U)).toBe(0);
    const { contracts, positions } = partsOf(world.exchange).perpetual.context;
    const before = contracts.rows.mark[U]!;
    const long = positions.holdings.long[positions.holding(2, U)]!;
    contracts.rows.mark[U] = positions.rows.trigger[long]!;
    expect(risk.scan(U)).toBe(1);
    contracts.rows.mark[U] = positions.rows.trigger[long]! + 1;
    expect(risk.scan(U)).toBe(0);
    contracts.rows.mark[U] = before;
  });
});
