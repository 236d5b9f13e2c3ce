// Swaps: a quote made of the newest ticks, the swap exactly by it or not at all, and the list of those made (money §8).

import type { SwapQuote, SwapRecord } from '@vitrine/contract';
import {
  type AssetId,
  type Atoms,
  type CommandOf,
  MAX_ORDER_ATOMS,
  QUOTE_AGE,
  type Seq,
  swapReceive,
} from '@vitrine/core';
import { parseAtoms } from '@vitrine/core/number';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandKey, type ExportersOf, type HandlersOf, NO_KEY, refuse, refuseField } from '../call/index.ts';
import type { UserContext } from '../call/index.ts';
import type { Asset, Instrument, SwapTerms, Tick } from '../fold/index.ts';
import { IntakeError } from '../sequencer/index.ts';
import type { SwapFilter, SwapLine } from '../views/index.ts';
import { decimalText, instrumentName, VALUE_ASSET } from '../wire/index.ts';
import { assetOf } from './bill-lines.ts';
import { type RouteParts, waitForHistory } from './parts.ts';
import { refusalFor, submit, type Subject } from './submit.ts';
import { quoteText, rateOfUnits, readQuote, type SwapQuoteWords } from './swap-quote.ts';
import { commandKeyWords } from './ticket.ts';

type Names = 'userCoin.swapQuote' | 'userCoin.swap' | 'userCoin.swapList';

/** Quotes remembered as taken; each for as long as a quote may live. */
const MOST_TAKEN = 10_000;
/** Times a quote is made anew where the index has moved on meanwhile, and the pause before it, ms. */
const TRIES = 3;
const PAUSE = 20;
/** Decimals of an index beyond its instrument's tick. */
const CENTS = 2;
const VALID = 1;
const SPOT = 1;
const QUOTE_EXPIRED = 3004;
const BALANCE_INSUFFICIENT = 3001;
const DONE = 200;
/** A spread is in millionths, and a swap pays half of each. */
const HALVES = 2_000_000n;
const HALF_DECIMALS = 7;
const ONCE_UNKNOWN = 504;

/** One side of a swap: its coin, what it stands on, its newest index. */
interface Leg {
  readonly asset: Asset;
  readonly terms: SwapTerms;
  readonly instrument: Instrument | undefined;
  /** Undefined of USDT and USD. */
  readonly tick: Tick | undefined;
  /** Cents of one whole, and cents of one USDT; 1 and 1 without an instrument. */
  readonly cents: number;
  readonly parts: number;
  readonly unit: number;
}

/** The handlers of swaps. */
export function swapCalls(routes: RouteParts): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<'userCoin.swapList'>;
} {
  const { live, link, reads } = routes;
  /** Quotes taken, oldest first, with the key of the request that took each. */
  const taken = new Map<string, string>();

  function legOf(coin: string): Leg {
    const asset = assetOf(live, coin);
    const terms = live.swapTerms(asset.asset);
    if (terms === undefined || !terms.open) throw refuse(3002, { coin });
    const instrument = terms.instrument === 0 ? undefined : live.instrument(terms.instrument);
    const tick = instrument && live.tick(instrument.instrument);
    if (instrument !== undefined && tick === undefined)
      throw refuse(2005, { symbol: instrumentName(live, instrument.instrument) });
    return {
      ...{ asset, terms, instrument, tick },
      cents: tick?.price ?? 1,
      parts: instrument === undefined ? 1 : 10 ** (instrument.tickDecimals + CENTS),
      unit: 10 ** asset.scale,
    };
  }

  /** What a refusal of a swap is about: the side whose price will not do, the coin its numbers are in. */
  function subject(from: number, to: number, code: number): Subject {
    const [gives, gets] = [live.asset(from), live.asset(to)];
    const bad = [gives, gets].find((asset) => {
      const { instrument = 0 } = (asset && live.swapTerms(asset.asset)) ?? {};
      return instrument !== 0 && live.priceState(instrument)?.state !== VALID;
    });
    const market = bad && live.marketOf(SPOT, bad.code, VALUE_ASSET);
    return { market, asset: code === BALANCE_INSUFFICIENT ? from : to };
  }

  function command(words: SwapQuoteWords, key: CommandKey, receive: number): CommandOf<'swap.execute'> {
    const { user, from, to, amount, fromTick, toTick } = words;
    return {
      name: 'swap.execute',
      user: user as CommandOf<'swap.execute'>['user'],
      ...commandKeyWords(key),
      from: from as AssetId,
      to: to as AssetId,
      amount: amount as Atoms,
      receive: receive as Atoms,
      fromTick: fromTick as Seq,
      toTick: toTick as Seq,
    };
  }

  /** A quote of the newest ticks; the exchange is asked whether it would take it. A customer without the money sees it too. */
  async function quote(
    input: { from: string; to: string; amount: string },
    { session }: UserContext,
  ): Promise<SwapQuote> {
    for (let tries = 1; ; tries += 1) {
      const [from, to] = [legOf(input.from), legOf(input.to)];
      if (from.asset.asset === to.asset.asset) throw refuseField('to', 'range');
      const amount = parseAtoms(input.amount, from.asset.scale);
      if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
      if (amount === 'range' || amount > MAX_ORDER_ATOMS) throw refuseField('amount', 'range');
      const receive = swapReceive(
        amount,
        ...([from.cents, from.parts, from.unit, from.terms.spread] as const),
        ...([to.cents, to.parts, to.unit, to.terms.spread] as const),
      );
      if (receive === 0) throw refuse(3110, { least: decimalText(1, to.asset.scale), coin: to.asset.code });
      const words = {
        user: session.coreUser,
        from: from.asset.asset,
        to: to.asset.asset,
        ...{ amount, receive, fromTick: from.tick?.number ?? 0, toTick: to.tick?.number ?? 0 },
        expires: Math.min(...[from, to].map(({ tick }) => tick?.time ?? live.head().time)) + QUOTE_AGE,
      };
      const answer = await link.ask(command(words, NO_KEY, receive));
      if (answer.code === DONE || answer.code === BALANCE_INSUFFICIENT) return told(from, to, words);
      if (answer.code !== QUOTE_EXPIRED || tries === TRIES)
        throw refusalFor(routes, answer, subject(words.from, words.to, answer.code));
      // The exchange is a tick ahead of this edge's fold.
      await pause(PAUSE);
    }
  }

  function told(from: Leg, to: Leg, words: SwapQuoteWords): SwapQuote {
    const gives = BigInt(from.cents) * BigInt(to.parts) * (HALVES - BigInt(from.terms.spread));
    const costs = BigInt(to.cents) * BigInt(from.parts) * (HALVES + BigInt(to.terms.spread));
    const rate = rateOfUnits(gives, costs);
    const tickOf = ({ instrument, tick }: Leg) =>
      instrument === undefined || tick === undefined
        ? null
        : {
            symbol: instrumentName(live, instrument.instrument),
            seq: tick.seq,
            price: decimalText(tick.price, instrument.tickDecimals + CENTS),
            time: tick.time,
          };
    return {
      quoteId: quoteText(words),
      from: from.asset.code,
      to: to.asset.code,
      amount: decimalText(words.amount, from.asset.scale),
      receive: decimalText(words.receive, to.asset.scale),
      rate: decimalText(rate.value, rate.decimals),
      // Half of each: in 10⁻⁷.
      spread: decimalText((from.terms.spread + to.terms.spread) * 5, HALF_DECIMALS),
      fromTick: tickOf(from),
      toTick: tickOf(to),
      expires: words.expires,
    };
  }

  /** Marks a quote as taken by a request. @throws {Refusal} 3005 when another request took it. Gives whether this one did. */
  function take(quoteId: string, by: string): boolean {
    const holder = taken.get(quoteId);
    if (holder !== undefined && (holder !== by || by === '')) throw refuse(3005);
    taken.set(quoteId, by);
    if (taken.size > MOST_TAKEN) {
      const [oldest] = taken.keys();
      if (oldest !== undefined) taken.delete(oldest);
    }
    return holder === undefined;
  }

  async function swap({ quoteId }: { quoteId: string }, { session, key }: UserContext) {
    const words = readQuote(quoteId);
    if (words === undefined) throw refuseField('quoteId', 'format');
    const [from, to] = [live.asset(words.from), live.asset(words.to)];
    if (words.user !== session.coreUser || from === undefined || to === undefined) throw refuse(3004);
    const { time } = live.head();
    const late = time > words.expires || words.expires > time + QUOTE_AGE;
    const keyed = key.keyTime !== 0;
    // Late, it may still be the same request again: the exchange knows its key, and only asks with nothing to receive.
    if (late && !keyed) throw refuse(3004);
    const first = take(quoteId, keyed ? `${key.keyTime}:${key.keyHigh}:${key.keyLow}` : '');
    try {
      const asked = command(words, key, late ? 0 : words.receive);
      const outcome = await submit(
        routes,
        session.coreUser,
        asked,
        subject(words.from, words.to, BALANCE_INSUFFICIENT),
      );
      return { id: String(outcome.seq), seq: outcome.seq, receive: decimalText(outcome.result, to.scale) };
    } catch (error) {
      // Not done, so the quote is free again; but for an answer not known yet.
      if (first && !(error instanceof IntakeError && error.code === ONCE_UNKNOWN)) taken.delete(quoteId);
      throw error;
    }
  }

  function filterOf(input: {
    coin?: string | undefined;
    startTime?: number | undefined;
    endTime?: number | undefined;
  }) {
    const { coin, startTime, endTime } = input;
    const filter: SwapFilter = { startTime, endTime };
    return coin === undefined ? filter : { ...filter, asset: assetOf(live, coin).asset };
  }

  function records(lines: readonly SwapLine[]): SwapRecord[] {
    return lines.flatMap((line): SwapRecord[] => {
      const [from, to] = [live.asset(line.from), live.asset(line.to)];
      if (!from || !to) return [];
      const gives = BigInt(line.amount) * BigInt(10 ** to.scale);
      const rate = rateOfUnits(BigInt(line.receive) * BigInt(10 ** from.scale), gives);
      return [
        {
          id: String(line.seq),
          time: line.time,
          from: from.code,
          to: to.code,
          amount: decimalText(line.amount, from.scale),
          receive: decimalText(line.receive, to.scale),
          rate: decimalText(rate.value, rate.decimals),
          seq: line.seq,
        },
      ];
    });
  }

  return {
    handlers: {
      'userCoin.swapQuote': quote,
      'userCoin.swap': swap,
      async 'userCoin.swapList'(input, { session, after }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        const page = await reads.swaps(session.coreUser, filter, input);
        return { ...page, records: records(page.records) };
      },
    },
    exporters: {
      async *'userCoin.swapList'(input, { session, after }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        for await (const part of reads.swapParts(session.coreUser, filter)) yield records(part);
      },
    },
  };
}
