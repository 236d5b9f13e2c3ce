// Policy of the signer: its own rules over what it reads from the bytes. It does not trust the caller.

import { type HeldClaim, type SignOrder, SignerRefusal } from '../types/index.ts';
import type { ChainName, Codec, Spend } from '../rail/index.ts';

/** Limits of a coin on a chain, in the chain's least units as text. A coin without limits is not signed. */
export interface CoinLimits {
  /** For one payment; and for all payments, gas and fees together within a rolling hour and day. */
  readonly transaction: string;
  readonly hour: string;
  readonly day: string;
  /** Maximum fee of one transaction. */
  readonly fee: string;
}

export interface SignerLimits {
  /** By `chain:COIN`. */
  readonly coins: Readonly<Record<string, CoinLimits>>;
  /** The operator's cold address of a chain. */
  readonly cold: Readonly<Partial<Record<ChainName, string>>>;
  /** Most fee bumps per order. */
  readonly bumps: number;
}

export type OrderKind = 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';

/** An order whose bytes may be signed. */
export interface Judged {
  readonly kind: OrderKind;
  readonly spend: Spend;
  readonly limits: CoinLimits;
  /** Coin of `spend.cost`, and its limits. */
  readonly feeCoin: string;
  readonly feeLimits: CoinLimits;
}

/** The fee coin of a chain; practice charges each payment's fee in its own coin. */
const FEE_COINS: Readonly<Partial<Record<ChainName, string>>> = { ethereum: 'ETH', bitcoin: 'BTC' };
/** Gas for a sweep is at most this multiple of a transaction's maximum fee: fees may double until it is used. */
const GAS_FEES = 2n;
const ID = /^(withdrawal|sweep|gas|cold|cancel):[0-9A-Za-z:-]{1,60}$/;
const CANCEL = 'cancel:';
const UNITS = /^[0-9]{1,60}$/;

/** Hot addresses of a chain, for all seed versions. */
export interface HotAddresses {
  readonly all: ReadonlySet<string>;
  /** Allowed destinations of a sweep: the active hot address, and those of a seed no older than the payer's. */
  readonly targets: ReadonlySet<string>;
  /** Allowed destinations of gas: the order's recipient, derived from the signer's own keys. */
  readonly recipients: ReadonlySet<string>;
}

/** @throws {SignerRefusal} for an id in another format. */
export function kindOf(id: string): OrderKind {
  const kind = ID.exec(id)?.[1];
  if (kind === undefined) throw new SignerRefusal(`expected an order like withdrawal:12, got ${id.slice(0, 80)}`);
  return kind as OrderKind;
}

/** @throws if a limit is not a number. */
export function checkLimits<T extends SignerLimits>(limits: T): T {
  for (const [name, coin] of Object.entries(limits.coins))
    for (const text of [coin.transaction, coin.hour, coin.day, coin.fee])
      if (!UNITS.test(text)) throw new Error(`expected the limits of ${name} in whole units, got ${text}`);
  if (!Number.isSafeInteger(limits.bumps) || limits.bumps < 0)
    throw new Error(`expected a whole number of fee bumps, got ${limits.bumps}`);
  return limits;
}

/**
 * Reads the bytes and checks them against the order and the per-transaction limits.
 * @param from the address whose key would sign.
 * @param hot our own hot addresses of the chain.
 * @throws {SignerRefusal}
 */
export function judge(order: SignOrder, codec: Codec, from: string, hot: HotAddresses, limits: SignerLimits): Judged {
  const kind = kindOf(order.id);
  const { payment, chain } = order;
  const bounds = limits.coins[`${chain}:${payment.coin}`];
  if (bounds === undefined) throw unlimited(order, payment.coin);
  let spend: Spend;
  try {
    spend = codec.read(order.unsigned, new Set([from]));
  } catch (error) {
    throw refused(order, `its bytes cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [paid] = spend.payments;
  if (paid === undefined || spend.payments.length !== 1)
    throw refused(order, `its bytes make ${spend.payments.length} payments, not one`);
  if (paid.coin !== payment.coin || paid.to !== payment.to || paid.units !== payment.units)
    throw refused(order, 'its bytes pay something else');
  if (kind === 'cancel') {
    if (paid.units !== 0n || paid.to !== from) throw refused(order, 'it pays something');
  } else if (paid.units <= 0n) throw refused(order, 'it pays nothing');
  if (spend.from !== from) throw refused(order, 'it is paid from another source');
  if (spend.claims.length === 0) throw refused(order, 'its bytes claim nothing');
  if (spend.cost > BigInt(bounds.fee))
    throw refused(order, `the chain may take ${spend.cost}, more than ${bounds.fee}`);
  toWhere(order, kind, from, hot, limits);
  const most = kind === 'gas' ? GAS_FEES * BigInt(bounds.fee) : BigInt(bounds.transaction);
  if (limited(kind) && paid.units > most) throw refused(order, `it pays ${paid.units}, more than ${most}`);
  const feeCoin = FEE_COINS[chain] ?? payment.coin;
  const feeLimits = limits.coins[`${chain}:${feeCoin}`];
  if (feeLimits === undefined) throw unlimited(order, feeCoin);
  return { kind, spend, limits: bounds, feeCoin, feeLimits };
}

/** Whether an order's payment counts against the limits: money that may leave the exchange. Its cost always counts. */
export function limited(kind: OrderKind): boolean {
  return kind === 'withdrawal' || kind === 'gas';
}

function toWhere(order: SignOrder, kind: OrderKind, from: string, hot: HotAddresses, limits: SignerLimits): void {
  const { payment, source, chain } = order;
  if (kind === 'cancel') return;
  if (kind === 'sweep') {
    if (payment.to === from || !hot.targets.has(payment.to))
      throw refused(order, 'a sweep goes to the hot address only');
    return;
  }
  if (source.kind !== 'hot') throw refused(order, 'it is paid from the hot address only');
  if (kind === 'cold' && (limits.cold[chain] === undefined || payment.to !== limits.cold[chain]))
    throw refused(order, 'it goes to the configured cold address only');
  if (kind === 'gas' && (payment.to === from || !hot.recipients.has(payment.to)))
    throw refused(order, 'gas goes to an address of our own only');
  if (kind === 'withdrawal' && hot.all.has(payment.to))
    throw refused(order, 'a withdrawal does not go to the hot address');
}

/** The order whose claims a `cancel:` uses. */
export function cancelledBy(id: string): string | undefined {
  return id.startsWith(CANCEL) ? id.slice(CANCEL.length) : undefined;
}

function unlimited({ id, chain }: SignOrder, coin: string): SignerRefusal {
  return new SignerRefusal(`${id} is not signed: no limits are set for ${coin} on ${chain}`, undefined, true);
}

export function refused({ id }: SignOrder, why: string, held?: HeldClaim): SignerRefusal {
  return new SignerRefusal(`${id} is not signed: ${why}`, held);
}
