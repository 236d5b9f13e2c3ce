// The names of writes in notices.
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { KeyedName } from '../api/index.ts';
import { proposalKindWords } from '../words/index.ts';

const NAMES: Readonly<Record<KeyedName, MessageDescriptor>> = {
  'desk.appeals.grant': msg({
    message: 'Grant an appeal',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.appeals.refuse': proposalKindWords['appeal.refuse'],
  'desk.bonds.claim': proposalKindWords['bond.pay'],
  'desk.chain.credit': proposalKindWords['chain.credit'],
  'desk.clock.confirm': proposalKindWords['clock.confirm'],
  'desk.closingRates.set': proposalKindWords['contract.closingRate'],
  'desk.customers.freeze': msg({
    message: 'Freeze an account',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.customers.unfreeze': proposalKindWords['customer.unfreeze'],
  'desk.deposits.pass': proposalKindWords['deposit.pass'],
  'desk.deposits.refuse': msg({
    message: 'Reject a deposit',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.fundCases.pass': proposalKindWords['fundCase.pass'],
  'desk.fundCases.refuse': msg({
    message: 'Reject a new fund password',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.kyc.pass': proposalKindWords['kyc.pass'],
  'desk.kyc.refuse': msg({
    message: 'Reject a verification',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.links.link': proposalKindWords['account.link'],
  'desk.links.unlink': proposalKindWords['account.unlink'],
  'desk.people.invite': proposalKindWords['person.invite'],
  'desk.people.reset': proposalKindWords['person.reset'],
  'desk.people.roles': proposalKindWords['person.roles'],
  'desk.people.stop': msg({
    message: 'Disable a person',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.practice.reorganise': msg({
    message: 'Replace practice blocks',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.practiceTraders.set': msg({
    message: 'Practice traders',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.proposals.approve': msg({
    message: 'Approve a proposal',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.proposals.refuse': msg({
    message: 'Reject a proposal',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.reviewer.set': msg({
    message: 'Automatic reviewer',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.treasury.halt': msg({
    message: 'Halt withdrawals',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.treasury.resume': proposalKindWords['rail.resume'],
  'desk.withdrawals.approve': proposalKindWords['withdrawal.approve'],
  'desk.withdrawals.failProven': proposalKindWords['withdrawal.failProven'],
  'desk.withdrawals.paid': proposalKindWords['withdrawal.paid'],
  'desk.withdrawals.refuse': msg({
    message: 'Reject a withdrawal',
    comment: 'Names what an operator sent, in a notice about its outcome',
  }),
  'desk.withdrawals.replan': proposalKindWords['withdrawal.replan'],
  'desk.withdrawals.returned': proposalKindWords['withdrawal.returned'],
};

/** The name of what a call does. */
export function writeName(call: KeyedName): string {
  return i18n._(NAMES[call]);
}
