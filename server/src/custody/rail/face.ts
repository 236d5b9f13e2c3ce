// One face for every chain: reading it, and making what is sent on it. A node may lie, fork, go away or be slow; nothing
// here is believed before our own journal of block hashes says so (`chain/`).

/** Chains by the name of their network. Their numbers in the exchange: `RAILS`. */
export const CHAINS = ['practice', 'ethereum', 'bitcoin'] as const;
export type ChainName = (typeof CHAINS)[number];

export interface Block {
  readonly height: number;
  /** Hex, lower case, without 0x. */
  readonly hash: string;
  readonly parent: string;
  /** ms UTC, as the chain says. */
  readonly time: number;
}

/** Money that came to one of our addresses. */
export interface Arrival {
  /** Hex, lower case, without 0x. */
  readonly txid: string;
  /**
   * Place in the transaction, the same in every block it may stand in: an output's index; on Ethereum 0 for the ether of
   * the transaction itself, 1 + the index within its receipt for a token, from 500,000 on for ether sent by a contract.
   */
  readonly position: number;
  /** Ours, in its one spelling. */
  readonly address: string;
  readonly coin: string;
  /** The chain's least units (wei, satoshi). */
  readonly units: bigint;
  /**
   * Whose money it is, by the transaction on the chain: who signed it, and whom a token was taken from; of bitcoin
   * addresses of ours whose outputs it spends. Absent where only a balance tells of it.
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
      /** False: it was included and did nothing (an Ethereum transaction that reverted). */
      readonly done: boolean;
      /** What the chain took, least units of `costCoin`. */
      readonly cost: bigint;
      readonly costCoin: string;
    };

/** A transaction in a block that uses a claim of ours, proven by our own journal of outputs or by our key's signature. */
export interface Rival {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
  /** Least units that the chain may take at most, by its own signed bytes; absent where these are not read. */
  readonly feeCap?: bigint;
  /** What its own signed bytes pay, where they are read and pay one address. */
  readonly payment?: Payment;
}

/** What a node answered to a transaction: `known` when it has it already, `refused` with its words. */
export type BroadcastAnswer =
  | { readonly state: 'taken' | 'known' }
  | { readonly state: 'refused'; readonly why: string };

/** The node could not be asked, or answered what cannot be: ask again later, conclude nothing. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault';
}

/** The node no longer has all that a block's arrivals are read from; `arrivals`: those that it could still tell. */
export class HistoryGone extends NodeFault {
  readonly arrivals: readonly Arrival[];

  constructor(message: string, arrivals: readonly Arrival[]) {
    super(message);
    this.arrivals = arrivals;
  }
}

/** A chain as its node tells it. Every method has a time-out, and throws `NodeFault` when it is not sure. */
export interface ChainNode {
  head(): Promise<Block>;
  block(height: number): Promise<Block | undefined>;
  /** The newest block that its chain calls final; present where that counts beside the depth. */
  finalized?(): Promise<Block>;
  /**
   * All that came to addresses for which `ours`, in exactly this block (its hash, not its height).
   * @throws {HistoryGone} where the block is too old for the node
   */
  arrivals(block: Block, ours: (address: string) => boolean): Promise<readonly Arrival[]>;
  /** The same of transactions that wait for a block. */
  pending(ours: (address: string) => boolean): Promise<readonly Arrival[]>;
  status(txid: string): Promise<ChainStatus>;
  broadcast(raw: Uint8Array): Promise<BroadcastAnswer>;
  /**
   * What stands in a block and uses one of these claims; absent where an older database cannot have forgotten one.
   * `seen`: the transaction that was found before, which is looked at first.
   */
  rival?(claims: readonly string[], seen?: string): Promise<Rival | undefined>;
  /** Least units that an address has, as of a block that is `depth` deep (0: the newest). */
  balance(address: string, coin: string, depth: number): Promise<bigint>;
}

/** One payment: one destination, one coin, exact units. */
export interface Payment {
  readonly coin: string;
  readonly to: string;
  readonly units: bigint;
}

/**
 * Whose money it is paid from: the hot wallet (`hot`), or a customer's deposit address by its index. `version`: of the
 * signer's seed; without it the first, so that a stored plan means the same key for ever.
 */
export type Source =
  | { readonly kind: 'hot'; readonly version?: number }
  | { readonly kind: 'deposit'; readonly index: number; readonly version?: number };

/**
 * All from which one transaction is built. Building it again gives the same bytes, and signing those the same signature:
 * a plan that is stored is one transaction for ever.
 */
export interface Plan {
  readonly chain: ChainName;
  readonly source: Source;
  readonly payment: Payment;
  /** What no other plan may use: `nonce:ADDRESS:7`, or outpoints `out:TXID:0`. A fee bump has those of what it replaces. */
  readonly claims: readonly string[];
  /** Least units that the chain may take at most, of the chain's own coin. */
  readonly feeCap: bigint;
  /** The rest, by the chain: JSON of strings and integers. */
  readonly detail: string;
}

/** Which claims are in use, read and added inside the transaction that stores the plan. */
export interface Claims {
  has(claim: string): Promise<boolean>;
  /** The highest nonce ever planned for an address, so that the next is one above; undefined: none. */
  lastNonce(address: string): Promise<number | undefined>;
  /** Plans with nonces of an address that are stored and not seen confirmed: what they take is not there to be planned again. */
  outstanding(address: string): Promise<readonly Plan[]>;
}

/** Why no plan can be made now: the hot wallet has too little, fees are above the cap, the node does not answer. */
export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
  readonly why: 'funds' | 'fee' | 'node';

  constructor(why: 'funds' | 'fee' | 'node', message: string) {
    super(message);
    this.why = why;
  }
}

/** Claims of ours are used in blocks and no plan has them: people look before anything is planned behind them. */
export class ForeignClaim extends CannotPlan {
  readonly claims: readonly string[];

  constructor(claims: readonly string[], message: string) {
    super('node', message);
    this.claims = claims;
  }
}

/** Makes plans on one chain. */
export interface Planner {
  /** `whole`: all there is, less the fee; of a deposit address always. @throws {CannotPlan} */
  plan(payment: Payment, source: Source, claims: Claims, whole?: boolean): Promise<Plan>;
  /** The same claims and payment at a higher fee; undefined when the cap is reached. @throws {CannotPlan} */
  bump(plan: Plan): Promise<Plan | undefined>;
  /**
   * A zero self-transfer with the same claims, for a plan that `bump` cannot raise to what others pay: once it is in a
   * block the plan can be in none. Undefined where the plan is not behind, or nothing is gained. @throws {CannotPlan}
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

/** What the raw bytes of a transaction do, read from them alone. */
export interface Spend {
  readonly payments: readonly Payment[];
  readonly claims: readonly string[];
  /** Least units the chain may take at most. */
  readonly cost: bigint;
  /** Address it is paid from; of bitcoin the first input's. */
  readonly from: string;
}

/** What an address is on a chain. */
export type AddressVerdict = 'ok' | 'format' | 'checksum' | 'network';

/** The pure part of a chain: addresses, bytes, signatures. No node is asked. */
export interface Codec {
  readonly chain: ChainName;
  /** The path of its account key (BIP 32), all hardened; below it 0/i are customers, 1/0 is the hot wallet. */
  readonly accountPath: string;
  /** The one spelling of an address; any text of the `ok` verdict. */
  spell(address: string): string;
  check(address: string): AddressVerdict;
  /** Address of a compressed public key (33 bytes). Known vectors are checked when the codec is made. */
  address(publicKey: Uint8Array): string;
  /** A URI for wallets' cameras. */
  uri(coin: string, address: string): string;
  /** Pure: the bytes to be signed. `publicKeyOf` gives the keys of sources. */
  unsigned(plan: Plan, publicKeyOf: (source: Source) => Uint8Array): Uint8Array;
  /** Reads unsigned or signed bytes; what is paid back to `own` addresses is change and no payment. @throws on anything it does not know. */
  read(bytes: Uint8Array, own: ReadonlySet<string>): Spend;
  /** Signs deterministically (RFC 6979, or as BIP 340 with fixed auxiliary bytes). */
  sign(unsigned: Uint8Array, privateKeyOf: (address: string) => Uint8Array): Uint8Array;
  /** Of signed bytes: hex, lower case, without 0x. */
  txid(signed: Uint8Array): string;
}

/** A coin on a chain. */
export interface ChainCoin {
  readonly coin: string;
  /** Decimals of its least unit there; the ledger's scale may be less. */
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
  /** The chain's own coin, in which fees are paid; practice pays each coin's fee in the coin. */
  readonly feeCoin: string;
  /** Usual time between blocks, ms. */
  readonly blockTime: number;
  readonly node: ChainNode;
  readonly planner: Planner;
  readonly codec: Codec;
  /** Bytes for the house's cold wallet to sign, as text its software reads; absent where that makes its own. @throws {CannotPlan} */
  readonly fromCold?: (from: string, payment: Payment) => Promise<string>;
  /** Not included for so long: the fee is raised, ms. */
  readonly stuckAfter: number;
  /** No newer block for so long: the node does not follow its chain, ms. Absent where blocks come by need. */
  readonly stillAfter?: number;
  /** Chain id or name for people and wallets; null where there is none. */
  readonly code: string | null;
  stop(): Promise<void>;
}
