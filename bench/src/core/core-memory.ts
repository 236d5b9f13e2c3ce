// A bench process: memory of 1,048,000 live orders, bytes. Prints one line of JSON.

import { CANCEL, PLACE, type Stream } from '../sockets/stream.ts';
import { BEGIN_MS, placeCommand, tickCommand, worldCommands } from './core-world.ts';
import { DONE, openExchange } from '@vitrine/core';

const MARKETS = 5;
/** With 200 orders in each of five markets they fill a table that has grown to 2^20 rows. */
const USERS = 1_048;
/** The most open orders of a user in one market (money §2). */
const ORDERS = 200;
const BATCH = 1_000;
/** Prices of the orders: 2,000 per side and market, so that 50 orders share a price. */
const MIDDLE = 600_000;
const PRICES = 2_000;

/** Orders that do not match only; every user has the maximum. */
function resting(): Stream {
  const count = MARKETS * USERS * ORDERS;
  const stream = {
    shape: { markets: MARKETS, users: USERS, depth: USERS * ORDERS, commands: 0, seed: 1 },
    count,
    filling: count,
    kind: new Uint8Array(count).fill(PLACE),
    market: new Int32Array(count),
    user: new Int32Array(count),
    side: new Uint8Array(count),
    price: new Int32Array(count),
    lots: new Int32Array(count).fill(10),
    target: new Int32Array(count),
    fills: 0,
    lotsFilled: 0,
    crossing: 0,
    cancels: 0,
  };
  for (let at = 0; at < count; at += 1) {
    stream.market[at] = (at % MARKETS) + 1;
    stream.user[at] = (((at - (at % MARKETS)) / MARKETS) % USERS) + 1;
    const turn = (at - (at % (MARKETS * USERS))) / (MARKETS * USERS);
    stream.side[at] = (turn % 2) + 1;
    const far = 1 + ((at * 7919) % PRICES);
    stream.price[at] = turn % 2 === 0 ? MIDDLE - far : MIDDLE + far;
  }
  return stream;
}

function held(): number {
  if (globalThis.gc === undefined) throw new Error('Expected node --expose-gc.');
  globalThis.gc();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

const stream = resting();
const exchange = openExchange();
exchange.advance(BEGIN_MS);
for (const record of worldCommands(stream)) exchange.apply(record, 0);
exchange.apply(tickCommand(MARKETS), 0);
exchange.takeEvents();
const before = held();
for (let at = 0; at < stream.count; at += 1) {
  if (stream.kind[at] === CANCEL) throw new Error('Expected resting orders only.');
  // Commands of the server: their keys are not kept, so keys do not count as memory of orders.
  const code = exchange.apply(
    placeCommand(stream, at, 0, () => 0),
    0,
  );
  if (code !== DONE) throw new Error(`Order ${at}: expected it to rest, got code ${code}.`);
  if (at % BATCH === BATCH - 1) exchange.takeEvents();
}
exchange.takeEvents();
const bytes = held() - before;
// Read after the measurement, so that the exchange is still referenced during it.
const end = exchange.seq;
console.log(JSON.stringify({ bytes, orders: stream.count, end }));
