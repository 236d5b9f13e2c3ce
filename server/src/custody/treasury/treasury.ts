// The treasury: reconciles each chain several times a minute, halts mismatches, keeps hot wallets within their limits,
// and proves hourly that customers' liabilities are covered.

import { type Coverage, type FundsNews, type Page } from '@vitrine/contract';
import { parseDecimal, RAILS } from '@vitrine/core';
import { refuse, refuseField } from '../../api/call/index.ts';
import type { Seed } from '../../engine/sequencer/index.ts';
import { decimalText } from '../../api/wire/index.ts';
import type { CoreFunds } from '../exchange/index.ts';
import type { Addresses, ChainFollower, ChainState, Halt, Reserve, Signer, Treasury } from '../types/index.ts';
import { uncheckedOf } from '../chain/index.ts';
import { hasPassed } from '../elapsed.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain } from '../rail/index.ts';
import { coinsOf, type TreasuryCoin } from './coin.ts';
import { besides, digestOf, keepProofs, hasProof, listProofs, type Proof } from './coverage.ts';
import { LOOK, openHalts } from './halts.ts';
import { createKeyWatch } from './key-watch.ts';
import { followLedger, type LedgerView } from './ledger.ts';
import { type CoinLook, lookAt } from './look.ts';
import { hotBounds, type MoveOptions, sweep, toCold } from './moves.ts';
import { Unknown } from './records.ts';
import { dustText, keepLook, keepUnknown, learnAgain, type ReserveRow, storedReserves, verdictOf } from './reserves.ts';
import { COIN_TERMS, type CoinTerms, TREASURY_TIMES, type TreasuryTimes } from './terms.ts';
import { createTransfers, type Transfers } from './transfers.ts';
import { listUnrecorded } from './unrecorded-list.ts';

/** Overlap with the last good reconciliation from which rows are checked one by one, ms: clocks of processes differ. */
const OVERLAP = 600_000;
/** Minimum period checked one by one, ms: an hour's changes are cheap to check. */
const LATELY = 3_600_000;
/** Longest reason of a halt. */
const MAX_REASON = 500;

export interface TreasuryOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'link' | 'live' | 'mode' | 'now' | 'onFault'>;
  readonly chains: readonly Chain[];
  readonly followers: readonly ChainFollower[];
  readonly addresses: Pick<Addresses, 'hot' | 'hotSource' | 'cold' | 'all' | 'owner' | 'publicKeyOf'>;
  readonly funds?: CoreFunds;
  readonly signer: Pick<Signer, 'release' | 'sign'>;
  readonly news?: (coreUser: number, news: FundsNews) => void;
  readonly times?: TreasuryTimes;
  readonly terms?: Readonly<Record<string, CoinTerms>>;
}

interface Watched {
  readonly chain: Chain;
  readonly follower: ChainFollower;
  /** The currently listed coins. */
  readonly coins: () => readonly TreasuryCoin[];
  readonly transfers: Transfers;
  /** Checks whether somebody else pays with a hot key. */
  readonly watchKeys: () => Promise<void>;
  /** Times of the last attempt, the last good reconciliation and the last sweep, ms UTC. */
  tried: number;
  good: number;
  swept: number;
  height: number;
  /** Why the last attempt was inconclusive. */
  unknown: string | undefined;
}

/** Follows the books and loads existing halts. */
export async function createTreasury(options: TreasuryOptions): Promise<Treasury & { stop(): Promise<void> }> {
  const { parts, chains, followers, addresses, signer, times = TREASURY_TIMES, terms = COIN_TERMS } = options;
  const { db, link, live, now, onFault } = parts;
  const halts = await openHalts(db);
  const ledger = await followLedger(link);
  const started = now();
  async function halt(network: string, coin: string, reason: string, by: string | null, cause = ''): Promise<void> {
    await halts.halt(network, coin, reason.slice(0, MAX_REASON), by, now(), cause);
  }
  const watched = chains.map((chain): Watched => {
    const follower = followers.find((one) => one.chain.name === chain.name);
    if (follower === undefined) throw new Error(`expected a follower of ${chain.name}`);
    const transfers = createTransfers({
      ...{ parts, chain, follower, addresses, signer, again: times.again },
      treasury: { halted, halt },
    });
    const watchKeys = createKeyWatch({ parts, chain, follower, addresses, treasury: { halted, halt } });
    const coins = () => coinsOf(chain, live, terms);
    return {
      chain,
      follower,
      coins,
      transfers,
      watchKeys,
      tried: 0,
      good: started,
      swept: 0,
      height: 0,
      unknown: undefined,
    };
  });
  const of = (network: string) => watched.find(({ chain }) => chain.name === network);

  function halted(network: string, coin: string): Halt | undefined {
    const standing = halts.standing(network, coin);
    const on = of(network);
    if (standing !== undefined || on === undefined || !hasPassed(on.good, times.blind, now())) return standing;
    const why = on.unknown ?? 'it was not looked at';
    return {
      network,
      coin,
      reason: `what is on ${network} is not known: ${why}`,
      by: null,
      since: on.good + times.blind,
    };
  }

  /**
   * Reconciles a chain for given books; a shortage is checked twice at the same block, and a node that contradicts
   * itself is inconclusive.
   */
  async function look(on: Watched, view: LedgerView, rows: readonly ReserveRow[]): Promise<readonly CoinLook[]> {
    const { chain, follower } = on;
    const coins = on.coins();
    const fault = follower.fault();
    if (fault !== null) throw new Unknown(`the node of ${chain.name} does not answer well: ${fault.what}`);
    const given = () => ({
      ...{ db, chain, coins, addresses, lastHeight: on.height, now: now() },
      since: Math.max(0, Math.min(now() - LATELY, on.good - OVERLAP)),
    });
    const first = await lookAt({ ...given(), view });
    let found = first;
    if (first.coins.some((coin) => verdictOf(coin, rowOf(rows, chain, coin.coin), now()).short > 0)) {
      found = await lookAt({ ...given(), view });
      for (const coin of first.coins) {
        const again = found.coins.find((one) => one.coin.coin === coin.coin.coin);
        const same = again?.hot === coin.hot && again.cold === coin.cold;
        if (first.height === found.height && !same)
          throw new Unknown(`the node of ${chain.name} returned two balances of ${coin.coin.coin} at one block`);
      }
    }
    on.height = found.height;
    return found.coins;
  }

  async function reconcile(on: Watched): Promise<void> {
    on.tried = now();
    const rows = await storedReserves(db);
    try {
      const view = ledger.view();
      for (const coin of await look(on, view, rows)) {
        const why = await keepLook(db, on.chain.name, coin, rowOf(rows, on.chain, coin.coin), now());
        if (why !== undefined) await halt(on.chain.name, coin.coin.coin, why, null, LOOK);
      }
      on.good = now();
      on.unknown = undefined;
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      on.unknown = error.message;
      await keepUnknown(db, on.chain.name);
    }
  }

  function movesOf({ chain, transfers }: Watched, view: LedgerView): MoveOptions {
    const { liabilities } = view;
    return {
      ...{ db, chain, addresses, transfers, liabilities, onFault },
      halted: (coin) => halted(chain.name, coin) !== undefined,
    };
  }

  async function move(on: Watched): Promise<void> {
    on.swept = now();
    const view = ledger.view();
    const rows = await storedReserves(db);
    for (const coin of on.coins()) {
      await sweep(movesOf(on, view), coin);
      await toCold(movesOf(on, view), coin, rowOf(rows, on.chain, coin));
    }
  }

  async function reserves(): Promise<readonly Reserve[]> {
    const rows = await storedReserves(db);
    const view = ledger.view();
    return watched.flatMap((on) =>
      on.coins().map((coin): Reserve => {
        const row = rowOf(rows, on.chain, coin);
        const { limit, low } = hotBounds(coin, view.liabilities(coin.asset));
        const atoms = (name: 'hot' | 'cold' | 'unswept' | 'leaving' | 'expected' | 'difference' | 'tolerance') =>
          row === undefined ? 0n : BigInt(row[name]);
        return {
          ...{ network: on.chain.name, coin: coin.coin, hot: atoms('hot'), cold: atoms('cold') },
          ...{ unswept: atoms('unswept'), leaving: atoms('leaving'), expected: atoms('expected') },
          dust: dustText(coin, row?.dust ?? '0'),
          ...{ difference: atoms('difference'), tolerance: atoms('tolerance'), hotLimit: limit, hotLow: low },
          state: stateOf(row),
          checked: row === undefined ? null : Number.parseInt(row.checked_at, 10),
          halt: halted(on.chain.name, coin.coin) ?? null,
        };
      }),
    );
  }

  async function stateOfChain({ chain, follower, good, unknown }: Watched): Promise<ChainState> {
    const newest = await db
      .selectFrom('custody_blocks')
      .select(['height', 'time'])
      .where('chain', '=', chain.name)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    const replaced = await db
      .selectFrom('custody_reorgs')
      .select(['depth', 'time'])
      .where('chain', '=', chain.name)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const fault = follower.fault();
    return {
      ...{ network: chain.name, height: fault === null ? (newest?.height ?? null) : null },
      blockTime: newest === undefined ? null : Number.parseInt(newest.time, 10),
      answered: fault?.since ?? good,
      fault: fault?.what ?? unknown ?? null,
      unchecked: await uncheckedOf(db, chain.name),
      reorganised: replaced === undefined ? null : { depth: replaced.depth, time: Number.parseInt(replaced.time, 10) },
    };
  }

  /** Reserves of every coin for the books of a seed; undefined while a chain cannot be reconciled. */
  async function proofsOf(seed: Seed): Promise<readonly Proof[] | undefined> {
    const view = ledger.viewAt(seed);
    const rows = await storedReserves(db);
    const sums = new Map<string, bigint>();
    for (const on of watched) {
      try {
        const coins = await look(on, view, rows);
        for (const { coin, reserve } of coins) sums.set(coin.coin, (sums.get(coin.coin) ?? 0n) + reserve / coin.factor);
      } catch (error) {
        // The next pass tries again: a proof that cannot be made is not written.
        if (error instanceof Unknown) return undefined;
        throw error;
      }
    }
    return live.assets().flatMap(({ asset, code }) => {
      const { practice, bank } = besides(view, asset, RAILS.bank);
      const reserves = (sums.get(code) ?? 0n) + bank + practice;
      const liabilities = view.liabilities(asset);
      return liabilities === 0n && reserves === 0n ? [] : [{ coin: code, liabilities, reserves, practice }];
    });
  }

  return {
    halted,
    halt,
    async free(plan, held) {
      await of(plan.chain)?.transfers.free(plan, held);
    },
    async resume(network, coin) {
      const known = of(network)
        ?.coins()
        .find((one) => one.coin === coin);
      // Only people who saw the missing amount may accept it as the new baseline: other shortages halt separately.
      const lifted = await halts.lift(network, coin, now());
      if (lifted === LOOK && known !== undefined) await learnAgain(db, network, known);
    },
    reserves,
    chains: () => Promise.all(watched.map(stateOfChain)),
    async topUp(network, coin, amount) {
      const on = of(network);
      const known = on?.coins().find((one) => one.coin === coin);
      const from = on === undefined ? undefined : addresses.cold(on.chain.name);
      if (on === undefined || known === undefined || from === undefined) throw refuse('request.notFound');
      const atoms = parseDecimal(amount, known.scale);
      if (typeof atoms === 'string' || atoms <= 0) throw refuseField('amount', 'format');
      const { chain } = on;
      const payment = { coin, to: addresses.hot(chain.name), units: BigInt(atoms) * known.factor };
      const unsigned = (await chain.fromCold?.(from, payment)) ?? null;
      return { network: chain.name, coin, amount: decimalText(atoms, known.scale), from, to: payment.to, unsigned };
    },
    unrecorded: (filter) => listUnrecorded(db, chains, filter),
    coverage: (filter): Promise<Page<Coverage>> => listProofs(db, (coin) => live.assetByCode(coin)?.scale ?? 0, filter),
    async step() {
      await halts.refresh();
      for (const on of watched)
        try {
          if (hasPassed(on.tried, times.look, now())) {
            await on.watchKeys();
            await reconcile(on);
          }
          if (hasPassed(on.swept, times.sweep, now())) await move(on);
          await on.transfers.step();
        } catch (error) {
          // A failing chain does not delay others; the next pass tries again.
          onFault(error);
        }
    },
    async prove() {
      const time = now() - (now() % times.proof);
      if (await hasProof(db, time)) return;
      const seed = await link.seed();
      const proofs = await proofsOf(seed);
      if (proofs !== undefined) await keepProofs(db, proofs, { time, seq: seed.seq, digest: digestOf(seed) });
    },
    async stop() {
      ledger.stop();
    },
  };
}

function rowOf(rows: readonly ReserveRow[], chain: Chain, { coin }: TreasuryCoin): ReserveRow | undefined {
  return rows.find((row) => row.network === chain.name && row.coin === coin);
}

function stateOf(row: ReserveRow | undefined): Reserve['state'] {
  switch (row?.state) {
    case 'even':
    case 'surplus':
    case 'short':
      return row.state;
    default:
      return 'unknown';
  }
}
