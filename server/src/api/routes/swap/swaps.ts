// Swaps: an estimate, placing an order, and the list of waiting, done and rejected ones (money §8).

import { codes, type Decimal, type SwapLeg, type SwapQuote, type SwapRecord } from '@vitrine/contract';
import { type AssetId, type Atoms, type CommandOf, DONE, MAX_ORDER_ATOMS, rejects } from '@vitrine/core';
import { MARKET_TYPE, PRICE_STATE } from '@vitrine/core/enum';
import { parseAtoms } from '@vitrine/core/number';
import {
  asRefusalCode,
  type CommandKey,
  type ExportersOf,
  type HandlersOf,
  NO_KEY,
  Refusal,
  refuse,
  refuseField,
} from '../../call/index.ts';
import type { UserContext } from '../../call/index.ts';
import type { Asset, SwapLegFacts, SwapOrder } from '../../../projection/handlers/index.ts';
import { mapParts, type SwapFilter } from '../../../projection/views/index.ts';
import { decimalText, instrumentName, VALUE_ASSET } from '../../wire/index.ts';
import { assetOf } from '../wallet/bill-lines.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { refusalFor, submit, type Subject } from '../order/submit.ts';
import { rateOfUnits } from './rate.ts';
import { commandKeyWords } from '../order/ticket.ts';

type Names = 'userCoin.swapQuote' | 'userCoin.swap' | 'userCoin.swapList';

/** Decimals of an index below its instrument's tick; of a value or flow, of a range or half-spread. */
const CENTS = 2;
const WORTH_DECIMALS = 6;
const RATIO_DECIMALS = 9;
/** The proposed minimum is the estimate minus this fraction: 0.5 %. */
const LEAST_PARTS = 200;

interface Sides {
  readonly from: Asset;
  readonly to: Asset;
  /** Atoms of `from`. */
  readonly amount: number;
}

/** The handlers of swaps. */
export function swapCalls(routes: RouteParts): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<'userCoin.swapList'>;
} {
  const { live, link, reads } = routes;

  function open(coin: string): Asset {
    const asset = assetOf(live, coin);
    if (live.swapTerms(asset.asset)?.open !== true) throw refuse('coin.unknown', { coin });
    return asset;
  }

  function atomsOf(text: string, { scale }: Asset, field: 'amount' | 'least'): number {
    const atoms = parseAtoms(text, scale);
    if (atoms === 'format' || atoms === 'decimals') throw refuseField(field, 'format');
    if (atoms === 'range' || atoms > MAX_ORDER_ATOMS) throw refuseField(field, 'range');
    return atoms;
  }

  function sidesOf(input: { from: string; to: string; amount: string }): Sides {
    const [from, to] = [open(input.from), open(input.to)];
    if (from.asset === to.asset) throw refuseField('to', 'range');
    return { from, to, amount: atomsOf(input.amount, from, 'amount') };
  }

  /** The side whose price is unusable, or the coin of a refusal's numbers. */
  function subject({ from, to }: Sides, code: number): Subject {
    const bad = [from, to].find(({ asset }) => {
      const { instrument = 0 } = live.swapTerms(asset) ?? {};
      return instrument !== 0 && live.priceState(instrument)?.state !== PRICE_STATE.valid;
    });
    const market = bad && live.marketOf(MARKET_TYPE.spot, bad.code, VALUE_ASSET);
    return { market, asset: code === rejects['balance.insufficient'] ? from.asset : to.asset };
  }

  /** The refusal for the exchange's answer, with the numbers of its message. */
  function refusalOf(sides: Sides, answer: { code: number; expected: number; got: number }): Refusal {
    const { to } = sides;
    if (answer.code === rejects['amount.tooSmall'])
      return refuse('amount.tooSmall', { least: decimalText(1, to.scale), coin: to.code });
    if (answer.code === rejects['swap.perMinute'])
      return refuse('swap.perMinute', {
        most: decimalText(answer.expected, WORTH_DECIMALS),
        coin: VALUE_ASSET,
      });
    // The treasury has none of it, so waiting for the next hour would not help.
    if (answer.code === rejects['swap.inventory'] && answer.expected === 0) return refuse('order.noLiquidity');
    return refusalFor(routes, answer, subject(sides, answer.code));
  }

  function command(
    { from, to, amount }: Sides,
    least: number,
    user: CommandOf<'swap.place'>['user'],
    key: CommandKey,
  ): CommandOf<'swap.place'> {
    return {
      ...{ name: 'swap.place', user, ...commandKeyWords(key) },
      ...{ from: from.asset as AssetId, to: to.asset as AssetId, amount: amount as Atoms, least: least as Atoms },
    };
  }

  function legOf(asset: number, { tick, price, flow, range, half }: SwapLegFacts): SwapLeg {
    const instrument = price === 0 ? undefined : live.instrument(live.swapTerms(asset)?.instrument ?? 0);
    return {
      symbol: instrument === undefined ? null : instrumentName(live, instrument.instrument),
      tick: instrument === undefined ? null : tick,
      price: instrument === undefined ? null : decimalText(price, instrument.tickDecimals + CENTS),
      flow: decimalText(flow, WORTH_DECIMALS),
      range: decimalText(range, RATIO_DECIMALS),
      half: decimalText(half, RATIO_DECIMALS),
    };
  }

  /** `to` per `from`, from the amounts themselves. */
  function rateText(amount: number, receive: number, from: Asset, to: Asset): Decimal {
    const { value, decimals } = rateOfUnits(
      BigInt(receive) * BigInt(10 ** from.scale),
      BigInt(amount) * BigInt(10 ** to.scale),
    );
    return decimalText(value, decimals);
  }

  /** What a swap would give now, according to the exchange. @throws {Refusal} if it would not be accepted now. */
  async function quote(
    input: { from: string; to: string; amount: string },
    { session }: UserContext,
  ): Promise<SwapQuote> {
    const sides = sidesOf(input);
    const { from, to, amount } = sides;
    const answer = await link.ask(command(sides, 1, session.coreUser, NO_KEY));
    if (answer.code !== DONE) throw refusalOf(sides, answer);
    const numbers = [...answer.numbers] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [receive, worth, fromPrice, fromFlow, fromRange, fromHalf, toPrice, toFlow, toRange, toHalf] = numbers;
    const tick = 0 as SwapLegFacts['tick'];
    const leg = (asset: Asset, price: number, flow: number, range: number, half: number): SwapLeg => ({
      ...legOf(asset.asset, { tick, price: price as SwapLegFacts['price'], flow, range, half }),
      // The execution tick is not known yet.
      tick: null,
    });
    const least = Math.max(1, receive - Math.ceil(receive / LEAST_PARTS));
    return {
      ...{ from: from.code, to: to.code, amount: decimalText(amount, from.scale) },
      ...{ receive: decimalText(receive, to.scale), least: decimalText(least, to.scale) },
      rate: rateText(amount, receive, from, to),
      worth: decimalText(worth, WORTH_DECIMALS),
      spread: decimalText(fromHalf + toHalf, RATIO_DECIMALS),
      fromLeg: leg(from, fromPrice, fromFlow, fromRange, fromHalf),
      toLeg: leg(to, toPrice, toFlow, toRange, toHalf),
    };
  }

  async function swap(
    input: { from: string; to: string; amount: string; least: string },
    { session, key }: UserContext,
  ) {
    const sides = sidesOf(input);
    const least = atomsOf(input.least, sides.to, 'least');
    const outcome = await submit(
      routes,
      session.coreUser,
      command(sides, least, session.coreUser, key),
      subject(sides, rejects['balance.insufficient']),
      (answer) => refusalOf(sides, answer),
    );
    return { id: String(outcome.result), seq: outcome.seq };
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

  function records(lines: readonly SwapOrder[]): SwapRecord[] {
    return lines.flatMap((line): SwapRecord[] => {
      const [from, to] = [live.asset(line.from), live.asset(line.to)];
      return from && to ? [recordOf(line, from, to)] : [];
    });
  }

  function recordOf(line: SwapOrder, from: Asset, to: Asset): SwapRecord {
    const { swap: id, code, amount, receive, worth } = line;
    const quoted = id < 0;
    const done = code === DONE;
    const refused = code !== 0 && !done ? asRefusalCode(code) : undefined;
    return {
      ...{ id: swapIdText(line), time: line.created, state: done ? 'done' : code === 0 ? 'waiting' : 'refused' },
      ...{ from: from.code, to: to.code, amount: decimalText(amount, from.scale) },
      least: quoted ? null : decimalText(line.least, to.scale),
      receive: done ? decimalText(receive, to.scale) : null,
      rate: done ? rateText(amount, receive, from, to) : null,
      code: refused ?? null,
      key: refused === undefined ? null : codes[refused].key,
      ended: line.ended === 0 ? null : line.ended,
      worth: worth === 0 ? null : decimalText(worth, WORTH_DECIMALS),
      fromLeg: worth === 0 ? null : legOf(line.from, line.fromLeg),
      toLeg: worth === 0 ? null : legOf(line.to, line.toLeg),
      seq: line.seq,
    };
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
        return yield* mapParts(reads.swapParts(session.coreUser, filter), records);
      },
    },
  };
}

/** The id of a swap in calls: its own, or for one executed from a quote that of its command. */
export function swapIdText({ swap }: Pick<SwapOrder, 'swap'>): string {
  return String(swap < 0 ? -swap : swap);
}
