// Messages to users: codes, which they request, and notices about events on their account.

import type { AlertKind, BondClaimState, KycReason, Language } from '@vitrine/contract';

/** A code to be delivered. */
export interface CodeMessage {
  /** An e-mail address, or a phone number as +44123456789. */
  readonly address: string;
  /** Purpose of calls.md §9. */
  readonly purpose: number;
  /**
   * Null: the address has no account to use a code with (or, at registration, already has one). Its owner is notified
   * through the same channel, so that neither timing nor failure reveals that to the requester.
   */
  readonly code: string | null;
  /** The requesting browser's cookie: in practice mode only that browser sees the message. */
  readonly browser: string;
  readonly lang: Language;
  /** Owner of the address, if any: their anti-phishing word is in the mail. */
  readonly userId: string | undefined;
}

/** An event on an account. Times are ms UTC. */
export type Notice =
  | {
      readonly kind: 'newDevice';
      /** Its id in `devices`: it is not notified of itself. */
      readonly deviceId: string;
      readonly device: string;
      readonly ip: string;
      readonly time: number;
    }
  | {
      readonly kind: 'credentialChanged';
      readonly what:
        | 'password'
        | 'fundPassword'
        | 'email'
        | 'phone'
        | 'authenticator'
        | 'passkey'
        | 'antiCode'
        | 'apiKey';
      readonly time: number;
      /** Withdrawals are locked until then. */
      readonly lockedUntil: number | undefined;
    }
  /** The fund password was wrong five times in a row. */
  | { readonly kind: 'fundGuessed'; readonly time: number; readonly lockedUntil: number }
  | { readonly kind: 'frozen'; readonly time: number }
  | { readonly kind: 'unfrozen'; readonly time: number }
  /** Staff linked the account with `accounts` others, counting from `from` on; unlinked it; refused an appeal. */
  | { readonly kind: 'linked'; readonly accounts: number; readonly from: number }
  | { readonly kind: 'unlinked'; readonly time: number }
  | { readonly kind: 'appealRefused'; readonly answer: string; readonly time: number }
  | {
      readonly kind: 'kyc';
      readonly stage: 1 | 2;
      readonly passed: boolean;
      readonly refused: readonly { readonly field: string; readonly reason: KycReason }[];
    }
  | { readonly kind: 'fundCase'; readonly passed: boolean; readonly until: number | undefined }
  /** A deposit was credited (mail only), or reversed because its chain lost it. `amount`: decimal text. */
  | {
      readonly kind: 'deposited' | 'reversed';
      readonly amount: string;
      readonly coin: string;
      readonly time: number;
    }
  /**
   * A claim on a merchant's bond began or ended: sent to both parties. `until`: end of the merchant's notice period.
   */
  | {
      readonly kind: 'bondClaim';
      readonly role: 'merchant' | 'harmed';
      readonly state: BondClaimState;
      /** Decimal text. */
      readonly amount: string;
      readonly coin: string;
      /** Number of the over-the-counter order. */
      readonly order: string;
      readonly until: number;
      readonly time: number;
    }
  /** One of the customer's alerts was reached: mail only, never SMS. */
  | {
      readonly kind: 'alert';
      readonly what: AlertKind;
      /** The pair, as `BTC/USDT`. */
      readonly symbol: string;
      /** Decimal texts: prices, or fractions for funding and liquidation. `value` is null for fills. */
      readonly value: string | null;
      readonly seen: string;
      readonly time: number;
    };

export interface Messages {
  /**
   * Sends a code. @throws {IdentityRefusal} 503 if this exchange has no channel for that address, or delivery failed;
   * 400 for an address that cannot receive mail.
   */
  code(message: CodeMessage): Promise<void>;
  /**
   * Notifies a customer at all their addresses, in their language, with their anti-phishing word. Never throws for a
   * delivery failure; the outbox retries. `besides`: an address that was just replaced is notified as well.
   */
  notice(userId: string, notice: Notice, besides?: string): Promise<void>;
}
