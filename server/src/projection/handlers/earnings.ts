// Staking and finance: products, each stake from its purchase to its end, and payouts for the SETTLEMENT stream.

import type {
  AssetId,
  Atoms,
  Billionths,
  EventOf,
  ExchangeEvent,
  MarketId,
  Millionths,
  Millis,
  RowId,
  Seq,
  UserId,
} from '@vitrine/core';
import { EARN_KIND } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState, StakeRow } from './state.ts';

/** A product of staking or finance on the terms in force. */
export interface EarnProduct {
  readonly product: number;
  /** 1 staking, 2 finance. */
  readonly kind: number;
  /** Finance: 1 value-added, 2 members, 3 ordinary. Staking: 0. */
  readonly tab: number;
  readonly asset: AssetId;
  readonly days: number;
  /** 1: a one-day term that renews itself. */
  readonly flexible: number;
  /** Staking: daily; finance: for a year of 365 days. */
  readonly rate: Billionths;
  readonly min: Atoms;
  readonly max: Atoms;
  /** Purchases of one user, 0: unlimited. */
  readonly times: number;
  readonly total: Atoms;
  readonly tier: number;
  readonly penalty: Millionths;
  readonly early: number;
  readonly open: number;
  readonly version: number;
  readonly time: Millis;
  readonly seq: Seq;
}

/** A purchase of staking or finance. Its terms are those of its product's `version`. */
export interface Stake {
  readonly stake: RowId;
  readonly user: UserId;
  readonly kind: number;
  readonly product: number;
  readonly asset: AssetId;
  readonly version: number;
  readonly amount: Atoms;
  readonly starts: Millis;
  readonly ends: Millis;
  /** Yield that is promised and not yet paid, and yield paid so far. */
  readonly reserved: Atoms;
  readonly paid: Atoms;
  readonly day: number;
  /** 0 running, 1 completed, 2 redeemed. */
  readonly status: number;
  /** At its end: paid to the wallet then, penalty kept, promised yield not paid. */
  readonly received: Atoms;
  readonly penalty: Atoms;
  readonly forfeited: Atoms;
  readonly closed: Millis;
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

/** What an event adds to the totals of a stake's product, atoms. */
export interface StakeChange {
  readonly bought: number;
  readonly sold: number;
  readonly promised: number;
  readonly paid: number;
  readonly returned: number;
  readonly penalties: number;
}

/** Reason of a term that closed at its end. */
const AT_END = 1;

const UNCHANGED: StakeChange = { bought: 0, sold: 0, promised: 0, paid: 0, returned: 0, penalties: 0 };

/** Applies an event; returns false if it is not for this handler. */
export function takeEarning(
  event: ExchangeEvent,
  state: FoldState,
  handler: ProjectionHandler,
  moment: Moment,
): boolean {
  switch (event.name) {
    case 'earn.product': {
      const { name: _name, sold: _sold, ...terms } = event;
      const { seq, time } = moment;
      state.earnProducts.set(event.product, { ...terms, time, seq });
      handler.listing('earnProduct', event.product);
      return true;
    }
    case 'earn.opened':
      opened(event, state, handler, moment);
      return true;
    case 'earn.paid': {
      const { amount, reserved } = event;
      const row = stakeOf(state, event.stake);
      row.reserved = (row.reserved - amount + reserved) as Atoms;
      row.paid = (row.paid + amount) as Atoms;
      row.day = event.day;
      row.ends = event.ends;
      report(row, { ...UNCHANGED, promised: reserved, paid: amount }, handler, moment);
      settle(event, amount, handler, moment);
      return true;
    }
    case 'earn.closed':
      closed(event, state, handler, moment);
      return true;
    default:
      return false;
  }
}

function opened(event: EventOf<'earn.opened'>, state: FoldState, handler: ProjectionHandler, moment: Moment): void {
  const { stake, user, kind, product, asset, version, amount, starts, ends, day, paid, reserved } = event;
  const row: StakeRow = {
    ...{ stake, user, kind, product, asset, version, amount, starts, ends, day, paid },
    // A seed's stake has been paid for some days: the rest is still reserved.
    reserved: (reserved - paid) as Atoms,
    ...{ status: 0, received: 0 as Atoms, penalty: 0 as Atoms, forfeited: 0 as Atoms, closed: 0 as Millis },
    ...{ seq: moment.seq, lastSeq: moment.seq },
  };
  state.stakes.set(stake, row);
  report(row, { ...UNCHANGED, bought: 1, sold: amount, promised: reserved }, handler, moment);
}

function closed(event: EventOf<'earn.closed'>, state: FoldState, handler: ProjectionHandler, moment: Moment): void {
  const { stake, reason, paid: received, yield: earned, unused: forfeited, penalty } = event;
  const row = stakeOf(state, stake);
  row.reserved = 0 as Atoms;
  row.paid = (row.paid + earned) as Atoms;
  row.status = reason;
  row.received = received;
  row.penalty = penalty;
  row.forfeited = forfeited;
  row.closed = moment.time;
  state.stakes.delete(stake);
  const change = { sold: -row.amount, paid: earned, returned: forfeited, penalties: penalty };
  report(row, { ...UNCHANGED, ...change }, handler, moment);
  // A user who redeems early already got the answer to their command.
  if (reason === AT_END) settle(event, received, handler, moment);
}

function stakeOf({ stakes }: FoldState, stake: number): StakeRow {
  const row = stakes.get(stake);
  if (row === undefined) throw new Error(`fold: stake ${stake}, which no event opened`);
  return row;
}

function report(row: StakeRow, change: StakeChange, handler: ProjectionHandler, { seq, seeding }: Moment): void {
  if (!seeding) row.lastSeq = seq;
  const stake: Stake = { ...row };
  handler.stake(stake, change);
}

/** Emits an automatic payout; one of nothing is left out. */
function settle(
  { user, stake, asset, kind: of }: EventOf<'earn.paid'> | EventOf<'earn.closed'>,
  amount: Atoms,
  handler: ProjectionHandler,
  { seq }: Moment,
): void {
  if (amount === 0) return;
  const kind = of === EARN_KIND.staking ? 'staking' : 'finance';
  handler.settlement({ user, kind, id: stake, market: 0 as MarketId, asset, amount, result: 0, seq });
}
