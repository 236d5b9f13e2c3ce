// A requested withdrawal: parsed, checked against obstacles, and the texts for the exchange's refusals.

import { mulDiv, parseAtoms, RAILS, remainder, UP } from '@vitrine/core';
import { CODE } from '@vitrine/contract';
import { asRefusalCode, Refusal, refuse, refuseField } from '../../../api/call/index.ts';
import type { Outcome } from '../../../engine/sequencer/index.ts';
import { decimalText } from '../../../api/wire/index.ts';
import type { RailTerms } from '../../exchange/index.ts';
import type { Customer, WithdrawalRequest } from '../../types/index.ts';
import { MAX_UNDER_WAY, type WithdrawalContext } from '../parts.ts';
import { isChain, type Row, whole } from '../row.ts';
import { locksOf } from '../standing.ts';

const MILLION = 1_000_000;

/** A request, parsed and found possible; amounts in atoms. */
export interface Asked {
  readonly coin: string;
  readonly asset: number;
  readonly scale: number;
  readonly network: keyof typeof RAILS;
  readonly atoms: number;
  /** Address as entered, or the card's id. */
  readonly target: string;
}

export function targetOf(row: Pick<Row, 'address' | 'card_id'>): string {
  return row.address ?? row.card_id ?? '';
}

/** Parses the customer's request. @throws 3002, 400 */
export function read(context: WithdrawalContext, given: WithdrawalRequest): Asked {
  const { coin, network, amount } = given;
  const asset = context.parts.live.assetByCode(coin);
  if (asset === undefined || !Object.hasOwn(RAILS, network)) throw refuse('coin.unknown', { coin });
  const atoms = parseAtoms(amount, asset.scale);
  if (typeof atoms === 'string') throw refuseField('amount', atoms === 'range' ? 'range' : 'format');
  if (atoms <= 0) throw refuseField('amount', 'range');
  const chain = isChain(network);
  const target = chain ? given.address : given.cardId;
  if (target === undefined) throw refuseField(chain ? 'address' : 'cardId', 'required');
  return { coin, network: network as keyof typeof RAILS, atoms, target, asset: asset.asset, scale: asset.scale };
}

/** @throws 3002, 3106, 3110, 400 */
function termsOf({ funds, treasury }: WithdrawalContext, asked: Asked): RailTerms {
  const { coin, network, atoms, scale } = asked;
  const terms = funds.terms(RAILS[network], asked.asset);
  if (terms === undefined) throw refuse('coin.unknown', { coin });
  if (!terms.withdrawals || treasury.halted(network, coin) !== undefined) throw refuse('withdrawal.halted', { coin });
  if (remainder(atoms, terms.step) !== 0) throw refuseField('amount', 'format');
  // Whatever minimum was set: nobody pays a fee larger than the withdrawal.
  const least = Math.max(terms.minWithdrawal, terms.fee);
  if (atoms < least) throw refuse('amount.tooSmall', { least: decimalText(least, scale), coin });
  return terms;
}

/** Atoms: the greater of the flat fee and the rate, rounded up, as the exchange charges it. */
function feeOf(terms: RailTerms, atoms: number): number {
  return Math.max(terms.fee, mulDiv(atoms, terms.feeRate, MILLION, UP));
}

/** Why the exchange refused it, with its numbers. */
export async function refusalOf(
  context: WithdrawalContext,
  customer: Customer,
  asked: Asked,
  outcome: Outcome,
): Promise<Refusal> {
  const { coin, scale } = asked;
  const { code, expected, got } = outcome;
  switch (code) {
    case CODE['request.invalid']:
      return refuseField('amount', 'range');
    case CODE['kyc.required']:
      return refuse('kyc.required', { stage: String(expected) });
    case CODE['balance.insufficient']:
      return refuse('balance.insufficient', {
        needed: decimalText(expected, scale),
        available: decimalText(got, scale),
        coin,
      });
    case CODE['coin.unknown']:
      return refuse('coin.unknown', { coin });
    case CODE['withdrawal.limit']:
      // The common hourly limit is in the coin, the user's daily limit in whole USDT: the compared amount shows which
      // it was.
      return got === asked.atoms
        ? refuse('withdrawal.limit', { left: decimalText(Math.max(0, expected), scale), coin })
        : refuse('withdrawal.limit', { left: String(Math.max(0, expected)), coin: 'USDT' });
    case CODE['withdrawal.locked']:
      return lockedRefusal(context, customer);
    case CODE['withdrawal.halted']:
      return refuse('withdrawal.halted', { coin });
    case CODE['amount.tooSmall']:
      return refuse('amount.tooSmall', { least: decimalText(expected, scale), coin });
    default:
      return new Refusal(asRefusalCode(code));
  }
}

/** 3105, with the end of the lock if known. */
export async function lockedRefusal(context: WithdrawalContext, customer: Customer): Promise<Refusal> {
  const until = (await locksOf(context, customer)).flatMap((lock) => (lock.until === null ? [] : [lock.until]));
  return refuse('withdrawal.locked', until.length === 0 ? {} : { until: String(Math.max(...until)) });
}

/** Checks for obstacles before anything is written. @throws the obstacle. */
export async function allowed(
  context: WithdrawalContext,
  customer: Customer,
  asked: Asked,
  strict: boolean,
): Promise<{ readonly fee: number; readonly address: string | null; readonly shown: string }> {
  const { db, people } = context.parts;
  const { coin, network, atoms } = asked;
  const fee = feeOf(termsOf(context, asked), atoms);
  let address: string | null = null;
  let shown: string;
  if (isChain(network)) {
    ({ address } = await context.book.allow(customer.userId, coin, network, asked.target, strict));
    // A payment to ourselves would leave the ledger but stay here.
    const { hot, isHot } = context.addresses;
    if (address === hot(network) || isHot?.(network, address) === true) throw refuse('address.invalid');
    shown = address;
  } else {
    const card = await people.cards.find(customer.userId);
    if (card === null || card.id !== asked.target) throw refuse('request.notFound');
    await context.book.allowCard(customer.userId, card.time, strict);
    shown = card.cardNumber;
  }
  if (await context.deposits.doubted(customer.userId)) throw await lockedRefusal(context, customer);
  const under = await db
    .selectFrom('custody_withdrawals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', customer.userId)
    .where('stage', 'in', ['asking', 'review', 'approved', 'signed', 'broadcast'])
    .executeTakeFirstOrThrow();
  if (whole(under.count) >= MAX_UNDER_WAY) throw refuse('request.tooFrequent');
  return { fee, address, shown };
}

/** @throws 409 if the key was used for another withdrawal. */
export function expectSame({ chain }: WithdrawalContext, row: Row, asked: Asked): void {
  const target =
    isChain(asked.network) && chain(asked.network).codec.check(asked.target) === 'ok'
      ? chain(asked.network).codec.spell(asked.target)
      : asked.target;
  const same =
    row.network === asked.network &&
    row.coin === asked.coin &&
    row.atoms === String(asked.atoms) &&
    targetOf(row) === target;
  if (!same) throw refuse('key.otherBody');
}
