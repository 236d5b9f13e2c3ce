// What the audit log tells, in words.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AuditWhat } from '@vitrine/contract';

export const auditWords: Readonly<Record<AuditWhat, MessageDescriptor>> = {
  'house.granted': msg({ message: 'The house granted the first roles', comment: 'Audit log' }),
  'setup.link': msg({ message: 'Set-up link made', comment: 'Audit log' }),
  'setup.done': msg({ message: 'Set up', comment: 'Audit log: a person set up password and authenticator' }),
  'signIn.done': msg({ message: 'Signed in', comment: 'Audit log' }),
  'signIn.failed': msg({ message: 'Sign-in failed', comment: 'Audit log' }),
  'signIn.locked': msg({ message: 'Sign-in locked', comment: 'Audit log' }),
  signOut: msg({ message: 'Signed out', comment: 'Audit log' }),
  'recovery.used': msg({ message: 'Recovery code used', comment: 'Audit log' }),
  'kyc.looked': msg({ message: 'Looked at a verification', comment: 'Audit log' }),
  'kyc.unmasked': msg({ message: 'Saw a field in the clear', comment: 'Audit log' }),
  'kyc.document': msg({ message: 'Looked at a picture', comment: 'Audit log' }),
  'kyc.refused': msg({ message: 'Refused a verification', comment: 'Audit log' }),
  'fundCase.refused': msg({ message: 'Refused a fund password case', comment: 'Audit log' }),
  'proposal.made': msg({ message: 'Proposed', comment: 'Audit log' }),
  'proposal.approved': msg({ message: 'Approved a proposal', comment: 'Audit log' }),
  'proposal.done': msg({ message: 'Proposal done', comment: 'Audit log' }),
  'proposal.failed': msg({ message: 'Proposal failed', comment: 'Audit log' }),
  'proposal.refused': msg({ message: 'Refused a proposal', comment: 'Audit log' }),
  'proposal.lapsed': msg({ message: 'Proposal lapsed', comment: 'Audit log' }),
  'customer.searched': msg({ message: 'Searched for a customer', comment: 'Audit log' }),
  'customer.looked': msg({ message: 'Looked at a customer', comment: 'Audit log' }),
  'customer.loginLog': msg({ message: 'Looked at a customer’s sign-ins', comment: 'Audit log' }),
  'customer.frozen': msg({ message: 'Froze an account', comment: 'Audit log' }),
  'person.link': msg({ message: 'Took a half of a set-up', comment: 'Audit log: link or word for a person invited' }),
  'person.stopped': msg({ message: 'Stopped a person', comment: 'Audit log' }),
  'reviewer.on': msg({ message: 'Automatic reviewer on', comment: 'Audit log' }),
  'reviewer.off': msg({ message: 'Automatic reviewer off', comment: 'Audit log' }),
  'audit.read': msg({ message: 'Read the audit log', comment: 'Audit log' }),
  'audit.checked': msg({ message: 'Checked the chain', comment: 'Audit log' }),
};
