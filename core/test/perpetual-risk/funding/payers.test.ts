// Whose profit a payer of funding realises (money §3, since rules `fundingBounded`), and what premiums and minutes were before rules
// `fundingByTime`.
import { describe, expect, it } from 'vitest';
import { decodeEvents, RULE } from '../../../src/index.ts';
import type { Payments } from '../../../src/perpetual/funding/payments.ts';
import { Risk } from '../../../src/perpetual/index.ts';
import { partsOf } from '../../kit/spoil.ts';
import { ANNA, BEN, CARL, NOON } from '../../kit/world.ts';
import { COIN, CROSS, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U } from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Profit of each long of `HOURLY` below: ten lots from 50 to 60. */
const PROFIT = 1_000;

/** Anna's long of U without profit, and longs of `HOURLY` with profit: hers, and Carl's. */
function payer(mode: number, other: number): RiskWorld {
  const world = riskWorld(1_000);
  world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: mode, leverage: 50 });
  for (const user of [ANNA, CARL]) {
    world.go(BEN, OPEN_SHORT, 10, 50, { leverage: 2, market: HOURLY });
    world.go(user, OPEN_LONG, 10, 50, { marginMode: user === ANNA ? other : CROSS, leverage: 10, market: HOURLY });
  }
  world.indexFor(10_000, 1, 6_000);
  return world;
}

/** What is realised and paid when Anna's long owes `owed` atoms: [what, user, market, amount]. */
function paid(world: RiskWorld, owed: (has: number) => number): unknown[] {
  const { exchange } = world;
  const risk = partsOf(exchange).domains.find((one) => one instanceof Risk);
  const { payments } = (risk as unknown as { funding: { payments: Payments } }).funding;
  const { positions, ledger } = partsOf(exchange).perpetual.context;
  const slot = positions.rows.find(world.position(ANNA, LONG)!.position);
  const wallet = positions.contractWallets.account[positions.rows.contractWallet[slot]!]!;
  const has = positions.rows.mode[slot] === ISOLATED ? positions.marginOf(slot) : ledger.accounts.available[wallet]!;
  // 1 % of a mark of 100.00 is an atom a lot.
  const { rounds } = payments;
  rounds.reach(U);
  [rounds.rate[U], rounds.mark[U], rounds.hours[U]] = [10_000_000, 10_000, 8];
  exchange.takeEvents();
  payments.pay(slot, owed(has));
  return [...decodeEvents(exchange.takeEvents())].flatMap((event) =>
    event.name === 'funding' || event.name === 'funding.realised'
      ? [[event.name, event.user, event.market, event.amount - (event.name === 'funding' ? -has : 0)]]
      : [],
  );
}

describe('money §3 a payer of funding without enough realises', () => {
  it('nothing of the wallet’s other positions when it is isolated: the rest stays unpaid', () => {
    expect(paid(payer(ISOLATED, CROSS), (has) => has + 300)).toEqual([['funding', ANNA, U, 0]]);
  });

  it('nothing of an isolated position when it is cross', () => {
    expect(paid(payer(CROSS, ISOLATED), (has) => has + 300)).toEqual([['funding', ANNA, U, 0]]);
  });

  it('as much as is missing of its wallet’s cross positions, and of nobody else’s', () => {
    expect(paid(payer(CROSS, CROSS), (has) => has + 300)).toEqual([
      ['funding.realised', ANNA, HOURLY, 300],
      ['funding', ANNA, U, -300],
    ]);
    expect(paid(payer(CROSS, CROSS), (has) => has + PROFIT + 300)).toEqual([
      ['funding.realised', ANNA, HOURLY, PROFIT],
      ['funding', ANNA, U, -PROFIT],
    ]);
  });

  it('nothing when it has enough to the atom', () => {
    expect(paid(payer(CROSS, CROSS), (has) => has)).toEqual([['funding', ANNA, U, 0]]);
  });

  it('its own profit first, each once, in one payment', () => {
    // 100 lots gain 0.02 each.
    const gained = (): RiskWorld => {
      const world = payer(CROSS, CROSS);
      world.indexFor(10_002, 60, 6_000);
      return world;
    };
    expect(paid(gained(), (has) => has + 300)).toEqual([
      ['funding.realised', ANNA, U, 2],
      ['funding.realised', ANNA, HOURLY, 298],
      ['funding', ANNA, U, -300],
    ]);
    expect(paid(gained(), (has) => has + PROFIT + 300)).toEqual([
      ['funding.realised', ANNA, U, 2],
      ['funding.realised', ANNA, HOURLY, PROFIT],
      ['funding', ANNA, U, -PROFIT - 2],
    ]);
  });
});

describe('money §3 before rules fundingByTime', () => {
  /** An interval of 8 h with these quotes: what `funding.rate` says of it, and what the batch at its end tells of minutes. */
  function interval(quotes: readonly [side: number, price: number, lots: number][]) {
    const world = riskWorld(100_000, {}, { rules: RULE.fundingByTime - 1 });
    world.quote(U, quotes);
    const end = NOON + 4 * HOUR;
    while (world.time < end - MINUTE) {
      world.time += MINUTE - 1_000;
      world.index(10_000);
      world.time += 1_000;
      world.index(10_000);
    }
    world.time = end - 500;
    world.index(10_000);
    world.time = end + 1;
    world.batch([]);
    return {
      rate: world.emitted('funding.rate').find(({ market }) => market === U),
      minutes: world.emitted('funding.minute').map(({ market, minutes }) => [market, minutes]),
    };
  }

  const INTEREST = 100_000;
  const alone = [
    { name: 'asks below the index', quotes: [[2, 96, 100]] },
    { name: 'bids above it', quotes: [[1, 104, 100]] },
  ] as const;
  it.each(alone)('a book with $name and nothing on the other side has no premium', ({ quotes }) => {
    const { rate } = interval(quotes.map(([side, price, lots]) => [side, price, lots]));
    expect(rate).toMatchObject({ rate: INTEREST, valid: 240, minutes: 240 });
  });

  it('the end of an interval tells its last minute once', () => {
    expect(interval([]).minutes).toEqual([U, HOURLY, COIN].map((market) => [market, 240]));
  });
});
