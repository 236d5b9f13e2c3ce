// What the house writes to people: codes, which are asked for, and notices, which tell what happened to an account.

import type { AlertKind, BondClaimState, KycReason, Language } from '@vitrine/contract';

/** A code on its way. */
export interface CodeMessage {
  /** An e-mail address, or a phone number as +44123456789. */
  readonly address: string;
  /** Purpose of calls.md §9. */
  readonly purpose: number;
  /**
   * Null: the address has no account to use a code with (or, at registration, has one already). Its owner is told so by
   * the same way, so that neither time nor failure tells whoever asks.
   */
  readonly code: string | null;
  /** The asking browser's own mark: in practice mode only it sees the message. */
  readonly browser: string;
  readonly lang: Language;
  /** Whose address it is, where somebody's: the anti-phishing word stands in the mail. */
  readonly userId: string | undefined;
}

/** What happened. Times are ms UTC. */
export type Notice =
  | {
      readonly kind: 'newDevice';
      /** Its id in `devices`: it is not told of itself. */
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
  /** The desk linked the account with `accounts` others, which counts from `from` on; ended it; refused an appeal. */
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
  /** A deposit was credited (told by mail alone), or taken back because its chain lost it. `amount`: decimal text. */
  | {
      readonly kind: 'deposited' | 'reversed';
      readonly amount: string;
      readonly coin: string;
      readonly time: number;
    }
  /** A claim on a merchant's bond began or ended: sent to its two parties. `until`: end of the merchant's notice. */
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
  /** An alert of the customer's own was reached: told by mail alone, never by SMS. */
  | {
      readonly kind: 'alert';
      readonly what: AlertKind;
      /** The pair, as `BTC/USDT`. */
      readonly symbol: string;
      /** Decimal texts: prices, or fractions of funding and liquidation. `value` null for fills. */
      readonly value: string | null;
      readonly seen: string;
      readonly time: number;
    };

export interface Messages {
  /** Sends a code. @throws {IdentityRefusal} 503 when this exchange has no way to that address, or the way failed; 400 for an address no mail can go to. */
  code(message: CodeMessage): Promise<void>;
  /**
   * Tells a customer by every address of theirs, in their language, with their anti-phishing word. Never throws for what
   * the way to the address does: it is tried again from the outbox. A bound address that was just replaced is told as well.
   */
  notice(userId: string, notice: Notice, besides?: string): Promise<void>;
}
