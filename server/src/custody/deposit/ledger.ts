// Deposits in the exchange: credited and reversed by their external id, with the same answer every time.

import { type AssetId, type Atoms, type CommandOf, decodeEvents, DONE, type UserId, rejects } from '@vitrine/core';
import { NewestMap } from '../../shared/collection/index.ts';
import { type Chain, CHAINS } from '../rail/index.ts';
import type { Outcome } from '../../engine/sequencer/index.ts';
import type { DepositOptions, DepositRow } from './parts.ts';
import { whole } from './row.ts';

/** Largest amount of a deposit in the exchange, atoms. */
const MAX_ATOMS = 2n ** 50n;
/** Hex digits of each of the two words of a transaction's id. */
const WORD = 12;
/** Deposits of the exchange that are remembered from its events. */
const REMEMBERED = 10_000;
/** Deposit states of the exchange. */
const STAGES = { 1: 'credited', 2: 'belowMinimum', 3: 'reversed' } as const;
const BANK = 'bank';

export type Credited =
  | { readonly stage: 'credited' | 'belowMinimum' | 'reversed'; readonly seq: number }
  | { readonly code: number };

export interface DepositLedger {
  /**
   * `reversed`: it was reversed and stays so until `restore`. @throws {IntakeError} not accepted, or not known:
   * repeating gives the same answer.
   */
  credit(row: DepositRow): Promise<Credited>;
  /**
   * Credits a reversed deposit again; one that was never credited does not change. `code` 404: never credited. @throws
   * {IntakeError}
   */
  restore(row: DepositRow): Promise<Credited>;
  /** 200 reversed (now or before), 404 never credited. @throws {IntakeError} */
  reverse(row: DepositRow): Promise<number>;
  stop(): void;
}

export function openLedger({
  parts,
  chains,
  funds,
  bank,
}: Pick<DepositOptions, 'parts' | 'chains' | 'funds'> & { readonly bank: number }): DepositLedger {
  const { link, live } = parts;
  /** By external id: its state, and the command that set it. */
  const reported = new NewestMap<string, { readonly status: number; readonly seq: number }>(REMEMBERED);

  const stop = link.onBatch((batch) => {
    let seq = batch.firstSeq;
    for (const event of decodeEvents(batch.events)) {
      if (event.name === 'begin') seq = event.seq;
      if (event.name !== 'deposit.changed') continue;
      reported.set(nameOf(event), { status: event.status, seq });
    }
  });

  /** The result of asking the exchange to credit a deposit. */
  function creditedAs(external: External, outcome: Outcome, asset: number, amount: number): Credited {
    if (outcome.code !== DONE) return { code: outcome.code };
    // Batches arrive before the outcomes of their commands. A missing one was credited before this process started, and
    // its answer was lost with another process. Then the minimum decides which of the two it was.
    const known = reported.get(nameOf(external));
    const least = funds.terms(external.rail, asset)?.minDeposit ?? 0;
    if (known === undefined) return { stage: amount < least ? 'belowMinimum' : 'credited', seq: outcome.seq };
    const stage = STAGES[known.status as keyof typeof STAGES];
    return { stage, seq: known.seq };
  }

  return {
    async credit(row) {
      const asset = live.assetByCode(row.coin)?.asset;
      if (asset === undefined) return { code: rejects['request.notFound'] };
      const external = externalOf(row, railOf(row, chains, bank));
      const amount = amountOf(row);
      const user = whole(row.core_user) as UserId;
      const outcome = await link.submit({ name: 'deposit.credit', user, asset: asset as AssetId, amount, ...external });
      // Reversed before: only `restore` credits it again.
      if (outcome.code === rejects['key.expired']) return { stage: 'reversed', seq: outcome.seq };
      return creditedAs(external, outcome, asset, amount);
    },

    async restore(row) {
      const asset = live.assetByCode(row.coin)?.asset;
      if (asset === undefined) return { code: rejects['request.notFound'] };
      const external = externalOf(row, railOf(row, chains, bank));
      const outcome = await link.submit({ name: 'deposit.restore', ...external });
      return creditedAs(external, outcome, asset, amountOf(row));
    },

    async reverse(row) {
      const { code } = await link.submit({ name: 'deposit.reverse', ...externalOf(row, railOf(row, chains, bank)) });
      return code;
    },

    stop,
  };
}

type External = Pick<CommandOf<'deposit.reverse'>, 'rail' | 'transactionHigh' | 'transactionLow' | 'position'>;

function externalOf(row: DepositRow, rail: number): External {
  const { txid, position } = row;
  if (txid === null) throw new Error(`expected deposit ${row.id} to have a transaction`);
  return {
    rail,
    transactionHigh: Number.parseInt(txid.slice(0, WORD), 16),
    transactionLow: Number.parseInt(txid.slice(WORD, WORD * 2), 16),
    position,
  };
}

function railOf({ network }: DepositRow, chains: readonly Chain[], bank: number): number {
  if (network === BANK) return bank;
  const chain = chains.find(({ name }) => name === network);
  if (chain === undefined) throw new Error(`expected one of ${CHAINS.join(', ')}, got ${network}`);
  return chain.rail;
}

/** @throws RangeError above the exchange's maximum per deposit: people decide. */
function amountOf({ id, atoms }: DepositRow): Atoms {
  const amount = BigInt(atoms);
  if (amount <= 0n || amount > MAX_ATOMS)
    throw new RangeError(`expected deposit ${id} of 1 to 2^50 atoms, got ${atoms}`);
  return Number.parseInt(atoms, 10) as Atoms;
}

function nameOf({ rail, transactionHigh, transactionLow, position }: External): string {
  return `${rail}:${transactionHigh}:${transactionLow}:${position}`;
}
