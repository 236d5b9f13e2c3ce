// Networks: what the exchange's terms and the chains of this house give together, and where a coin is paid in.

import { rechargeCurrency } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { followFunds } from '../../../src/custody/exchange/index.ts';
import type { Customer, Halt } from '../../../src/custody/types/index.ts';
import { createNetworks } from '../../../src/custody/networks/index.ts';
import type { ChainName } from '../../../src/custody/rail/index.ts';
import { Refusal } from '../../../src/api/call/index.ts';
import { agreedByTwo, type TestExchange, testExchange } from '../support/house.ts';
import { fakeChain } from '../support/fake-chain.ts';

const ANNA = { userId: '11', coreUser: 2 };
const RAIL = { USDT: 1, fee: 1_000_000 } as const;

async function open(names: readonly ChainName[], house: TestExchange = testExchange(0)) {
  const halts = new Map<string, Halt>();
  const asked: [Customer, ChainName][] = [];
  const networks = createNetworks({
    // In another order than they are offered.
    chains: names.toReversed().map(fakeChain),
    funds: await followFunds(house.link),
    treasury: { halted: (network, coin) => halts.get(`${network} ${coin}`) },
    addresses: {
      async of(customer, chain) {
        asked.push([customer, chain]);
        return `${chain} of ${customer.userId}`;
      },
    },
  });
  const halt = (network: string, coin: string) =>
    halts.set(`${network} ${coin}`, { network, coin, reason: 'short', by: null, since: 1 });
  return { house, networks, halt, asked };
}

const shown = (networks: Awaited<ReturnType<typeof open>>['networks']) =>
  networks.list().map(({ coin, networks: of }) => [coin, of.map(({ network }) => network).join(' ')]);

async function refusal(run: Promise<unknown>) {
  const error = await run.then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (!(error instanceof Refusal)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { code: error.code, args: error.args, fields: error.fields };
}

describe('§8 networks', () => {
  it('are those with a node and with terms, practice first, and the bank for dollars by hand', async () => {
    const { networks } = await open(['practice', 'ethereum', 'bitcoin']);
    expect(shown(networks)).toEqual([
      ['USDT', 'practice ethereum'],
      ['BTC', 'practice bitcoin'],
      ['ETH', 'practice ethereum'],
      ['USD', 'bank'],
      ['USDC', 'practice'],
    ]);
    for (const one of networks.list()) expect(rechargeCurrency.safeParse(one).success, one.coin).toBe(true);
    expect(shown((await open([])).networks)).toEqual([['USD', 'bank']]);
    expect(shown((await open(['bitcoin'])).networks)).toEqual([
      ['BTC', 'bitcoin'],
      ['USD', 'bank'],
    ]);
  });

  it('show minimum, confirmations, fees and step in the coin, and the contract where there is one', async () => {
    const { networks } = await open(['practice', 'ethereum']);
    const [tether, bitcoin, ether, dollar] = networks.list();
    expect(tether).toMatchObject({ coin: 'USDT', name: 'Tether' });
    expect(dollar).toMatchObject({ coin: 'USD', name: 'US Dollar' });
    expect(networks.list().at(-1)).toMatchObject({ coin: 'USDC', name: 'USD Coin' });
    expect(tether?.networks[0]).toEqual({
      ...{ network: 'practice', rail: 'chain', min: '0.000001', confirmations: 12, blockTime: 5_000 },
      ...{ fee: '1.000000', feeRate: '0.000000', withdrawMin: '10.000000', step: '0.000001' },
      ...{ open: { deposit: true, withdrawal: true }, halted: null, code: null },
    });
    expect(tether?.networks[1]).toMatchObject({ fee: '3.000000', code: `0x${'a'.repeat(40)}` });
    expect(bitcoin?.networks[0]).toMatchObject({ min: '0.00000100', fee: '0.00010000' });
    expect(ether?.networks[1]).toMatchObject({ network: 'ethereum', code: '31337' });
    expect(dollar?.networks[0]).toMatchObject({
      ...{ rail: 'manual', confirmations: 0, blockTime: null, fee: '5.000000', feeRate: '0.005000', step: '0.010000' },
      ...{ withdrawMin: '50.000000', code: null },
    });
  });

  it('a halt rests withdrawals of that coin there, and nothing else', async () => {
    const { networks, halt } = await open(['practice', 'ethereum']);
    halt('practice', 'USDT');
    const [tether, , ether] = networks.list();
    expect(tether?.networks.map(({ open: of, halted }) => [of.deposit, of.withdrawal, halted])).toEqual([
      [true, false, 'short'],
      [true, true, null],
    ]);
    expect(ether?.networks[0]?.open.withdrawal).toBe(true);
  });

  it('follow the terms as they change', async () => {
    const { networks, house } = await open(['practice', 'ethereum']);
    const terms = { minDeposit: 1, minWithdrawal: 10_000_000, feeRate: 0, step: 1, instrument: 0 };
    agreedByTwo(house, 'rail.set', { rail: 1, asset: RAIL.USDT, open: 2, fee: RAIL.fee, ...terms });
    expect(networks.list()[0]?.networks[0]?.open).toEqual({ deposit: false, withdrawal: true });
    expect(await networks.depositAddress(ANNA, 'USDT', undefined), 'the next one that is open').toMatchObject({
      network: 'ethereum',
    });
    expect(await refusal(networks.depositAddress(ANNA, 'USDT', 'practice'))).toMatchObject({
      code: 3109,
      args: { coin: 'USDT' },
    });
  });
});

describe('a deposit address', () => {
  it('is the customer’s own on the first network, or the one asked for', async () => {
    const { networks, asked } = await open(['practice', 'ethereum']);
    expect(await networks.depositAddress(ANNA, 'USDT', undefined)).toEqual({
      ...{ coin: 'USDT', network: 'practice', address: 'practice of 11', memo: null, min: '0.000001' },
      ...{ confirmations: 12, uri: 'practice:practice of 11?coin=USDT' },
    });
    expect(await networks.depositAddress({ userId: '12', coreUser: 3 }, 'USDT', 'ethereum')).toMatchObject({
      address: 'ethereum of 12',
    });
    expect(asked.map(([{ userId }, chain]) => [userId, chain])).toEqual([
      ['11', 'practice'],
      ['12', 'ethereum'],
    ]);
  });

  it('is refused for a coin nobody has, a network it does not have, and the bank; none is made then', async () => {
    const { networks, asked } = await open(['practice', 'bitcoin']);
    expect(await refusal(networks.depositAddress(ANNA, 'DOGE9', undefined))).toMatchObject({
      code: 3002,
      args: { coin: 'DOGE9' },
    });
    expect(await refusal(networks.depositAddress(ANNA, 'SOL', undefined)), 'listed, and on no network').toMatchObject({
      code: 3002,
    });
    expect(await refusal(networks.depositAddress(ANNA, 'USDT', 'bitcoin'))).toMatchObject({
      code: 400,
      fields: { network: 'range' },
    });
    expect(await refusal(networks.depositAddress(ANNA, 'USD', 'bank'))).toMatchObject({ code: 400 });
    expect(await refusal(networks.depositAddress(ANNA, 'USD', undefined))).toMatchObject({ code: 400 });
    expect(asked).toEqual([]);
  });
});
