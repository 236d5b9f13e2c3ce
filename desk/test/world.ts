// Small makings of the desk's shapes for tests.
import type { DeskKycCase, DeskMe, DeskPerson, Proposal } from '@vitrine/contract';

export function proposal(change: Partial<Proposal>): Proposal {
  return {
    id: '7',
    kind: 'kyc.pass',
    state: 'open',
    subject: { kind: 'kyc', id: '12', name: 'al***ce' },
    facts: [{ fact: 'kycStage', before: '0', after: '1' }],
    reason: 'All fields agree',
    by: { id: '1', name: 'Ada' },
    made: 1,
    expires: 1_000,
    second: null,
    decided: null,
    refusal: null,
    code: null,
    mayApprove: true,
    mayRefuse: true,
    ...change,
  };
}

export function me(change: Partial<DeskMe> = {}): DeskMe {
  return {
    person: { id: '2', name: 'Grace' },
    roles: ['reviewer'],
    mode: 'live',
    satoken: 'token-of-the-session',
    reviewer: null,
    recoveryLeft: 8,
    idleMs: 1_800_000,
    ends: Date.now() + 43_200_000,
    ...change,
  };
}

export function person(change: Partial<DeskPerson> = {}): DeskPerson {
  return {
    id: '3',
    name: 'Linus',
    roles: ['support'],
    state: 'active',
    created: 1,
    lastSignIn: null,
    proposal: null,
    hands: null,
    ...change,
  };
}

export function kycCase(change: Partial<DeskKycCase> = {}): DeskKycCase {
  return {
    id: '12',
    customer: {
      id: '5',
      loginName: null,
      email: 'al***ce',
      phone: null,
      created: 1,
      kycStage: 0,
      frozen: false,
    },
    stage: 1,
    state: 1,
    sent: 1,
    decided: null,
    fields: { name: 'A***', country: 'DE', documentType: '2', documentNo: 'C0****12' },
    documents: [],
    refused: [],
    history: [],
    flags: [],
    proposal: null,
    refusedBy: null,
    ...change,
  };
}
