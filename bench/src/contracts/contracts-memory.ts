// A bench process: memory of 65,000 positions, cross or isolated, and as many contract orders in the books, in bytes.
// contracts-memory.ts cross|isolated → one line of JSON.

import { setTimeout } from 'node:timers/promises';
import { type Command, DONE, encodeCommand, openExchange } from '@vitrine/core';
import { POSITION_SIDE } from '@vitrine/core/enum';
import { CONTRACT, CONTRACTS } from './contracts-run.ts';
import { BEGIN_MS, FIRST_USER, tickCommand } from '../core/core-world.ts';
import { MIDDLE, type Stream } from '../sockets/stream.ts';

const MARKETS = 32;
/** With both sides of 32 markets open, they almost fill tables that have grown to 2^16 rows. */
const USERS = 1_022;
const BATCH = 500;
const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
/** Distance of the orders from the middle price, ticks. */
const FAR = 10_000;
const ROUNDS = 8;
const PAUSE_MS = 30;

const [asked] = process.argv.slice(2);
if (asked !== 'cross' && asked !== 'isolated') throw new Error(`Expected 'cross' or 'isolated', got '${asked}'.`);
const marginMode = asked === 'cross' ? 1 : 2;
const shape = { markets: MARKETS, users: USERS, depth: 0, commands: 0, seed: 1 };
const exchange = openExchange();

/** Freed buffers are returned some time after the collection that finds them, so it collects until nothing changes. */
async function held(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Expected node --expose-gc.');
  for (let round = 0; round < ROUNDS; round += 1) {
    globalThis.gc();
    await setTimeout(PAUSE_MS);
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

function apply(words: Float64Array): void {
  const code = exchange.apply(words, 0);
  if (code !== DONE)
    throw new Error(
      `Expected all to be done, got code ${code} for kind ${words[0]}, expected ${exchange.expected}, got ${exchange.got}.`,
    );
}

let done = 0;
function place(user: number, market: number, direction: number, price: number): void {
  apply(
    encodeCommand({
      name: 'contract.place',
      ...{ user, ...NO_KEY, market, direction, marginMode, leverage: 10, type: 1, timeInForce: 1, price },
      ...{ lots: 10, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 1, selfTrade: 1 },
    } as unknown as Command),
  );
  done += 1;
  if (done % BATCH === 0) exchange.takeEvents();
}

exchange.advance(BEGIN_MS);
for (const words of CONTRACTS.world({ shape } as Stream)) apply(words);
apply(tickCommand(MARKETS));
exchange.takeEvents();
// Every user ordered in every market before: holdings, order accounts and contract wallets do not count as positions.
for (let market = CONTRACT + 1; market <= CONTRACT + MARKETS; market += 1)
  for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 1) {
    place(user, market, POSITION_SIDE.long, MIDDLE - FAR);
    apply(encodeCommand({ name: 'order.cancelAll', user, ...NO_KEY, market } as unknown as Command));
  }
exchange.takeEvents();
const before = await held();
for (let market = CONTRACT + 1; market <= CONTRACT + MARKETS; market += 1)
  for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 2)
    for (const [seller, buyer] of [
      [user, user + 1],
      [user + 1, user],
    ] as const) {
      place(seller, market, POSITION_SIDE.short, MIDDLE);
      place(buyer, market, POSITION_SIDE.long, MIDDLE);
    }
exchange.takeEvents();
const rested = await held();
const positions = rested - before;
for (let market = CONTRACT + 1; market <= CONTRACT + MARKETS; market += 1)
  for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 1) {
    place(user, market, POSITION_SIDE.long, MIDDLE - FAR);
    place(user, market, POSITION_SIDE.short, MIDDLE + FAR);
  }
exchange.takeEvents();
const orders = (await held()) - rested;
const count = 2 * MARKETS * USERS;
// Read after the measurements, so that the exchange is still referenced during them.
console.log(JSON.stringify({ count, positions, orders, end: exchange.seq }));
