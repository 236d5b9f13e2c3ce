// Dependencies and limits of withdrawals.

import type { FundsNews, WithdrawalWait } from '@vitrine/contract';
import { MAX_DEPTH } from '../chain/index.ts';
import type { CoreFunds } from '../exchange/index.ts';
import type { Addresses, Book, ChainFollower, Deposits, Signer, Treasury } from '../types/index.ts';
import type { Asker, LostRight } from '../../account/users/index.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain, ChainName } from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';
import { ChainGone, createWaits, type Waits } from './waits.ts';

/** Most withdrawals in progress per customer. */
export const MAX_UNDER_WAY = 50;
/** Rows per pass, and rows handled concurrently. */
export const PASS = 200;
export const AT_ONCE = 4;
/** Interval of status checks of a sent payment, and of rebroadcasts, ms. */
export const REBROADCAST_AFTER = 60_000;
/** Confirmed payments whose block is checked again, in blocks: a deeper reorganisation still returns them. */
export const WATCHED_BLOCKS = 150;
/** Depth of a proof, its own block included: no reorganisation that our journal follows undoes it. */
export const BURIED = MAX_DEPTH + 1;
/** Digits of a 48-bit word. */
export const WORD_BYTES = 6;

/** When a withdrawal needs manual review. Values in whole USDT, times in ms. */
export interface ReviewRules {
  /** Worth more than this. */
  readonly large: number;
  /** To a new address, or of an account this young, worth more than `small`. */
  readonly small: number;
  readonly youngAccount: number;
  /** An address that has been in the book for this long is not new. */
  readonly knownAddress: number;
  /** A credential changed within this time. */
  readonly credential: number;
  /** More than `most` withdrawals within `window`. */
  readonly velocity: { readonly most: number; readonly window: number };
  /** Money deposited within this time. */
  readonly deposited: number;
}

const HOUR = 3_600_000;
export const REVIEW_RULES: ReviewRules = {
  large: 1_000,
  small: 100,
  youngAccount: 24 * HOUR,
  knownAddress: 24 * HOUR,
  credential: 72 * HOUR,
  velocity: { most: 5, window: 24 * HOUR },
  deposited: HOUR,
};

/**
 * After this multiple of a chain's stuck time, a payment whose fee cannot be raised enough is cancelled on the chain.
 */
export const CANCEL_AFTER = 10;
/** Pause before replanning after the signer rejected a plan, ms. */
export const REFUSED_REST = 30_000;

export interface WithdrawalOptions {
  readonly parts: CustodyParts;
  readonly chains: readonly Chain[];
  readonly followers: readonly ChainFollower[];
  readonly addresses: Pick<Addresses, 'hot' | 'hotSource' | 'isHot' | 'publicKeyOf'>;
  readonly funds: CoreFunds;
  readonly signer: Pick<Signer, 'reserve' | 'release' | 'sign'>;
  readonly treasury: Pick<Treasury, 'halted' | 'halt' | 'free'>;
  readonly book: Pick<Book, 'allow' | 'allowCard' | 'stillAllows' | 'used'>;
  /** What a request has lost since it was let in: `lostRight` of accounts. */
  readonly lostRight: (trx: CustodyTransaction, asker: Asker, now: number) => Promise<LostRight | undefined>;
  readonly deposits: Pick<Deposits, 'doubted'>;
  readonly news: (coreUser: number, news: FundsNews) => void;
  readonly rules?: ReviewRules;
}

/** The same, with look-ups by name. */
export interface WithdrawalContext extends WithdrawalOptions {
  readonly rules: ReviewRules;
  /** Withdrawals whose plan the signer refused, when (ms UTC) and why: none is made for a while. */
  readonly resting: Map<string, { readonly at: number; readonly wait: WithdrawalWait }>;
  readonly waits: Waits;
  chain(name: ChainName): Chain;
  follower(name: ChainName): ChainFollower;
  /** Height of a chain; undefined: not known, or the chain is no longer set. */
  height(name: ChainName): number | undefined;
}

/** @throws if a chain has no follower. */
export function roomOf(options: WithdrawalOptions): WithdrawalContext {
  const chains = new Map(options.chains.map((chain) => [chain.name, chain]));
  const followers = new Map(options.followers.map((follower) => [follower.chain.name, follower]));
  const of = <T>(map: ReadonlyMap<ChainName, T>, name: ChainName): T => {
    const found = map.get(name);
    if (found === undefined)
      throw new ChainGone(
        `expected one of the chains ${[...map.keys()].join(', ')}, got ${name}: set its node again (docs/operate/settings.md)`,
      );
    return found;
  };
  return {
    ...options,
    rules: options.rules ?? REVIEW_RULES,
    resting: new Map(),
    waits: createWaits(),
    chain: (name) => of(chains, name),
    follower: (name) => of(followers, name),
    height: (name) => followers.get(name)?.height(),
  };
}
