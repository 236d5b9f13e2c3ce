// An auditor that sees only events: it projects them with its own code and checks the balances each event must change.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { decodeEvents, type EventOf, type ExchangeEvent } from '../../src/index.ts';
import { BalanceAudit } from './balance-audit.ts';
import type { Shape } from './genesis.ts';
import { ceil, TreasuryFees } from './treasury-fees.ts';
import { keyOf, openOrder } from './known.ts';
import { isContract } from '../perpetual/audit.ts';
import { Turnover } from './turnover.ts';

const MILLION = 1_000_000n;

type Fill = EventOf<'fill'>;

/** Compares two values. Most are equal, and an assertion costs more than the comparison. */
function same(got: unknown, expected: unknown, what: string): void {
  if (!Object.is(got, expected)) expect(got, what).toBe(expected);
}

export class Auditor extends BalanceAudit {
  /** Events of the last batch. */
  batch: ExchangeEvent[] = [];
  /** Events of the current command. */
  private frame: ExchangeEvent[] = [];
  /** The shares of every fee in force. */
  private shares: Pick<Shape, 'safety' | 'first' | 'second' | 'third'>;
  private readonly turnover = new Turnover();
  private readonly treasuryFees = new TreasuryFees();
  private readonly trades = new Map<number, number>();
  private expectedRebates: string[] = [];
  private taken: Fill[] = [];
  private limits = new Map<number, number>();
  private seq = 0;
  private time = 0;
  /** A seed describes the state only: balances without the postings that caused them. */
  private readonly seeding: boolean;

  constructor(shape: Shape, seeding = false) {
    super();
    this.shares = shape;
    this.seeding = seeding;
  }

  /** Takes the events of one batch. Throws (an assertion) when they contradict each other or the money rules. */
  fold(words: Float64Array, time: number): void {
    this.time = time;
    this.batch = [];
    for (const event of decodeEvents(words)) {
      if (event.name === 'begin') {
        this.endFrame();
        this.frame = [];
        if (!this.seeding) {
          same(event.seq, this.seq + 1, 'commands are numbered without gaps');
        }
        this.seq = event.seq;
      }
      this.frame.push(event);
      this.batch.push(event);
      this.take(event);
    }
    this.endFrame();
  }

  private take(event: ExchangeEvent): void {
    switch (event.name) {
      case 'account.opened': {
        const { account, user, wallet, asset, market } = event;
        same(this.accounts.has(account), false, 'an account is opened once');
        this.accounts.set(account, {
          ...{ key: keyOf(event.class, user, wallet, asset, market), class: event.class, user, wallet, asset, market },
          ...{ available: 0, held: 0 },
        });
        return;
      }
      case 'entry': {
        const account = this.account(event.account);
        account.available += event.available;
        account.held += event.held;
        return;
      }
      case 'tick': {
        const before = this.instruments.get(event.instrument);
        if (!this.seeding) same(event.number, (before?.number ?? 0) + 1, 'ticks are numbered');
        this.instruments.set(event.instrument, {
          ...{ number: event.number, price: event.price, state: event.state },
          ...{ opensAt: before?.opensAt ?? 0, closesAt: before?.closesAt ?? 0 },
        });
        return;
      }
      case 'price.state': {
        const before = this.instruments.get(event.instrument) ?? { number: 0, price: 0 };
        const { state, opensAt, closesAt } = event;
        this.instruments.set(event.instrument, { ...before, state, opensAt, closesAt });
        return;
      }
      case 'instrument.changed':
        this.contracts.closing.calendars.set(event.instrument, event.calendar);
        return;
      case 'order.opened':
        return this.opened(event, this.seeding ? {} : this.tierOf(event.user));
      case 'contract.opened': {
        const { direction } = event;
        const wallet = this.market(event.market).type;
        this.contracts.opened(event);
        const side = direction === 1 || direction === 4 ? 1 : 2;
        const rates = this.seeding ? {} : this.contracts.rates(event, this.tierOf(event.user).tier);
        return this.opened({ ...event, name: 'order.opened', wallet, side, amount: 0 as never }, rates);
      }
      case 'order.changed':
        return this.changed(event);
      case 'order.triggered': {
        const order = this.order(event.order);
        expect(order.waiting).toBe(true);
        order.waiting = false;
        this.stand(order);
        return;
      }
      case 'order.closed':
        return this.close(event);
      case 'fill':
        return this.fill(event);
      case 'rebate':
        this.rebates.push(event);
        expect(this.expectedRebates.shift(), `money §10: a rebate of trade ${event.trade}`).toBe(
          `${event.market} ${event.trade} ${event.from} ${event.to} ${event.generation} ${event.asset} ${event.amount}`,
        );
        return;
      case 'agent.share':
        expect(this.expectedRebates.shift(), `money §10: the agent's share of trade ${event.trade}`).toBe(
          `${event.market} ${event.trade} ${event.from} ${event.to} agent ${event.asset} ${event.amount}`,
        );
        return;
      case 'quote':
        return this.quote(event);
      case 'user.changed': {
        const { referrer, stage, locks, tier, house } = event;
        if (this.users.has(event.user)) {
          expect(this.users.get(event.user)!.referrer, 'money §10: a referrer is set once').toBe(referrer);
        } else expect(referrer, 'money §10: a referrer is an earlier user').toBeLessThan(event.user);
        this.users.set(event.user, { referrer, stage, locks, tier, house });
        return;
      }
      case 'asset.changed':
        this.assets.set(event.asset, event.scale);
        return;
      case 'market.changed':
        this.markets.set(event.market, event);
        return;
      case 'tier.changed':
        this.tiers.set(event.tier, event);
        return;
      case 'shares.changed':
        this.shares = event;
        return;
      case 'epoch':
        this.epoch = event.epoch;
        return;
      case 'rules':
        this.rules = event.version;
        return;
      case 'begin':
      case 'done':
      case 'refused':
      case 'tick.source':
      case 'seal':
      case 'rules.announced':
        return;
      default:
        if (!this.products.some((one) => one.take(event, this, (...due) => this.owe(...due))))
          throw new Error(`Expected events of this slice, got ${event.name}.`);
    }
  }

  private opened(event: EventOf<'order.opened'>, rates: { readonly maker?: number; readonly taker?: number }): void {
    same(this.orders.has(event.order) || this.closed.has(event.order), false, 'an id is never given twice');
    const order = openOrder(event);
    if (!this.seeding) {
      expect([order.makerRate, order.takerRate], 'money §2: the rates of the tier it was placed in').toEqual([
        rates.maker,
        rates.taker,
      ]);
    }
    this.orders.set(order.id, order);
    if (!order.waiting) this.stand(order);
  }

  /** The fee tier from 30 days of trades, by the auditor's own calculation. */
  private tierOf(user: number): EventOf<'tier.changed'> {
    const turned = this.turnover.of(user, this.time);
    const reached = [...this.tiers.values()].filter((tier) => tier.volume <= turned);
    return reached.at(-1)!;
  }

  private changed(event: EventOf<'order.changed'>): void {
    const order = this.order(event.order);
    if (this.seeding) {
      const { dealtLots, dealtValue, fee, resting, price, lots } = event;
      Object.assign(order, { dealtLots, dealtValue, fee, resting, price, lots });
      return;
    }
    expect(
      [event.dealtLots, event.dealtValue, event.fee],
      `what order ${event.order} has dealt, and paid in fees, is the sum of its fills`,
    ).toEqual([order.dealtLots, order.dealtValue, order.fee]);
    if (event.lots > 0) expect(event.dealtLots).toBeLessThanOrEqual(event.lots);
    // A triggered order that found no liquidity near the index waits again.
    if (event.status === 4 && !order.waiting) {
      this.leave(order);
      order.waiting = true;
    }
    if (order.waiting) {
      same(event.status, 4, 'the status of a waiting order');
      same(event.resting, 0, 'what rests of a waiting order');
    } else if (event.resting > 0) {
      expect(event.resting).toBe(event.lots - event.dealtLots);
      if (event.price !== order.price || event.resting > order.resting) {
        this.leave(order);
        this.queue(order.market).push({ order: order.id, side: order.side, price: event.price });
      }
    } else this.leave(order);
    order.price = event.price;
    order.lots = event.lots;
    order.resting = event.resting;
    if (!order.waiting) this.limits.set(order.id, order.price);
  }

  private close(event: EventOf<'order.closed'>): void {
    const order = this.order(event.order);
    this.leave(order);
    this.limits.set(order.id, order.price);
    if (event.status === 1) {
      expect(event.reason).toBe(0);
      if (order.lots > 0) expect(order.dealtLots, 'a filled order has dealt all').toBe(order.lots);
    } else expect(event.reason, 'a cancelled order names why').toBeGreaterThan(0);
    this.orders.delete(event.order);
    this.closed.set(event.order, { status: event.status, reason: event.reason, order });
  }

  private fill(event: Fill): void {
    this.fills.push(event);
    if (this.expectedRebates.length > 0) expect(this.expectedRebates, 'every rebate follows its trade').toEqual([]);
    const market = this.market(event.market);
    const trade = (this.trades.get(event.market) ?? 0) + 1;
    same(event.trade, trade, 'trades are numbered');
    this.trades.set(event.market, trade);
    const { price, lots, takerSide } = event;
    const goods = lots * market.baseAtomsPerLot;
    const contract = isContract(event.market);
    if (!contract) same(event.value, price * lots * market.atomsPerTickLot, 'value = price × lots × K');
    expect(event.taker, 'money §2: nobody trades with himself').not.toBe(event.maker);
    expect(event.house).toBe(event.taker === MARKET_MAKER || event.maker === MARKET_MAKER ? 1 : 0);
    const makerSide = 3 - takerSide;
    this.first(event, makerSide);
    const taker = { order: event.taker === MARKET_MAKER ? 0 : event.takerOrder, side: takerSide, price };
    same(this.waitsForPrice(event.market, taker), false, 'money §11: nothing opens while the price is stale');
    const takerGets = takerSide === 1 && !contract ? goods : event.value;
    const makerGets = takerSide === 1 || contract ? event.value : goods;
    // The insurance fund closes positions without an order.
    if (event.taker !== 0)
      this.deal(event.market, event.takerOrder, event.taker, lots, event.value, takerGets, event.takerFee, false);
    this.deal(event.market, event.makerOrder, event.maker, lots, event.value, makerGets, event.makerFee, true);
    if (event.maker === MARKET_MAKER) {
      const key = `${event.market} ${makerSide} ${price}`;
      const level = this.quotedLevels.get(key)!;
      level.lots -= lots;
      expect(level.lots).toBeGreaterThanOrEqual(0);
      if (level.lots === 0)
        this.quote({
          name: 'quote',
          market: event.market,
          levels: [{ side: makerSide, price, lots: 0 }],
        } as unknown as EventOf<'quote'>);
    }
    if (contract) {
      this.contracts.fill(event, (...due) => this.owe(...due));
      if (event.taker !== 0) this.split(event, event.taker, event.takerOrder, market.quote, event.takerFee);
      this.split(event, event.maker, event.makerOrder, market.quote, event.makerFee);
      const [atoms, whole] = this.contracts.volume(event, 10 ** this.assets.get(market.quote)!);
      if (event.taker !== 0) this.turnover.add(event.taker, atoms, whole, this.time);
      this.turnover.add(event.maker, atoms, whole, this.time);
      this.taken.push(event);
      return;
    }
    const [buyer, seller] = takerSide === 1 ? [event.taker, event.maker] : [event.maker, event.taker];
    const { base, quote } = market;
    const [bought, sold] =
      takerSide === 1 ? [event.takerOrder, event.makerOrder] : [event.makerOrder, event.takerOrder];
    this.oweIn(buyer, bought, event.market, quote, -event.value);
    this.oweIn(buyer, bought, event.market, base, goods);
    this.oweIn(seller, sold, event.market, base, -goods);
    this.oweIn(seller, sold, event.market, quote, event.value);
    this.split(event, event.taker, event.takerOrder, takerSide === 1 ? base : quote, event.takerFee);
    this.split(event, event.maker, event.makerOrder, takerSide === 1 ? quote : base, event.makerFee);
    const unit = 10 ** this.assets.get(quote)!;
    this.turnover.add(event.taker, event.value, unit, this.time);
    this.turnover.add(event.maker, event.value, unit, this.time);
    this.taken.push(event);
  }

  /** Maker and taker rates by tier, for spot or contracts. */
  private ratesOf(market: number): readonly { readonly maker: number; readonly taker: number }[] {
    return isContract(market) ? [...this.contracts.fees.values()] : [...this.tiers.values()];
  }

  private deal(
    market: number,
    id: number,
    user: number,
    lots: number,
    value: number,
    gets: number,
    fee: number,
    making: boolean,
  ): void {
    // The market maker's quotes have no order events. The treasury's sales in a liquidation do, and are free of fees.
    if (user === MARKET_MAKER && !this.orders.has(id))
      return this.treasuryFees.take(id, gets, fee, making, this.ratesOf(market));
    const order = this.order(id);
    expect(order.user).toBe(user);
    order.exact += BigInt(making ? order.makerRate : order.takerRate) * BigInt(gets);
    expect(fee, 'money §2: fee = ⌈rate × received so far⌉ − fees so far').toBe(ceil(order.exact) - order.fee);
    order.fee += fee;
    order.dealtLots += lots;
    order.dealtValue += value;
    if (order.lots === 0) expect(order.dealtValue).toBeLessThanOrEqual(order.amount);
    if (order.resting > 0) order.resting -= lots;
  }

  private split(event: Fill, user: number, order: number, asset: number, fee: number): void {
    if (fee === 0) return;
    const of = (share: number): number => Number((BigInt(fee) * BigInt(share)) / MILLION);
    let rest = fee - of(this.shares.safety);
    this.owe(ACCOUNT_CLASS.safety, 0, 0, asset, 0, of(this.shares.safety));
    this.oweIn(user, order, event.market, asset, -fee);
    let to = this.users.get(user)!.referrer;
    for (const [at, share] of [this.shares.first, this.shares.second, this.shares.third].entries()) {
      if (to === 0) break;
      const amount = of(share);
      rest -= amount;
      if (amount > 0) {
        this.owe(ACCOUNT_CLASS.wallet, to, 1, asset, 0, amount);
        this.expectedRebates.push(`${event.market} ${event.trade} ${user} ${to} ${at + 1} ${asset} ${amount}`);
      }
      to = this.users.get(to)!.referrer;
    }
    const agent = this.agents.get(user);
    if (agent !== undefined && this.market(event.market).type !== 1) {
      const amount = Number((BigInt(rest) * BigInt(agent.share)) / MILLION);
      rest -= amount;
      if (amount > 0) {
        this.owe(ACCOUNT_CLASS.wallet, agent.agent, 1, asset, 0, amount);
        this.expectedRebates.push(`${event.market} ${event.trade} ${user} ${agent.agent} agent ${asset} ${amount}`);
      }
    }
    this.owe(ACCOUNT_CLASS.fee, 0, 0, asset, 0, rest);
  }

  private endFrame(): void {
    if (this.frame.length === 0) return;
    if (this.seeding) return;
    const head = this.frame[0]!;
    const refused = this.frame.findIndex((event) => event.name === 'refused');
    if (refused >= 0) expect(this.frame.length, 'money §12.4: a refusal does nothing else').toBe(2);
    if (head.name === 'begin' && head.command !== 0) {
      const ends = this.frame.filter((event) => event.name === 'done' || event.name === 'refused').length;
      same(ends, 1, 'a command is done or refused');
    }
    if (this.expectedRebates.length > 0) expect(this.expectedRebates, 'every rebate that is due was paid').toEqual([]);
    for (const fill of this.taken) {
      const order = this.orders.get(fill.takerOrder) ?? this.closed.get(fill.takerOrder)?.order;
      if (order === undefined || order.type % 2 === 0) continue;
      const limit = this.limits.get(order.id) ?? order.price;
      if (fill.takerSide === 1) expect(fill.price).toBeLessThanOrEqual(limit);
      else expect(fill.price).toBeGreaterThanOrEqual(limit);
    }
    this.taken = [];
    this.limits.clear();
    this.balances();
    this.books();
  }
}
