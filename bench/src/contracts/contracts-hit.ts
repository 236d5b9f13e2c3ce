// A bench process: 100,000 isolated longs of as many users against the market maker, with triggers three cents apart.
// Prints one line of JSON: a tick that triggers none, one that triggers 100, a scan of all, and the liquidation of all.

import { activations, type Command, decodeEvents, DONE, encodeCommand, openExchange } from '@vitrine/core';
import { MARKET_TYPE, POSITION_SIDE } from '@vitrine/core/enum';
import { median } from '../part.ts';

const POSITIONS = 100_000;
const HIT = 100;
/** Measurements of triggered positions, each on another hundred. The fastest counts, for the scans too. */
const ROUNDS = 21;
const BEGIN = 1_767_225_600_000;
const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
const MARKET = 100;
const USDT = 1;
/** 60,000.0 USDT; a lot is 0.00001. */
const PRICE = 600_000;
const LOTS = 100;
const TIERS = [
  { cap: 50_000_000_000, rate: 4_000, leverage: 125 },
  { cap: 250_000_000_000, rate: 5_000, leverage: 100 },
  { cap: 20_000_000_000_000, rate: 50_000, leverage: 10 },
];

const exchange = openExchange();
let time = BEGIN;

function apply(fields: { readonly name: Command['name'] } & Record<string, unknown>): number {
  const code = exchange.apply(encodeCommand(fields as unknown as Command), 0);
  if (code !== DONE)
    throw new Error(
      `Expected ${fields.name} to be done, got code ${code}, expected ${exchange.expected}, got ${exchange.got}.`,
    );
  return exchange.result;
}

function tick(cents: number): Float64Array {
  return encodeCommand({
    name: 'ticks',
    ticks: [{ instrument: 1, price: cents, spread: 0, used: 3, total: 3 }],
    quotes: [],
  } as unknown as Command);
}

/** What the ticks cause is done with it. */
const SLOT_END = encodeCommand({ name: 'slot.end' });

/** The house's bids and asks, each below what one order may be. */
function quote(price: number, lots: number): void {
  apply({
    name: 'maker.quote',
    market: MARKET,
    levels: [{ side: price < PRICE ? 1 : 2, price, lots }],
  });
}

function code(text: string): number {
  let packed = 0;
  for (const letter of text) packed = packed * 37 + letter.charCodeAt(0) - 64;
  return packed;
}

exchange.advance(time);
apply({
  name: 'genesis',
  mode: 1,
  assets: [
    { asset: USDT, code: code('USDT'), scale: 6 },
    { asset: 2, code: code('BTC'), scale: 8 },
  ],
  instruments: [{ instrument: 1, base: code('BTC'), quote: code('USDT'), category: 1, calendar: 0, tickDecimals: 1 }],
  markets: [
    {
      ...{ market: 1, type: 1, instrument: 1, base: 2, quote: USDT, tickDecimals: 1, lotDecimals: 5 },
      ...{ atomsPerTickLot: 1, baseAtomsPerLot: 1_000, minValue: 1_000_000, maxValue: 10 ** 13 },
    },
  ],
  tiers: [{ volume: 0, maker: 1_000, taker: 1_000 }],
  ...{ safetyShare: 100_000, firstShare: 200_000, secondShare: 100_000, thirdShare: 50_000 },
  funds: [
    { class: 1, asset: USDT, amount: 10 ** 15 },
    { class: 10, asset: USDT, amount: 10 ** 13 },
  ],
  practice: [{ asset: USDT, amount: 1_000_000_000 }],
  seedHash: [],
});
for (const one of activations(1)) apply(one);
apply({ name: 'contract.fees', tiers: [{ maker: 200, taker: 500 }] });
apply({
  name: 'contract.list',
  ...{
    market: MARKET,
    type: MARKET_TYPE.linear,
    instrument: 1,
    settle: USDT,
    tickDecimals: 1,
    lotDecimals: 5,
    perLot: 1,
    face: 0,
  },
  ...{ minValue: 1_000_000, maxValue: 10 ** 13, impact: 10 ** 14, fundingHours: 8, tiers: TIERS },
});
apply({ name: 'maker.transfer', from: 1, to: 2, asset: USDT, amount: 9 * 10 ** 14 });
exchange.takeEvents();

const triggers = new Float64Array(POSITIONS);
let began = performance.now();
for (let at = 0; at < POSITIONS; at += 1) {
  if (at % 250 === 0) {
    time += 20;
    exchange.advance(time);
    exchange.apply(tick(PRICE * 100), 0);
    exchange.apply(SLOT_END, 0);
    quote(PRICE, 40_000);
  }
  const user = apply({ name: 'user.open', referrer: 0 });
  apply({ name: 'practice.claim', user, ...NO_KEY });
  apply({ name: 'wallet.transfer', user, ...NO_KEY, from: 1, to: 2, asset: USDT, amount: 900_000_000, market: 0 });
  apply({
    ...{ name: 'contract.place', user, ...NO_KEY, market: MARKET, direction: 1, marginMode: 2, leverage: 20 },
    ...{ type: 1, timeInForce: 1, price: PRICE, lots: LOTS, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
    ...{ guardBy: 1, selfTrade: 1 },
  });
  exchange.takeEvents();
}
const opened = performance.now() - began;
// A cent of the mark is one atom of a position’s value: three atoms more margin move a trigger three cents lower.
for (const words of [exchange.seed()])
  for (const event of decodeEvents(words)) {
    if (event.name !== 'position.changed' || event.side !== POSITION_SIDE.long) continue;
    const at = event.user - 2;
    if (at >= 1)
      apply({
        name: 'position.margin',
        user: event.user,
        ...NO_KEY,
        position: event.position,
        flag: 1,
        amount: 3 * at,
      });
    if (at % 1_000 === 999) exchange.takeEvents();
  }
exchange.takeEvents();
for (const event of decodeEvents(exchange.seed())) {
  if (event.name !== 'position.changed' || event.side !== POSITION_SIDE.long) continue;
  const at = event.user - 2;
  triggers[at] = event.liquidation;
}

/** The cost without an index: check each position for liquidation. */
const { parts } = exchange as unknown as { readonly parts: { readonly risk: { scan(market: number): number } } };

/** Milliseconds of one tick, and the number of positions it liquidated. */
function measure(cents: number): { readonly took: number; readonly steps: number } {
  time += 1_000;
  exchange.advance(time);
  const words = tick(cents);
  const from = performance.now();
  const result = exchange.apply(words, 0);
  exchange.apply(SLOT_END, 0);
  const took = performance.now() - from;
  if (result !== DONE) throw new Error(`Expected a tick to be taken, got code ${result}.`);
  let steps = 0;
  for (const event of decodeEvents(exchange.takeEvents())) if (event.name === 'liquidation.step') steps += 1;
  return { took, steps };
}

const first = triggers[0] as number;
const nothing: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) nothing.push(measure(first + 1 + round).took);
const hits: number[] = [];
const scans: number[] = [];
let gone = 0;
let levelOf = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const mark = triggers[gone + HIT - 1] as number;
  const level = Math.floor(mark / 100);
  exchange.advance(time);
  if (levelOf !== 0 && levelOf !== level) quote(levelOf, 0);
  levelOf = level;
  quote(level, 20_000);
  let from = performance.now();
  const found = parts.risk.scan(MARKET);
  scans.push(performance.now() - from);
  const { took, steps } = measure(mark);
  if (steps !== HIT || found !== 0)
    throw new Error(
      `Expected ${HIT} liquidations at ${mark}, the tick made ${steps}, the scan before it found ${found}.`,
    );
  hits.push(took);
  gone += HIT;
}
// Liquidates all remaining positions, in as many batches as needed.
exchange.advance(time);
const last = triggers[POSITIONS - 1] as number;
quote(levelOf, 0);
for (let level = 0; level < 40; level += 1) quote(Math.floor(last / 100) - level, 400_000);
exchange.takeEvents();
began = performance.now();
time += 1_000;
exchange.advance(time);
exchange.apply(tick(last), 0);
exchange.apply(SLOT_END, 0);
let batches = 1;
let longest = performance.now() - began;
exchange.readEvents();
while (exchange.hasWork()) {
  const from = performance.now();
  time += 20;
  exchange.advance(time);
  exchange.readEvents();
  const took = performance.now() - from;
  if (took > longest) longest = took;
  batches += 1;
}
const all = performance.now() - began;
let left = 0;
for (const event of decodeEvents(exchange.seed()))
  if (event.name === 'position.changed' && event.side === POSITION_SIDE.long && event.user > 1) left += 1;
console.log(
  JSON.stringify({
    positions: POSITIONS,
    opened,
    nothing: median(nothing),
    hit: Math.min(...hits),
    scan: Math.min(...scans),
    all,
    batches,
    longest,
    liquidated: POSITIONS - gone - left,
    left,
  }),
);
