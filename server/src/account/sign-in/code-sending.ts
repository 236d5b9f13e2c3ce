// Rules for sending codes: by purpose, signed in or not, to a given address or to the user's own.

import type { Language } from '@vitrine/contract';
import { type Devices, sourceOf } from '../devices/index.ts';
import {
  accountAsker,
  type Accounts,
  type Codes,
  emailPlace,
  IdentityRefusal,
  phonePlace,
  purposes,
  type Session,
  type Throttle,
  wrongField,
} from '../identity/index.ts';

/** The rule of a purpose. */
interface PurposeRule {
  /** For signed-in users only; without an address: to their own. */
  readonly signedIn: boolean;
  /** Whose addresses receive it; for others nothing is delivered, and the answer is the same. */
  readonly to: 'nobody' | 'somebody' | 'anyone' | 'oneself';
}

/** By purpose of calls §9. A new address is proved before it is bound, so purpose 4 goes to any address. */
export const purposeRules: Readonly<Record<number, PurposeRule>> = {
  [purposes.register]: { signedIn: false, to: 'nobody' },
  [purposes.login]: { signedIn: false, to: 'somebody' },
  [purposes.reset]: { signedIn: false, to: 'somebody' },
  [purposes.bind]: { signedIn: true, to: 'anyone' },
  [purposes.change]: { signedIn: true, to: 'oneself' },
  [purposes.withdraw]: { signedIn: true, to: 'oneself' },
  [purposes.fundPassword]: { signedIn: true, to: 'oneself' },
  [purposes.apiKey]: { signedIn: true, to: 'oneself' },
};

/** A requested code. */
export interface CodeWish {
  readonly by: 'email' | 'phone';
  /** As entered; undefined: the user's own. */
  readonly account: string | undefined;
  readonly areaCode?: string | undefined;
  readonly purpose: number;
  readonly ip: string;
  readonly browser: string;
  readonly lang: Language;
  readonly session: Session | undefined;
}

/**
 * Sends a code; returns the seconds to wait for the next one. The answer is the same whether the account exists or not.
 * @throws 401 if a sign-in is required, 400 without an address, 429 for too many from one network address.
 */
export type SendCode = (wish: CodeWish) => Promise<number>;

/** Sending over accounts and codes. */
export function createSendCode(
  accounts: Accounts,
  codes: Codes,
  throttle: Throttle,
  devices: Pick<Devices, 'knows'>,
): SendCode {
  /** The signed in's own address. */
  async function own(session: Session, by: 'email' | 'phone'): Promise<string> {
    const account = await accounts.find(session.userId);
    const address = by === 'email' ? account?.email : account?.phone && `+${account.areaCode}${account.phone}`;
    if (!address) throw wrongField(by, 'required', 'There is no address of one’s own to send to: one was expected.');
    return address;
  }

  return async ({ by, account, areaCode, purpose, ip, browser, lang, session }) => {
    const rule = purposeRules[purpose];
    if (rule === undefined) throw wrongField('type', 'range', 'A purpose from 1 to 8 was expected.');
    if (rule.signedIn && session === undefined) throw new IdentityRefusal('session.ended', 'Sign in first.');
    if (!rule.signedIn && account === undefined)
      throw wrongField(by, 'required', 'An e-mail address or phone number was expected.');
    await throttle.attempt([{ kind: 'codes', name: sourceOf(ip) }]);
    if (account === undefined) {
      if (session === undefined) throw new IdentityRefusal('session.ended', 'Sign in first.');
      const { userId } = session;
      const asker = { browser, lang, userId, asker: accountAsker(userId), own: true };
      return codes.send(await own(session, by), purpose, asker, false);
    }
    const place = by === 'email' ? emailPlace(account) : phonePlace(account, areaCode);
    const userId = await accounts.idAt(place);
    const delivered = {
      nobody: userId === undefined,
      somebody: userId !== undefined,
      anyone: true,
      oneself: userId !== undefined && userId === session?.userId,
    }[rule.to];
    // A guest is the owner where the account was signed in to before: nobody else has that browser's mark.
    const isOwn =
      userId !== undefined && (rule.signedIn ? userId === session?.userId : await devices.knows(userId, browser));
    const stranger = rule.signedIn && session !== undefined ? accountAsker(session.userId) : sourceOf(ip);
    const asker = isOwn && userId !== undefined ? accountAsker(userId) : stranger;
    return codes.send(place.address, purpose, { browser, lang, userId, asker, own: isOwn }, !delivered);
  };
}
