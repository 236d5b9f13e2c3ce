// Customers, staff and the audit log.

import * as z from 'zod/mini';
import { call } from '../call/index.ts';
import { between, page, paging } from '../paging.ts';
import { idInput, numberIdInput } from '../text.ts';
import { api, done, one, oneWhy, personName, read, reason, roles, unkeyed, write } from './common.ts';
import { CUSTOMER_SEARCH } from './enumeration.ts';
import {
  auditCheck,
  auditRecord,
  customerLine,
  deskCustomer,
  deskLoginRecord,
  deskPerson,
  proposal,
  setupHalf,
} from './shape.ts';

export const personCalls = {
  'desk.customers.search': call({
    ...read,
    path: `${api}/customers/search`,
    about: 'Exact only; at most a few. The search is logged without its words.',
    input: z.object({
      by: z.enum(CUSTOMER_SEARCH),
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    }),
    answer: z.object({ records: z.array(customerLine) }),
  }),
  'desk.customers.get': call({
    ...read,
    path: `${api}/customers/get`,
    about: 'A customer, masked. The look is logged.',
    input: one,
    answer: deskCustomer,
  }),
  'desk.customers.loginLog': call({
    ...read,
    path: `${api}/customers/loginLog`,
    about: "A customer's sign-ins, addresses masked.",
    input: z.object({ id: idInput, ...paging }),
    answer: page(deskLoginRecord),
  }),
  'desk.customers.freeze': call({
    ...write,
    path: `${api}/customers/freeze`,
    about: 'Locks orders, withdrawals and keys at once. One person is enough.',
    input: oneWhy,
    answer: done,
  }),
  'desk.customers.unfreeze': call({
    ...write,
    path: `${api}/customers/unfreeze`,
    about: 'Proposes to take the lock away: the second person decides.',
    input: oneWhy,
    answer: proposal,
  }),

  'desk.people.list': call({
    ...read,
    path: `${api}/people/list`,
    about: 'Everybody of the desk.',
    answer: z.object({ records: z.array(deskPerson) }),
  }),
  'desk.people.invite': call({
    ...write,
    path: `${api}/people/invite`,
    about: 'Proposes somebody new.',
    input: z.object({ name: personName, roles, reason }),
    answer: proposal,
  }),
  'desk.people.roles': call({
    ...write,
    path: `${api}/people/roles`,
    about: 'Proposes other roles of somebody.',
    input: z.object({ id: idInput, roles, reason }),
    answer: proposal,
  }),
  'desk.people.reset': call({
    ...write,
    path: `${api}/people/reset`,
    about: 'Proposes a new set-up of somebody who lost password or authenticator, or who was stopped.',
    input: oneWhy,
    answer: proposal,
  }),
  'desk.people.link': call({
    ...unkeyed,
    secret: true,
    path: `${api}/people/link`,
    about:
      'One’s half of the way in for somebody invited: the link for whoever proposed, the word for whoever approved.',
    input: z.object({ id: numberIdInput }),
    answer: setupHalf,
  }),
  'desk.people.stop': call({
    ...write,
    path: `${api}/people/stop`,
    about: 'Ends somebody’s sessions and refuses new ones, at once. Not oneself, and two administrators must stay.',
    input: oneWhy,
    answer: done,
  }),

  'desk.audit.list': call({
    ...read,
    path: `${api}/audit/list`,
    about: 'What was done and looked at, newest first.',
    input: z.object({
      person: z.optional(numberIdInput),
      subject: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,16}:[0-9A-Za-z-]{1,64}$/))),
      ...between,
      ...paging,
    }),
    answer: page(auditRecord),
  }),
  'desk.audit.check': call({
    ...unkeyed,
    path: `${api}/audit/check`,
    about: 'Computes the chain of hashes anew.',
    answer: auditCheck,
  }),
} as const;
