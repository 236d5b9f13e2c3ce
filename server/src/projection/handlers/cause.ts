// Why a balance changed: the event that an entry belongs to, and the bill kind (calls.md §9) that follows from it.

import { BILL_KIND } from '@vitrine/contract';
import type { EventName } from '@vitrine/core';

/** In SQL a bill kind is its index in the contract's list plus one. */
export type BillKind = (typeof BILL_KIND)[number];

/** What a `causeId` identifies. In SQL it is the index here plus one. Append only. */
export const CAUSE_KINDS = ['order', 'trade', 'command', 'position', 'second'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/**
 * What the entries under an event mean. `hold`: they only move money between available and held. `none`: the event
 * moves no money. A new event does not compile until it has a line here.
 */
export const MEANING: Record<EventName, BillKind | 'hold' | 'none'> = {
  begin: 'none',
  done: 'none',
  refused: 'none',
  'account.opened': 'none',
  entry: 'none',
  tick: 'none',
  'tick.source': 'none',
  'price.state': 'none',
  'order.opened': 'hold',
  'order.changed': 'hold',
  'order.triggered': 'hold',
  'order.closed': 'hold',
  fill: 'trade',
  rebate: 'rebate',
  quote: 'hold',
  transferred: 'transfer',
  practice: 'practice',
  funded: 'practice',
  'user.changed': 'none',
  'asset.changed': 'none',
  'instrument.changed': 'none',
  'market.changed': 'none',
  'tier.changed': 'none',
  epoch: 'none',
  rules: 'none',
  'rules.announced': 'none',
  seal: 'none',
  mark: 'none',
  'contract.changed': 'none',
  'contract.opened': 'none',
  /** Its only direct entries are margin added to or removed from a position. */
  'position.changed': 'transfer',
  'funding.rate': 'none',
  'funding.minute': 'none',
  'funding.average': 'none',
  'funding.pace': 'none',
  /** Only the market's own accounts change. */
  'funding.realised': 'none',
  funding: 'funding',
  'liquidation.step': 'liquidation',
  deleveraged: 'liquidation',
  'market.closing': 'none',
  'contract.closingRate': 'none',
  'closing.excess': 'none',
  /** Closing the last lots of a position releases its margin together with the realised profit or loss. */
  'closing.crossed': 'trade',
  'gap.borne': 'none',
  /** Remaining margin; at the bankruptcy value only a rounded atom. */
  'fund.takeover': 'liquidation',
  'fund.inventory': 'none',
  'fund.slice': 'none',
  /** Only the fund's own accounts change. */
  'fund.funding': 'none',
  'liquidation.waits': 'none',
  'leverage.changed': 'none',
  'contract.fee': 'none',
  'debt.changed': 'borrow',
  'debt.repaid': 'repay',
  interest: 'interest',
  'margin.changed': 'none',
  'margin.step': 'liquidation',
  'margin.level': 'none',
  'margin.market': 'none',
  'margin.terms': 'none',
  'margin.leverage': 'none',
  'second.waiting': 'second',
  'second.opened': 'none',
  'second.settled': 'second',
  'second.void': 'second',
  'second.changed': 'none',
  'earn.opened': 'stake',
  'earn.paid': 'stake',
  'earn.closed': 'stake',
  'earn.product': 'none',
  'loan.changed': 'loan',
  'loan.product': 'none',
  'score.changed': 'none',
  swapped: 'swap',
  'swap.waiting': 'hold',
  'swap.ended': 'swap',
  rewarded: 'reward',
  'campaign.changed': 'reward',
  'swap.changed': 'none',
  'deposit.changed': 'deposit',
  'withdrawal.changed': 'withdrawal',
  'rail.changed': 'none',
  'limits.changed': 'none',
  'pass.changed': 'none',
  'withdrawal.queued': 'none',
  'withdrawal.granted': 'none',
  'allowance.changed': 'none',
  'withdrawal.passed': 'none',
  'reversal.owed': 'deposit',
  'network.paid': 'none',
  'offer.changed': 'otc',
  'deal.changed': 'otc',
  'bond.changed': 'otc',
  'claim.changed': 'otc',
  'deal.ended': 'none',
  'otc.changed': 'none',
  'proposal.changed': 'none',
  'desk.changed': 'none',
  'parameters.changed': 'none',
  moved: 'correction',
  corrected: 'correction',
  'agent.changed': 'none',
  'link.changed': 'none',
  'merchant.changed': 'none',
  'agent.share': 'rebate',
  'shares.changed': 'none',
  'desk.acted': 'none',
};

/** Index in `BILL_KIND` plus one; 0 for `hold`. */
export function billKindNumber(kind: BillKind | 'hold'): number {
  return kind === 'hold' ? 0 : BILL_KIND.indexOf(kind) + 1;
}

/** The kind for a number stored in SQL. @throws if a newer release wrote it. */
export function billKindOf(number: number): BillKind {
  const kind = BILL_KIND[number - 1];
  if (kind === undefined)
    throw new Error(`bill kind: expected 1 to ${BILL_KIND.length}, got ${number}; rebuild the views`);
  return kind;
}

/** Index in `CAUSE_KINDS` plus one. */
export function causeKindNumber(kind: CauseKind): number {
  return CAUSE_KINDS.indexOf(kind) + 1;
}

/** The kind for a number stored in SQL. @throws if a newer release wrote it. */
export function causeKindOf(number: number): CauseKind {
  const kind = CAUSE_KINDS[number - 1];
  if (kind === undefined)
    throw new Error(`cause kind: expected 1 to ${CAUSE_KINDS.length}, got ${number}; rebuild the views`);
  return kind;
}
