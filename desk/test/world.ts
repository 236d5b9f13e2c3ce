// Small makings of the desk's shapes for tests.
import {
  asDecimal,
  type DeskDeposit,
  type DeskKycCase,
  type DeskMe,
  type DeskPerson,
  type DeskReserve,
  type DeskWithdrawal,
  type Proposal,
} from '@vitrine/contract';

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
    from: 1,
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
    practiceTraders: null,
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

const customer = {
  ...{ id: '5', loginName: null, email: 'al***ce', phone: null, created: 1, kycStage: 1, frozen: false },
} as const;

export function deposit(
  record: Partial<DeskDeposit['record']> = {},
  change: Partial<Omit<DeskDeposit, 'record'>> = {},
): DeskDeposit {
  return {
    customer,
    record: {
      ...{ id: '3', orderNo: 'D3', time: 1, status: 0, stage: 'review', coin: 'USD', network: 'bank' },
      ...{ amount: asDecimal('100.00'), img: null, address: null, txid: null, confirmations: 0, needed: 0 },
      ...{ reason: null, note: null, creditedTime: null, seq: null, ...record },
    },
    ...{ account: 'GB33 •••• 1234', known: false, proposal: null, refusedBy: null },
    ...change,
  };
}

export function withdrawal(
  record: Partial<DeskWithdrawal['record']> = {},
  change: Partial<Omit<DeskWithdrawal, 'record'>> = {},
): DeskWithdrawal {
  return {
    customer,
    record: {
      ...{ id: '4', orderNo: 'W4', time: 1, status: 0, stage: 'review', coin: 'USDT', network: 'practice' },
      ...{ address: 'vtp1address', label: null, amount: asDecimal('50'), fee: asDecimal('1'), txid: null },
      ...{ confirmations: 0, needed: 12, reason: null, note: null, cancellable: true, steps: [], turn: null, seq: 1 },
      ...record,
    },
    ...{
      worth: asDecimal('50'),
      flags: [],
      waits: null,
      persons: false,
      transactions: [],
      proof: null,
      proposal: null,
    },
    ...{ approvedBy: null, refusedBy: null },
    ...change,
  };
}

export function reserve(change: Partial<DeskReserve> = {}): DeskReserve {
  const zero = asDecimal('0');
  return {
    ...{ network: 'practice', coin: 'USDT', hot: asDecimal('80'), cold: asDecimal('900'), unswept: zero },
    ...{ leaving: zero, expected: asDecimal('980'), dust: zero, difference: zero, tolerance: asDecimal('1') },
    ...{ hotLimit: asDecimal('100'), hotLow: asDecimal('20'), state: 'even', checked: 1, halted: null },
    ...change,
  };
}
