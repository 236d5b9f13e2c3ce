// Entries under their event: balances, ledger lines with the fee apart, and where fees went.

import type { Atoms, EventOf, ExchangeEvent, Millis, Seq } from '@vitrine/core';
import { type BillKind, MEANING } from './cause.ts';
import type { Cause, Sink, TradeFact } from './sink.ts';
import type { AccountRow, FoldState } from './state.ts';

/** Account classes (core.md §4): a user's wallet, the fee account, the safety fund. */
const WALLET = 1;
const FEE = 8;
const SAFETY = 9;

/** What entries stand under. */
export interface Under {
  readonly above: ExchangeEvent | undefined;
  /** The last trade of the same command. */
  readonly fill: TradeFact | undefined;
  readonly time: Millis;
  readonly seq: Seq;
  /** A state is told, nothing happens. */
  readonly seeding: boolean;
}

interface Moved {
  readonly row: AccountRow;
  delta: number;
}

export class Postings {
  readonly #state: FoldState;
  readonly #sink: Sink;
  #moved: Moved[] = [];

  constructor(state: FoldState, sink: Sink) {
    this.#state = state;
    this.#sink = sink;
  }

  /** Moves one account. @throws when no event opened it. */
  entry(event: EventOf<'entry'>): void {
    const row = this.#state.accounts.get(event.account);
    if (row === undefined) throw new Error(`fold: entry on account ${event.account}, which no event opened`);
    row.available = (row.available + event.available) as Atoms;
    row.held = (row.held + event.held) as Atoms;
    const delta = event.available + event.held;
    const moved = this.#moved.find((one) => one.row === row);
    if (moved === undefined) this.#moved.push({ row, delta });
    else moved.delta += delta;
  }

  /** Tells what the entries under one event did, account by account. */
  settle(under: Under): void {
    const moved = this.#moved;
    if (moved.length === 0) return;
    this.#moved = [];
    if (under.seeding) return;
    const { above } = under;
    const meaning = above === undefined ? 'none' : MEANING[above.name];
    for (const { row, delta } of moved) {
      if (row.class !== WALLET) {
        this.#sink.balance(row, cause('hold', row, under));
        if ((row.class === FEE || row.class === SAFETY) && delta !== 0) this.#share(row, delta, under);
        continue;
      }
      if (delta !== 0 && (meaning === 'none' || meaning === 'hold')) {
        throw new Error(
          `fold: ${delta} atoms moved on account ${row.account} under ${above?.name ?? 'no event'}, which moves none`,
        );
      }
      const why = cause(delta === 0 || meaning === 'none' ? 'hold' : meaning, row, under);
      this.#sink.balance(row, why);
      if (delta !== 0 && why.kind !== 'hold') this.#bills(row, delta, why.kind, why, under);
    }
  }

  #bills(row: AccountRow, delta: number, kind: BillKind, why: Cause, under: Under): void {
    if (this.#state.users.get(row.user)?.house === true) return;
    const { fill } = under;
    let fee = 0;
    if (kind === 'trade' && fill !== undefined) {
      if (row.user === fill.taker && row.asset === fill.takerFeeAsset) fee += fill.takerFee;
      if (row.user === fill.maker && row.asset === fill.makerFeeAsset) fee += fill.makerFee;
    }
    const after = row.available + row.held;
    const { user, wallet, asset } = row;
    const { causeKind, causeId, market } = why;
    const line = { user, wallet, asset, market, causeKind, causeId, time: under.time, seq: under.seq };
    this.#sink.bill({ ...line, kind, amount: (delta + fee) as Atoms, balance: (after + fee) as Atoms });
    if (fee !== 0) this.#sink.bill({ ...line, kind: 'fee', amount: -fee as Atoms, balance: after as Atoms });
  }

  /** A fee's part for the fee account or the safety fund. */
  #share(row: AccountRow, delta: number, { fill }: Under): void {
    if (fill === undefined) return;
    const amount = delta as Atoms;
    const { market, trade } = fill;
    this.#sink.share({ market, trade, asset: row.asset, to: row.class, user: row.user, amount });
  }
}

/** Why an account moved, by the event above its entries. */
function cause(kind: BillKind | 'hold', row: AccountRow, { above, seq }: Under): Cause {
  switch (above?.name) {
    case 'fill':
      return {
        kind,
        causeKind: 'order',
        causeId: row.user === above.taker ? above.takerOrder : above.makerOrder,
        market: above.market,
      };
    case 'order.opened':
    case 'order.changed':
    case 'order.triggered':
    case 'order.closed':
      return {
        kind,
        causeKind: 'order',
        causeId: above.order,
        market: row.market,
      };
    case 'rebate':
      return { kind, causeKind: 'trade', causeId: above.trade, market: above.market };
    default:
      return { kind, causeKind: 'command', causeId: seq, market: row.market };
  }
}
