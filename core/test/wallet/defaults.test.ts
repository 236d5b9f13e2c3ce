// The first rails, limits, swaps and terms of the counter are taken by a fresh exchange and work (parameters).
import { describe, expect, it } from 'vitest';
import {
  bankSetup,
  coins,
  type Command,
  decodeEvents,
  defaultGenesis,
  dollarCoinSetup,
  encodeCommand,
  type Exchange,
  openExchange,
  otcSetup,
  parseAtoms,
  RAILS,
  USD,
  USDC,
  walletSetup,
} from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, NO_KEY, NOON } from '../kit/world.ts';

const setup = [...walletSetup('practice'), ...bankSetup(), ...dollarCoinSetup('practice'), ...otcSetup()];

function opened(): Exchange {
  const exchange = openExchange();
  exchange.advance(NOON);
  for (const one of [defaultGenesis('practice', []), ...setup])
    expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
  const must = (one: Command): void =>
    expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
  must(command('user.open', { referrer: 0 }));
  must(command('user.set', { user: ANNA, stage: 2, locks: 0 }));
  must(command('practice.claim', { user: ANNA, ...NO_KEY }));
  const ticks = coins.map((coin, at) => {
    const instrument = defaultGenesis('practice', []).instruments[at]!;
    const price = Math.round(Number(coin.price) * 10 ** (instrument.tickDecimals + 2));
    return { instrument: at + 1, price, spread: 0, used: 3, total: 3 };
  });
  must(command('ticks', { ticks, quotes: [] }));
  exchange.audit();
  exchange.takeEvents();
  return exchange;
}

const ask = (exchange: Exchange, one: Command) => exchange.ask(encodeCommand(one), 0);
const request = (asset: number, amount: string, scale: number, rail: number = RAILS.practice): Command =>
  command('withdrawal.request', {
    ...{ user: ANNA, ...NO_KEY, asset, rail, amount: parseAtoms(amount, scale), destination: 1 },
  });
const swap = (from: number, to: number, amount: number): Command =>
  command('swap.execute', {
    ...{ user: ANNA, ...NO_KEY, from, to, amount, receive: 0, fromTick: from === 2 ? 1 : 0, toTick: to === 2 ? 1 : 0 },
  });

describe('parameters: the first values', () => {
  it('are taken in both modes before the first customer', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    for (const one of [
      defaultGenesis('live', []),
      ...walletSetup('live'),
      ...bankSetup(),
      ...dollarCoinSetup('live'),
      ...otcSetup(),
    ])
      expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
    exchange.audit();
    opened();
  });

  it('a withdrawal of USDT costs 1 on the practice chain, of BTC 0.0001', () => {
    const exchange = opened();
    expect(ask(exchange, request(1, '100', 6))).toMatchObject({
      code: 200,
      numbers: [1_000_000, 101_000_000, 100, 199_900, 400_000_000, 0, 500_000_000],
    });
    const bitcoin = ask(exchange, request(2, '0.005', 8));
    expect(bitcoin).toMatchObject({ code: 200 });
    // 0.005 BTC at 114,129.75: rounded up.
    expect(bitcoin.numbers.slice(0, 3)).toEqual([10_000, 510_000, 571]);
    expect(ask(exchange, request(1, '9.99', 6)).code).toBe(3110);
  });

  it('all customers together: 5 % of what is owed to them an hour', () => {
    const exchange = opened();
    expect(ask(exchange, request(1, '500.000001', 6))).toMatchObject({ code: 3104, expected: 500_000_000 });
    expect(ask(exchange, request(1, '500', 6)).code).toBe(200);
  });

  it('a swap of a major costs half of 0.1 % a way, of another half of 0.3 %; dollars are swapped at one', () => {
    const exchange = opened();
    expect(ask(exchange, swap(2, 1, 1_000_000))).toMatchObject({
      code: 3004,
      expected: Math.floor(1_141_297_500 * 0.9995),
    });
    const dollars = exchange.apply(
      encodeCommand(
        command('deposit.credit', {
          ...{ user: ANNA, asset: USD, amount: 1_000_000_000, rail: RAILS.bank, transactionHigh: 1 },
          ...{ transactionLow: 1, position: 0 },
        }),
      ),
      0,
    );
    expect(dollars).toBe(200);
    expect(ask(exchange, swap(USD, 1, 1_000_000_000))).toMatchObject({ code: 3004, expected: 999_500_000 });
    const cents = command('deposit.credit', {
      ...{
        user: ANNA,
        asset: USD,
        amount: 1_005_000,
        rail: RAILS.bank,
        transactionHigh: 2,
        transactionLow: 1,
        position: 0,
      },
    });
    expect(exchange.apply(encodeCommand(cents), 0), 'no part of a cent').toBe(400);
  });

  it('a dollar coin comes and goes on chains and swaps at par; the public chains are there in practice too', () => {
    const exchange = opened();
    const deposit = (rail: number, asset: number, amount: number): number =>
      exchange.apply(
        encodeCommand(
          command('deposit.credit', {
            ...{ user: ANNA, asset, amount, rail, transactionHigh: rail, transactionLow: asset, position: 0 },
          }),
        ),
        0,
      );
    for (const rail of [RAILS.practice, RAILS.ethereum]) expect(deposit(rail, USDC, 1_000_000_000)).toBe(200);
    expect(deposit(RAILS.bitcoin, 2, 100_000)).toBe(200);
    expect(deposit(RAILS.bitcoin, USDC, 1), 'not on bitcoin').toBe(3109);
    expect(ask(exchange, swap(USDC, 1, 1_000_000_000))).toMatchObject({ code: 3004, expected: 999_500_000 });
    expect(ask(exchange, request(USDC, '30', 6, RAILS.ethereum)).numbers.slice(0, 3)).toEqual([
      3_000_000, 33_000_000, 30,
    ]);
  });

  it('a withdrawal of at most 1,000 USDT passes by the rules, 2,000 a day', () => {
    const exchange = opened();
    const emitted = exchange.seed();
    exchange.takeEvents();
    const at = [...decodeEvents(emitted)].find((event) => event.name === 'pass.changed');
    expect(at).toMatchObject({ most: 1_000, day: 2_000, version: 1 });
  });

  it('the bank takes 0.5 %, five dollars at least', () => {
    const exchange = opened();
    exchange.apply(
      encodeCommand(
        command('deposit.credit', {
          ...{ user: ANNA, asset: USD, amount: 200_000_000_000, rail: RAILS.bank, transactionHigh: 3 },
          ...{ transactionLow: 1, position: 0 },
        }),
      ),
      0,
    );
    expect(ask(exchange, request(USD, '100', 6, RAILS.bank)).numbers[0]).toBe(5_000_000);
    expect(ask(exchange, request(USD, '5000', 6, RAILS.bank)).numbers[0]).toBe(25_000_000);
  });
});
