// A started exchange with contracts to trade: money in wallets 2 and 3, the market maker's quotes around any price of BTC.

import type { Command } from '@vitrine/core';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../http/harness.ts';
import {
  type Answer,
  type ExchangeEdge,
  type ExchangeOptions,
  type Person,
  startExchange,
} from '../http/exchange-edge.ts';

export const C = '/api/v1/coin';
/** Market numbers: U and coin contract of BTC. */
export const U = 101;
export const COIN = 201;
const LEVELS = 5;
const CENTS = 1_000;
/** Between two looks at a swap that waits, ms. */
const LOOK = 50;

export interface ContractEdge extends ExchangeEdge {
  /** A tick of BTC at so many whole dollars, and quotes of both contracts half a dollar around it. */
  at(dollars: number, depth?: { readonly u: number; readonly coin: number }): Promise<void>;
  /** Registered, with practice money, some of it in wallets 2 (USDT) and 3 (BTC). */
  trader(name: string, usdt?: string, btc?: string): Promise<Person>;
  /** Swaps at so many dollars a BTC as estimated, and ticks until it ended; its record. */
  swapped(person: Person, swap: { from: string; to: string; amount: string }, dollars?: number): Promise<Json>;
  /** POST under `/api/v1/coin`. */
  coin(person: Person, path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
}

/** Starts it all. */
export async function startContracts(options: ExchangeOptions = {}): Promise<ContractEdge> {
  const world = await startExchange(options);
  let turn = 0;
  const contracts: ContractEdge = {
    ...world,
    async swapped(person, swap, dollars = 100_000) {
      await contracts.at(dollars);
      const { data: quote } = await world.call(person, '/api/userCoin/swapQuote', swap);
      const placed = await world.call(person, '/api/userCoin/swap', { ...swap, least: quote.least });
      if (placed.code !== 200) throw new Error(`expected a swap, got ${placed.code}`);
      for (;;) {
        const [newest] = (await world.call(person, '/api/userCoin/swapList', { size: 1 })).data.records as Json[];
        if (newest?.id === placed.data.id && newest?.state !== 'waiting') return newest;
        await pause(LOOK);
        await contracts.at(dollars);
      }
    },
    async at(dollars, depth = { u: 1_000_000, coin: 10_000 }) {
      turn += 1;
      const ticks = dollars * 10;
      const quotesOf = (market: number, lots: number) => ({
        name: 'maker.quote',
        market,
        levels: Array.from({ length: LEVELS }, (_, at) => [
          { side: 1, price: ticks - 5 - at * 10, lots: lots + turn },
          { side: 2, price: ticks + 5 + at * 10, lots: lots + turn },
        ]).flat(),
      });
      const commands = [
        {
          name: 'ticks',
          ticks: [{ instrument: 1, price: dollars * CENTS, spread: 0, used: 1, total: 1 }],
          quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
        },
        quotesOf(U, depth.u),
        quotesOf(COIN, depth.coin),
        { name: 'slot.end' },
      ];
      const outcomes = await world.link.submitRun(commands as unknown as Command[]);
      for (const { code } of outcomes) if (code !== 200) throw new Error(`expected a tick and quotes, got ${code}`);
    },
    async trader(name, usdt = '5000', btc = '0.05') {
      const person = await world.register(name);
      await world.call(person, '/api/practice/claim', {});
      for (const [to, coin, amount] of [
        ['2', 'USDT', usdt],
        ['3', 'BTC', btc],
      ]) {
        const moved = await world.call(person, '/api/userCoin/transfer', { from: '1', to, coin, amount });
        if (moved.code !== 200) throw new Error(`expected a transfer into wallet ${to}, got ${moved.code}`);
      }
      return person;
    },
    coin: (person, path, body, headers) => world.call(person, `${C}${path}`, body, headers),
  };
  return contracts;
}
