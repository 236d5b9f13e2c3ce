// Commands of contracts at random, mostly sound: ids among those given so far, prices around the index.

import { type Command, decodeEvents, type EventOf, type ExchangeEvent } from '../../src/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { NO_KEY } from '../kit/world.ts';
import { COIN, COIN_WALLET, ContractWorld, HOURLY, U, U_WALLET } from './kit.ts';

export type Pick = (below: number) => number;

/** A small deterministic generator (mulberry32). */
export function random(seed: number): Pick {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** What a run looks at to make sound commands. */
export interface Observer {
  positionOf(user: number, market: number, side: number): EventOf<'position.changed'> | undefined;
  readonly emitted: ReadonlyMap<string, EventOf<'position.changed'>>;
  readonly leverages: ReadonlyMap<string, number>;
  readonly orders: ReadonlyMap<number, { readonly user: number; readonly id: number }>;
}

function eyesOf(world: ContractWorld): Observer {
  const { contracts } = world;
  const { emitted, leverages } = contracts;
  return { positionOf: contracts.positionOf.bind(contracts), emitted, leverages, orders: world.audit.orders };
}

/** Eyes that only read: for worlds whose events no auditor folds. */
export class PlainObserver implements Observer {
  readonly emitted = new Map<string, EventOf<'position.changed'>>();
  readonly leverages = new Map<string, number>();
  readonly orders = new Map<number, { readonly user: number; readonly id: number }>();
  readonly names = new Map<string, number>();

  read(words: Float64Array): ExchangeEvent[] {
    const events = [...decodeEvents(words)];
    for (const event of events) {
      this.names.set(event.name, (this.names.get(event.name) ?? 0) + 1);
      if (event.name === 'position.changed') this.emitted.set(`${event.user} ${event.market} ${event.side}`, event);
      if (event.name === 'leverage.changed')
        this.leverages.set(`${event.user} ${event.market} ${event.marginMode}`, event.leverage);
      if (event.name === 'contract.opened') this.orders.set(event.order, { user: event.user, id: event.order });
      if (event.name === 'order.closed') this.orders.delete(event.order);
    }
    return events;
  }

  positionOf(user: number, market: number, side: number): EventOf<'position.changed'> | undefined {
    const event = this.emitted.get(`${user} ${market} ${side}`);
    return event === undefined || event.lots === 0 ? undefined : event;
  }
}

/** What a run remembers beside the world: the index, the ids of orders. */
export class Run {
  first = 100;
  second = 50;
  readonly orders: number[] = [];
  readonly world: ContractWorld;
  readonly pick: Pick;

  /** Nobody is liquidated, no funding is settled: leverage stays low, prices near, time short. */
  readonly calm: boolean;

  readonly eyes: Observer;

  constructor(world: ContractWorld, seed: number, calm = false, eyes: Observer = eyesOf(world)) {
    this.world = world;
    this.eyes = eyes;
    this.pick = random(seed);
    this.calm = calm;
  }

  private near(market: number, spread: number): number {
    const index = market === HOURLY ? this.second : this.first;
    return Math.max(1, index - spread + this.pick(2 * spread + 1));
  }

  private market(): number {
    const at = this.pick(10);
    return at < 5 ? U : at < 8 ? COIN : HOURLY;
  }

  /** A position and its user, mostly his own. */
  private position(): { readonly user: number; readonly position: number } {
    const { pick } = this;
    const user = 2 + pick(3);
    const all = [...this.eyes.emitted.values()].filter((one) => one.lots > 0 && one.user !== 1);
    if (all.length === 0 || pick(20) === 0) return { user, position: 1 + pick(40) };
    const one = all[pick(all.length)]!;
    return { user: pick(20) === 0 ? user : one.user, position: one.position };
  }

  /** Prices that wander, at times far at once. */
  tick(): Command {
    const { pick } = this;
    const far = pick(12) === 0 && !this.calm ? 12 : 3;
    const [least, most] = this.calm ? [92, 108] : [30, 300];
    this.first = Math.min(most, Math.max(least, this.first - far + pick(2 * far + 1)));
    this.second = Math.min(this.calm ? 54 : 200, Math.max(this.calm ? 46 : 15, this.second - 2 + pick(5)));
    return this.world.ticks([this.first * 100 + pick(100), this.second * 100 + pick(100)]);
  }

  place(user: number): Command {
    const { pick } = this;
    const market = this.market();
    const holds = [1, 2].filter((side) => this.eyes.positionOf(user, market, side) !== undefined);
    const direction = holds.length === 0 && pick(10) > 0 ? 1 + pick(2) : 1 + pick(4);
    const opening = direction < 3;
    const type = pick(4) === 0 ? 1 + pick(6) : 1 + (pick(4) === 0 ? 1 : 0);
    const atMarket = type % 2 === 0;
    const known = this.eyes;
    const side = 2 - (direction % 2);
    const held = known.positionOf(user, market, side);
    const mode = held?.marginMode ?? 1 + pick(2);
    const leverage = known.leverages.get(`${user} ${market} ${mode}`) ?? [1, 3, 10, 20, 50][pick(this.calm ? 2 : 5)]!;
    const guards = opening && pick(5) === 0;
    return this.world.contractOf(user, {
      ...{ market, direction, marginMode: mode, type },
      leverage: opening ? (pick(12) === 0 ? 1 + pick(this.calm ? 4 : 50) : leverage) : 0,
      timeInForce: atMarket ? 1 + pick(3) : 1 + pick(4),
      price: atMarket ? 0 : this.near(market, 4),
      lots: 1 + pick(pick(4) === 0 ? 60 : 12),
      trigger: type > 2 ? this.near(market, 6) : 0,
      triggerBy: 1 + pick(2),
      stopProfit: guards ? this.near(market, 10) : 0,
      stopLoss: guards ? this.near(market, 10) : 0,
      guardBy: 1 + pick(2),
      selfTrade: 1 + pick(3),
    });
  }

  private quote(): Command {
    const { pick } = this;
    const market = this.market();
    const index = market === HOURLY ? this.second : this.first;
    const levels = Array.from({ length: 1 + pick(6) }, () => {
      const side = 1 + pick(2);
      return { side, price: Math.max(1, side === 1 ? index - pick(4) : index + pick(4)), lots: pick(4) * pick(30) };
    });
    // A level named twice may lose its place in the queue, which its event does not tell.
    const once = levels.filter(
      (one, at) => levels.findIndex((l) => l.side === one.side && l.price === one.price) === at,
    );
    return command('maker.quote', { market, levels: once });
  }

  /** Any command. */
  any(): Command {
    const { pick } = this;
    const user = 2 + pick(3);
    const own = { user, ...NO_KEY };
    const open = [...this.eyes.orders.values()];
    const one = open.length === 0 || pick(6) === 0 ? undefined : open[pick(open.length)]!;
    const id = this.orders.length === 0 ? 1 : this.orders.at(-1 - pick(Math.min(this.orders.length, 12)))!;
    const kind = pick(40);
    if (kind < 17) return this.place(user);
    if (kind < 20) return this.tick();
    if (kind < 24) return this.quote();
    if (kind < 26) return command('order.cancel', { ...own, user: one?.user ?? user, order: one?.id ?? id });
    if (kind < 28)
      return command('order.amend', {
        ...own,
        order: id,
        price: pick(2) * this.near(U, 4),
        lots: pick(2) * (1 + pick(20)),
      });
    if (kind === 28) return command('order.cancelAll', { ...own, market: pick(3) === 0 ? this.market() : 0 });
    if (kind === 29) return command('position.close', { ...own, ...this.position() });
    if (kind === 30)
      return command('position.closeMany', { ...own, type: 2 + pick(2), markets: [{ market: this.market() }] });
    if (kind < 33)
      return command('position.margin', {
        ...own,
        ...this.position(),
        flag: 1 + pick(2),
        amount: 1 + pick(300),
      });
    if (kind < 35)
      return command('position.guard', {
        ...{ ...own, ...this.position(), triggerBy: 1 + pick(2), lots: pick(3) === 0 ? 1 + pick(5) : 0 },
        ...{ stopProfit: pick(3) * this.near(U, 12), stopLoss: pick(2) * this.near(U, 12) },
      });
    if (kind < 37)
      return command('leverage.set', {
        ...{
          ...own,
          market: this.market(),
          marginMode: 1 + pick(2),
          leverage: [1, 2, 3, 10, 20, 50][pick(this.calm ? 3 : 6)]!,
        },
      });
    if (kind < 39) {
      const coin = pick(2) === 0;
      const [from, to] = pick(2) === 0 ? [1, coin ? COIN_WALLET : U_WALLET] : [coin ? COIN_WALLET : U_WALLET, 1];
      return command('wallet.transfer', {
        ...{ ...own, from, to, asset: coin ? BTC : USDT, amount: 1 + pick(coin ? 100 : 3_000), market: 0 },
      });
    }
    return command('practice.claim', { ...own });
  }

  /** One command, sent; time passes a little, at times a lot. Gives its code. */
  step(): { readonly one: Command; readonly code: number } {
    const { pick, world } = this;
    world.time += pick(60) === 0 && !this.calm ? 3_600_000 * pick(9) : pick(900);
    const one = this.any();
    const reply = world.send(one);
    if (reply.code === 200 && (one.name === 'contract.place' || one.name === 'position.close'))
      this.orders.push(reply.result);
    return { one, code: reply.code };
  }
}
