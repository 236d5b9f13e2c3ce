// Reads blocks again because somebody misses a payment: lists arrivals without a deposit; two people can turn one into
// a deposit.

import { printUnits } from '../amount.ts';
import { noteChecked, readingOf } from '../chain/index.ts';
import type { Deposits, FoundArrival, Rescan } from '../types/index.ts';
import { type Arrival, type Block, type Chain, type ChainName, NodeFault } from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';
import { createDepositListener } from './listener.ts';
import { sortOwn } from './own.ts';
import type { DepositOptions } from './parts.ts';

/** Most blocks per rescan, and most arrivals listed. */
export const MOST_RESCANNED = 500;
const MOST_FOUND = 200;

export type Rescans = Pick<Deposits, 'rescan' | 'creditFound'>;

export function createRescan(options: DepositOptions): Rescans {
  const { parts, chains, addresses } = options;
  const { db } = parts;

  function chainOf(name: ChainName): Chain {
    const chain = chains.find((one) => one.name === name);
    if (chain === undefined)
      throw new Error(`expected one of ${chains.map((one) => one.name).join(', ')}, got ${name}`);
    return chain;
  }
  const ours = (chain: Chain) => (address: string) => addresses.owner(chain.name, address) !== undefined;

  /** Blocks of our own journal: no others count. */
  async function blocks(name: ChainName, from: number, to: number): Promise<readonly Block[]> {
    const rows = await db
      .selectFrom('custody_blocks')
      .selectAll()
      .where('chain', '=', name)
      .where('height', '>=', from)
      .where('height', '<=', to)
      .orderBy('height')
      .execute();
    return rows.map((row) => ({ ...row, time: Number.parseInt(row.time, 10) }));
  }

  async function known(within: typeof db | CustodyTransaction, name: ChainName, arrivals: readonly Arrival[]) {
    if (arrivals.length === 0) return new Set<string>();
    const txids = arrivals.map(({ txid }) => txid);
    const rows = await within
      .selectFrom('custody_deposits')
      .select(['txid', 'position'])
      .where('network', '=', name)
      .where('txid', 'in', txids)
      .execute();
    const { deposits, unknown } = await sortOwn(within, name, addresses, arrivals);
    // An unknown arrival may still be a customer's: two people decide. Our known gas payments are not.
    const open = new Set([...deposits, ...unknown].map(placeOf));
    return new Set([
      ...rows.map(({ txid, position }) => `${txid}:${position}`),
      ...arrivals.map(placeOf).filter((place) => !open.has(place)),
    ]);
  }

  function shown(chain: Chain, block: Block, arrival: Arrival): FoundArrival[] {
    const owner = addresses.owner(chain.name, arrival.address);
    const coin = chain.coins.find((one) => one.coin === arrival.coin);
    if (owner === undefined || coin === undefined) return [];
    const { txid, position, address } = arrival;
    return [
      {
        ...{ network: chain.name, height: block.height, txid, position, coin: arrival.coin, address },
        ...{ amount: printUnits(arrival.units, coin.decimals), userId: owner.userId },
      },
    ];
  }

  return {
    async rescan(name, from, to): Promise<Rescan> {
      if (to < from || to - from >= MOST_RESCANNED)
        throw new RangeError(`expected 1 to ${MOST_RESCANNED} blocks, got ${from} to ${to}`);
      const chain = chainOf(name);
      const found: FoundArrival[] = [];
      let unchecked = 0;
      const there = await blocks(name, from, to);
      for (const block of there) {
        const { arrivals, gone } = await readingOf(chain.node, block, ours(chain));
        if (gone === undefined) await noteChecked(db, name, block.height);
        else unchecked += 1;
        const had = await known(db, name, arrivals);
        for (const arrival of arrivals)
          if (!had.has(placeOf(arrival)) && found.length < MOST_FOUND) found.push(...shown(chain, block, arrival));
      }
      return { found, read: there.length, unchecked };
    },

    async creditFound({ network: name, height, txid, position }) {
      const chain = chainOf(name);
      const [block] = await blocks(name, height, height);
      if (block === undefined)
        throw new NodeFault(`expected block ${height} in our journal of ${name}, it is not there`);
      // Read twice, as at the twelfth confirmation: a node that contradicts itself makes no deposit.
      const readings: Arrival[] = [];
      for (let reading = 0; reading < 2; reading += 1) {
        const { arrivals } = await readingOf(chain.node, block, ours(chain));
        readings.push(...arrivals.filter((one) => one.txid === txid && one.position === position));
      }
      const [first, second] = readings;
      if (first === undefined || second === undefined || JSON.stringify(fixed(first)) !== JSON.stringify(fixed(second)))
        throw new NodeFault(`expected ${txid}:${position} in block ${height} of ${name} by both readings`);
      const listener = createDepositListener({ parts, chain, addresses });
      await db.transaction().execute(async (trx) => {
        const same = await trx
          .selectFrom('custody_blocks')
          .select('hash')
          .where('chain', '=', name)
          .where('height', '=', height)
          .where('hash', '=', block.hash)
          .forShare()
          .executeTakeFirst();
        if (same === undefined)
          throw new NodeFault(`expected block ${height} of ${name} to stay unchanged, it was replaced`);
        // Idempotent.
        if ((await known(trx, name, [first])).has(placeOf(first))) return;
        await listener.take(block, first, trx);
      });
    },
  };
}

function placeOf({ txid, position }: Pick<Arrival, 'txid' | 'position'>): string {
  return `${txid}:${position}`;
}

function fixed({ units, ...rest }: Arrival) {
  return { ...rest, units: String(units) };
}
