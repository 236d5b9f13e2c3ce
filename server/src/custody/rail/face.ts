// One interface for every chain: reading it, and building transactions on it. A node may lie, fork, fail or be slow;
// nothing here is trusted before our own journal of block hashes confirms it (`chain/`).

/** Chains by network name. Their numbers in the exchange: `RAILS`. */
export const CHAINS = ['practice', 'ethereum', 'bitcoin'] as const;
export type ChainName = (typeof CHAINS)[number];

export interface Block {
  readonly height: number;
  /** Hex, lower case, without 0x. */
  readonly hash: string;
  readonly parent: string;
  /** ms UTC, according to the chain. */
  readonly time: number;
}

/** Money that arrived at one of our addresses. */
export interface Arrival {
  /** Hex, lower case, without 0x. */
  readonly txid: string;
  /**
   * Position in the transaction, the same in every block it may be in. Bitcoin: the output's index. Ethereum: 0 for the
   * transaction's ether, 1 + the index within its receipt for a token, from 500,000 on for ether sent by a contract.
   */
  readonly position: number;
  /** Our address, in canonical form. */
  readonly address: string;
  readonly coin: string;
  /** The chain's least units (wei, satoshi). */
  readonly units: bigint;
  /**
   * Senders according to the transaction: its signer, and whom a token was taken from; for bitcoin our addresses whose
   * outputs it spends. Absent if only a balance revealed the arrival.
   */
  readonly senders?: readonly string[];
}

export type ChainStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'included';
      readonly height: number;
      readonly blockHash: string;
      /** False: it was included without effect (a reverted Ethereum transaction). */
      readonly done: boolean;
      /** Fee taken by the chain, least units of `costCoin`. */
      readonly cost: bigint;
      readonly costCoin: string;
    };

/**
 * A transaction in a block that uses one of our claims, proven by our own journal of outputs or by our key's signature.
 */
export interface Rival {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
  /** Maximum fee in least units, from its own signed bytes; absent if these are not read. */
  readonly feeCap?: bigint;
  /** The payment in its own signed bytes, if they are read and pay one address. */
  readonly payment?: Payment;
}

/** A node's answer to a transaction: `known` if it already has it, `refused` with its message. */
export type BroadcastAnswer =
  | { readonly state: 'taken' | 'known' }
  | { readonly state: 'refused'; readonly why: string };

/** The node could not be queried, or gave an impossible answer: query again later, conclude nothing. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault';
}

/** The node no longer has all data of a block's arrivals; `arrivals`: those that it could still report. */
export class HistoryGone extends NodeFault {
  readonly arrivals: readonly Arrival[];

  constructor(message: string, arrivals: readonly Arrival[]) {
    super(message);
    this.arrivals = arrivals;
  }
}

/** A chain as its node reports it. Every method has a timeout, and throws `NodeFault` if it is not certain. */
export interface ChainNode {
  head(): Promise<Block>;
  block(height: number): Promise<Block | undefined>;
  /** The newest block that its chain calls final; present if that counts besides the depth. */
  finalized?(): Promise<Block>;
  /**
   * All arrivals at addresses for which `ours` is true, in exactly this block (by hash, not by height).
   * @throws {HistoryGone} if the block is too old for the node
   */
  arrivals(block: Block, ours: (address: string) => boolean): Promise<readonly Arrival[]>;
  /** The same for pending transactions. */
  pending(ours: (address: string) => boolean): Promise<readonly Arrival[]>;
  status(txid: string): Promise<ChainStatus>;
  broadcast(raw: Uint8Array): Promise<BroadcastAnswer>;
  /**
   * A transaction in a block that uses one of these claims; absent if an older database cannot have forgotten one.
   * `seen`: the transaction found before, which is checked first.
   */
  rival?(claims: readonly string[], seen?: string): Promise<Rival | undefined>;
  /** Least units of an address as of a block at this depth (0: the newest). */
  balance(address: string, coin: string, depth: number): Promise<bigint>;
}

/** One payment: one destination, one coin, exact units. */
export interface Payment {
  readonly coin: string;
  readonly to: string;
  readonly units: bigint;
}

/**
 * Source of a payment: the hot wallet (`hot`), or a customer's deposit address by its index. `version`: of the signer's
 * seed; default: the first, so that a stored plan always means the same key.
 */
export type Source =
  | { readonly kind: 'hot'; readonly version?: number }
  | { readonly kind: 'deposit'; readonly index: number; readonly version?: number };

/**
 * Everything needed to build one transaction. Building it again gives the same bytes, and signing those the same
 * signature: a stored plan is always the same transaction.
 */
export interface Plan {
  readonly chain: ChainName;
  readonly source: Source;
  readonly payment: Payment;
  /**
   * What no other plan may use: `nonce:ADDRESS:7`, or outpoints `out:TXID:0`. A fee bump has those of what it replaces.
   */
  readonly claims: readonly string[];
  /** Maximum fee, least units of the chain's own coin. */
  readonly feeCap: bigint;
  /** Chain-specific rest: JSON of strings and integers. */
  readonly detail: string;
}

/** Claims in use, read and added inside the transaction that stores the plan. */
export interface Claims {
  has(claim: string): Promise<boolean>;
  /** The highest nonce ever planned for an address, so that the next is one above; undefined: none. */
  lastNonce(address: string): Promise<number | undefined>;
  /** Stored unconfirmed plans with nonces of an address: their funds cannot be planned again. */
  outstanding(address: string): Promise<readonly Plan[]>;
}

/** Why no plan can be made now: insufficient hot wallet funds, fees above the cap, an unresponsive node. */
export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
  readonly why: 'funds' | 'fee' | 'node';

  constructor(why: 'funds' | 'fee' | 'node', message: string) {
    super(message);
    this.why = why;
  }
}

/** Our claims are used in blocks without a plan: people must check before anything is planned after them. */
export class ForeignClaim extends CannotPlan {
  readonly claims: readonly string[];

  constructor(claims: readonly string[], message: string) {
    super('node', message);
    this.claims = claims;
  }
}

/** Makes plans on one chain. */
export interface Planner {
  /** `whole`: the whole balance minus the fee; always for a deposit address. @throws {CannotPlan} */
  plan(payment: Payment, source: Source, claims: Claims, whole?: boolean): Promise<Plan>;
  /** The same claims and payment at a higher fee; undefined if the cap is reached. @throws {CannotPlan} */
  bump(plan: Plan): Promise<Plan | undefined>;
  /**
   * A zero self-transfer with the same claims, for a plan that `bump` cannot raise to competitive fees: once it is in a
   * block the plan cannot be included any more. Undefined if the plan is not behind, or nothing is gained. @throws
   * {CannotPlan}
   */
  cancel?(plan: Plan): Promise<Plan | undefined>;
  /**
   * A zero self-transfer with the plan's claims, for claims that an order has whose bytes nobody has any more. Absent where
   * claims need no such transfer. @throws {CannotPlan}
   */
  free?(plan: Plan): Promise<Plan>;
  /**
   * Holds what the chain used of a source's address against our plans, with one question; absent where no count tells.
   * @throws {ForeignClaim} when it used more, {CannotPlan} when the node does not answer
   */
  expectOwn?(source: Source, claims: Claims): Promise<void>;
}

/** Effects of a transaction, read from its raw bytes alone. */
export interface Spend {
  readonly payments: readonly Payment[];
  readonly claims: readonly string[];
  /** Maximum fee, least units. */
  readonly cost: bigint;
  /** Address that pays; for bitcoin the first input's. */
  readonly from: string;
}

/** Classification of an address on a chain. */
export type AddressVerdict = 'ok' | 'format' | 'checksum' | 'network';

/** The pure part of a chain: addresses, bytes, signatures, without a node. */
export interface Codec {
  readonly chain: ChainName;
  /** The path of its account key (BIP 32), all hardened; below it 0/i are customers, 1/0 is the hot wallet. */
  readonly accountPath: string;
  /** The canonical form of an address; takes any text with the verdict `ok`. */
  spell(address: string): string;
  check(address: string): AddressVerdict;
  /** Address of a compressed public key (33 bytes). Known vectors are verified when the codec is created. */
  address(publicKey: Uint8Array): string;
  /** A URI for wallet scanners. */
  uri(coin: string, address: string): string;
  /** Pure: the bytes to sign. `publicKeyOf` returns the keys of sources. */
  unsigned(plan: Plan, publicKeyOf: (source: Source) => Uint8Array): Uint8Array;
  /**
   * Reads unsigned or signed bytes; outputs to `own` addresses are change, not payments. @throws on anything unknown.
   */
  read(bytes: Uint8Array, own: ReadonlySet<string>): Spend;
  /** Signs deterministically (RFC 6979, or as BIP 340 with fixed auxiliary bytes). */
  sign(unsigned: Uint8Array, privateKeyOf: (address: string) => Uint8Array): Uint8Array;
  /** Id of signed bytes: hex, lower case, without 0x. */
  txid(signed: Uint8Array): string;
}

/** A coin on a chain. */
export interface ChainCoin {
  readonly coin: string;
  /** Decimals of its least unit on the chain; the ledger's scale may be smaller. */
  readonly decimals: number;
  /** Contract, hex with 0x; undefined for the chain's own coin. */
  readonly contract?: string;
}

/** One chain, as custody uses it. */
export interface Chain {
  readonly name: ChainName;
  /** Number in the exchange (`RAILS`). */
  readonly rail: number;
  readonly coins: readonly ChainCoin[];
  /** The chain's own coin, in which fees are paid; practice pays each coin's fee in that coin. */
  readonly feeCoin: string;
  /** Usual time between blocks, ms. */
  readonly blockTime: number;
  readonly node: ChainNode;
  readonly planner: Planner;
  readonly codec: Codec;
  /**
   * Bytes for the operator's cold wallet to sign, as text for its software; absent if that builds its own. @throws
   * {CannotPlan}
   */
  readonly fromCold?: (from: string, payment: Payment) => Promise<string>;
  /** After this time without inclusion the fee is bumped, ms. */
  readonly stuckAfter: number;
  /** No newer block for so long: the node does not follow its chain, ms. Absent where blocks come by need. */
  readonly stillAfter?: number;
  /** Chain id or name for people and wallets; null where there is none. */
  readonly code: string | null;
  stop(): Promise<void>;
}
