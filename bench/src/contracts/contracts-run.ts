// The stream of bench/stream.md as contract orders: a buy opens a long, a sell a short. Half of the users use cross
// margin, half isolated.
// So every fill writes positions, margins, requirements and triggers.

import { type Command, encodeCommand } from '@vitrine/core';
import { MARGIN_MODE, WALLET } from '@vitrine/core/enum';
import { BEGIN_MS, FIRST_USER, keyOf, worldCommands } from '../core/core-world.ts';
import type { Kit } from '../core/core-run.ts';
import { random, type Stream } from '../sockets/stream.ts';

/** The contract on the instrument of stream market n. */
export const CONTRACT = 1_000;
const LEVERAGE = 10;
/** Half of each user's balance of each quote asset. */
const MOVED = 2_000_000_000_000;
/** Markets above this number are quoted in the second asset. */
const FIRST_QUOTE = 50;

/** Tiers of each group as at the first start: value limit, maintenance rate in millionths, maximum leverage. */
const TIERS = [
  { cap: 50_000_000_000, rate: 4_000, leverage: 125 },
  { cap: 250_000_000_000, rate: 5_000, leverage: 100 },
  { cap: 1_000_000_000_000, rate: 10_000, leverage: 50 },
  { cap: 5_000_000_000_000, rate: 25_000, leverage: 20 },
  { cap: 100_000_000_000_000, rate: 50_000, leverage: 10 },
];

function command(fields: { readonly name: Command['name'] } & Record<string, unknown>): Float64Array {
  return encodeCommand(fields as unknown as Command);
}

/** The world of the spot stream, with a contract on each instrument and money in the contract wallets. */
function world(stream: Stream): Float64Array[] {
  const [genesis, ...rest] = worldCommands(stream);
  if (genesis === undefined) throw new Error('Expected a genesis.');
  const next = random(stream.shape.seed + 3);
  const listed = Array.from({ length: stream.shape.markets }, (_, at) =>
    command({
      name: 'contract.list',
      ...{ market: CONTRACT + at + 1, type: WALLET.uContract, instrument: at + 1, settle: at < FIRST_QUOTE ? 1 : 2 },
      ...{ tickDecimals: 1, lotDecimals: 5, perLot: 1, face: 0, minValue: 1_000_000, maxValue: 10 ** 13 },
      ...{ impact: 20_000_000_000, fundingHours: 8, tiers: TIERS },
    }),
  );
  const fees = command({
    name: 'contract.fees',
    tiers: [200, 160, 140, 120, 80].map((maker, at) => ({ maker, taker: 500 - at * 50 })),
  });
  const moved: Float64Array[] = [];
  const quotes = stream.shape.markets > FIRST_QUOTE ? 2 : 1;
  for (let user = FIRST_USER; user < FIRST_USER + stream.shape.users; user += 1)
    for (let asset = 1; asset <= quotes; asset += 1)
      moved.push(
        command({
          name: 'wallet.transfer',
          ...{
            user,
            ...keyOf(BEGIN_MS, next),
            from: WALLET.spot,
            to: WALLET.uContract,
            asset,
            amount: MOVED,
            market: 0,
          },
        }),
      );
  return [genesis, fees, ...listed, ...rest, ...moved];
}

function place(stream: Stream, at: number, time: number, next: () => number): Float64Array {
  const user = (stream.user[at] as number) + FIRST_USER - 1;
  return command({
    name: 'contract.place',
    ...{ user, ...keyOf(time, next), market: CONTRACT + (stream.market[at] as number), direction: stream.side[at] },
    ...{
      marginMode: user % 2 === 0 ? MARGIN_MODE.cross : MARGIN_MODE.isolated,
      leverage: LEVERAGE,
      type: 1,
      timeInForce: 1,
    },
    ...{ price: stream.price[at], lots: stream.lots[at], trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
    ...{ guardBy: 1, selfTrade: 1 },
  });
}

/** The stream's orders as contract orders. */
export const CONTRACTS: Kit = { world, place };
