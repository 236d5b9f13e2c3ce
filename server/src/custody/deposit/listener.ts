// Effects of blocks on deposits, inside the SQL transaction that adds the block to our journal.

import { creditOf } from '../amount.ts';
import type { BlockListener } from '../chain/index.ts';
import { type Arrival, type Chain, NodeFault } from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';
import { dropOwn, forgetOwn, noteOwn, sortOwn } from './own.ts';
import type { DepositOptions, DepositRow } from './parts.ts';

export type ListenerOptions = Pick<DepositOptions, 'addresses'> & {
  readonly parts: Pick<DepositOptions['parts'], 'live' | 'now'>;
  readonly chain: Chain;
};

/** Values of a new row for a customer's arrival. */
export type NewDeposit = ReturnType<ReturnType<typeof arrivalRows>>;

/**
 * Makes rows of arrivals. Undefined for coins that the exchange does not know: they stay at their address, in the
 * treasury's surplus. A coin without terms on this rail yet gets a row that waits for them.
 */
export function arrivalRows({ parts, chain, addresses }: ListenerOptions) {
  return (arrival: Arrival) => {
    const owner = addresses.owner(chain.name, arrival.address);
    const asset = parts.live.assetByCode(arrival.coin);
    const coin = chain.coins.find((one) => one.coin === arrival.coin);
    if (owner === undefined || asset === undefined || coin === undefined) return undefined;
    const { atoms, dust } = creditOf(arrival.units, coin.decimals, asset.scale);
    const now = String(parts.now());
    return {
      network: chain.name,
      txid: arrival.txid,
      position: arrival.position,
      coin: arrival.coin,
      units: String(arrival.units),
      atoms: String(atoms),
      dust: String(dust),
      address: arrival.address,
      user_id: owner.userId,
      core_user: String(owner.coreUser),
      stage: 'seen',
      seen_at: now,
      changed_at: now,
    };
  };
}

export interface DepositListener extends BlockListener {
  /** Makes a deposit of an arrival, whoever sent it: after two approvals, or if custody knows it as a withdrawal. */
  take(
    block: { readonly height: number; readonly hash: string },
    arrival: Arrival,
    within: CustodyTransaction,
  ): Promise<void>;
}

export function createDepositListener(options: ListenerOptions): DepositListener {
  const { parts, chain } = options;
  const rowOf = arrivalRows(options);

  /** Without our own transfers, which are recorded separately. */
  async function strangers(
    block: { readonly height: number; readonly hash: string },
    arrivals: readonly Arrival[],
    within: CustodyTransaction,
  ): Promise<readonly Arrival[]> {
    const { deposits, unknown } = await sortOwn(within, chain.name, options.addresses, arrivals);
    await noteOwn(within, chain.name, block, unknown);
    return deposits;
  }

  /** Records that an arrival is in a block. */
  async function place(
    block: { readonly height: number; readonly hash: string },
    arrival: Arrival,
    within: CustodyTransaction,
  ): Promise<void> {
    const made = rowOf(arrival);
    if (made === undefined) return;
    const { txid, position } = arrival;
    const placed = { height: block.height, block_hash: block.hash, from_height: null, changed_at: made.changed_at };
    const known = await within
      .selectFrom('custody_deposits')
      .selectAll()
      .where('network', '=', chain.name)
      .where('txid', '=', txid)
      .where('position', '=', position)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) {
      await within
        .insertInto('custody_deposits')
        .values({ ...made, ...placed, stage: 'confirming' })
        .execute();
      return;
    }
    // Two blocks of one branch cannot contain the same payment: reading them again shows which one is wrong.
    if (known.block_hash !== null && known.block_hash !== block.hash) return;
    const same = isOf(known, arrival);
    if (!same && known.credited_at !== null)
      throw new NodeFault(`expected ${txid}:${position} to bring ${known.units} ${known.coin}, as it was credited`);
    await within
      .updateTable('custody_deposits')
      .set({
        ...placed,
        ...(same ? {} : made),
        stage: known.stage === 'seen' ? 'confirming' : known.stage,
      })
      .where('id', '=', known.id)
      .execute();
  }

  /** Arrivals that are no longer in a block: they may appear in another one from `from` on. */
  async function unplace(rows: readonly DepositRow[], from: number, within: CustodyTransaction): Promise<void> {
    for (const row of rows)
      await within
        .updateTable('custody_deposits')
        .set({
          height: null,
          block_hash: null,
          from_height: from,
          stage: withoutBlock(row),
          changed_at: String(parts.now()),
        })
        .where('id', '=', row.id)
        .execute();
  }

  return {
    async take(block, arrival, within) {
      await dropOwn(within, { ...arrival, chain: chain.name });
      await place(block, arrival, within);
    },

    async added(block, arrivals, within) {
      for (const arrival of await strangers(block, arrivals, within)) await place(block, arrival, within);
    },

    async settled(block, all, within) {
      const arrivals = await strangers(block, all, within);
      const rows = await within
        .selectFrom('custody_deposits')
        .selectAll()
        .where('network', '=', chain.name)
        .where('height', '=', block.height)
        .where('block_hash', '=', block.hash)
        .forUpdate()
        .execute();
      const made = rows.filter((row) => !arrivals.some((arrival) => isOf(row, arrival)));
      await unplace(made, block.height + 1, within);
      for (const arrival of arrivals) if (!rows.some((row) => isOf(row, arrival))) await place(block, arrival, within);
    },

    async replaced(from, within) {
      const rows = await within
        .selectFrom('custody_deposits')
        .selectAll()
        .where('network', '=', chain.name)
        .where('height', '>=', from)
        .forUpdate()
        .execute();
      await unplace(rows, from, within);
      await forgetOwn(within, chain.name, from);
      // Arrivals still being searched are searched in the new branch until that has settled.
      await within
        .updateTable('custody_deposits')
        .set({ from_height: from })
        .where('network', '=', chain.name)
        .where('stage', 'in', ['seen', 'doubted', 'belowMinimum'])
        .where('block_hash', 'is', null)
        .execute();
    },
  };
}

/** Once the exchange was asked to credit it, it counts as credited, whether the answer arrived or not. */
function withoutBlock({ stage, credited_at: asked }: DepositRow): string {
  if (stage === 'credited') return 'doubted';
  if (stage === 'confirming') return asked === null ? 'seen' : 'doubted';
  return stage;
}

function isOf(row: DepositRow, { txid, position, address, coin, units }: Arrival): boolean {
  return (
    row.txid === txid &&
    row.position === position &&
    row.address === address &&
    row.coin === coin &&
    BigInt(row.units) === units
  );
}
