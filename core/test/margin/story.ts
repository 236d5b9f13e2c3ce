// Stories of margin wallets: three who owe all they may, and random commands on top of it.

import { expect } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY } from '../kit/world.ts';
import { CROSS, HOUR, ISOLATED, MarginWorld } from './kit.ts';
import { withSlotEnd } from '../kit/slots.ts';

type Pick = (below: number) => number;

const MAKER_LEVELS = 5;

/** Indexes in ticks. */
interface Indexes {
  first: number;
  second: number;
  /** Levels the house quoted last, by market. */
  quoted: { side: number; price: number; lots: number }[][];
}

/** One command of any kind that touches margin, mostly sound; borrowing goes near to what one may. */
function any(pick: Pick, world: Indexes, most: (one: Command) => number): Command {
  const user = ANNA + pick(3);
  const wallet = pick(3) === 0 ? CROSS : ISOLATED;
  const market = wallet === ISOLATED ? 1 + pick(2) : 0;
  const asset = [BTC, ETH, USDT][pick(3)]!;
  switch (pick(16)) {
    case 0:
    case 1:
    case 2: {
      const out = pick(4) === 0;
      const amount = 1 + pick(asset === BTC ? 60 : 3_000);
      return command('wallet.transfer', {
        ...{ user, ...NO_KEY, from: out ? wallet : 1, to: out ? 1 : wallet, asset, amount, market },
      });
    }
    case 3:
    case 4:
    case 5: {
      const of = { user, ...NO_KEY, wallet, market, asset };
      const more = most(command('debt.borrow', { ...of, amount: 1 }));
      const amount = pick(4) === 0 ? more + pick(30) : Math.ceil((more * (60 + pick(41))) / 100);
      return command('debt.borrow', { ...of, amount: Math.max(1, amount) });
    }
    case 6:
      return command('debt.repay', { user, ...NO_KEY, wallet, market, asset, amount: 1 + pick(2_000) });
    case 7:
      return command('debt.leverage', { user, ...NO_KEY, wallet, market, leverage: [3, 5, 10][pick(3)]! });
    case 8:
      return command('order.cancelAll', { user, ...NO_KEY, market: pick(2) });
    case 9:
    case 10: {
      const jump = [1, 1, 4, 14][pick(4)]!;
      world.first = Math.max(20, Math.min(300, world.first + jump * (pick(21) - 10)));
      world.second = Math.max(10, Math.min(150, world.second + jump * (pick(11) - 5)));
      const bad = pick(10) === 0 ? 1 : 3;
      return command('ticks', {
        ticks: [world.first, world.second].map((price, at) => ({
          ...{ instrument: at + 1, price: price * 100 + pick(100), spread: 0, used: at === 0 ? bad : 3, total: 3 },
        })),
        quotes: [],
      });
    }
    case 11:
    case 12: {
      const of = 1 + pick(2);
      const index = of === 1 ? world.first : world.second;
      const gone = (world.quoted[of] ?? []).map((level) => ({ ...level, lots: 0 }));
      const levels = Array.from({ length: MAKER_LEVELS }, (_, step) => [
        { side: 1, price: Math.max(1, index - 1 - step), lots: pick(90) },
        { side: 2, price: index + 1 + step, lots: pick(90) },
      ]).flat();
      world.quoted[of] = levels;
      // Each level once: the event says what is in the book, and a level named twice would not say that it lost its priority.
      const left = gone.filter((one) => levels.every(({ side, price }) => side !== one.side || price !== one.price));
      return command('maker.quote', { market: of, levels: [...left, ...levels] });
    }
    default: {
      const of = market === 0 ? 1 + pick(2) : market;
      const index = of === 1 ? world.first : world.second;
      const type = pick(5) === 0 ? 1 + pick(6) : 1;
      const atMarket = type % 2 === 0;
      const price = Math.max(1, index + pick(21) - 10);
      return command('order.place', {
        ...{ user, ...NO_KEY, market: of, wallet: pick(4) === 0 ? 1 : wallet, side: 1 + pick(2), type },
        ...{ timeInForce: atMarket ? 1 + pick(3) : 1 + pick(4), price: atMarket ? 0 : price, lots: 1 + pick(40) },
        ...{ amount: 0, trigger: type > 2 ? price : 0, triggerBy: 1 + pick(2), selfTrade: 1 + pick(3) },
      });
    }
  }
}

export interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** Three who owe as much as they may: one long of BTC, one short of it over all wallets, one short of ETH. */
export function owing(pick: Pick, Of = MarginWorld): MarginWorld {
  const world = new Of({ insurance: pick(3) * 2_000 });
  world.quoteAround(1, 100, 2_000);
  world.quoteAround(2, 50, 2_000);
  const most = (user: number, wallet: number, asset: number, market?: number): number => {
    const more = world.ask(world.borrowOf(user, wallet, asset, 1, market)).numbers[5]!;
    return world.must(world.borrowOf(user, wallet, asset, more, market));
  };
  const trade = (user: number, fields: { readonly [field: string]: number }): void => {
    world.place(user, { type: 2, timeInForce: 2, ...fields });
  };
  world.put(ANNA, ISOLATED, USDT, 1_000);
  trade(ANNA, { wallet: ISOLATED, side: 1, lots: Math.floor((most(ANNA, ISOLATED, USDT) + 1_000) / 110) });
  world.put(BEN, CROSS, USDT, 4_000);
  trade(BEN, { wallet: CROSS, side: 2, lots: most(BEN, CROSS, BTC) });
  world.put(CARL, ISOLATED, USDT, 2_000, 2);
  trade(CARL, { wallet: ISOLATED, market: 2, side: 2, lots: Math.floor(most(CARL, ISOLATED, ETH, 2) / 10) });
  world.quote(1, gone(100));
  world.quote(2, gone(50));
  return world;
}

/** The quotes of a market removed. */
function gone(index: number): [number, number, number][] {
  return [1, 2, 3, 4].flatMap((step): [number, number, number][] => [
    [1, index - step, 0],
    [2, index + step, 0],
  ]);
}

/** Drives a world of its own; gives it and what was sent. */
export function drive(
  from: number,
  count: number,
  Of = MarginWorld,
): { world: MarginWorld; steps: Step[]; codes: Map<number, number> } {
  const pick = random(from);
  const world = owing(pick, Of);
  const prices = { first: 100, second: 50, quoted: [] };
  const steps: Step[] = [];
  const codes = new Map<number, number>();
  for (let step = 0; step < count; step += 1) {
    if (pick(4) === 0) world.time += pick(12) === 0 ? pick(5) * HOUR + pick(1_000) : pick(3_000);
    world.exchange.advance(world.time);
    const advanced = world.exchange.digest();
    const one = any(pick, prices, (asked) => world.ask(asked).numbers[5] ?? 100);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    const reply = world.send(one);
    for (const each of withSlotEnd([one])) steps.push({ time: world.time, words: encodeCommand(each) });
    codes.set(reply.code, (codes.get(reply.code) ?? 0) + 1);
    if (reply.code !== 200) expect(world.exchange.digest(), `${one.name}: ${reply.code}`).toBe(advanced);
  }
  return { world, steps, codes };
}
