// Linked accounts of one person: groups, linking and unlinking by two people, appeals; and closing rates of contracts.

import * as z from 'zod/mini';
import { call, line } from '../call/index.ts';
import { LINK_APPEAL_STATE } from '../enumeration.ts';
import { page, paging } from '../paging.ts';
import { decimal, id, idInput, positive, time } from '../text.ts';
import { api, MAX_DESK_REASON, oneWhy, read, reason, write } from './common.ts';
import { customerLine, proposal } from './shape.ts';

/** Answer shown to the customer. */
const answer = line(MAX_DESK_REASON);

/** An account of a group. */
const linkedAccount = z.object({
  customer: customerLine,
  since: time,
  /** From when on it counts. */
  from: time,
  /** The open proposal to remove it from the group. */
  proposal: z.nullable(id),
});

export const linkGroup = z.object({ accounts: z.array(linkedAccount) });
export type LinkGroup = z.output<typeof linkGroup>;

export const deskAppeal = z.object({
  id,
  customer: customerLine,
  state: z.enum(LINK_APPEAL_STATE),
  text: z.string(),
  time,
  decided: z.nullable(time),
  answer: z.nullable(z.string()),
  /** Customers currently linked with this one. */
  linked: z.array(id),
  /** The open one; for a decided appeal the one that decided it. */
  proposal: z.nullable(id),
});
export type DeskAppeal = z.output<typeof deskAppeal>;

/** The closing rate of a contract with trading hours. Rates are fractions of a position's value. */
export const closingRateLine = z.object({
  /** The market's number. */
  id,
  symbol: z.string(),
  rate: decimal,
  /** Rate at its next close. */
  nextRate: decimal,
  closesAt: z.nullable(time),
  opensAt: z.nullable(time),
  /** An announced increase that is not in force yet. */
  announced: z.nullable(z.object({ rate: decimal, from: time })),
  proposal: z.nullable(id),
});
export type ClosingRateLine = z.output<typeof closingRateLine>;

export const linkedCalls = {
  'desk.links.list': call({
    ...read,
    path: `${api}/links/list`,
    about: 'Groups of linked accounts, those linked last first.',
    input: z.object({ ...paging }),
    answer: page(linkGroup),
  }),
  'desk.links.link': call({
    ...write,
    path: `${api}/links/link`,
    about: 'Proposes that an account is of the same person as another one: the second person decides.',
    input: z.object({ id: idInput, other: idInput, reason }),
    answer: proposal,
  }),
  'desk.links.unlink': call({
    ...write,
    path: `${api}/links/unlink`,
    about: 'Proposes to take an account out of its group: the second person decides.',
    input: oneWhy,
    answer: proposal,
  }),
  'desk.appeals.list': call({
    ...read,
    path: `${api}/appeals/list`,
    about: 'Appeals against links.',
    input: z.object({ state: z._default(z.enum(LINK_APPEAL_STATE), 'open'), ...paging }),
    answer: page(deskAppeal),
  }),
  'desk.appeals.grant': call({
    ...write,
    path: `${api}/appeals/grant`,
    about: 'Proposes to end the link of an appeal with this answer: the second person decides.',
    input: z.object({ id: idInput, answer, reason }),
    answer: proposal,
  }),
  'desk.appeals.refuse': call({
    ...write,
    path: `${api}/appeals/refuse`,
    about: 'Proposes to keep the link, with this answer: the second person decides.',
    input: z.object({ id: idInput, answer, reason }),
    answer: proposal,
  }),
  'desk.closingRates.list': call({
    ...read,
    path: `${api}/closingRates/list`,
    about: 'Closing rates of the contracts whose markets close.',
    answer: z.object({ records: z.array(closingRateLine) }),
  }),
  'desk.closingRates.set': call({
    ...write,
    path: `${api}/closingRates/set`,
    about: 'Proposes another closing rate. A higher one takes effect a day after the second person approved it.',
    input: z.object({ id: idInput, rate: positive, reason }),
    answer: proposal,
  }),
} as const;
