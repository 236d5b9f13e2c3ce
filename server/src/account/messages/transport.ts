// The ways out of the house: mail and SMS, behind one face; what fails says only what kind of failure it was.

/** Why something did not go out. Closed words: addresses and texts of servers never reach a log. */
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

/** A message did not go out. */
export class SendFailure extends Error {
  readonly kind: FailureKind;
  /** Trying again would not help: the address is refused. */
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
  /** Of a mail. */
  readonly html: string;
  /** BCP 47. */
  readonly lang: string;
  /** Stays the same however often it is tried. */
  readonly messageId: string;
  /** When it was written, ms UTC. */
  readonly time: number;
}

/** One way out. */
export interface Way {
  readonly channel: Channel;
  /** Whether a message can go to this address at all. */
  fits(to: string): boolean;
  /** Resolves when the other side has taken it. @throws {SendFailure} */
  send(parcel: Parcel, signal: AbortSignal): Promise<void>;
  /** Ends what is open, at once. */
  close(): void;
}
