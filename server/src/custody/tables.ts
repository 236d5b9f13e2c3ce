// The tables of custody, as Kysely sees them. Times are ms UTC. Amounts are integers as text: ledger atoms (`atoms`), or a
// chain's least units (`units`). The ledger itself stands in the journal: here stands what the chains did.

import type { Generated, Kysely, Transaction } from 'kysely';

/** A customer's place below each account key, and the addresses made from it. */
export interface AddressesTable {
  chain: string;
  address: string;
  user_id: string;
  core_user: string;
  /** BIP 32: 0/index. */
  index: number;
  /** Of the signer's seed that the address was made from. */
  key_version: Generated<number>;
  created_at: string;
}

export interface CustodyUsersTable {
  user_id: string;
  core_user: string;
  index: Generated<number>;
}

/** Our own journal of a chain's blocks: only what stands in it counts. One row a height; a replaced block is written over. */
export interface BlocksTable {
  chain: string;
  height: number;
  hash: string;
  parent: string;
  time: string;
  seen_at: string;
}

/** Blocks of ours that were not read whole. */
export interface UncheckedTable {
  chain: string;
  height: number;
  hash: string;
  since: string;
}

/** What was found of replaced blocks. */
export interface ReorgsTable {
  id: Generated<string>;
  chain: string;
  /** First height that changed, and how many blocks were replaced. */
  height: number;
  depth: number;
  time: string;
}

export interface DepositsTable {
  id: Generated<string>;
  /** `bank` for those by screenshot. */
  network: string;
  /** Hex; of a manual deposit the SHA-256 of the bank's reference once it is passed, null before. */
  txid: string | null;
  position: number;
  coin: string;
  /** As the chain has it; `atoms` of it are credited, `dust` units are not. */
  units: string;
  atoms: string;
  dust: string;
  address: string | null;
  user_id: string;
  core_user: string;
  /** Where it stands in our journal of blocks; null while pending, and after its block was replaced. */
  height: number | null;
  block_hash: string | null;
  /** While it stands in no block: from this height on our journal is looked through for it. */
  from_height: number | null;
  /** Its taking back has begun: whatever the chain says from now on, it ends `reversed`. */
  reversing: Generated<boolean>;
  /** RECHARGE_STAGE. */
  stage: string;
  /** Manual: link of the screenshot, its digest, the account it came from (sealed), the bank's reference. */
  img: string | null;
  img_digest: string | null;
  account: Buffer | null;
  reference: string | null;
  reason: string | null;
  note: string | null;
  seen_at: string;
  /** When the exchange was asked to credit it: set before it is asked, so that from then on it counts as credited. */
  credited_at: string | null;
  changed_at: string;
  /** The command that credited it. */
  seq: string | null;
}

export interface WithdrawalsTable {
  id: Generated<string>;
  user_id: string;
  core_user: string;
  /** Of the exchange (`withdrawal.request`'s answer); null until it answered. */
  core_id: string | null;
  seq: string | null;
  network: string;
  coin: string;
  atoms: string;
  fee: string;
  worth: string;
  /** Address in its one spelling; of a card null. */
  address: string | null;
  card_id: string | null;
  /** What people are shown of a card. */
  shown: string;
  /** 48 bits of the destination's hash, as the command carries it. */
  destination: string;
  /** The words of its command's key: by them it is found again when the answer was lost. */
  key: string;
  /** `asking` before the exchange answered; then WITHDRAWAL_STAGE. */
  stage: string;
  /** rules, person, persons; and what spoke for a person, joined by commas. */
  review: string;
  flags: string;
  reason: string | null;
  note: string | null;
  /** What the bank calls a card's payment, once two people saw it. */
  reference: string | null;
  /** Since when two people say that a card's payment came back; never beside `reference`. */
  returned_at: string | null;
  /** How often its payment was planned anew after a proof that the one before never comes. */
  round: Generated<number>;
  /** fail, replan: what two people decided by the proof, and is being done; a fail stays. */
  proven: string | null;
  /** The transaction that proves it, of the newest decision. */
  proof: string | null;
  /** A transaction in a block that spends what its payment spends, and does not pay it. */
  conflict: Generated<string | null>;
  /** JSON: [{stage, time}]. */
  steps: string;
  created_at: string;
  changed_at: string;
}

/** Every transaction of ours, from its plan on. One plan a withdrawal and fee step; bytes are stored before they are sent. */
export interface TransactionsTable {
  id: Generated<string>;
  chain: string;
  /** withdrawal, sweep, gas (ether for a sweep), cold, cancel (a zero self-transfer instead of a withdrawal's payment). */
  kind: string;
  withdrawal_id: string | null;
  /** Of its withdrawal. */
  round: Generated<number>;
  /** 0 the first of its round, 1… fee bumps of it. */
  attempt: number;
  /** `Plan` as JSON, units as text. */
  plan: string;
  coin: string;
  units: string;
  to_address: string;
  /** Signed bytes, from the moment they exist. */
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

/** Claims of plans: the primary key is (chain, claim, attempt) so that two plans never share one but by a bump. */
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
  /** Of what stands once: a transaction's id, `look`, or empty. */
  cause: Generated<string>;
  /** Desk person; null: custody itself. */
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

/** The newest look at a coin on a network. */
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
  /** How many looks in a row were short: one alone may be between two blocks. */
  short: number;
  /** The house's own on this chain: what was there beyond the expected, units; a fall below it is unexplained. Null: not known yet. */
  own: string | null;
}

/** What a deposit address held when it was last looked at. */
export interface HoldingsTable {
  chain: string;
  coin: string;
  address: string;
  units: string;
  /** 0: not looked at yet. */
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

/** Rows of the practice chain: its blocks with their transactions as JSON, and those that wait. */
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
/** What a customer sent from the outside wallet of practice mode, by UTC day. */
export interface PracticeSentTable {
  user_id: string;
  coin: string;
  day: number;
  atoms: string;
}

/** Blocks of bitcoin that were read for our outputs. */
export interface BitcoinBlocksTable {
  height: number;
  hash: string;
}
/** Outputs of ours, in which block they came and in which they were spent. */
export interface BitcoinOutputsTable {
  txid: string;
  position: number;
  address: string;
  units: string;
  height: number;
  spent_by: string | null;
  spent_height: number | null;
}
/** Transactions in blocks that spend outputs of ours, and what they cost. */
export interface BitcoinSpendsTable {
  txid: string;
  height: number;
  cost: string;
}

/** How far the journal was when this database was last marked: at most one row. */
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

/** What came to a customer's address from an address of ours, by a transaction that custody does not know. */
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
  /** The desk was told. */
  told: Generated<boolean>;
}

/** What tells the master key of this database. One row. */
export interface KeyCheckTable {
  mark: string;
}

export interface CustodyTables {
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
