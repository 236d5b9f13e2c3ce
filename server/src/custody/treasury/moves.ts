// Automatic transfers of the treasury: deposit addresses worth a sweep to the hot wallet, gas for a token's sweep, and
// from a full hot wallet to the cold one. Only coins found by reconciliation move.

import type { Addresses } from '../types/index.ts';
import { CannotPlan, type Chain, FIRST_VERSION, hotSource, type Source } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { shareOf, type TreasuryCoin, unitsOf } from './coin.ts';
import type { ReserveRow } from './reserves.ts';
import { sourceOf } from './old-hot.ts';
import { MIDDLE } from './terms.ts';
import type { Transfers } from './transfers.ts';

/** Most sweeps started per pass and coin. */
const MAX_SWEEPS = 20;

export interface MoveOptions {
  readonly db: CustodyDatabase;
  readonly chain: Chain;
  readonly addresses: Pick<Addresses, 'hot' | 'hotSource' | 'all' | 'cold' | 'owner'>;
  readonly transfers: Transfers;
  /** Liabilities to customers in an asset, atoms. */
  readonly liabilities: (asset: number) => bigint;
  /** Withdrawals of the coin are halted: then nothing of it moves either. */
  readonly halted: (coin: string) => boolean;
  readonly onFault: (error: unknown) => void;
}

/** Upper limit of the hot wallet, and the level below which it is low; atoms. */
export function hotBounds(coin: TreasuryCoin, liabilities: bigint): { readonly limit: bigint; readonly low: bigint } {
  const share = liabilities > 0n ? shareOf(liabilities, coin.terms.limit.share) : 0n;
  const least = unitsOf(coin, coin.terms.limit.least) / coin.factor;
  const limit = share > least ? share : least;
  return { limit, low: shareOf(limit, coin.terms.low) };
}

/** Starts sweeps of a coin: the largest first. */
export async function sweep(options: MoveOptions, coin: TreasuryCoin): Promise<void> {
  const { db, chain, addresses, transfers, halted, onFault } = options;
  if (halted(coin.coin)) return;
  const rows = await db
    .selectFrom('custody_holdings')
    .select(['address', 'units'])
    .where('chain', '=', chain.name)
    .where('coin', '=', coin.coin)
    .where('units', '>=', unitsOf(coin, coin.terms.sweep).toString())
    .orderBy('units', 'desc')
    .limit(MAX_SWEEPS)
    .execute();
  if (rows.length === 0) return;
  const busy = new Set(
    (await transfers.underWay()).map(({ kind, source, to }) => (kind === 'gas' ? to : JSON.stringify(source))),
  );
  for (const { address, units } of rows) {
    const source = sourceOf(addresses, chain.name, address);
    if (source === undefined) continue;
    if (busy.has(JSON.stringify(source)) || busy.has(address)) continue;
    const payment = { coin: coin.coin, to: addresses.hot(chain.name), units: BigInt(units) };
    try {
      await transfers.begin({ kind: 'sweep', payment, source });
    } catch (error) {
      const gas = gasMissing(error);
      if (gas === undefined) {
        if (error instanceof CannotPlan) continue;
        onFault(error);
        continue;
      }
      if (halted(chain.feeCoin)) continue;
      const given = { coin: chain.feeCoin, to: address, units: gas };
      // The hot wallet is low or the fee is high: the next pass tries again.
      await transfers
        .begin({ kind: 'gas', payment: given, source: hotOf(addresses, chain) })
        .catch(tellUnlessPlanning(onFault));
    }
  }
}

/** Sends what a hot wallet has above its limit to the cold one, down to the middle. */
export async function toCold(options: MoveOptions, coin: TreasuryCoin, reserve: ReserveRow | undefined): Promise<void> {
  const { chain, addresses, transfers, liabilities, halted, onFault } = options;
  const cold = addresses.cold(chain.name);
  if (cold === undefined || reserve === undefined || halted(coin.coin)) return;
  if (reserve.state === 'unknown' || reserve.state === 'short') return;
  const { limit } = hotBounds(coin, liabilities(coin.asset));
  // Outgoing amounts are still in the hot wallet.
  const hot = BigInt(reserve.hot) - BigInt(reserve.leaving);
  if (hot <= limit) return;
  const units = (hot - shareOf(limit, MIDDLE)) * coin.factor;
  const payment = { coin: coin.coin, to: cold, units };
  await transfers.begin({ kind: 'cold', payment, source: hotOf(addresses, chain) }).catch(tellUnlessPlanning(onFault));
}

function hotOf({ hotSource: sourceOf }: MoveOptions['addresses'], chain: Chain): Source {
  return sourceOf?.(chain.name) ?? hotSource(FIRST_VERSION);
}

/** Least units of the chain's own coin that a deposit address lacks for its sweep. */
function gasMissing(error: unknown): bigint | undefined {
  if (!(error instanceof CannotPlan) || !('address' in error) || !('units' in error)) return undefined;
  return typeof error.units === 'bigint' && error.units > 0n ? error.units : undefined;
}

function tellUnlessPlanning(onFault: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    // A plan that cannot be made now is a state, not a fault: the next pass tries again.
    if (!(error instanceof CannotPlan)) onFault(error);
  };
}
