// The tables of custody, as Kysely sees them. Times are ms UTC. Amounts are integers as text: ledger atoms (`atoms`),
// or a chain's least units (`units`). The ledger itself is in the journal; these tables record the chains.

import type { Generated, Kysely, Transaction } from 'kysely';

/** A customer's index below each account key, and the addresses made from it. */
export interface AddressesTable {
  chain: string;
  address: string;
  user_id: string;
  core_user: string;
  /** BIP 32: 0/index. */
  index: number;
  /** Version of the signer's seed of the address. */
  key_version: Generated<number>;
  created_at: string;
}

export interface CustodyUsersTable {
  user_id: string;
  core_user: string;
  index: Generated<number>;
}

/**
 * Our own journal of a chain's blocks: only what it contains counts. One row per height; a replaced block is
 * overwritten.
 */
export interface BlocksTable {
  chain: string;
  height: number;
  hash: string;
  parent: string;
  time: string;
  seen_at: string;
}

/** Blocks in our journal that were not read completely. */
export interface UncheckedTable {
  chain: string;
  height: number;
  hash: string;
  since: string;
}

/** Detected reorganisations. */
export interface ReorgsTable {
  id: Generated<string>;
  chain: string;
  /** First changed height, and number of replaced blocks. */
  height: number;
  depth: number;
  time: string;
}

export interface DepositsTable {
  id: Generated<string>;
  /** `bank` for deposits with a screenshot. */
  network: string;
  /** Hex; for a manual deposit the SHA-256 of the bank's reference once it is approved, null before. */
  txid: string | null;
  position: number;
  coin: string;
  /** Amount on the chain; `atoms` of it are credited, `dust` units are not. */
  units: string;
  atoms: string;
  dust: string;
  address: string | null;
  user_id: string;
  core_user: string;
  /** Its block in our journal; null while pending, and after its block was replaced. */
  height: number | null;
  block_hash: string | null;
  /** While it is in no block: our journal is searched for it from this height on. */
  from_height: number | null;
  /** Its reversal has begun: whatever the chain says from now on, it ends `reversed`. */
  reversing: Generated<boolean>;
  /** RECHARGE_STAGE. */
  stage: string;
  /** Manual: link of the screenshot, its digest, the source account (sealed), the bank's reference. */
  img: string | null;
  img_digest: string | null;
  account: Buffer | null;
  reference: string | null;
  reason: string | null;
  note: string | null;
  seen_at: string;
  /** When the exchange was asked to credit it: set before asking, so that it counts as credited from then on. */
  credited_at: string | null;
  changed_at: string;
  /** The command that credited it. */
  seq: string | null;
}

export interface WithdrawalsTable {
  id: Generated<string>;
  user_id: string;
  core_user: string;
  /** Id in the exchange (`withdrawal.request`'s answer); null until it answered. */
  core_id: string | null;
  seq: string | null;
  network: string;
  coin: string;
  atoms: string;
  fee: string;
  worth: string;
  /** Address in canonical form; for a card null. */
  address: string | null;
  card_id: string | null;
  /** Display text of a card. */
  shown: string;
  /** 48 bits of the destination's hash, as in the command. */
  destination: string;
  /** The words of its command's key: they find it again after a lost answer. */
  key: string;
  /** Session that asked for it; null for rows of older versions. */
  session: string | null;
  /** `asking` until the exchange has answered; then WITHDRAWAL_STAGE. */
  stage: string;
  /** rules, person, persons; and the reasons for a manual review, joined by commas. */
  review: string;
  flags: string;
  reason: string | null;
  note: string | null;
  /** The bank's reference of a card payment, once two people saw it. */
  reference: string | null;
  /** When two people confirmed that a card payment was returned; never together with `reference`. */
  returned_at: string | null;
  /** How often its payment was replanned after a proof that the previous one never arrives. */
  round: Generated<number>;
  /** fail, replan: what two people decided on the proof, in progress; fail remains. */
  proven: string | null;
  /** The proving transaction of the newest decision. */
  proof: string | null;
  /** A transaction in a block that spends what its payment spends without paying it. */
  conflict: Generated<string | null>;
  /** JSON: [{stage, time}]. */
  steps: string;
  created_at: string;
  changed_at: string;
}

/**
 * Every transaction of ours, from its plan on. One plan per withdrawal and fee step; bytes are stored before they are
 * sent.
 */
export interface TransactionsTable {
  id: Generated<string>;
  chain: string;
  /**
   * withdrawal, sweep, gas (ether for a sweep), cold, cancel (a zero self-transfer instead of a withdrawal's payment).
   */
  kind: string;
  withdrawal_id: string | null;
  /** Round of its withdrawal. */
  round: Generated<number>;
  /** 0 the first of its round, 1… fee bumps of it. */
  attempt: number;
  /** `Plan` as JSON, units as text. */
  plan: string;
  coin: string;
  units: string;
  to_address: string;
  /** Signed bytes, once they exist. */
  raw: Buffer | null;
  txid: string | null;
  /** planned, signed, broadcast, confirmed, replaced, reverted. */
  state: string;
  replaces: string | null;
  /** Of a cancel without a withdrawal: the signer's order whose claims it frees. */
  cancels: Generated<string | null>;
  cost: string | null;
  cost_coin: string | null;
  height: number | null;
  block_hash: string | null;
  broadcast_at: string | null;
  created_at: string;
  changed_at: string;
}

/**
 * Claims of plans: the primary key is (chain, claim, attempt), so that two plans never share one except for a fee bump.
 */
export interface ClaimsTable {
  chain: string;
  claim: string;
  transaction_id: string;
  attempt: number;
}

export interface HaltsTable {
  network: string;
  coin: string;
  reason: string;
  /** Cause of a halt that is set once: a transaction's id, `look`, or empty. */
  cause: Generated<string>;
  /** Staff member; null: custody itself. */
  by_person: string | null;
  since: string;
  lifted_at: string | null;
  id: Generated<string>;
}

export interface BookTable {
  id: Generated<string>;
  user_id: string;
  coin: string;
  network: string;
  address: string;
  label: string;
  created_at: string;
  usable_from: string;
  last_used: string | null;
}

export interface BookSettingsTable {
  user_id: string;
  allow_only: boolean;
  /** Switched off: in force until then. */
  ends_at: string | null;
}

/** The latest reconciliation of a coin on a network. */
export interface ReservesTable {
  network: string;
  coin: string;
  hot: string;
  cold: string;
  unswept: string;
  leaving: string;
  expected: string;
  dust: string;
  difference: string;
  tolerance: string;
  state: string;
  checked_at: string;
  /** Number of consecutive shortages: a single one may be between two blocks. */
  short: number;
  /**
   * The operator's own coins on this chain: the surplus over the expected amount, units; a decrease is unexplained.
   * Null: not known yet.
   */
  own: string | null;
}

/** Balance of a deposit address at its last check. */
export interface HoldingsTable {
  chain: string;
  coin: string;
  address: string;
  units: string;
  /** 0: not checked yet. */
  looked_at: string;
}

export interface CoverageTable {
  time: string;
  coin: string;
  liabilities: string;
  reserves: string;
  practice: string;
  covered: boolean;
  seq: string;
  digest: string;
}

/** Rows of the practice chain: its blocks with their transactions as JSON, and pending ones. */
export interface PracticeBlocksTable {
  height: number;
  hash: string;
  parent: string;
  time: string;
  content: string;
}
export interface PracticePendingTable {
  txid: string;
  raw: Buffer;
  at: string;
}
/** Payments of a customer from practice mode's external wallet, by UTC day. */
export interface PracticeSentTable {
  user_id: string;
  coin: string;
  day: number;
  atoms: string;
}

/** Bitcoin blocks that were read for our outputs. */
export interface BitcoinBlocksTable {
  height: number;
  hash: string;
}
/** Our outputs, with the block they came in and the block they were spent in. */
export interface BitcoinOutputsTable {
  txid: string;
  position: number;
  address: string;
  units: string;
  height: number;
  spent_by: string | null;
  spent_height: number | null;
}
/** Transactions in blocks that spend our outputs, and their cost. */
export interface BitcoinSpendsTable {
  txid: string;
  height: number;
  cost: string;
}

/** The journal head that this database was last marked with: at most one row. */
export interface HeadTable {
  one: Generated<boolean>;
  row: string;
  hash: string;
}

/**
 * Claims that planning passes over: used by transactions that custody did not make, or of orders that only the signer knows
 * (`txid` is the order's name then, `height` 0).
 */
export interface ForeignTable {
  chain: string;
  claim: string;
  txid: string;
  height: number;
  taken_at: string;
}

/** Arrivals at a customer's address from one of our addresses, by a transaction unknown to custody. */
export interface OwnArrivalsTable {
  chain: string;
  txid: string;
  position: number;
  coin: string;
  units: string;
  address: string;
  sender: string;
  height: number;
  block_hash: string;
  /** The desk was notified. */
  told: Generated<boolean>;
}

/** What tells the master key of this database. One row. */
export interface KeyCheckTable {
  mark: string;
}

/** Hot addresses that were active, by version of the signer's seed. */
export interface HotAddressesTable {
  chain: string;
  key_version: number;
  address: string;
}

/** Orders of the signer's log that no row knows; `cause` of the halt they were found with. */
export interface UnrecordedTable {
  chain: string;
  order_id: string;
  coin: string;
  units: string;
  to_address: string;
  signed_at: string;
  cause: string;
}

export interface CustodyTables {
  custody_unrecorded: UnrecordedTable;
  custody_hot_addresses: HotAddressesTable;
  custody_key_check: KeyCheckTable;
  custody_own_arrivals: OwnArrivalsTable;
  custody_foreign: ForeignTable;
  custody_head: HeadTable;
  custody_users: CustodyUsersTable;
  custody_addresses: AddressesTable;
  custody_blocks: BlocksTable;
  custody_reorgs: ReorgsTable;
  custody_unchecked: UncheckedTable;
  custody_deposits: DepositsTable;
  custody_withdrawals: WithdrawalsTable;
  custody_transactions: TransactionsTable;
  custody_claims: ClaimsTable;
  custody_halts: HaltsTable;
  custody_book: BookTable;
  custody_book_settings: BookSettingsTable;
  custody_reserves: ReservesTable;
  custody_holdings: HoldingsTable;
  custody_coverage: CoverageTable;
  bitcoin_blocks: BitcoinBlocksTable;
  bitcoin_outputs: BitcoinOutputsTable;
  bitcoin_spends: BitcoinSpendsTable;
  practice_blocks: PracticeBlocksTable;
  practice_pending: PracticePendingTable;
  practice_sent: PracticeSentTable;
}
export type CustodyDatabase = Kysely<CustodyTables>;
export type CustodyTransaction = Transaction<CustodyTables>;
