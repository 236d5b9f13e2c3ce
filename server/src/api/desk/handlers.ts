// Handlers of the desk's calls. Permissions were checked before.

import {
  KEY_MAX_AGE,
  readKey,
  type DeskAnswerOf,
  type DeskCallName,
  type DeskParsedOf,
  type Page,
} from '@vitrine/contract';
import { type FileAnswer, refuse } from '../call/index.ts';
import { type Desk, type DeskSession, mismatch } from '../../desk/index.ts';
import { NEVER_KNOWN, outcomeAnswer } from '../idempotency/index.ts';

/** The caller, and ways to answer besides the result. */
export interface DeskContext {
  readonly session: DeskSession;
  readonly ip: string;
  readonly agent: string;
  readonly now: number;
  /** Sets the session cookie. */
  readonly signIn: (token: string) => void;
  readonly signOut: () => void;
}

/** Calls available without a sign-in. */
export type OpenName = 'desk.setup.open' | 'desk.setup.finish' | 'desk.signIn';
type Context<N extends DeskCallName> = N extends OpenName ? Omit<DeskContext, 'session'> : DeskContext;
/** Calls that return a picture. */
type PictureName = 'desk.kyc.document' | 'desk.deposits.picture';
type Answer<N extends DeskCallName> = N extends PictureName ? FileAnswer : DeskAnswerOf<N>;

export type DeskHandlers = {
  readonly [N in DeskCallName]: (input: DeskParsedOf<N>, context: Context<N>) => Promise<Answer<N>>;
};

function listed<T>({ records, total, size, current }: Page<T>) {
  return { records: [...records], total, size, current };
}

/** The handlers over a desk. */
export function deskHandlers(desk: Desk): DeskHandlers {
  /** The data of `desk.me` for a token that was just issued. */
  async function meOf(token: string) {
    const session = await desk.sessions.find(token, false);
    if (session === undefined) throw refuse('session.ended');
    return desk.me(session);
  }
  const done = ({ now }: { readonly now: number }) => ({ time: now });

  return {
    'desk.setup.open': ({ token, word }) => desk.setup.open(token, word),
    async 'desk.setup.finish'(input, { ip, agent, signIn }) {
      const { recoveryCodes, next, token } = await desk.setup.finish(input, { ip, agent });
      signIn(token);
      return { recoveryCodes: [...recoveryCodes], next, me: await meOf(token) };
    },
    async 'desk.signIn'(input, { ip, agent, signIn }) {
      const token = await desk.signIn.signIn(input, { ip, agent });
      signIn(token);
      return meOf(token);
    },
    async 'desk.signOut'(_, context) {
      await desk.sessions.end(context.session.id);
      await desk.audit.note({ what: 'signOut', person: context.session.person, ip: context.ip });
      context.signOut();
      return done(context);
    },
    'desk.me': (_, { session }) => desk.me(session),
    'desk.summary': (_, { session }) => desk.summary(session),
    async 'desk.outcome'({ key }, { session, now }) {
      const parts = readKey(key);
      if (parts === undefined) throw refuse('request.notFound');
      // No key is stored that long.
      if (parts.time < now - KEY_MAX_AGE) return NEVER_KNOWN;
      const text = key.toLowerCase();
      const { requestKeys } = desk;
      const found = await requestKeys.find(session.person, text);
      return outcomeAnswer(found ?? (await requestKeys.void(session.person, text)));
    },
    async 'desk.reviewer.set'({ on }, { session, ip }) {
      if (desk.reviewer === undefined) throw mismatch();
      await desk.reviewer.set(session, on, ip);
      return { on };
    },
    async 'desk.practiceTraders.set'({ on }, { session, ip }) {
      if (desk.practiceTraders === undefined) throw mismatch();
      await desk.practiceTraders.set(session, on, ip);
      return { on };
    },

    'desk.kyc.list': async (input) => listed(await desk.kyc.list(input)),
    'desk.kyc.case': ({ id }, { session, ip }) => desk.kyc.case(session, id, ip),
    async 'desk.kyc.unmask'(input, { session, ip }) {
      return { field: input.field, value: await desk.kyc.unmask(session, input, ip) };
    },
    'desk.kyc.document': ({ id, fileId }, { session, ip }) => desk.kyc.document(session, id, fileId, ip),
    'desk.kyc.pass': ({ id, reason }, { session, ip }) => desk.kyc.pass(session, id, reason, ip),
    async 'desk.kyc.refuse'(input, context) {
      await desk.kyc.refuse(context.session, input, context.ip);
      return done(context);
    },

    'desk.fundCases.list': async (input) => listed(await desk.fundCases.list(input)),
    'desk.fundCases.pass': ({ id, reason }, { session, ip }) => desk.fundCases.pass(session, id, reason, ip),
    async 'desk.fundCases.refuse'({ id, reason }, context) {
      await desk.fundCases.refuse(context.session, id, reason, context.ip);
      return done(context);
    },

    'desk.deposits.list': async (input, { session }) => listed(await desk.deposits.list(session, input)),
    'desk.deposits.get': ({ id }, { session, ip }) => desk.deposits.get(session, id, ip),
    'desk.deposits.picture': ({ id }, { session, ip }) => desk.deposits.picture(session, id, ip),
    'desk.deposits.pass': (input, { session, ip }) => desk.deposits.pass(session, input, ip),
    async 'desk.deposits.refuse'(input, context) {
      await desk.deposits.refuse(context.session, input, context.ip);
      return done(context);
    },

    'desk.withdrawals.list': async (input, { session }) => listed(await desk.withdrawals.list(session, input)),
    'desk.withdrawals.get': ({ id }, { session, ip }) => desk.withdrawals.get(session, id, ip),
    'desk.withdrawals.approve': async ({ id, reason }, { session, ip, now }) => ({
      time: now,
      proposal: await desk.withdrawals.approve(session, id, reason, ip),
    }),
    async 'desk.withdrawals.refuse'(input, context) {
      await desk.withdrawals.refuse(context.session, input, context.ip);
      return done(context);
    },
    'desk.withdrawals.paid': (input, { session, ip }) => desk.withdrawals.paid(session, input, ip),
    'desk.withdrawals.failProven': (input, { session, ip }) => desk.withdrawals.failProven(session, input, ip),
    'desk.withdrawals.replan': (input, { session, ip }) => desk.withdrawals.replan(session, input, ip),
    'desk.withdrawals.returned': (input, { session, ip }) => desk.withdrawals.returned(session, input, ip),

    'desk.bonds.list': async (input, { session }) => listed(await desk.bonds.list(session, input)),
    'desk.bonds.order': ({ id }) => desk.bonds.order(id),
    'desk.bonds.claim': (input, { session, ip }) => desk.bonds.claim(session, input, ip),

    'desk.treasury.get': (_, { session }) => desk.treasury.get(session),
    'desk.treasury.transactions': async (input) => listed(await desk.treasury.transactions(input)),
    'desk.treasury.unrecorded': async (input) => listed(await desk.treasury.unrecorded(input)),
    async 'desk.treasury.halt'(input, context) {
      await desk.treasury.halt(context.session, input, context.ip);
      return done(context);
    },
    'desk.treasury.resume': (input, { session, ip }) => desk.treasury.resume(session, input, ip),
    'desk.treasury.topUp': (input, { session, ip }) => desk.treasury.topUp(session, input, ip),
    'desk.clock.confirm': ({ reason }, { session, ip }) => desk.treasury.confirmClock(session, reason, ip),
    'desk.chain.rescan': (input) => desk.treasury.rescan(input),
    'desk.chain.credit': (input, { session, ip }) => desk.treasury.credit(session, input, ip),
    'desk.coverage.list': async (input) => listed(await desk.treasury.coverage(input)),
    'desk.practice.reorganise': async (input, { session, ip }) => ({
      height: await desk.treasury.reorganise(session, input, ip),
    }),

    'desk.proposals.list': async (input, { session }) => listed(await desk.proposals.list(session, input)),
    'desk.proposals.get': ({ id }, { session }) => desk.proposals.get(session, id),
    'desk.proposals.approve': ({ id }, { session, ip }) => desk.proposals.approve(session, id, ip),
    'desk.proposals.refuse': ({ id, reason }, { session, ip }) => desk.proposals.refuse(session, id, reason, ip),

    async 'desk.customers.search'(input, { session, ip }) {
      return { records: [...(await desk.customers.search(session, input, ip))] };
    },
    'desk.customers.get': ({ id }, { session, ip }) => desk.customers.get(session, id, ip),
    'desk.customers.loginLog': async (input, { session, ip }) =>
      listed(await desk.customers.loginLog(session, input, ip)),
    async 'desk.customers.freeze'({ id, reason }, context) {
      await desk.customers.freeze(context.session, id, reason, context.ip);
      return done(context);
    },
    'desk.customers.unfreeze': ({ id, reason }, { session, ip }) => desk.customers.unfreeze(session, id, reason, ip),

    'desk.links.list': async (input) => listed(await desk.linked.groups(input)),
    'desk.links.link': (input, { session, ip }) => desk.linked.link(session, input, ip),
    'desk.links.unlink': ({ id, reason }, { session, ip }) => desk.linked.unlink(session, id, reason, ip),
    'desk.appeals.list': async (input) => listed(await desk.linked.appeals(input)),
    'desk.appeals.grant': (input, { session, ip }) => desk.linked.grant(session, input, ip),
    'desk.appeals.refuse': (input, { session, ip }) => desk.linked.refuse(session, input, ip),
    async 'desk.closingRates.list'() {
      return { records: [...(await desk.closingRates.list())] };
    },
    'desk.closingRates.set': (input, { session, ip }) => desk.closingRates.set(session, input, ip),

    async 'desk.people.list'(_, { session }) {
      return { records: [...(await desk.people.list(session.person))] };
    },
    'desk.people.invite': (input, { session, ip }) => desk.staff.invite(session, input, ip),
    'desk.people.roles': (input, { session, ip }) => desk.staff.roles(session, input, ip),
    'desk.people.reset': ({ id, reason }, { session, ip }) => desk.staff.reset(session, id, reason, ip),
    'desk.people.link': ({ id }, { session, ip }) => desk.links.half(session, id, ip),
    async 'desk.people.stop'({ id, reason }, context) {
      await desk.people.stop(context.session, id, reason, context.ip);
      return done(context);
    },

    async 'desk.audit.list'(input, { session, ip }) {
      const page = await desk.audit.list(input);
      await desk.audit.look({ what: 'audit.read', person: session.person, ip, subject: input.subject });
      return listed(page);
    },
    async 'desk.audit.check'(_, { session, ip }) {
      const check = await desk.audit.check();
      await desk.audit.note({
        ...{ what: 'audit.checked', person: session.person, ip },
        detail: { whole: String(check.whole), rows: String(check.rows) },
      });
      return check;
    },
  };
}
