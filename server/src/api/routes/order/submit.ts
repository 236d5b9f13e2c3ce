// Submits a user's command and turns a refusal of the exchange into the envelope's, with its numbers.

import { CODE, type Ack, type RefusalCode } from '@vitrine/contract';
import { type Command, rejects } from '@vitrine/core';
import { ORDER_STATUS } from '@vitrine/core/enum';
import { asRefusalCode, Refusal, type UserContext } from '../../call/index.ts';
import type { Position, SecondPeriod } from '../../../projection/handlers/index.ts';
import type { Outcome } from '../../../engine/sequencer/index.ts';
import { decimalText } from '../../wire/index.ts';
import { type Numbers, withFarPrice } from '../market/far-range.ts';
import type { RouteParts } from '../parts.ts';
import { commandKeyWords, orderIdOf } from './ticket.ts';
import { isContract, nameOf, type Traded, tradedOf, valueUnit } from '../market/traded.ts';

/** How long an answer waits for this process's projection to include the command, ms. */
const FOLD_WAIT = 1_000;
const DAY = 86_400_000;
/** Decimals of levels and odds. */
const RATIO_DECIMALS = 6;

/** Subject of a refusal: the market or contract of an order, the asset of its amounts, the position. */
export interface Subject {
  readonly market?: Traded | undefined;
  readonly asset?: number | undefined;
  readonly position?: Position | undefined;
  /** The period of a second contract. */
  readonly period?: SecondPeriod | undefined;
  /** Filled lots of an amended order, which are its minimum. */
  readonly dealt?: number | undefined;
  /** The requested limit price, ticks. */
  readonly price?: number | undefined;
  /** Meaning of a 400 from the exchange, if the call's own checks leave only one possibility. */
  readonly invalid?: Refusal | undefined;
}

/** The answer derived from an answer of the exchange. */
interface Explained<C> {
  readonly code: C;
  readonly args: Record<string, string>;
}

/**
 * Submits a command and waits until this process's projection includes it. `refusal`: maps the exchange's refusal.
 * @throws {Refusal} with the exchange's code; {IntakeError} if it was not accepted or its outcome is not known yet.
 */
export async function submit(
  parts: RouteParts,
  user: number,
  command: Command,
  about: Subject,
  refusal: (numbers: Numbers) => Refusal = (numbers) => refusalFor(parts, numbers, about),
): Promise<Outcome> {
  const outcome = await parts.link.submit(command, user);
  if (outcome.code !== CODE.ok) throw refusal(outcome);
  await parts.live.waitFor(outcome.seq, FOLD_WAIT);
  return outcome;
}

/** The Ack of an order that a command created or changed, from this process's projection. */
export function ackOf({ live }: RouteParts, order: number, outcome: Outcome): Ack {
  return { id: String(order), status: live.order(order)?.status ?? 0, seq: outcome.seq };
}

/** Cancels an order of any product. @throws {Refusal} 2101, 2102 */
export async function cancelOrder(
  parts: RouteParts,
  text: string,
  { session, key }: Pick<UserContext, 'session' | 'key'>,
): Promise<Ack> {
  const user = session.coreUser;
  const order = orderIdOf(text);
  const outcome = await submit(parts, user, { name: 'order.cancel', user, ...commandKeyWords(key), order }, {});
  return { id: text, status: parts.live.order(order)?.status ?? ORDER_STATUS.cancelled, seq: outcome.seq };
}

/** The refusal for an answer of the exchange other than 200. */
export function refusalFor(parts: RouteParts, numbers: Numbers, about: Subject): Refusal {
  if (numbers.code === rejects['request.invalid'] && about.invalid !== undefined) return about.invalid;
  const { code, args } = explain(parts, numbers, about);
  return new Refusal(code, args);
}

/** The code of a refusal and the arguments of its message. */
function explain(parts: RouteParts, numbers: Numbers, about: Subject): Explained<RefusalCode> {
  const known = withFarPrice(parts.live, numbers, about);
  return { code: asRefusalCode(known.code), args: argsFor(parts, known, about) };
}

/** The same for a dry run, which may also be done (200). */
export function explainDryRun(parts: RouteParts, numbers: Numbers, about: Subject): Explained<RefusalCode | 200> {
  return numbers.code === CODE.ok ? { code: CODE.ok, args: {} } : explain(parts, numbers, about);
}

/** The arguments of a code's message from its two numbers, each in the code's unit. */
function argsFor(
  { live }: RouteParts,
  { code, expected, got }: Numbers,
  { market, asset, position, period, dealt }: Subject,
): Record<string, string> {
  const unit = market && valueUnit(live, market);
  const own = asset ?? (market && (isContract(market) ? market.settle : market.quote));
  const money = own === undefined ? undefined : live.asset(own);
  const amounts = (first: string, second: string): Record<string, string> =>
    money === undefined
      ? {}
      : { [first]: decimalText(expected, money.scale), [second]: decimalText(got, money.scale), coin: money.code };
  const symbol: Record<string, string> = market ? { symbol: nameOf(live, market) } : {};
  switch (code) {
    case CODE['market.closed']: {
      const opensAt = market ? (live.priceState(market.instrument)?.opensAt ?? 0) : 0;
      return opensAt > 0 ? { ...symbol, opensAt: String(opensAt) } : symbol;
    }
    case CODE['market.unknown']:
    case CODE['market.suspended']:
    case CODE['price.aging']:
      return symbol;
    case CODE['price.stale']: {
      // 0: the price of another market in which the wallet has a position is missing.
      const other = expected === 0 ? tradedOf(live, got) : undefined;
      return other === undefined ? symbol : { symbol: nameOf(live, other) };
    }
    case CODE['order.tooSmall']:
      if (market && dealt !== undefined && expected === dealt + 1)
        return {
          least: decimalText(expected, market.lotDecimals),
          value: decimalText(got, market.lotDecimals),
          ...(market.lotDecimals === 0 ? {} : { coin: nameOf(live, market).split('/')[0] ?? '' }),
        };
      return values(unit, 'least', expected, got);
    case CODE['order.tooLarge']:
      return values(unit, 'most', expected, got);
    case CODE['price.band']:
      return market
        ? { limit: decimalText(expected, market.tickDecimals), price: decimalText(got, market.tickDecimals) }
        : {};
    case CODE['order.tooMany']:
      return { most: String(expected) };
    case CODE['position.lessThanClose']:
      return market
        ? { canClose: decimalText(expected, market.lotDecimals), quantity: decimalText(got, market.lotDecimals) }
        : {};
    case CODE['leverage.limit']:
      // 0: the value is beyond the last tier, so no leverage is possible.
      return expected > 0 ? { most: String(expected) } : {};
    case CODE['margin.insufficient']:
      return amounts('needed', 'available');
    case CODE['margin.floor']:
      // The exchange returns how much margin may be removed.
      return money && position ? { least: decimalText(position.margin - expected, money.scale), coin: money.code } : {};
    case CODE['trigger.side']:
      return market
        ? { trigger: decimalText(expected, market.tickDecimals), price: decimalText(got, market.tickDecimals) }
        : {};
    case CODE['borrow.limit']:
      return money ? { most: decimalText(expected, money.scale), coin: money.code } : {};
    case CODE['lending.empty']:
      return money ? { available: decimalText(got, money.scale), coin: money.code } : {};
    case CODE['level.tooLow']:
      return { least: decimalText(expected, RATIO_DECIMALS), level: decimalText(got, RATIO_DECIMALS) };
    case CODE['repay.tooMuch']:
      return money ? { owed: decimalText(expected, money.scale), coin: money.code } : {};
    case CODE['stake.range']:
      // Open stakes already count towards the maximum.
      return money && period
        ? {
            least: decimalText(period.min, money.scale),
            most: decimalText(got > expected ? expected : period.max, money.scale),
            coin: money.code,
          }
        : {};
    case CODE['odds.changed']:
      return { odds: decimalText(expected, RATIO_DECIMALS) };
    case CODE['balance.insufficient']:
      return amounts('needed', 'available');
    case CODE['swap.least']:
      return amounts('least', 'receive');
    case CODE['practice.tooSoon']:
      // The exchange counts UTC days.
      return expected > 0 ? { at: String(expected * DAY) } : {};
    default:
      return {};
  }
}

function values(
  unit: { readonly code: string; readonly scale: number } | undefined,
  bound: string,
  expected: number,
  got: number,
): Record<string, string> {
  if (unit === undefined) return {};
  return { [bound]: decimalText(expected, unit.scale), value: decimalText(got, unit.scale), coin: unit.code };
}
