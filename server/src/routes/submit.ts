// Puts a user's command and turns a refusal of the exchange into the envelope's, with the numbers behind it.

import type { Command } from '@vitrine/core';
import { asRefusalCode, Refusal } from '../call/index.ts';
import type { Market } from '../fold/index.ts';
import type { Outcome } from '../sequencer/index.ts';
import { decimalText, pairOf } from '../wire/index.ts';
import type { RouteParts } from './parts.ts';

/** How long an answer waits for the edge's own fold to see what was done, ms. */
const FOLD_WAIT = 1_000;
const DAY = 86_400_000;

/** What a refusal is about: the market of an order, the asset its money is in. */
export interface Subject {
  readonly market?: Market | undefined;
  readonly asset?: number | undefined;
}

/** The numbers of a refusal, as the exchange gives them. */
interface Numbers {
  readonly code: number;
  readonly expected: number;
  readonly got: number;
}

/**
 * Submits a command and waits until this edge's fold has seen it.
 * @throws {Refusal} with the exchange's code; {IntakeError} when it was not taken or is not known yet.
 */
export async function submit(parts: RouteParts, user: number, command: Command, about: Subject): Promise<Outcome> {
  const outcome = await parts.link.submit(command, user);
  if (outcome.code !== 200) throw refusalFor(parts, outcome, about);
  await parts.live.waitFor(outcome.seq, FOLD_WAIT);
  return outcome;
}

/** The refusal for an answer of the exchange that is not 200. */
export function refusalFor(parts: RouteParts, numbers: Numbers, about: Subject): Refusal {
  return new Refusal(asRefusalCode(numbers.code), argsFor(parts, numbers, about));
}

/** The arguments of a code's message from the two numbers behind it, each in the code's unit. */
export function argsFor(
  { live }: RouteParts,
  { code, expected, got }: Numbers,
  { market, asset }: Subject,
): Record<string, string> {
  const quote = market && live.asset(market.quote);
  const money = asset === undefined ? quote : live.asset(asset);
  const amounts = (first: string, second: string): Record<string, string> =>
    money === undefined
      ? {}
      : { [first]: decimalText(expected, money.scale), [second]: decimalText(got, money.scale), coin: money.code };
  const symbol: Record<string, string> = market ? { symbol: pairOf(live, market) } : {};
  switch (code) {
    case 2001: {
      const opensAt = market ? (live.priceState(market.instrument)?.opensAt ?? 0) : 0;
      return opensAt > 0 ? { ...symbol, opensAt: String(opensAt) } : symbol;
    }
    case 2002:
    case 2003:
    case 2004:
    case 2005:
      return symbol;
    case 2106:
      return quoteAmounts(quote, 'least', expected, got);
    case 2107:
      return quoteAmounts(quote, 'most', expected, got);
    case 2108:
      return market
        ? { limit: decimalText(expected, market.tickDecimals), price: decimalText(got, market.tickDecimals) }
        : {};
    case 2110:
      return { most: String(expected) };
    case 3001:
      return amounts('needed', 'available');
    case 3006:
      // The exchange counts UTC days.
      return expected > 0 ? { at: String(expected * DAY) } : {};
    default:
      return {};
  }
}

function quoteAmounts(
  quote: { readonly code: string; readonly scale: number } | undefined,
  bound: string,
  expected: number,
  got: number,
): Record<string, string> {
  if (quote === undefined) return {};
  return { [bound]: decimalText(expected, quote.scale), value: decimalText(got, quote.scale), coin: quote.code };
}
