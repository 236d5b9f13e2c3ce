// Borrowers: as much as they get, traded on margin both ways, repaid late or never.

import { BTC, ETH, spots, USDT } from '../scene.ts';
import type { Act, Stage } from '../stage.ts';
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

function place(stage: Stage): Place {
  const { dice } = stage;
  if (dice.once(2)) return { wallet: 4, market: 0, asset: dice.of([USDT, USDT, BTC, ETH]) };
  const market = dice.from(1, 2);
  return { wallet: 5, market, asset: dice.of([USDT, market === 1 ? BTC : ETH]) };
}

function borrow(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const { wallet, market, asset } = place(stage);
  const free = stage.free(user, asset, wallet, market);
  const typical = asset === USDT ? 2e9 : asset === BTC ? 4e6 : 6e7;
  const amount = Math.max(1, Math.floor((dice.once(3) ? typical : free * dice.from(1, 9)) * dice.part()));
  return write('debt.borrow', { user, ...stage.key(), wallet, market, asset, amount: Math.min(amount, 2 ** 50) });
}

function repay(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  let own;
  for (const debt of books.margin.debts.values())
    if (debt.user === user && (own === undefined || dice.once(3))) own = debt;
  if (own === undefined) return undefined;
  const { wallet, market, asset, principal } = own;
  const amount = dice.once(3) ? 0 : Math.max(1, Math.floor(principal * dice.part() * 1.1));
  return write('debt.repay', { user, ...stage.key(), wallet, market, asset, amount });
}

function trade(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const listing = spots[dice.below(2)] ?? spots[0];
  if (listing === undefined) throw new Error('Expected a spot market.');
  const wallet = dice.from(4, 5);
  const side = dice.from(1, 2);
  const price = Math.max(1, Math.round(stage.prices.cents(listing.instrument) / 100));
  const asset = side === 1 ? listing.quote : listing.base;
  const free = stage.free(user, asset, wallet, wallet === 5 ? listing.market : 0) * dice.part();
  const lots = Math.max(1, Math.floor(side === 1 ? free / (price * listing.k) : free / listing.goods));
  const limit = dice.once(2);
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet, side, type: limit ? 1 : 2, timeInForce: limit ? 1 : 2 },
    ...{ price: limit ? Math.max(1, price + dice.from(-20, 20) * Math.max(1, Math.round(price / 5_000))) : 0, lots },
    ...{ triggerBy: 1, selfTrade: dice.from(1, 3) },
  });
}

function leverage(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const { wallet, market } = place(stage);
  return write('debt.leverage', { user, ...stage.key(), wallet, market, leverage: dice.of([1, 3, 3, 5, 5, 10, 7]) });
}

export const marginActs: readonly Act[] = [
  { name: 'borrow', weights: { borrower: 30, attacker: 5, trader: 1 }, make: borrow },
  { name: 'repay', weights: { borrower: 12, attacker: 3, trader: 1 }, make: repay },
  { name: 'trade on margin', weights: { borrower: 40, attacker: 4 }, make: trade },
  { name: 'leverage of margin', weights: { borrower: 3, attacker: 1, clumsy: 1 }, make: leverage },
];

/** Whoever owes gets the coin, moves it and repays. */
export function marginEnds(stage: Stage, user: number): Float64Array[] {
  const commands: Float64Array[] = [];
  for (const debt of stage.books.margin.debts.values()) {
    if (debt.user !== user) continue;
    const { wallet, market, asset } = debt;
    const amount = Math.ceil((debt.principal + debt.interest) * 1.02) + 100;
    commands.push(
      write('deposit.credit', {
        user,
        asset,
        // Of reversed deposits is paid first.
        amount: amount + stage.books.custody.owedOf(user, asset),
        rail: 1,
        transactionHigh: 2 ** 40 + user,
        transactionLow: stage.time,
        position: commands.length,
      }),
      write('wallet.transfer', { user, from: 1, to: wallet, asset, amount, market }),
      write('debt.repay', { user, wallet, market, asset, amount: 0 }),
    );
  }
  return commands;
}
