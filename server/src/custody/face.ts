// Interfaces between custody's parts, and towards the routes and the desk. Each part is in a folder with its name.
// Refusals are thrown as `Refusal`s of the closed set of codes (`call/`).

import type {
  AddressBook,
  AddressCheck,
  BookAddress,
  Coverage,
  DepositAddress,
  FundsNews,
  FundsReason,
  Page,
  Recharge,
  RechargeCurrency,
  Withdrawal,
  WithdrawalAck,
  WithdrawalLimits,
} from '@vitrine/contract';
import type { CommandKey } from '../api/call/index.ts';
import type { Chain, ChainName, Payment, Plan, Source, Spend } from './rail/index.ts';

/** A customer, by identity's and the exchange's number. */
export interface Customer {
  readonly userId: string;
  readonly coreUser: number;
}

/** address/: owners of addresses. Private keys are not here: only account public keys from the signer. */
export interface Addresses {
  /**
   * The customer's address on a chain: made and stored at the first request, then always the same. After a key change
   * at the signer there is a new one; the old one remains the customer's for ever.
   */
  of(customer: Customer, chain: ChainName): Promise<string>;
  /** The owner; undefined for an address that is not a customer's. From memory. */
  owner(
    chain: ChainName,
    address: string,
  ): (Customer & { readonly index: number; readonly version?: number }) | undefined;
  /** Destination of sweeps and source of withdrawals: the hot address of the active key. */
  hot(chain: ChainName): string;
  /** The source of `hot`; absent: the first version's. */
  readonly hotSource?: (chain: ChainName) => Source;
  /** Whether it is or was the hot address; absent: there was only one. */
  readonly isHot?: (chain: ChainName, address: string) => boolean;
  /** The operator's cold address, from the settings; undefined: none. */
  cold(chain: ChainName): string | undefined;
  /** Every address of ours on a chain that may hold coins: hot, formerly hot, and customers' by index. */
  all(chain: ChainName): readonly { readonly address: string; readonly source: Source }[];
  publicKeyOf(chain: ChainName): (source: Source) => Uint8Array;
}

/** chain/: our own journal of a chain's block hashes. */
export interface ChainFollower {
  readonly chain: Chain;
  /** One pass: adds new blocks, detects replaced ones, calls the listeners, in one SQL transaction per block. */
  step(): Promise<void>;
  /** Height of our journal; undefined before its first block. */
  height(): number | undefined;
  /** Height up to which blocks are final according to the chain; absent: only their depth counts. */
  readonly final?: () => number;
  /**
   * Blocks from that height on, itself included: 1 is the newest. 0 if our journal has another block there; at most 11
   * until its chain calls it final, where that counts.
   */
  confirmations(height: number, hash: string): Promise<number>;
  /** Null while the node answers well; else the error and since when. */
  fault(): { readonly since: number; readonly what: string } | null;
  stop(): Promise<void>;
}

/** A decision on a manual deposit. */
export interface ManualDecision {
  readonly id: string;
  /** Decimal text, in the coin: the amount at the bank. */
  readonly amount: string;
  readonly reference: string;
}

export interface FundsFilter {
  readonly coin?: string | undefined;
  readonly network?: string | undefined;
  readonly status?: number | undefined;
  readonly stage?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly current: number;
  readonly size: number;
}

/** deposit/: crediting a block's deposits in the ledger exactly once, and reversing what its chain takes back. */
export interface Deposits {
  /** One pass over a chain: credits final deposits, doubts and reverses replaced ones. */
  step(chain: ChainName): Promise<void>;
  list(userId: string, filter: FundsFilter): Promise<Page<Recharge>>;
  parts(userId: string, filter: Omit<FundsFilter, 'current' | 'size'>): AsyncIterable<readonly Recharge[]>;
  /**
   * A deposit declared with a screenshot. @throws 3109, 3110, 400 img (not the user's own, used), 429 too many open.
   */
  tell(
    customer: Customer,
    given: {
      readonly coin: string;
      readonly amount: string;
      readonly img: string;
      readonly address?: string | undefined;
    },
    key: CommandKey,
  ): Promise<Recharge>;
  /** Whether a credited deposit of a customer is in doubt: withdrawals then wait. */
  doubted(userId: string): Promise<boolean>;
  /** For the desk. */
  queue(filter: FundsFilter & { readonly userId?: string | undefined }): Promise<Page<ReviewedDeposit>>;
  one(id: string): Promise<ReviewedDeposit | undefined>;
  /** Credits a manual deposit after two approvals; idempotent. @throws Refusal */
  pass(decision: ManualDecision): Promise<void>;
  refuse(id: string, why: FundsReason, note: string | null): Promise<void>;
  /**
   * Reads blocks of our journal again and lists customers' arrivals without a deposit. @throws RangeError, NodeFault
   */
  rescan(network: ChainName, from: number, to: number): Promise<Rescan>;
  /**
   * Makes a deposit of an arrival after two approvals; it is then credited like any other; idempotent. @throws
   * NodeFault
   */
  creditFound(found: Pick<FoundArrival, 'network' | 'height' | 'txid' | 'position'>): Promise<void>;
}

/** An arrival at a customer's address without a deposit. */
export interface FoundArrival {
  readonly network: ChainName;
  readonly height: number;
  readonly txid: string;
  readonly position: number;
  readonly coin: string;
  readonly address: string;
  /** Decimal text, in the coin. */
  readonly amount: string;
  readonly userId: string;
}
export interface Rescan {
  readonly found: readonly FoundArrival[];
  /** Blocks of the range in our journal, all of which were read. */
  readonly read: number;
  /** Those that the node could not read completely. */
  readonly unchecked: number;
}

export interface ReviewedDeposit {
  readonly userId: string;
  readonly record: Recharge;
  readonly account: string | null;
  readonly known: boolean;
}

/** A requested withdrawal, opened and validated. */
export interface WithdrawalRequest {
  readonly coin: string;
  readonly network: string;
  readonly address?: string | undefined;
  readonly cardId?: string | undefined;
  /** Decimal text. */
  readonly amount: string;
}

export interface ReviewedWithdrawal {
  readonly userId: string;
  readonly record: Withdrawal;
  /** Whole USDT. */
  readonly worth: number;
  readonly flags: readonly string[];
  readonly persons: boolean;
  readonly coreId: number;
}

/** One transaction of the exchange, as the desk sees it. Amounts as decimal text. */
export interface HouseTransaction {
  readonly id: string;
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  readonly network: ChainName;
  readonly coin: string;
  readonly amount: string;
  readonly to: string;
  readonly txid: string | null;
  readonly state: 'planned' | 'signed' | 'broadcast' | 'confirmed' | 'replaced' | 'reverted';
  readonly replaces: string | null;
  readonly cost: string | null;
  readonly costCoin: string | null;
  readonly time: number;
}

/**
 * The transaction that proves that a payment never arrives. `reverted`: the payment itself was included without effect;
 * `conflict`: another one used its nonce or outputs. It counts from `needed` blocks on.
 */
export interface DeadPayment {
  readonly kind: 'reverted' | 'conflict' | 'foreign';
  readonly txid: string;
  readonly height: number;
  readonly depth: number;
  readonly needed: number;
}
export interface StuckWithdrawal {
  readonly id: string;
  readonly network: string;
  readonly coin: string;
  readonly since: number;
}

/**
 * withdrawal/: hold → review → signed once → broadcast → confirmed (money §8). Any number of workers may step at once.
 */
export interface Withdrawals {
  /** @throws 3101–3106, 3001, 3110, 1104, 1107…: the obstacle; nothing was done. */
  request(
    customer: Customer,
    given: WithdrawalRequest,
    key: CommandKey,
    /** `signed`: by an API key, which only pays to allow-listed addresses. */
    by: { readonly signed: boolean },
  ): Promise<WithdrawalAck>;
  /** @throws 3107 from signing on; 404 for another's. */
  cancel(
    customer: Customer,
    id: string,
  ): Promise<{ readonly id: string; readonly status: number; readonly seq: number }>;
  list(userId: string, filter: FundsFilter): Promise<Page<Withdrawal>>;
  parts(userId: string, filter: Omit<FundsFilter, 'current' | 'size'>): AsyncIterable<readonly Withdrawal[]>;
  limits(customer: Customer): Promise<WithdrawalLimits>;
  /** One pass: reviews by rules, plans, signs, stores, broadcasts, counts confirmations, bumps fees, confirms. */
  step(): Promise<void>;
  /** For the desk. */
  queue(filter: FundsFilter & { readonly userId?: string | undefined }): Promise<Page<ReviewedWithdrawal>>;
  one(id: string): Promise<ReviewedWithdrawal | undefined>;
  transactions(filter: {
    readonly withdrawal?: string;
    readonly network?: string | undefined;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<HouseTransaction>>;
  /** One person, below the threshold. @throws what the exchange rejects. */
  approve(id: string, operator: number): Promise<void>;
  refuse(id: string, operator: number, why: FundsReason, note: string | null): Promise<void>;
  /** A card withdrawal that two people saw paid: signed and confirmed in the exchange. Idempotent. */
  paid(id: string, reference: string): Promise<void>;
  /**
   * An approved card withdrawal that two people saw returned or never accepted by the bank: it fails, and everything
   * held is released to the customer. Idempotent. @throws 3107 once it is marked paid; 404.
   */
  returned(id: string, why: FundsReason, note: string | null): Promise<void>;
  /** The proof that a signed withdrawal on a chain is never paid, from our node now. @throws NodeFault; 404. */
  proof(id: string): Promise<DeadPayment | undefined>;
  /** Withdrawals in that state, oldest first. */
  stuck(): Promise<readonly StuckWithdrawal[]>;
  /**
   * Two people saw the proof, which is checked again: it fails, and everything held is released to the customer.
   * Idempotent. @throws 3107 if no proof is deep enough, NodeFault, 404.
   */
  failProven(id: string, txid: string, why: FundsReason, note: string | null): Promise<void>;
  /** With the same proof it is approved again, and paid with another transaction. @throws the same. */
  replan(id: string, txid: string): Promise<void>;
}

/** book/: a customer's addresses. */
export interface Book {
  list(
    userId: string,
    filter: { readonly coin?: string | undefined; readonly network?: string | undefined },
  ): Promise<AddressBook>;
  save(
    userId: string,
    given: {
      readonly id?: string | undefined;
      readonly coin?: string | undefined;
      readonly network?: string | undefined;
      readonly address?: string | undefined;
      readonly label?: string | undefined;
      readonly allowOnly?: boolean | undefined;
    },
  ): Promise<{
    readonly record: BookAddress | null;
    readonly allowOnly: boolean;
    readonly allowOnlyEnds: number | null;
  }>;
  del(userId: string, id: string): Promise<{ readonly id: string }>;
  check(userId: string, coin: string, network: string, address: string): Promise<AddressCheck>;
  /**
   * Whether it may be paid to now; `strict`: only what the book allows, whatever its setting (API keys).
   * @throws 3101 invalid, 3102 another network's, 3103 still waiting or not in the book.
   * @returns its canonical form and entry.
   */
  allow(
    userId: string,
    coin: string,
    network: string,
    address: string,
    strict: boolean,
  ): Promise<{ readonly address: string; readonly entry: BookAddress | null }>;
  /** Records a payment to it. */
  used(userId: string, coin: string, network: string, address: string): Promise<void>;
}

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

  constructor(message: string, held?: HeldClaim) {
    super(message);
    this.held = held;
  }
}
export class SignerFault extends Error {
  override readonly name = 'SignerFault';
}
export type { Spend };

/** treasury/: hot, cold, sweeps, reconciliation, halts, hourly proof of reserves. Amounts in atoms of the ledger. */
export interface Reserve {
  readonly network: string;
  readonly coin: string;
  readonly hot: bigint;
  readonly cold: bigint;
  readonly unswept: bigint;
  readonly leaving: bigint;
  readonly expected: bigint;
  /** Units below the ledger's scale, as decimal text of the coin. */
  readonly dust: string;
  readonly difference: bigint;
  readonly tolerance: bigint;
  readonly hotLimit: bigint;
  readonly hotLow: bigint;
  readonly state: 'even' | 'surplus' | 'short' | 'unknown';
  readonly checked: number | null;
  readonly halt: Halt | null;
}
export interface Halt {
  readonly network: string;
  readonly coin: string;
  readonly reason: string;
  /** Staff number; null: custody itself. */
  readonly by: string | null;
  readonly since: number;
}
export interface ChainState {
  readonly network: ChainName;
  readonly height: number | null;
  readonly blockTime: number | null;
  readonly answered: number | null;
  readonly fault: string | null;
  readonly reorganised: { readonly depth: number; readonly time: number } | null;
  /** Heights whose blocks were not read completely. */
  readonly unchecked: readonly { readonly from: number; readonly to: number }[];
}
export interface Treasury {
  /** The current halt, or undefined. From memory. */
  halted(network: string, coin: string): Halt | undefined;
  /**
   * Halts at once. `by` null: custody itself. `cause`: identifies a halt that is set once and lifted separately;
   * several may be active.
   */
  halt(network: string, coin: string, reason: string, by: string | null, cause?: string): Promise<void>;
  /** Lifts the halt that `halted` returns; other halts of the coin remain. */
  resume(network: string, coin: string): Promise<void>;
  /**
   * Has planning get past a claim of a plan that the signer refused because an order it signed has it, where this database
   * knows nothing of that order: it is older than the signature. Does nothing otherwise.
   */
  free?(plan: Plan, held: HeldClaim): Promise<void>;
  reserves(): Promise<readonly Reserve[]>;
  chains(): Promise<readonly ChainState[]>;
  topUp(
    network: string,
    coin: string,
    amount: string,
  ): Promise<{ network: ChainName; coin: string; amount: string; from: string; to: string; unsigned: string | null }>;
  coverage(filter: {
    readonly coin?: string | undefined;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<Coverage>>;
  /** Reconciles every coin (at least every minute), sweeps, and sends to cold. */
  step(): Promise<void>;
  /** The hourly proof of reserves, if due. */
  prove(): Promise<void>;
}

/** networks/: the customers' choices. */
export interface Networks {
  list(): readonly RechargeCurrency[];
  depositAddress(customer: Customer, coin: string, network: string | undefined): Promise<DepositAddress>;
}

/** rail/practice/: the external wallet that practice mode gives everybody, and reorganisations of its chain. */
export interface PracticeOutside {
  /** @throws 404 coin, 3101, 3102 address, 3104 today's limit. Same key, same payment. */
  send(
    customer: Customer,
    coin: string,
    address: string,
    amount: string,
    key: CommandKey,
  ): Promise<{ txid: string; left: string }>;
  /**
   * Replaces the last `depth` blocks, with `drop` losing their payments, otherwise keeping them. Returns the new
   * height.
   */
  reorganise(depth: number, drop: boolean): Promise<number>;
}

/** All of custody, for the routes, the feeds and the desk. */
export interface Custody {
  readonly networks: Networks;
  readonly addresses: Addresses;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly book: Book;
  readonly treasury: Treasury;
  /** Practice mode only. */
  readonly outside: PracticeOutside | undefined;
  /** Calls `listener` for a customer's changed deposits and withdrawals. Returns a function that stops it. */
  onNews(listener: (coreUser: number, news: FundsNews) => void): () => void;
  stop(): Promise<void>;
}
