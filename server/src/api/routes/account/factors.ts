// Second factors: step-up, passkeys, the authenticator.

import { type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

type Names =
  | 'user.stepUp'
  | 'user.passkey.options'
  | 'user.passkey.save'
  | 'user.passkey.list'
  | 'user.passkey.del'
  | 'member.getGoogleVerification'
  | 'member.googleVerificationBinding'
  | 'member.googleVerificationBindingOrReset';

const TAKE_AWAY = 1;
/** Path value if the code is in the body. */
const IN_BODY = '-';

/** The handlers of second factors. */
export function secondFactors({ people }: RouteParts): HandlersOf<Names> {
  const { identity, factors, signIn, messages } = people;
  const { authenticator, passkeys } = factors;

  /** The account's label in an authenticator app. */
  async function labelOf(userId: string): Promise<string> {
    const account = await identity.accounts.find(userId);
    if (!account) throw refuse('token.invalid');
    return account.loginName ?? account.email ?? `+${account.areaCode ?? ''}${account.phone ?? ''}`;
  }

  const codeOf = ({ x, code }: { x: string; code?: string | undefined }): string => {
    const given = x === IN_BODY ? code : x;
    if (given === undefined) throw refuseField('code', 'required');
    return given;
  };

  async function bind(input: { x: string; code?: string | undefined }, { session, now }: UserContext) {
    const recoveryCodes = await authenticator.bind(session.userId, codeOf(input));
    // Nothing existing is weakened: the owner is notified, withdrawals continue.
    const notice = { kind: 'credentialChanged', what: 'authenticator', time: now, lockedUntil: undefined } as const;
    await messages.notice(session.userId, notice);
    return { recoveryCodes };
  }

  /** Notifies the owner: removing a factor weakens the account. */
  async function lost(
    userId: string,
    what: 'authenticator' | 'passkey',
    time: number,
    lockedUntil: number,
  ): Promise<void> {
    await messages.notice(userId, { kind: 'credentialChanged', what, time, lockedUntil });
  }

  return {
    async 'user.stepUp'(proof, context) {
      const prover = { ip: context.ip, browser: context.browser() };
      const { grant, until } = await factors.stepUp(context.session, proof, prover);
      context.signIn(grant);
      return { until };
    },

    async 'user.passkey.options'({ use, stepId }, { session, browser, ip }) {
      const mark = browser();
      if (use === 'login') return passkeys.useOptions(null, mark);
      if (use === 'step' && stepId !== undefined)
        return passkeys.useOptions(await signIn.steps.owner(stepId, mark), mark);
      if (session === undefined) throw refuse('session.ended');
      if (use === 'step') return passkeys.useOptions(session.userId, mark);
      // As keeping it will: a device must not make a passkey that is refused afterwards.
      await factors.demand('always', session, ip);
      return passkeys.registerOptions(session.userId, await labelOf(session.userId), mark);
    },
    async 'user.passkey.save'({ name, response }, { session, browser, now }) {
      const saved = await passkeys.save(session.userId, name, response, browser());
      const notice = { kind: 'credentialChanged', what: 'passkey', time: now, lockedUntil: undefined } as const;
      await messages.notice(session.userId, notice);
      return saved;
    },
    'user.passkey.list': (_, { session }) => passkeys.list(session.userId),
    async 'user.passkey.del'({ id }, { session, now }) {
      await lost(session.userId, 'passkey', now, await factors.removePasskey(session.userId, id));
      return { id, status: 0, seq: 0 };
    },

    async 'member.getGoogleVerification'({ x }, { session }) {
      const time = (await authenticator.boundAt(session.userId)) ?? null;
      if (x === 'state') return { bound: time !== null, time, secret: null, uri: null };
      const offer = await authenticator.offer(session.userId, await labelOf(session.userId));
      return { bound: false, time: null, ...offer };
    },
    'member.googleVerificationBinding': bind,
    async 'member.googleVerificationBindingOrReset'({ y, ...input }, context) {
      const { session, ip, now } = context;
      if (y !== TAKE_AWAY) {
        await factors.demand('always', session, ip);
        return bind(input, context);
      }
      const lockedUntil = await factors.resetAuthenticator(session.userId, codeOf(input));
      await lost(session.userId, 'authenticator', now, lockedUntil);
      return { recoveryCodes: [] };
    },
  };
}
