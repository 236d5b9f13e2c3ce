// Restoring an older database because there is no newer one: prevents that forgotten actions are done twice.

import { sql } from 'kysely';
import type { Head, SignedHead } from '../types/index.ts';
import type { ChainName } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import type { Anchor } from './place.ts';

/** Numbers of customers, addresses and everything else that the lost period may have used. */
const GAP = 100_000;
/** Halted even if the copy has never seen them. */
const COINS: Readonly<Record<ChainName | 'bank', readonly string[]>> = {
  practice: ['BTC', 'ETH', 'USDT', 'USDC'],
  ethereum: ['ETH', 'USDT', 'USDC'],
  bitcoin: ['BTC'],
  bank: ['USD'],
};
const PAIRS = Object.entries(COINS).flatMap(([network, coins]) => coins.map((coin) => ({ network, coin })));

export interface RestoreParts {
  readonly db: CustodyDatabase;
  /** The last row of the remaining journal. */
  readonly head: Head;
  readonly anchor: Anchor;
  /** Makes the signer accept that row as the last one. */
  readonly accept: (head: Head) => Promise<SignedHead>;
  /** ms UTC. */
  readonly now: number;
}

export interface Restored {
  /** Coins on networks that are halted now, such as `ethereum USDT`. */
  readonly halted: readonly string[];
  /** Number of sequences advanced. */
  readonly moved: number;
}

/**
 * Halts every coin, advances all sequences past numbers that may have been used, and accepts the journal as it is.
 * Running it twice only advances the sequences again. The database comes first: if interrupted before the signer, a
 * start still refuses.
 */
export async function restoreOlder({ db, head, anchor, accept, now }: RestoreParts): Promise<Restored> {
  const reason = `An older database was restored: the journal ends at row ${head.row}. Compare chains, bank and books.`;
  const done = await db.transaction().execute(async (trx) => {
    await sql`insert into custody_halts (network, coin, reason, since)
      select network, coin, ${reason}, ${now} from (
        select network, coin from custody_reserves
        union select network, coin from custody_deposits
        union select network, coin from custody_withdrawals
        union select network, coin from unnest(
          ${PAIRS.map(({ network }) => network)}::text[], ${PAIRS.map(({ coin }) => coin)}::text[]
        ) pairs (network, coin)
      ) rails
      on conflict (network, coin, cause) where lifted_at is null do nothing`.execute(trx);
    const halts = await trx
      .selectFrom('custody_halts')
      .select(['network', 'coin'])
      .distinct()
      .where('lifted_at', 'is', null)
      .orderBy('network')
      .orderBy('coin')
      .execute();
    // All our sequences: customers, addresses, deposits, withdrawals, transactions, and everything else with a number.
    const { rows } = await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${GAP}::bigint)
      from pg_sequences where schemaname = 'public' and max_value > coalesce(last_value, 0) + ${GAP}::bigint`.execute(
      trx,
    );
    await sql`insert into custody_head (row, hash) values (${head.row}, ${head.hash})
      on conflict (one) do update set row = excluded.row, hash = excluded.hash`.execute(trx);
    return { halted: halts.map(({ network, coin }) => `${network} ${coin}`), moved: rows.length };
  });
  await anchor.add(await accept(head));
  return done;
}
