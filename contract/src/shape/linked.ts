// Shapes of account links and of the appeal against them.

import * as z from 'zod/mini';
import { LINK_APPEAL_STATE } from '../enumeration.ts';
import { decimal, id, time } from '../text.ts';

/** An appeal as its customer sees it. */
export const linkAppeal = z.object({
  id,
  state: z.enum(LINK_APPEAL_STATE),
  text: z.string(),
  time,
  decided: z.nullable(time),
  /** What the desk answered. */
  answer: z.nullable(z.string()),
});
export type LinkAppeal = z.output<typeof linkAppeal>;

/** A user's account link. Other accounts are counted, never named. */
export const linkStanding = z.object({
  /** Null: the account is not linked. */
  link: z.nullable(
    z.object({
      since: time,
      /** It counts from this time: a day later. */
      from: time,
      /** Other accounts of the group, and those that count already. */
      accounts: z.int(),
      counting: z.int(),
    }),
  ),
  /** Earlier links, newest first. */
  past: z.array(z.object({ since: time, ended: time })),
  /** Appeals, newest first. */
  appeals: z.array(linkAppeal),
});
export type LinkStanding = z.output<typeof linkStanding>;

/** What the positions of linked accounts leave for the user's opening order, in the market's quantity unit. */
export const groupLimits = z.object({
  /** Null: the user's own margin is the tighter limit. */
  long: z.nullable(decimal),
  short: z.nullable(decimal),
  /** The maximum leverage for the current position. */
  mostLeverage: z.int(),
});
export type GroupLimits = z.output<typeof groupLimits>;
