// The audit of second contracts notices each number that is not what the contracts say (money §12); and small rules of
// the domain's face that only show at their edges (money §5).
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { decodeEvents } from '../../src/index.ts';
import { Second } from '../../src/second/index.ts';
import { USDT } from '../kit/genesis.ts';
import { complaints, partsOf, spoilt } from '../kit/spoil.ts';
import { ANNA, BEN, World } from '../kit/world.ts';
import { DELAY, M1, M2, PERIODS, SecondWorld, setOf } from './kit.ts';

function secondOf(of: World): Second {
  return partsOf(of.exchange).domains.find((one) => one instanceof Second)!;
}

let world: SecondWorld;
let second: Second;
/** Rows: Anna's two that opened (1, 2), her and Ben's that wait (3, 4, 5) in this order. */
beforeEach(() => {
  world = new SecondWorld();
  world.stake(ANNA, { amount: 100 });
  world.stake(ANNA, { amount: 30, market: M1, direction: 2 });
  world.tickAt(world.time + DELAY, 10_000);
  for (const user of [ANNA, BEN, ANNA]) {
    world.stake(user, { amount: 50 });
    world.time += 100;
    world.must(world.ticks([10_000, 5_000]));
  }
  second = secondOf(world);
});

const rows = () => second.context.contracts.rows;
const sums = () => second.context.contracts.sums;
const markets = () => second.context.markets.rows;

describe('§12 the audit of second contracts', () => {
  it('finds nothing in a world that is in order', () => {
    expect(complaints(second)).toEqual([]);
    expect([1, 2, 3, 4, 5].map((slot) => rows().state[slot])).toEqual([1, 1, 0, 0, 0]);
  });

  it.each([
    ['stake', 1, 101, /^the escrow of asset 3 to be \d+, it is \d+/],
    ['stake', 3, 0, /^the escrow of asset 3 to be/],
    ['win', 2, 24, /^the escrow of asset 3 to be/],
    ['state', 1, 3, /^contract slot 1 in the state of its row/],
    ['state', 1, 2, /^contract slot 1 in the state of its row/],
    ['tick', 1, 0, /^contract slot 1 waiting or open/],
    ['state', 3, 1, /^contract slot 3 waiting or open/],
    ['next', 3, 5, /^the queue of instrument 1 to be in order/],
    ['previous', 4, 0, /^the queue of instrument 1 to be in order/],
    ['previous', 5, 3, /^the queue of instrument 1 to be in order/],
    ['opensFrom', 3, 9e12, /^the queue of instrument 1 to be in order/],
    ['opensFrom', 5, 1, /^the queue of instrument 1 to be in order/],
  ] as const)('notices %s of row %i', (column, slot, value, words) => {
    expect(spoilt(second, rows(), column, slot, value).some((what) => words.test(what))).toBe(true);
    expect(complaints(second)).toEqual([]);
  });

  it.each([
    ['stakes', 1, 1],
    ['stakes', 2, 0],
    ['open', 1, 3],
    ['open', 2, 2],
  ] as const)("notices %s of a customer's sum", (column, slot, value) => {
    const found = spoilt(second, sums(), column, slot, value);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^sum \d to be \d+ in \d contracts, it says \d+ in \d/);
  });

  it.each([
    ['waiting', 4],
    ['last', 4],
    ['last', 0],
    ['first', 4],
    ['first', 0],
  ] as const)('notices %s of a queue', (column, value) => {
    expect(spoilt(second, markets(), column, 1, value)).toEqual(['the queue of instrument 1 to be in order']);
  });

  it('notices an escrow that holds nothing, and one that holds too much', () => {
    const { ledger } = second.context;
    const escrow = ledger.find(ACCOUNT_CLASS.escrow, 0, 0, USDT, 0);
    expect(spoilt(second, ledger.accounts, 'available', escrow, 0)).toHaveLength(1);
    const has = ledger.accounts.available[escrow]!;
    expect(spoilt(second, ledger.accounts, 'available', escrow, has + 1)).toEqual([
      `the escrow of asset ${USDT} to be ${has}, it is ${has + 1}`,
    ]);
  });

  it('notices contracts without an escrow, and more of one customer than may be open', () => {
    const fresh = new SecondWorld();
    const other = secondOf(fresh);
    const { contracts } = other.context;
    for (let count = 0; count < 200; count += 1) other.context.endings.keep(1);
    for (let count = 0; count < 200; count += 1) contracts.add(1, ANNA, USDT, 1, 1_000);
    expect(complaints(other)).toEqual([expect.stringMatching(/^the escrow of asset 3 to be 200, it is/)]);
    contracts.add(1, ANNA, USDT, 1, 1_000);
    expect(complaints(other)).toContainEqual(expect.stringMatching(/^sum 1 to be 201 in 201 contracts/));
  });

  it('looks at the last asset, the last customer and the last market too', () => {
    const last = markets().top;
    expect(last).toBe(2);
    expect(spoilt(second, markets(), 'waiting', last, 1)).toEqual([`the queue of instrument ${last} to be in order`]);
    expect(spoilt(second, sums(), 'open', sums().top, 9)).toHaveLength(1);
  });
});

describe('§5 the face of the domain', () => {
  it('emits markets that sell second contracts, and of no other', () => {
    const bare = new World();
    const none = secondOf(bare);
    none.emitState();
    expect([...decodeEvents(bare.exchange.takeEvents())]).toEqual([]);
    second.emitState();
    const emitted = [...decodeEvents(world.exchange.takeEvents())].map(({ name }) => name);
    expect(emitted.filter((name) => name === 'second.waiting')).toHaveLength(5);
    expect(emitted.filter((name) => name === 'second.opened')).toHaveLength(2);
  });

  it('names the market that an instrument has', () => {
    const bare = new World({}, 0);
    expect(bare.send(setOf({ market: M2 }))).toMatchObject({ code: 400, expected: M1, got: M2 });
  });

  it('does not carry the numbers of one refusal into the next', () => {
    expect(world.bet(BEN, { amount: 9 })).toMatchObject({ code: 2402, expected: 10 });
    const next = world.bet(BEN, { seconds: 31 });
    expect(next).toMatchObject({ code: 2401, expected: 0 });
  });

  it('takes into wallet 6 what is staked and nothing else', () => {
    expect(world.transfer(BEN, 1, 6, 1, 1).code).toBe(3003);
    expect(world.transfer(BEN, 1, 6, USDT, 1).code).toBe(200);
  });

  it('sells a period of one stake only: least and greatest may be the same', () => {
    const [period] = PERIODS;
    const one = new SecondWorld({}, { periods: [{ ...period, min: 100, max: 100 }] });
    expect(one.bet(ANNA, { amount: 100 }).code).toBe(200);
    expect(one.bet(ANNA, { amount: 99 })).toMatchObject({ code: 2402 });
  });
});
