// Message transports, mail and SMS, behind one interface. A failure only states its kind.

/** Why a message was not sent. A closed set: addresses and server texts never reach a log. */
export type FailureKind =
  | 'connection'
  | 'timeout'
  | 'tls'
  | 'credentials'
  | 'refused'
  | 'answer'
  | 'full'
  | 'stopped'
  | 'other';

/** A message was not sent. */
export class SendFailure extends Error {
  readonly kind: FailureKind;
  /** Retrying would not help: the address is rejected. */
  readonly final: boolean;

  constructor(channel: Channel, kind: FailureKind, final = false) {
    super(`${channel} was not sent: ${kind}`);
    this.name = 'SendFailure';
    this.kind = kind;
    this.final = final;
  }
}

export type Channel = 'mail' | 'sms';

/** A message ready to go. */
export interface Parcel {
  /** An e-mail address, or a phone number as +44123456789. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** HTML body of a mail. */
  readonly html: string;
  /** BCP 47. */
  readonly lang: string;
  /** The same for every try. */
  readonly messageId: string;
  /** When it was written, ms UTC. */
  readonly time: number;
}

/** One transport. */
export interface Way {
  readonly channel: Channel;
  /** Whether it can send to this address at all. */
  fits(to: string): boolean;
  /** Resolves once the other side has accepted it. @throws {SendFailure} */
  send(parcel: Parcel, signal: AbortSignal): Promise<void>;
  /** Closes open connections at once. */
  close(): void;
}
