// Shapes of a link of accounts and of the appeal against it.

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

/** The link of one's account. The other accounts are counted, never named. */
export const linkStanding = z.object({
  /** Null: the account is linked with none. */
  link: z.nullable(
    z.object({
      since: time,
      /** From when on it counts: a day later. */
      from: time,
      /** Other accounts of the group, and those of them that count by now. */
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

/** What the positions of linked accounts leave for an opening order of one's own, in the quantity of the market. */
export const groupLimits = z.object({
  /** Null: one's own margin is the closer bound. */
  long: z.nullable(decimal),
  short: z.nullable(decimal),
  /** The greatest leverage that what one has there may be raised to. */
  mostLeverage: z.int(),
});
export type GroupLimits = z.output<typeof groupLimits>;
