// Bugs planted into the exchange from outside: each must be found within a bounded run, or the simulator sees nothing.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { simulate } from '../../sim/simulate.ts';
import { canaries } from './canaries.ts';

/** Which bug of a module's function is planted now; the mocks below read it. */
const planted = vi.hoisted(() => ({ now: '' }));

type Fee = typeof import('../../src/formula/fee.ts');
vi.mock('../../src/formula/fee.ts', async (original) => {
  const real = await original<Fee>();
  return {
    ...real,
    feeOf: (received: number, rate: number, excess: number) => {
      const fee = real.feeOf(received, rate, excess);
      return planted.now === 'fee down' && fee > 0 ? fee - 1 : fee;
    },
    feeShare: (fee: number, share: number) => {
      const part = real.feeShare(fee, share);
      return planted.now === 'share' && part > 0 && fee > part + 1 ? part + 1 : part;
    },
  };
});

type SwapFormula = typeof import('../../src/formula/swap.ts');
vi.mock('../../src/formula/swap.ts', async (original) => {
  const real = await original<SwapFormula>();
  return {
    ...real,
    swapHalf: (...given: Parameters<SwapFormula['swapHalf']>) => {
      const half = real.swapHalf(...given);
      return planted.now === 'swap half' && half > 0 ? half - 1 : half;
    },
  };
});

type StopFormula = typeof import('../../src/formula/stop.ts');
vi.mock('../../src/formula/stop.ts', async (original) => {
  const real = await original<StopFormula>();
  const stopLimit: StopFormula['stopLimit'] = (side, index, major) =>
    planted.now === 'far stop'
      ? Math.round((index / 100) * (side === 1 ? 1.19 : 0.81))
      : real.stopLimit(side, index, major);
  return { ...real, stopLimit };
});

type SecondFormula = typeof import('../../src/formula/second.ts');
vi.mock('../../src/formula/second.ts', async (original) => {
  const real = await original<SecondFormula>();
  return {
    ...real,
    secondWin: (stake: number, odds: number) => real.secondWin(stake, odds) + (planted.now === 'win up' ? 1 : 0),
    secondResult: (direction: number, opened: number, settled: number) =>
      planted.now === 'tie wins' && opened === settled ? 1 : real.secondResult(direction, opened, settled),
  };
});

type Funding = typeof import('../../src/formula/funding.ts');
vi.mock('../../src/formula/funding.ts', async (original) => {
  const real = await original<Funding>();
  const fundingDue: Funding['fundingDue'] = (...given) =>
    real.fundingDue(...given) + (planted.now === 'funding up' ? 1 : 0);
  const fundingMost: Funding['fundingMost'] = (...given) =>
    planted.now === 'no cap' ? real.FUNDING_MOST : real.fundingMost(...given);
  const hourlyFundingMost: Funding['hourlyFundingMost'] = (rate) =>
    planted.now === 'no cap' ? real.FUNDING_MOST : planted.now === 'no pace' ? 0 : real.hourlyFundingMost(rate);
  return { ...real, fundingDue, fundingMost, hourlyFundingMost };
});

type Contract = typeof import('../../src/formula/contract.ts');
vi.mock('../../src/formula/contract.ts', async (original) => {
  const real = await original<Contract>();
  const releasedCost: Contract['releasedCost'] = (type, side, cost, closed, lots) => {
    const released = real.releasedCost(type, side, cost, closed, lots);
    return planted.now === 'released' && closed < lots ? released - 1 : released;
  };
  return { ...real, releasedCost };
});

type Closing = typeof import('../../src/formula/closing.ts');
vi.mock('../../src/formula/closing.ts', async (original) => {
  const real = await original<Closing>();
  const crossedShare: Closing['crossedShare'] = (before, excess, crossed, all) =>
    // Who comes first is crossed first.
    planted.now === 'not in proportion'
      ? Math.max(0, Math.min(excess, crossed - before))
      : real.crossedShare(before, excess, crossed, all);
  const lotsCovered: Closing['lotsCovered'] = (...given) =>
    real.lotsCovered(...given) - (planted.now === 'too few covered' ? 1 : 0);
  return { ...real, crossedShare, lotsCovered };
});

type Fees = typeof import('../../src/order/fees.ts');
vi.mock('../../src/order/fees.ts', async (original) => {
  const real = await original<Fees>();
  const splitFee: Fees['splitFee'] = (context, market, trade, user, asset, fee) =>
    // The fee of one side is shared as if another had paid it.
    real.splitFee(context, market, trade, planted.now === 'fee side' && user > 5 ? user - 1 : user, asset, fee);
  return { ...real, splitFee };
});

type Run = typeof import('../../src/second/run.ts');
vi.mock('../../src/second/run.ts', async (original) => {
  const real = await original<Run>();
  const endRow: Run['endRow'] = (context, id, due) => {
    if (planted.now !== 'late' || due % 2 === 1) real.endRow(context, id, due);
    else context.timers.add(due + 1_001 + (due % 2), 28, id);
  };
  return { ...real, endRow };
});

type Debts = typeof import('../../src/margin/debts.ts');
vi.mock('../../src/margin/debts.ts', async (original) => {
  const real = await original<Debts>();
  const bringUp: Debts['bringUp'] = (context, debt, hours) => {
    if (planted.now !== 'hour') return real.bringUp(context, debt, hours);
    const { debts } = context.tables;
    // An hour is counted without its interest.
    debts.covered[debt] = (debts.covered[debt] as number) + 1;
    return real.bringUp(context, debt, hours);
  };
  return { ...real, bringUp };
});

type Examine = typeof import('../../src/perpetual/risk/margin-check.ts');
vi.mock('../../src/perpetual/risk/margin-check.ts', async (original) => {
  const real = await original<Examine>();
  const endangered: Examine['endangered'] = (standing) =>
    real.endangered(
      planted.now === 'early'
        ? { ...standing, maintenance: { ...standing.maintenance, num: standing.maintenance.num * 6n } }
        : standing,
    );
  return { ...real, endangered };
});

type Priced = typeof import('../../src/perpetual/priced.ts');
vi.mock('../../src/perpetual/priced.ts', async (original) => {
  const real = await original<Priced>();
  const riskPrice: Priced['riskPrice'] = (context, market) =>
    planted.now === 'by mark' ? real.markOf(context, market) : real.riskPrice(context, market);
  return { ...real, riskPrice };
});

const MOST = 25_000;

afterEach(() => {
  planted.now = '';
  vi.restoreAllMocks();
});

describe('core §8: the simulator knows a planted bug of each kind', () => {
  it.each(canaries)('$what', ({ name, plant, options, found }) => {
    planted.now = name ?? '';
    const away = plant?.();
    const outcome = simulate(
      { seed: 7, commands: MOST, data: '', users: 24, ...options },
      { tries: 0, milliseconds: 0 },
    );
    away?.();
    expect(outcome.finding?.what).toMatch(found);
  });

  it('and none where none is planted', () => {
    const outcome = simulate({ seed: 7, commands: MOST, data: '', users: 24 }, { tries: 0, milliseconds: 0 });
    expect(outcome.finding).toBeUndefined();
  });

  it('a finding is made small, and what is left still shows it', () => {
    planted.now = 'fee down';
    const { finding } = simulate(
      { seed: 7, commands: MOST, data: '', users: 24 },
      { tries: 300, milliseconds: 30_000 },
    );
    expect(finding?.what).toMatch(/pays a fee of/);
    expect(finding?.before).toBeGreaterThan(100);
    expect(finding?.steps.length).toBeLessThan(60);
    expect(finding?.steps.join('\n')).toMatch(/genesis[^]*order\.place|contract\.place/);
  });
});
