// What wallets are worth through HTTP (docs/concepts/numbers.md): nothing that is still one's own looks lost, nothing borrowed won.

import { type Command, RAILS } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { C, type ContractEdge, startContracts, U } from './contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';

let world: ContractEdge;
/** More than register here. */
const USERS = 50;
let ahead = 0;

/** Millionths of a USDT. */
const units = (text: string) => BigInt(text.replace('.', ''));

beforeAll(async () => {
  world = await startContracts({ ahead: () => ahead });
});
afterAll(() => world.stop());
beforeEach(() => world.at(100_000));

/** The position of BTC's U contract that was opened last. */
function newest() {
  const found = world.live.marketPositions(U).at(-1);
  if (!found) throw new Error('expected a position');
  return found;
}

interface Worth {
  readonly usdt: bigint;
  readonly profit: bigint;
}

/** Worth and the day's profit of a wallet; the last of the series is the same number, from the views. */
async function worth(person: Person, type = '0'): Promise<Worth> {
  await world.folded(world.live.head().seq);
  const { data } = await world.call(person, `${C}/assets/getMyBalance?type=${type}`);
  expect(data.series.at(-1).usdt).toBe(data.usdt);
  const all = (await world.call(person, `${C}/assets/getWalletAccount`)).data;
  expect(all.find((one: { type: string }) => one.type === type)).toMatchObject({ usdt: data.usdt, btc: data.btc });
  return { usdt: units(data.usdt), profit: units(data.dayProfit) };
}

/** What an act did to a wallet's worth; to the day's profit the same. */
async function change(person: Person, act: () => Promise<unknown>, type = '0'): Promise<bigint> {
  const before = await worth(person, type);
  await act();
  const after = await worth(person, type);
  expect(after.profit - before.profit).toBe(after.usdt - before.usdt);
  return after.usdt - before.usdt;
}

const submit = (person: Person, fields: object) =>
  world.call(person, '/api/contract/order/submit', { symbol: 'BTC_USDT', type: 2, quantity: '0.01', ...fields });
const done = async (answer: Promise<{ code: number }>) => expect((await answer).code).toBe(200);

describe('worth of the contract wallets', () => {
  it.each(['fixed', 'all'])('opening (%s) costs the fee and the opening loss, and nothing else', async (marginMode) => {
    const person = await world.trader(`opener${marginMode}`);
    const open = () => done(submit(person, { contractType: 'u', direction: 1, marginMode }));
    const lost = await change(person, open, '2');
    const position = newest();
    expect(position.marginMode).toBe(marginMode === 'fixed' ? 2 : 1);
    // Half a dollar over the mark, of a hundredth of a coin; the fee is on the value paid.
    expect(lost).toBe(-5_000n + BigInt(position.feeProfit));
    expect(position.feeProfit).toBeLessThan(0);
    // Margin moved in or out is no profit.
    if (marginMode === 'fixed') {
      const more = { id: String(position.position), amount: '50', flag: 1 };
      expect(await change(person, () => done(world.coin(person, '/wallet/contract/updateBond', more)), '2')).toBe(0n);
    }
  });

  it('follows the mark while a position is open; closing realises what was shown, less its fee', async () => {
    const person = await world.trader('marker');
    await done(submit(person, { contractType: 'u', direction: 1 }));
    const marked = () => world.live.mark(U)?.mark ?? 0;
    const from = marked();
    const won = await change(person, () => world.at(100_200), '2');
    // A hundredth of a coin: a cent of a tick (a thousandth of a dollar) is ten atoms.
    expect(won).toBe(BigInt((marked() - from) * 10));
    const { position, feeProfit } = newest();
    const id = String(position);
    const close = () => done(world.call(person, '/api/contract/position/stopOrder', { id }));
    const closed = await change(person, close, '2');
    const fee = (world.live.position(position)?.feeProfit ?? 0) - feeProfit;
    // Dealt half a dollar under the index.
    expect(closed).toBe(BigInt((100_199_500 - marked()) * 10 + fee));
  });

  it('a coin contract counts in its coin', async () => {
    const person = await world.trader('coiner');
    const open = () => done(submit(person, { contractType: 'coin', direction: 2, quantity: '10' }));
    const lost = await change(person, open, '3');
    // 1,000 USD: less than a dollar of fee and opening loss, where the margin was 50.
    expect(lost).toBeLessThan(0n);
    expect(lost).toBeGreaterThan(-1_000_000n);
  });
});

describe('worth of the other wallets', () => {
  it('borrowing changes nothing but for the first hour of interest', async () => {
    const person = await world.trader('borrower');
    await done(world.call(person, '/api/userCoin/transfer', { from: '1', to: '4', coin: 'USDT', amount: '1000' }));
    const borrow = () => done(world.coin(person, '/wallet/all/borrow', { coin: 'USDT', amount: '500' }));
    const lost = await change(person, borrow, '4');
    const [debt] = Array.from({ length: USERS }, (_, user) => world.live.debts(user, 4)).flat();
    expect(debt?.principal).toBe(500_000_000);
    expect(lost).toBe(-BigInt(debt?.interest ?? 0));
    const repay = () => done(world.coin(person, '/wallet/still/all', { coin: 'USDT', amount: '100' }));
    // At most the part of an atom of interest that paying rounds up.
    expect(await change(person, repay, '4')).toBeGreaterThanOrEqual(-1n);
  });

  it('a running second contract counts its stake until it is settled', async () => {
    const person = await world.trader('guesser');
    await done(world.call(person, '/api/userCoin/transfer', { from: '1', to: '6', coin: 'USDT', amount: '500' }));
    const buy = () =>
      done(
        world.call(person, '/api/secondContractOrder/createSecondContractOrder', {
          ...{ symbol: 'BTC_USDT', periodId: '301-30', direction: 1, amount: '100', odds: '0.8' },
        }),
      );
    expect(await change(person, buy, '6')).toBe(0n);
    const run = async () => {
      ahead += 1_500;
      await world.at(100_000);
      ahead += 29_000;
      await world.at(100_010);
      ahead += 2_000;
      await world.at(100_000);
    };
    expect(await change(person, run, '6')).toBe(80_000_000n);
  });
});

describe('coins that stand at par (money §8)', () => {
  it('USD and USDC have a name and are worth what they say, now and at the end of the day', async () => {
    const person = await world.trader('dollars');
    // Practice money is in ether too.
    const instrument = world.live.instrumentByName('ETH', 'USDT')?.instrument ?? 0;
    const ether = {
      name: 'ticks',
      ticks: [{ instrument, price: 4_000_00, spread: 0, used: 1, total: 1 }],
      quotes: [{ instrument, source: 1, offset: 0, age: 0, state: 1 }],
    };
    expect((await world.link.submit(ether as unknown as Command)).code).toBe(200);
    const { coreUser } = await world.customerOf(person);
    const credited = async (coin: string, rail: number, position: number) => {
      const asset = world.live.assetByCode(coin)?.asset ?? 0;
      const transaction = { transactionHigh: 1, transactionLow: 2, position };
      const credit = { name: 'deposit.credit', user: coreUser, rail, asset, amount: 25_000_000, ...transaction };
      expect((await world.link.submit(credit as unknown as Command)).code).toBe(200);
    };
    for (const [coin, rail] of [
      ['USDC', RAILS.practice],
      ['USD', RAILS.bank],
    ] as const) {
      const before = await worth(person);
      await credited(coin, rail, rail);
      // What was paid in is no profit.
      expect(await worth(person), coin).toEqual({ usdt: before.usdt + 25_000_000n, profit: before.profit });
    }
    const { data } = await world.call(person, '/api/userCoin/getUserCoin', {});
    const shown = data.filter(({ coin }: { coin: string }) => ['USDT', 'USD', 'USDC'].includes(coin));
    expect(
      shown.map(({ coin, name, usdt }: Record<string, string>) => [coin, name, coin === 'USDT' ? '' : usdt]),
    ).toEqual([
      ['USDT', 'Tether', ''],
      ['USD', 'US Dollar', '25.000000'],
      ['USDC', 'USD Coin', '25.000000'],
    ]);
  });
});
