// The setup of our core before the stream of bench/stream.md: listings, users with referrers, money.

import { activations, type Command, encodeCommand } from '@vitrine/core';
import { MIDDLE, random, type Stream } from '../sockets/stream.ts';

/** The stream's start: 2026-01-01 00:00 UTC. */
export const BEGIN_MS = 1_767_225_600_000;
/** The market maker is user 1: user n of the stream is user n + 1 of the exchange. */
export const FIRST_USER = 2;
/** A third of the users were referred by an earlier one. */
const REFERRED = 1 / 3;
/** Number of base coins with many markets: two quotes per base. */
const BASES = 50;
const QUOTES = 2;
/** Each user's balance of each asset: 4 million USDT, 40,000 coins. With 1,000 users the sum is under 2^52. */
const FUNDS = 4_000_000_000_000;
const CENTS_A_TICK = 100;
const SOURCES = 3;

const BITS_24 = 2 ** 24;

/** A letter pair for a number under 676: generates asset codes. */
function letters(n: number): string {
  return String.fromCharCode(65 + (n - (n % 26)) / 26, 65 + (n % 26));
}

/** Converts the stream's numbers to the branded integers of commands. */
function command(fields: { readonly name: Command['name'] } & Record<string, unknown>): Float64Array {
  return encodeCommand(fields as unknown as Command);
}

/** The key fields of a user's command at a time, as from a browser's UUID v7. */
export function keyOf(time: number, next: () => number): Record<string, number> {
  const bits48 = (): number => Math.floor(next() * BITS_24) * BITS_24 + Math.floor(next() * BITS_24);
  return { keyTime: time, keyHigh: bits48(), keyLow: bits48(), bodyHash: bits48() };
}

function assets(): Record<string, unknown>[] {
  const quotes = Array.from({ length: QUOTES }, (_, at) => ({
    asset: at + 1,
    code: code(`US${letters(at)}`),
    scale: 6,
  }));
  const bases = Array.from({ length: BASES }, (_, at) => ({
    asset: QUOTES + 1 + at,
    code: code(`C${letters(at)}`),
    scale: 8,
  }));
  return [...quotes, ...bases];
}

/** Base-37 of A–Z and 0–9, as the schema packs text; only letters here. */
function code(text: string): number {
  let packed = 0;
  for (const letter of text) packed = packed * 37 + letter.charCodeAt(0) - 64;
  return packed;
}

/** The commands before the stream, each with its time: genesis, users, money. */
export function worldCommands(stream: Stream): Float64Array[] {
  const { markets, users } = stream.shape;
  const next = random(stream.shape.seed + 1);
  const listed = Array.from({ length: markets }, (_, at) => ({
    number: at + 1,
    base: QUOTES + 1 + (at % BASES),
    quote: 1 + (at < BASES ? 0 : 1),
  }));
  const out = [
    command({
      name: 'genesis',
      mode: 1,
      assets: assets(),
      instruments: listed.map(({ number, base, quote }) => ({
        instrument: number,
        base: code(`C${letters(base - QUOTES - 1)}`),
        quote: code(`US${letters(quote - 1)}`),
        category: 1,
        calendar: 0,
        tickDecimals: 1,
      })),
      markets: listed.map(({ number, base, quote }) => ({
        market: number,
        type: 1,
        instrument: number,
        base,
        quote,
        tickDecimals: 1,
        lotDecimals: 5,
        atomsPerTickLot: 1,
        baseAtomsPerLot: 1_000,
        minValue: 1_000_000,
        maxValue: 10 ** 13,
      })),
      tiers: [
        { volume: 0, maker: 1_000, taker: 1_000 },
        { volume: 1_000_000, maker: 900, taker: 1_000 },
        { volume: 5_000_000, maker: 800, taker: 900 },
        { volume: 20_000_000, maker: 600, taker: 800 },
        { volume: 100_000_000, maker: 400, taker: 600 },
      ],
      safetyShare: 100_000,
      firstShare: 200_000,
      secondShare: 100_000,
      thirdShare: 50_000,
      funds: [],
      practice: Array.from({ length: QUOTES + BASES }, (_, at) => ({ asset: at + 1, amount: FUNDS })),
      seedHash: [],
    }),
    // Measures the newest rules.
    ...activations(1).map(encodeCommand),
  ];
  for (let user = FIRST_USER; user < FIRST_USER + users; user += 1) {
    const referrer = user > FIRST_USER && next() < REFERRED ? FIRST_USER + Math.floor(next() * (user - FIRST_USER)) : 0;
    out.push(command({ name: 'user.open', referrer }));
  }
  for (let user = FIRST_USER; user < FIRST_USER + users; user += 1)
    out.push(command({ name: 'practice.claim', user, ...keyOf(BEGIN_MS, next) }));
  return out;
}

/** One index tick of every instrument, from three sources. */
export function tickCommand(markets: number): Float64Array {
  const numbers = Array.from({ length: markets }, (_, at) => at + 1);
  return command({
    name: 'ticks',
    ticks: numbers.map((instrument) => ({
      instrument,
      price: MIDDLE * CENTS_A_TICK,
      spread: CENTS_A_TICK,
      used: SOURCES,
      total: SOURCES,
    })),
    quotes: numbers.flatMap((instrument) =>
      Array.from({ length: SOURCES }, (_, at) => ({
        instrument,
        source: at + 1,
        offset: at - 1,
        age: 100 * at,
        state: 1,
      })),
    ),
  });
}

/** An order of the stream as our command. */
export function placeCommand(stream: Stream, at: number, time: number, next: () => number): Float64Array {
  return command({
    name: 'order.place',
    user: (stream.user[at] as number) + FIRST_USER - 1,
    ...keyOf(time, next),
    market: stream.market[at],
    wallet: 1,
    side: stream.side[at],
    type: 1,
    timeInForce: 1,
    price: stream.price[at],
    lots: stream.lots[at],
    amount: 0,
    trigger: 0,
    triggerBy: 1,
    selfTrade: 1,
  });
}

/** A cancel of the stream; the order's id is filled in later, when the core assigns it. */
export function cancelCommand(stream: Stream, at: number, time: number, next: () => number): Float64Array {
  return command({
    name: 'order.cancel',
    user: (stream.user[at] as number) + FIRST_USER - 1,
    ...keyOf(time, next),
    order: 1,
  });
}
