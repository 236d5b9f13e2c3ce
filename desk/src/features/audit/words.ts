// Texts for the subjects of the audit log.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SubjectKind } from './filter.ts';

export const subjectWords: Readonly<Record<SubjectKind, MessageDescriptor>> = {
  customer: msg({ message: 'Customer', comment: 'What a row of the audit log is about' }),
  kyc: msg({ message: 'Submission', comment: 'What a row of the audit log is about: of a verification' }),
  fundCase: msg({ message: 'Fund password case', comment: 'What a row of the audit log is about' }),
  deposit: msg({ message: 'Deposit', comment: 'What a row of the audit log is about' }),
  withdrawal: msg({ message: 'Withdrawal', comment: 'What a row of the audit log is about' }),
  rail: msg({ message: 'Coin on a network', comment: 'What a row of the audit log is about: as practice-USDT' }),
  person: msg({ message: 'Person', comment: 'What a row of the audit log is about: of the desk' }),
  proposal: msg({ message: 'Proposal', comment: 'What a row of the audit log is about' }),
};
