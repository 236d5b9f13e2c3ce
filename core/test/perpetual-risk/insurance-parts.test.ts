// The insurance fund's parts by themselves (money §3): how a bankrupt wallet's loss is shared, and what the fund may pay.
import { describe, expect, it } from 'vitest';
import { exact, type Fraction } from '../../src/formula/index.ts';
import { RULE } from '../../src/index.ts';
import type { PerpetualContext } from '../../src/perpetual/context.ts';
import { Shares } from '../../src/perpetual/insurance/bankruptcy-shares.ts';
import { Insurance } from '../../src/perpetual/insurance/insurance.ts';
import type { Inventory } from '../../src/perpetual/insurance/inventory.ts';
import type { Takeover } from '../../src/perpetual/insurance/takeover.ts';
import { Risk } from '../../src/perpetual/index.ts';
import type { DeleverageOrders } from '../../src/perpetual/risk/deleverage-orders.ts';
import { Registry, type TableBase } from '../../src/state/index.ts';
import { tableOf } from '../kit/full.ts';
import { USDT } from '../kit/genesis.ts';
import { type Audited, complaints, partsOf, spoilt } from '../kit/spoil.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { COIN, CROSS, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';
import { FUND, open, world as takeoverWorld } from './takeover-kit.ts';

const owes = (atoms: number) => ({ equity: exact.fraction(-atoms), maintenance: exact.ZERO });
const number = ({ num, den }: Fraction): number => Number(num) / Number(den);

interface Inside extends Audited {
  readonly liquidation: {
    readonly insurance: Insurance;
    readonly takeover: Takeover;
    readonly unwinding: { readonly inventory: Inventory };
    readonly deleverage: { readonly orders: DeleverageOrders };
  };
}

const riskOf = (world: RiskWorld): Inside =>
  partsOf(world.exchange).domains.find((one) => one instanceof Risk) as unknown as Inside;

/** Shares that see a world's positions and none of its own notes. */
function sharesOf(world: RiskWorld) {
  const context = Object.create(partsOf(world.exchange).perpetual.context, {
    registry: { value: new Registry() },
  }) as PerpetualContext;
  const shares = new Shares(context);
  const slotOf = (side: number, market: number): number =>
    context.positions.rows.find(world.position(ANNA, side, market)!.position);
  const walletOf = (slot: number): number => context.positions.rows.contractWallet[slot]!;
  const of = (slot: number, atoms: number): number => number(shares.of(slot, owes(atoms)));
  return { context, shares, slotOf, walletOf, of };
}

/** Anna's cross longs: 100 of U, 8 of the other market at ten a lot; a tick lower they lose 1 and 0.8 of a cent's hundred. */
function longs(mode: number = CROSS): RiskWorld {
  const world = riskWorld(1_000);
  world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 10 });
  world.go(CARL, OPEN_SHORT, 8, 50, { market: HOURLY, leverage: 5 });
  world.go(ANNA, OPEN_LONG, 8, 50, { market: HOURLY, leverage: 10, marginMode: mode });
  return world;
}

describe('money §3 a bankrupt wallet’s loss is shared', () => {
  it('by how far each index moved since the tick before it was endangered', () => {
    const world = longs();
    const { shares, slotOf, walletOf, of } = sharesOf(world);
    const [first, second] = [slotOf(LONG, U), slotOf(LONG, HOURLY)];
    const tick = (cents: number, other: number): void => {
      world.index(cents, other);
      shares.endangered(walletOf(first));
    };
    // U lost 50 before.
    world.index(9_950, 5_000);
    for (const market of [U, HOURLY]) shares.examined(market);
    tick(9_900, 4_950);
    // Since then they lost 50 and 40.
    expect([of(first, 45), of(second, 45)]).toEqual([-25, -20]);
    // Noted once: what is examined later changes nothing.
    for (const market of [U, HOURLY]) shares.examined(market);
    tick(9_900, 4_950);
    expect([of(first, 45), of(second, 45)]).toEqual([-25, -20]);
    // Safe again, and endangered by the next tick: from there on.
    shares.safe(second);
    tick(9_900, 4_900);
    expect([of(first, 45), of(second, 45)]).toEqual([-25, -20]);
    tick(9_900, 4_800);
    expect([of(first, 34), of(second, 34)]).toEqual([-10, -24]);
  });

  it('by none that is not noted, though its row was another’s: the rest bear it all', () => {
    const world = longs();
    const { context, shares, slotOf, walletOf, of } = sharesOf(world);
    const [first, second] = [slotOf(LONG, U), slotOf(LONG, HOURLY)];
    shares.examined(U);
    shares.examined(HOURLY);
    world.index(9_900, 4_950);
    shares.endangered(walletOf(first));
    const column = context.registry.tables.find(({ name }) => name === 'solventIndexes')!.column('position');
    column[second] = column[second]! + 1;
    expect([of(first, 70), of(second, 70)]).toEqual([-70, 0]);
    column[second] = column[second]! - 1;
    shares.safe(second);
    expect([of(first, 70), of(second, 70)]).toEqual([-70, 0]);
  });

  it('by none beyond the rows that were ever noted', () => {
    const world = longs();
    const { slotOf, of } = sharesOf(world);
    // Nothing moved and nothing is lost, whatever is owed.
    expect(of(slotOf(LONG, U), 70)).toBe(0);
  });

  it('by all losses not realised where no index explains it; those of isolated positions do not count', () => {
    for (const [mode, share] of [
      [CROSS, -120],
      [ISOLATED, -168],
    ] as const) {
      const world = longs(mode);
      world.index(9_900, 4_950);
      const { shares, slotOf, walletOf, of } = sharesOf(world);
      shares.endangered(walletOf(slotOf(LONG, U)));
      expect(of(slotOf(LONG, U), 168)).toBe(share);
    }
  });

  it('and only cross positions are noted', () => {
    const world = longs(ISOLATED);
    const { context, shares, slotOf, walletOf } = sharesOf(world);
    shares.endangered(walletOf(slotOf(LONG, U)));
    const { positions, registry } = context;
    const noted = registry.tables.find(({ name }) => name === 'solventIndexes')!.column('position');
    expect(noted[slotOf(LONG, U)]).toBe(positions.rows.id(slotOf(LONG, U)));
    expect(noted[slotOf(LONG, HOURLY)]).toBe(0);
  });

  it('and a gain bears nothing', () => {
    const world = longs();
    const { shares, slotOf, walletOf, of } = sharesOf(world);
    for (const market of [U, HOURLY]) shares.examined(market);
    world.index(9_900, 5_050);
    shares.endangered(walletOf(slotOf(LONG, U)));
    expect([of(slotOf(LONG, U), 60), of(slotOf(LONG, HOURLY), 60)]).toEqual([-60, 0]);
    expect([of(slotOf(LONG, U), 500), of(slotOf(LONG, HOURLY), 500)]).toEqual([-500, 0]);
  });
});

describe('money §3 what the fund may pay in an hour', () => {
  /** A fund that had 1,000 as the hour began, paid some, and has `left`. */
  function insurance(left: number, paid: number, rules: number = RULE.fairDeleverage): Insurance {
    const contracts = { rows: { insurance: [0, 1], hourFund: [0, 1_000], hourPaid: [0, paid] } };
    const ledger = { accounts: { available: [0, left] } };
    return new Insurance({ contracts, ledger, clock: { rules } } as unknown as PerpetualContext);
  }

  it('is a fifth of what it had, less what it paid, and never more than it has', () => {
    expect(insurance(1_000, 0).mayPay(1)).toBe(200);
    expect(insurance(950, 50).mayPay(1)).toBe(150);
    expect(insurance(120, 50).mayPay(1)).toBe(120);
    expect(insurance(0, 50).mayPay(1)).toBe(0);
  });

  it('and of a part without a book two atoms of rounding for each part so far; before rules fairDeleverage all', () => {
    expect(insurance(1_000, 0, RULE.fairDeleverage - 1).mayHelp(1)).toBe(200);
    const one = insurance(1_000, 0);
    expect(one.mayHelp(1)).toBe(2);
    one.note(1, 0);
    expect(one.mayHelp(1)).toBe(4);
    expect(insurance(1, 0).mayHelp(1)).toBe(1);
  });
});

/** Anna's cross long of so many lots at 100, in liquidation with all of its wallet's equity and `more` atoms. */
function begun(lots: number, more: number) {
  const world = takeoverWorld(FUND, RULE.fairDeleverage);
  open(world, LONG, lots, CROSS);
  const { context } = partsOf(world.exchange).perpetual;
  const { insurance, takeover } = riskOf(world).liquidation;
  const slot = context.positions.rows.find(world.position(ANNA, LONG)!.position);
  const market = context.positions.rows.market[slot]!;
  insurance.begin(slot, exact.fraction(world.wealth(ANNA) + more));
  const fund = (): number => context.ledger.accounts.available[context.contracts.rows.insurance[market]!] as number;
  return { world, context, market, insurance, takeover, slot, fund };
}

describe('money §3 a takeover by the fund', () => {
  const state = { equity: 0, maintenance: 0 };

  it('pays at most two atoms of rounding', () => {
    const { takeover, slot, insurance, fund } = begun(10, 2);
    expect(fund()).toBe(FUND);
    expect(takeover.run(slot, 10, state)).toBe(10);
    expect(fund()).toBe(FUND - 2);
    expect(insurance.moved).toBe(-2);
  });

  it('and is not made where the wallet lacks more', () => {
    const { takeover, slot, fund } = begun(10, 3);
    expect(takeover.run(slot, 10, state)).toBe(0);
    expect(fund()).toBe(FUND);
  });

  it('is not made at a value below 0, though the wallet could pay', () => {
    const { takeover, insurance, slot, world } = begun(1, 0);
    world.transfer(ANNA, 1, U_WALLET, USDT, 200);
    insurance.begin(slot, exact.fraction(101));
    expect(insurance.valueOf(slot, 1)).toBe(-1);
    expect(takeover.run(slot, 1, state)).toBe(0);
  });
});

describe('money §3 a fill in a liquidation', () => {
  it('counts for the fund once, when its own position settles and not the other side', () => {
    const { insurance, slot, market, context, world } = begun(10, 0);
    const other = context.positions.rows.find(world.position(BEN, SHORT)!.position);
    const value = insurance.valueOf(slot, 10);
    const moved = insurance.weigh(slot, 10, value + 3);
    expect(moved).toBe(3);
    insurance.settled(other);
    expect([insurance.moved, insurance.bankruptcy]).toEqual([0, 0]);
    insurance.settled(slot);
    expect([insurance.moved, insurance.bankruptcy]).toEqual([3, value]);
    // One part so far.
    expect(insurance.mayHelp(market)).toBe(4);
  });
});

describe('money §3 what the fund may hold', () => {
  /** A fund of 10,000 with lots held in some markets: how many lots of U at 100 it takes besides. */
  function takes(held: Readonly<Record<number, number>>): number {
    const { inventory } = riskOf(riskWorld(10_000)).liquidation.unwinding;
    for (const [market, lots] of Object.entries(held)) {
      inventory.rows.reach(Number(market));
      inventory.rows.lots[Number(market)] = lots;
      inventory.rows.side[Number(market)] = LONG;
    }
    return inventory.takes(U, 100);
  }

  it('is a tenth of it in a market, half in all, of the same asset; its own lots count once', () => {
    expect(takes({})).toBe(10);
    expect(takes({ [U]: 4 })).toBe(6);
    // Nine lots are worth 4,500 of the 5,000.
    expect(takes({ [HOURLY]: 9 })).toBe(5);
    expect(takes({ [HOURLY]: 9, [U]: 4 })).toBe(1);
    expect(takes({ [HOURLY]: 10 })).toBe(0);
    expect(takes({ [COIN]: 100_000 })).toBe(10);
  });

  it('is audited with the contracts: what is held, its cost and its hour', () => {
    const world = riskWorld(10_000);
    const risk = riskOf(world);
    const { rows } = risk.liquidation.unwinding.inventory;
    rows.reach(U);
    expect(complaints(risk)).toEqual([]);
    expect(spoilt(risk, rows, 'cost', U, -1)).toContain(`cost of the inventory of market ${U} not below 0`);
    expect(spoilt(risk, rows, 'lots', U, 1)).toContain(`inventory of market ${U} to have a timer`);
    expect(spoilt(risk, rows, 'side', U, LONG)).toContain(`inventory of market ${U} to be lots of a side, or nothing`);
    expect(spoilt(risk, rows, 'hourLost', U, 1)).toContain(`market ${U} to lose at most 0 an hour`);
    const { orders } = risk.liquidation.deleverage;
    expect(orders.of(U, LONG)).toBe(0);
    const listed = tableOf(world.exchange, 'deleverageOrders') as TableBase & { size: Int32Array };
    expect(spoilt(risk, listed, 'size', 1, 1)).toContainEqual(expect.stringContaining('to be listed once'));
    expect(complaints(risk)).toEqual([]);
  });
});

describe('money §3 a takeover that closes the fund’s opposite lots', () => {
  /** The fund holds ten lots short, taken over near 105; then a long opened at 1,300 is bankrupt at 1,230. */
  function risen(fund: number): RiskWorld {
    const world = riskWorld(fund, { money: 30_000, users: 6, terms: { maxValue: 1_000_000 } });
    const fields = { marginMode: ISOLATED };
    world.go(BEN, OPEN_LONG, 10, 100, { ...fields, leverage: 2 });
    world.go(ANNA, OPEN_SHORT, 10, 100, { ...fields, leverage: 20 });
    world.index(10_550);
    expect(world.emitted('fund.takeover')).toMatchObject([{ user: ANNA, side: SHORT, lots: 10 }]);
    world.index(130_000);
    world.go(5, OPEN_SHORT, 10, 1_300, { ...fields, leverage: 2 });
    world.go(CARL, OPEN_LONG, 10, 1_300, { ...fields, leverage: 20 });
    world.index(123_000);
    return world;
  }

  it('pays what they lost since, as far as the hour’s bound goes; the rest is deleveraged', () => {
    const world = risen(100_000);
    // A lot was taken over at an index of 105.5 and closes at 1,230: a loss of 1,124.5. The bound is 2,000.
    const taken = world.emitted('fund.takeover');
    expect(taken).toMatchObject([{ user: CARL, side: LONG, lots: 1, netted: 1, value: 1_235, profit: -1_130 }]);
    expect(world.emitted('deleveraged').reduce((sum, { lots }) => sum + lots, 0)).toBe(9);
    expect(world.insurance()).toBe(100_000 - 1_130);
    expect(world.contracts.fund.held.get(U)).toMatchObject({ lots: 9n });
  });

  it('is not made where a lot is more than the bound', () => {
    const world = risen(11_300);
    expect(world.emitted('fund.takeover')).toEqual([]);
    expect(world.emitted('deleveraged').reduce((sum, { lots }) => sum + lots, 0)).toBe(10);
    expect(world.insurance()).toBe(11_300);
  });
});
