// The signer, the only part with private keys: signing orders, refusals, and signed heads of the journal.

import type { ChainName, Payment, Source } from '../rail/index.ts';

/** A chain's extended public key (base58) of one seed version. */
export interface AccountKey {
  readonly version: number;
  readonly xpub: string;
}

/** signer/: the only part with keys; a separate process. */
export interface SignOrder {
  /**
   * `withdrawal:12`, `sweep:3`, `gas:3`, `cold:4`: signed once, again only with the same claims and payment.
   * `cancel:withdrawal:12`: a zero self-transfer with claims of that order.
   */
  readonly id: string;
  readonly chain: ChainName;
  readonly unsigned: Uint8Array;
  /** What the bytes must do and nothing else; the signer verifies it from the bytes. */
  readonly payment: Payment;
  readonly source: Source;
  /**
   * For gas: which of our own addresses receives it. The signer derives that address itself, and pays gas to no other.
   */
  readonly recipient?: Source;
}

/** A journal row and its hash, which covers all history up to it. */
export interface Head {
  readonly row: number;
  /** SHA-256 of the journal row, hex. */
  readonly hash: string;
}

/** A head signed by the signer (Ed25519). Time ms UTC by the signer's clock; key and signature hex. */
export interface SignedHead extends Head {
  readonly time: number;
  readonly publicKey: string;
  readonly signature: string;
}

/** The first signature of an order, as the signer's log has it. `at` ms UTC by the signer's clock; units as text. */
export interface LoggedSignature {
  readonly id: string;
  readonly chain: string;
  readonly coin: string;
  readonly to: string;
  readonly units: string;
  readonly at: number;
}

/** The part of the signer that remembers the journal's progress. */
export interface Marker {
  /**
   * Remembers a head and signs it. The same head again returns the same signature.
   * @throws {SignerRefusal} for a row below the last, or another hash of it: the database is older, or history was
   *   rewritten.
   */
  mark(head: Head): Promise<SignedHead>;
  /** The last signed head; undefined: none yet. */
  marked(): Promise<SignedHead | undefined>;
  /** Public key of head signatures, hex. */
  markKey(): Promise<string>;
  /** How many of these signed orders are missing in its log. */
  lacking(ids: readonly string[]): Promise<number>;
  /** The next signed orders of its log, oldest first; `from`: how many come before them. Empty: there are no more. */
  logged(from: number): Promise<readonly LoggedSignature[]>;
}

export interface Signer {
  /** Extended public key of the chain's account (base58). */
  account(chain: ChainName): Promise<string>;
  /** For every seed, the active one last. */
  accounts(chain: ChainName): Promise<readonly AccountKey[]>;
  /**
   * Whether it would sign this, asked before the exchange marks it as signed. For an order without a signature yet,
   * claims and amounts are reserved for a day, so that its limits cannot fill up before it is signed.
   * @throws {SignerRefusal} by policy; {SignerFault} if it cannot be asked.
   */
  reserve(order: SignOrder): Promise<void>;
  /** Releases the reservation. True: no signature of the order ever existed; false: it was signed, and stays so. */
  release(id: string): Promise<boolean>;
  /** @throws {SignerRefusal} by policy; {SignerFault} if it cannot be asked. */
  sign(order: SignOrder): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** A claim, and the signer's order that has it. */
export interface HeldClaim {
  readonly claim: string;
  readonly by: string;
}

export class SignerRefusal extends Error {
  override readonly name = 'SignerRefusal';
  /** Where another order has a claim of the refused one. */
  readonly held: HeldClaim | undefined;
  /** It has no limits for the coin. */
  readonly unlimited: boolean;

  constructor(message: string, held?: HeldClaim, unlimited = false) {
    super(message);
    this.held = held;
    this.unlimited = unlimited;
  }
}

export class SignerFault extends Error {
  override readonly name = 'SignerFault';
}
