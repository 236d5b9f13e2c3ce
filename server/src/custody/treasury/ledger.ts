// The books of the exchange for a chain: expected reserves and liabilities, as totals of the relevant accounts, and
// which deposits and withdrawals those totals include.

import { offsetOf } from '@vitrine/core';
import { ACCOUNT_CLASS, DEBT_KIND, MARKET_MAKER } from '@vitrine/core/enum';
import { type ExchangeLink, followLink, type Seed } from '../../engine/sequencer/index.ts';

/** Kinds of events read here, and indexes of their fields. */
const BEGIN = 100;
const OPENED = 110;
const ENTRY = 111;
const DEPOSIT = 210;
const WITHDRAWAL = 211;
const PAID = 219;
const SEQ = offsetOf('begin', 'seq');
const PAID_RAIL = offsetOf('network.paid', 'rail');
const PAID_ASSET = offsetOf('network.paid', 'asset');
const PAID_OWED = offsetOf('network.paid', 'owed');
const EXTERNAL = offsetOf('deposit.changed', 'rail');
const DEPOSIT_STATUS = offsetOf('deposit.changed', 'status');
const WITHDRAWAL_STATUS = offsetOf('withdrawal.changed', 'status');
const WITHDRAWAL_ID = offsetOf('withdrawal.changed', 'withdrawal');
const HOUSES: ReadonlySet<number> = new Set([
  ACCOUNT_CLASS.fee,
  ACCOUNT_CLASS.safety,
  ACCOUNT_CLASS.insurance,
  ACCOUNT_CLASS.treasury,
  ACCOUNT_CLASS.network,
  ACCOUNT_CLASS.secondPool,
  ACCOUNT_CLASS.lending,
  ACCOUNT_CLASS.rewards,
  ACCOUNT_CLASS.rounding,
]);
const CREDITED = 1;
const REVERSED = 3;
const CONFIRMED = 5;
/** Practice money's rail. */
const NO_RAIL = 0;
/** Most deposits and withdrawals remembered: many times those that change between two reconciliations. */
export const REMEMBERED = 20_000;

/** The books as of one command. Amounts in atoms. */
export interface LedgerView {
  readonly seq: number;
  /** Coins that a rail should hold: −outside − receivable − what `network` still owes it (docs/products/wallet.md). */
  expected(rail: number, asset: number): bigint;
  /** Liabilities to customers: all inflow minus the operator's own, as the exchange's limits count it. */
  liabilities(asset: number): bigint;
  /** Practice money issued. */
  practice(asset: number): bigint;
  /** State of a recently changed deposit; undefined: ask the table. */
  deposit(
    rail: number,
    txid: string,
    position: number,
  ): { readonly credited: boolean; readonly reversed: boolean } | undefined;
  /** Confirmed, so that the totals exclude it; undefined: no recent change, and not open. */
  confirmed(withdrawal: number): boolean | undefined;
}

interface Cell {
  atoms: number;
}

/** `rail:high:low:position`, the exchange's external id of a deposit: the first 96 bits of the transaction. */
function externalId(rail: number, txid: string, position: number): string {
  return `${rail}:${Number.parseInt(txid.slice(0, 12), 16)}:${Number.parseInt(txid.slice(12, 24), 16)}:${position}`;
}

/** Sets a value in a map that drops its oldest entries. */
function bounded<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/** Follows events and returns the current books. */
export class LedgerFold {
  #seq = 0;
  readonly #cells = new Map<number, Cell>();
  readonly #outside = new Map<string, Cell>();
  readonly #receivable = new Map<string, Cell>();
  readonly #house = new Map<number, Cell>();
  readonly #owed = new Map<string, number>();
  /** Commands that credited and reversed each deposit. */
  readonly #deposits = new Map<string, { readonly credited: number; readonly reversed: number }>();
  readonly #open = new Set<number>();
  readonly #confirmed = new Map<number, number>();

  /** Applies events; those of a batch begin after command `seq`. */
  take(words: Float64Array, seq: number): void {
    this.#seq = seq;
    for (let at = 0; at < words.length; at += word(words, at + 1)) this.#event(words, at);
  }

  /** All commands up to it are applied, including those without events. */
  reach(seq: number): void {
    this.#seq = seq;
  }

  view(): LedgerView {
    return { ...this.totals(), ...this.heard(this.#seq) };
  }

  /** A copy of the current totals. */
  totals(): Pick<LedgerView, 'seq' | 'expected' | 'liabilities' | 'practice'> {
    const copy = <K>(cells: ReadonlyMap<K, Cell>) =>
      new Map([...cells].map(([key, { atoms }]) => [key, BigInt(atoms)]));
    const outside = copy(this.#outside);
    const receivable = copy(this.#receivable);
    const house = copy(this.#house);
    const owed = new Map(this.#owed);
    const place = (rail: number, asset: number) => `${asset}:${rail}`;
    const all = (asset: number) => {
      let sum = 0n;
      for (const [key, atoms] of outside) if (key.startsWith(`${asset}:`)) sum -= atoms;
      return sum;
    };
    return {
      seq: this.#seq,
      expected: (rail, asset) =>
        -(outside.get(place(rail, asset)) ?? 0n) -
        (receivable.get(place(rail, asset)) ?? 0n) -
        BigInt(owed.get(place(rail, asset)) ?? 0),
      liabilities: (asset) => all(asset) - (house.get(asset) ?? 0n),
      practice: (asset) => -(outside.get(place(NO_RAIL, asset)) ?? 0n),
    };
  }

  /** States of single deposits and withdrawals as of command `seq`: later changes are not in that time's totals. */
  heard(seq: number): Pick<LedgerView, 'deposit' | 'confirmed'> {
    const by = (when: number) => when > 0 && when <= seq;
    return {
      deposit: (rail, txid, position) => {
        const found = this.#deposits.get(externalId(rail, txid, position));
        if (found === undefined) return undefined;
        // Credited 0: before this process followed.
        return { credited: found.credited === 0 || by(found.credited), reversed: by(found.reversed) };
      },
      confirmed: (withdrawal) => {
        const when = this.#confirmed.get(withdrawal);
        if (when !== undefined) return by(when);
        return this.#open.has(withdrawal) ? false : undefined;
      },
    };
  }

  #event(words: Float64Array, at: number): void {
    switch (words[at]) {
      case BEGIN:
        this.#seq = Math.max(this.#seq, word(words, at + SEQ));
        return;
      case OPENED:
        this.#opened(words, at);
        return;
      case ENTRY: {
        const cell = this.#cells.get(word(words, at + 2));
        if (cell !== undefined) cell.atoms += word(words, at + 3) + word(words, at + 4);
        return;
      }
      case DEPOSIT:
        this.#deposit(words, at);
        return;
      case WITHDRAWAL: {
        const id = word(words, at + WITHDRAWAL_ID);
        const status = word(words, at + WITHDRAWAL_STATUS);
        if (status < CONFIRMED) this.#open.add(id);
        else this.#open.delete(id);
        if (status === CONFIRMED) bounded(this.#confirmed, id, this.#seq);
        return;
      }
      case PAID:
        this.#owed.set(`${word(words, at + PAID_ASSET)}:${word(words, at + PAID_RAIL)}`, word(words, at + PAID_OWED));
        return;
      default:
    }
  }

  #opened(words: Float64Array, at: number): void {
    const [account, of, user, wallet, asset, rail] = [2, 3, 4, 5, 6, 7].map((field) => word(words, at + field)) as [
      ...[number, number, number, number, number, number],
    ];
    const take = <K>(cells: Map<K, Cell>, key: K) => {
      const cell = cells.get(key) ?? { atoms: 0 };
      cells.set(key, cell);
      this.#cells.set(account, cell);
    };
    if (of === ACCOUNT_CLASS.outside) take(this.#outside, `${asset}:${rail}`);
    else if (of === ACCOUNT_CLASS.receivable && wallet === DEBT_KIND.chain) take(this.#receivable, `${asset}:${rail}`);
    else if (HOUSES.has(of) || (of === ACCOUNT_CLASS.wallet && user === MARKET_MAKER)) take(this.#house, asset);
  }

  #deposit(words: Float64Array, at: number): void {
    const key = [0, 1, 2, 3].map((field) => word(words, at + EXTERNAL + field)).join(':');
    const status = word(words, at + DEPOSIT_STATUS);
    const was = this.#deposits.get(key);
    if (status === CREDITED) bounded(this.#deposits, key, { credited: this.#seq, reversed: 0 });
    else if (status === REVERSED) bounded(this.#deposits, key, { credited: was?.credited ?? 0, reversed: this.#seq });
  }
}

function word(words: Float64Array, at: number): number {
  const found = words[at];
  if (found === undefined) throw new Error(`treasury: expected a word at ${at} of ${words.length}`);
  return found;
}

export interface Ledger {
  view(): LedgerView;
  /** The books at a seed. */
  viewAt(seed: Pick<Seed, 'events' | 'seq'>): LedgerView;
  stop(): void;
}

/** Follows the exchange from its current state. */
export async function followLedger(link: Pick<ExchangeLink, 'seed' | 'onBatch'>): Promise<Ledger> {
  const fold = new LedgerFold();
  const stop = await followLink(
    link,
    (seed) => {
      fold.take(seed.events, seed.seq);
      fold.reach(seed.seq);
    },
    (batch) => {
      fold.take(batch.events, batch.firstSeq);
      fold.reach(batch.firstSeq + batch.count);
    },
  );
  return {
    view: () => fold.view(),
    viewAt(at) {
      const whole = new LedgerFold();
      whole.take(at.events, at.seq);
      whole.reach(at.seq);
      return { ...whole.totals(), ...fold.heard(at.seq) };
    },
    stop,
  };
}
