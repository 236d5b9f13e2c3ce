// A chain in memory and the books of the exchange, which tests of the treasury change apart from each other.

import { createHash } from 'node:crypto';
import { encodeEvent, type ExchangeEvent } from '@vitrine/core';
import { type Arrival, type Block, type Chain, type ChainStatus, NodeFault } from '../../../src/custody/rail/index.ts';
import type { Batch, ExchangeLink, Seed } from '../../../src/engine/sequencer/index.ts';

export const START = Date.UTC(2026, 10, 22, 12);
export const RAIL = 2;
export const ETH = { asset: 3, code: 'ETH', scale: 8, unit: 10n ** 10n } as const;
export const USDT = { asset: 1, code: 'USDT', scale: 6, unit: 1n } as const;
export const HOT = '0xhot';
export const COLD = '0xcold';
export const hex = (text: string) => createHash('sha256').update(text).digest('hex');

interface Moved {
  readonly txid: string;
  readonly from?: string;
  readonly to?: string;
  readonly coin: string;
  readonly units: bigint;
  /** Paid by `from` in ether. */
  readonly cost?: bigint;
  readonly done?: boolean;
}

/** Blocks with payments; the last may be replaced. */
export class FakeChain {
  blocks: { readonly block: Block; readonly moved: readonly Moved[] }[] = [];
  #salt = 0;
  /** What it answers wrongly. */
  lie: { readonly hash?: string; readonly absent?: boolean; readonly balance?: () => bigint } = {};

  constructor() {
    this.mine();
  }

  mine(...moved: readonly Moved[]): Block {
    const before = this.blocks.at(-1)?.block;
    const height = (before?.height ?? 99) + 1;
    this.#salt += 1;
    const block = { height, hash: hex(`${height} ${this.#salt}`), parent: before?.hash ?? hex('0'), time: START };
    this.blocks.push({ block, moved });
    return block;
  }

  mineMany(count: number): void {
    for (let at = 0; at < count; at += 1) this.mine();
  }

  drop(depth: number): void {
    this.blocks = this.blocks.slice(0, -depth);
  }

  get head(): Block {
    const last = this.blocks.at(-1);
    if (last === undefined) throw new Error('no block');
    return last.block;
  }

  balance(address: string, coin: string, depth: number): bigint {
    let sum = 0n;
    for (const { moved } of this.blocks.slice(0, this.blocks.length - depth))
      for (const { from, to, coin: of, units, cost = 0n, done = true } of moved) {
        if (done && of === coin && to === address) sum += units;
        if (done && of === coin && from === address) sum -= units;
        if (coin === 'ETH' && from === address) sum -= cost;
      }
    return sum;
  }

  status(txid: string): ChainStatus {
    for (const { block, moved } of this.blocks) {
      const found = moved.find((one) => one.txid === txid);
      if (found === undefined) continue;
      const { cost = 0n, done = true } = found;
      return { state: 'included', height: block.height, blockHash: block.hash, done, cost, costCoin: 'ETH' };
    }
    return { state: 'unknown' };
  }

  face(): Chain {
    const none = () => {
      throw new Error('not asked here');
    };
    const answer = () => {
      if (this.lie.absent === true) throw new NodeFault('no answer within 5 s');
    };
    return {
      ...{ name: 'ethereum', rail: RAIL, feeCoin: 'ETH', blockTime: 12_000, stuckAfter: 60_000, code: '1' },
      coins: [
        { coin: 'ETH', decimals: 18 },
        { coin: 'USDT', decimals: 6 },
      ],
      node: {
        head: async () => {
          answer();
          return this.head;
        },
        block: async (height) => {
          const found = this.blocks.find(({ block }) => block.height === height)?.block;
          return found === undefined ? undefined : { ...found, hash: this.lie.hash ?? found.hash };
        },
        arrivals: async (): Promise<readonly Arrival[]> => [],
        pending: async () => [],
        status: async (txid) => this.status(txid),
        broadcast: async () => ({ state: 'taken' }),
        balance: async (address, coin, depth) =>
          address === HOT && coin === 'USDT' && this.lie.balance !== undefined
            ? this.lie.balance()
            : this.balance(address, coin, depth),
      },
      planner: { plan: none, bump: none },
      codec: {
        ...{ chain: 'ethereum', accountPath: '', spell: (text) => text, check: () => 'ok', address: none, uri: none },
        ...{ unsigned: none, read: none, sign: none, txid: none },
      },
      stop: async () => undefined,
    };
  }
}

/** The books: events as the exchange tells them. */
export class FakeBooks {
  readonly #events: number[] = [];
  readonly #listeners = new Set<(batch: Batch) => void>();
  readonly #accounts = new Map<string, number>();
  #row = 1;
  seq = 10;

  readonly link = {
    seed: async (): Promise<Seed> => ({
      ...{ row: this.#row, seq: this.seq, time: START, rowHash: '' },
      events: Float64Array.from(this.#events),
    }),
    onBatch: (listener: (batch: Batch) => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  } as unknown as ExchangeLink;

  /** One command's events, heard at once. */
  tell(events: readonly object[], heard = true): number {
    this.seq += 1;
    this.#row += 1;
    const begin = { name: 'begin', seq: this.seq, command: 80, user: 0 };
    const words = [begin, ...events].flatMap((event) => [...encodeEvent(event as unknown as ExchangeEvent)]);
    this.#events.push(...words);
    const batch = {
      ...{ row: this.#row, firstSeq: this.seq - 1, count: 1, time: START, hash: '', rowHash: '' },
      events: Float64Array.from(words),
    };
    if (heard) for (const listener of this.#listeners) listener(batch);
    return this.seq;
  }

  /** An entry on an account, opened when new. */
  entry(of: number, user: number, wallet: number, asset: number, market: number, available: number): object[] {
    const key = [of, user, wallet, asset, market].join(':');
    const known = this.#accounts.get(key);
    const account = known ?? this.#accounts.size + 1;
    this.#accounts.set(key, account);
    const opened = { name: 'account.opened', account, class: of, user, wallet, asset, market };
    return [...(known === undefined ? [opened] : []), { name: 'entry', account, available, held: 0 }];
  }

  #external(txid: string) {
    return {
      rail: RAIL,
      transactionHigh: Number.parseInt(txid.slice(0, 12), 16),
      transactionLow: Number.parseInt(txid.slice(12, 24), 16),
      position: 0,
    };
  }

  credit(txid: string, asset: number, amount: number, heard = true): number {
    const changed = { name: 'deposit.changed', deposit: 1, user: 7, asset, amount, status: 1, ...this.#external(txid) };
    return this.tell(
      [changed, ...this.entry(17, 0, 0, asset, RAIL, -amount), ...this.entry(1, 7, 1, asset, 0, amount)],
      heard,
    );
  }

  /** Credited or taken back before this process began: the books have it, nothing was heard of the deposit. */
  before(asset: number, amount: number): number {
    return this.tell([...this.entry(17, 0, 0, asset, RAIL, -amount), ...this.entry(1, 7, 1, asset, 0, amount)]);
  }

  /** Taken back; the customer has nothing of it left when `owed`. */
  reverse(txid: string, asset: number, amount: number, owed = false): number {
    const changed = { name: 'deposit.changed', deposit: 1, user: 7, asset, amount, status: 3, ...this.#external(txid) };
    const entries = owed
      ? [...this.entry(6, 7, 10, asset, RAIL, -amount), ...this.entry(7, 0, 10, asset, RAIL, amount)]
      : [...this.entry(1, 7, 1, asset, 0, -amount), ...this.entry(17, 0, 0, asset, RAIL, amount)];
    return this.tell([changed, ...entries]);
  }

  withdrawal(id: number, asset: number, amount: number, status: number, cost = 0): number {
    const changed = {
      ...{ name: 'withdrawal.changed', withdrawal: id, user: 7, asset, rail: RAIL, amount, fee: 0, destination: 1 },
      ...{ status, worth: 1 },
    };
    if (status !== 5) return this.tell([changed]);
    return this.tell([
      changed,
      ...this.entry(1, 7, 1, asset, 0, -amount),
      ...this.entry(17, 0, 0, asset, RAIL, amount),
      // The network has nothing to pay its cost with: it stays owed to the rail.
      { name: 'network.paid', rail: RAIL, asset: ETH.asset, paid: 0, owed: cost },
    ]);
  }
}
