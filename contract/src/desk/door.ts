// Calls of the desk for signing in: setup links, sessions, the current user.

import * as z from 'zod/mini';
import { call, outcomeFields, outcomeInput, passwordHash } from '../call/index.ts';
import { api, done, factorInput, open, personName, read, token, unkeyed, word, write } from './common.ts';
import { deskMe, deskSummary, setupDone, setupTask } from './shape.ts';

export const doorCalls = {
  'desk.setup.open': call({
    ...open,
    path: `${api}/setup/open`,
    about: 'What a one-time link is for, and the authenticator to bind. Uses nothing up. A link used or too old: 1005.',
    input: z.object({ token, word }),
    answer: setupTask,
  }),
  'desk.setup.finish': call({
    ...open,
    path: `${api}/setup/finish`,
    about: 'Uses the link up: name, password and a code of the authenticator. Signs in.',
    input: z.object({ token, word, name: z.optional(personName), password: passwordHash, code: factorInput }),
    answer: setupDone,
  }),
  'desk.signIn': call({
    ...open,
    path: `${api}/signIn`,
    about: 'Name, password and code in one. Whatever is wrong: 1002; too often: 1003.',
    input: z.object({ name: personName, password: passwordHash, code: factorInput }),
    answer: deskMe,
  }),
  'desk.signOut': call({ ...unkeyed, path: `${api}/signOut`, about: 'Ends the session.', answer: done }),
  'desk.me': call({
    ...read,
    path: `${api}/me`,
    about: 'Who is signed in, with the anti-forgery value.',
    answer: deskMe,
  }),
  'desk.summary': call({
    ...read,
    path: `${api}/summary`,
    about: 'How much waits in each queue.',
    answer: deskSummary,
  }),
  'desk.outcome': call({
    ...unkeyed,
    path: `${api}/outcome`,
    about: "What became of a key of one's own. A key that had not run is voided by asking, so that it never will.",
    input: outcomeInput,
    answer: z.object(outcomeFields),
  }),
  'desk.reviewer.set': call({
    ...write,
    path: `${api}/reviewer/set`,
    about: "Turns practice mode's automatic reviewer on or off. Live mode: 403.",
    input: z.object({ on: z.boolean() }),
    answer: z.object({ on: z.boolean() }),
  }),
  'desk.practiceTraders.set': call({
    ...write,
    path: `${api}/practiceTraders/set`,
    about:
      "Switches practice mode's simulated customers on or off. Off cancels their orders and closes their positions at once. Where this exchange has none: 403.",
    input: z.object({ on: z.boolean() }),
    answer: z.object({ on: z.boolean() }),
  }),
} as const;
