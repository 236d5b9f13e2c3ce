// Borrowers: borrow as much as possible, trade on margin both ways, repay late or never.

import { BTC, ETH, spots, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const COINS = [
  { asset: USDT, instrument: 0, rate: 10_000, factor: 1_000_000, limit: 2e11 },
  { asset: BTC, instrument: 1, rate: 5_000, factor: 950_000, limit: 3e8 },
  { asset: ETH, instrument: 2, rate: 5_000, factor: 950_000, limit: 5e9 },
];

export function marginTerms(rate = 10_000): Float64Array {
  return write('margin.set', {
    assets: COINS.map((coin) => (coin.asset === USDT ? { ...coin, rate } : coin)),
    levels: [
      { leverage: 3, borrow: 1_500_000, call: 1_300_000, liquidation: 1_100_000 },
      { leverage: 5, borrow: 1_250_000, call: 1_150_000, liquidation: 1_080_000 },
      { leverage: 10, borrow: 1_110_000, call: 1_080_000, liquidation: 1_050_000 },
    ],
    markets: [
      { market: 1, leverage: 10 },
      { market: 2, leverage: 5 },
    ],
    ...{ cross: 3, transferOut: 2_000_000 },
  });
}

interface Place {
  readonly wallet: number;
  readonly market: number;
  readonly asset: number;
}

function place(scenario: Scenario): Place {
  const { random } = scenario;
  if (random.once(2)) return { wallet: 4, market: 0, asset: random.of([USDT, USDT, BTC, ETH]) };
  const market = random.from(1, 2);
  return { wallet: 5, market, asset: random.of([USDT, market === 1 ? BTC : ETH]) };
}

function borrow(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const { wallet, market, asset } = place(scenario);
  const free = scenario.free(user, asset, wallet, market);
  const typical = asset === USDT ? 2e9 : asset === BTC ? 4e6 : 6e7;
  const amount = Math.max(1, Math.floor((random.once(3) ? typical : free * random.from(1, 9)) * random.part()));
  return write('debt.borrow', { user, ...scenario.key(), wallet, market, asset, amount: Math.min(amount, 2 ** 50) });
}

function repay(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  let own;
  for (const debt of books.margin.debts.values())
    if (debt.user === user && (own === undefined || random.once(3))) own = debt;
  if (own === undefined) return undefined;
  const { wallet, market, asset, principal } = own;
  const amount = random.once(3) ? 0 : Math.max(1, Math.floor(principal * random.part() * 1.1));
  return write('debt.repay', { user, ...scenario.key(), wallet, market, asset, amount });
}

function trade(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = spots[random.below(2)] ?? spots[0];
  if (listing === undefined) throw new Error('Expected a spot market.');
  const wallet = random.from(4, 5);
  const side = random.from(1, 2);
  const price = Math.max(1, Math.round(scenario.prices.cents(listing.instrument) / 100));
  const asset = side === 1 ? listing.quote : listing.base;
  const free = scenario.free(user, asset, wallet, wallet === 5 ? listing.market : 0) * random.part();
  const lots = Math.max(1, Math.floor(side === 1 ? free / (price * listing.k) : free / listing.goods));
  const limit = random.once(2);
  return write('order.place', {
    ...{
      user,
      ...scenario.key(),
      market: listing.market,
      wallet,
      side,
      type: limit ? 1 : 2,
      timeInForce: limit ? 1 : 2,
    },
    ...{ price: limit ? Math.max(1, price + random.from(-20, 20) * Math.max(1, Math.round(price / 5_000))) : 0, lots },
    ...{ triggerBy: 1, selfTrade: random.from(1, 3) },
  });
}

function leverage(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const { wallet, market } = place(scenario);
  return write('debt.leverage', {
    user,
    ...scenario.key(),
    wallet,
    market,
    leverage: random.of([1, 3, 3, 5, 5, 10, 7]),
  });
}

export const marginActs: readonly Act[] = [
  { name: 'borrow', weights: { borrower: 30, attacker: 5, trader: 1 }, make: borrow },
  { name: 'repay', weights: { borrower: 12, attacker: 3, trader: 1 }, make: repay },
  { name: 'trade on margin', weights: { borrower: 40, attacker: 4 }, make: trade },
  { name: 'leverage of margin', weights: { borrower: 3, attacker: 1, clumsy: 1 }, make: leverage },
];

/** A user with debts gets the coin, transfers it and repays. */
export function marginEnds(scenario: Scenario, user: number): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const debt of scenario.books.margin.debts.values()) {
    if (debt.user !== user) continue;
    const { wallet, market, asset } = debt;
    const amount = Math.ceil((debt.principal + debt.interest) * 1.02) + 100;
    commands.push(
      write('deposit.credit', {
        user,
        asset,
        // Debts of reversed deposits are repaid first.
        amount: amount + scenario.books.custody.owedOf(user, asset),
        rail: 1,
        transactionHigh: 2 ** 40 + user,
        transactionLow: scenario.time,
        position: commands.length,
      }),
      write('wallet.transfer', { user, from: 1, to: wallet, asset, amount, market }),
      write('debt.repay', { user, wallet, market, asset, amount: 0 }),
    );
  }
  return commands;
}
