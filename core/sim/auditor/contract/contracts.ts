// Audits contracts: rebuilds positions from fills, and what each fill, funding and liquidation moves (money §3).

import { MARGIN_MODE, MARKET_MAKER, MARKET_TYPE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { commandKind, eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import { Closings } from './closings.ts';
import { mulDown, mulUp } from '../exact.ts';
import { CrossWallets } from './cross-wallets.ts';
import { Fundings } from './fundings.ts';
import { Liquidations } from './liquidations.ts';
import { type Order, OrderBook } from '../orders.ts';
import { Exact, Guess, remember } from '../people.ts';
import { levelsOf, Premiums } from './premiums.ts';
import { type Contract, type Position, Positions, type Tier } from './positions.ts';
import { PositionShares } from './position-shares.ts';
import { Shares } from '../shares.ts';
import { StalePrices } from './stale-prices.ts';
import type { SpotBook } from '../spot.ts';
import { Takeovers } from './takeovers.ts';
import { Turns } from './turns.ts';

const CLOSE_PROVEN = commandKind('position.closeProven');
/** The insurance fund, which unwinds without a user account. */
const NOBODY = 0;
const W = eventPlaces('transferred');
const C = eventPlaces('contract.changed');
const O = eventPlaces('contract.opened');
const P = eventPlaces('position.changed');
const F = eventPlaces('fill');
const M = eventPlaces('mark');
const V = eventPlaces('leverage.changed');
const T = eventPlaces('contract.fee');
/** Commands that may move margin without a fill. */
const MARGIN_COMMANDS: readonly number[] = [43, 45];

export class ContractBook {
  fills = 0;
  readonly book: Positions;
  readonly liquidations: Liquidations;
  readonly closings: Closings;
  readonly fundings: Fundings;
  readonly takeovers: Takeovers;
  readonly premiums: Premiums;
  readonly shares: Shares;
  readonly positionShares: PositionShares;
  readonly turns: Turns;
  private readonly stale: StalePrices;
  private readonly auditor: Auditor;
  private readonly orders: OrderBook;
  private readonly spot: SpotBook;
  private readonly rates: { readonly maker: number; readonly taker: number }[] = [];
  private readonly pairs: { readonly maker: number; readonly taker: number }[] = [];
  private readonly makerOrders = new Map<number, Guess>();

  constructor(auditor: Auditor, orders: OrderBook, spot: SpotBook) {
    this.auditor = auditor;
    this.orders = orders;
    this.spot = spot;
    this.book = new Positions(auditor);
    this.stale = new StalePrices(auditor, this.book);
    this.liquidations = new Liquidations(auditor, this.book, orders);
    const wallets = new CrossWallets(auditor, this.book, this.liquidations);
    this.shares = new Shares(auditor, this.book, this.liquidations, wallets);
    this.positionShares = new PositionShares(auditor, orders, this.book);
    this.turns = new Turns(auditor, wallets);
    this.closings = new Closings(auditor, this.book);
    this.premiums = new Premiums(auditor, this.book, (market, side) => levelsOf(orders, spot, market, side));
    this.fundings = new Fundings(auditor, this.book, this.premiums);
    this.takeovers = new Takeovers(auditor, this.book, this.liquidations);
    orders.giveHold(1, () => undefined);
    auditor.on('contract.changed', (w, at) => this.changed(w, at));
    auditor.on('contract.fee', (w, at) => {
      this.rates[w[at + T.tier] as number] = { maker: w[at + T.maker] as number, taker: w[at + T.taker] as number };
      remember(this.pairs, w[at + T.maker] as number, w[at + T.taker] as number);
    });
    auditor.on('contract.opened', (w, at) => this.opened(w, at));
    auditor.on('fill', (w, at) => {
      const contract = this.book.contracts[w[at + F.market] as number];
      if (contract !== undefined) this.fill(contract, w, at);
    });
    auditor.on('mark', (w, at) => {
      const contract = this.book.of(w[at + M.market] as number);
      contract.mark = w[at + M.mark] as number;
      contract.basis = w[at + M.basis] as number;
      contract.markedAt = auditor.time;
      const index = auditor.prices.of(contract.instrument).price;
      if (contract.mark !== index + contract.basis)
        throw new Breach(`money §3: mark ${contract.mark} is not index ${index} and basis ${contract.basis}`);
    });
    auditor.on('leverage.changed', (w, at) => this.levered(w, at));
    auditor.on('position.changed', (w, at) => this.emitted(w, at));
    auditor.on('transferred', (w, at) => {
      const [user, from] = [w[at + W.user] as number, w[at + W.from] as number];
      if (this.book.locked(user, from, w[at + W.asset] as number))
        throw new Breach(`money §11: user ${user} moves money out of a wallet that holds a position of a stale price`);
    });
  }

  get contracts(): readonly (Contract | undefined)[] {
    return this.book.contracts;
  }

  /** Open positions of each user. */
  get byUser(): ReadonlyMap<number, ReadonlySet<Position>> {
    return this.book.byUser;
  }

  position(user: number, market: number, side: number): Position | undefined {
    return this.book.position(user, market, side);
  }

  private changed(w: Float64Array, at: number): void {
    const market = w[at + C.market] as number;
    const known = this.book.contracts[market];
    const tiers: Tier[] = [];
    const from = at + C.tiers + 1;
    for (let row = 0; row < (w[at + C.tiers] as number); row += 1) {
      const [cap, rate, leverage, amount] = w.subarray(from + row * 4, from + row * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      tiers.push({ cap, rate, leverage, amount });
    }
    this.book.contracts[market] = {
      ...{ market, type: w[at + C.type] as number, instrument: w[at + C.instrument] as number },
      ...{ settle: w[at + C.settle] as number, perLot: w[at + C.perLot] as number, face: w[at + C.face] as number },
      ...{
        hours: w[at + C.fundingHours] as number,
        impact: w[at + C.impact] as number,
        tiers,
        state: w[at + C.state] as number,
      },
      ...{ trades: known?.trades ?? 0, last: known?.last ?? 0 },
      ...{ mark: known?.mark ?? 0, basis: known?.basis ?? 0, markedAt: known?.markedAt ?? 0 },
      ...{ lots: known?.lots ?? [0, 0], cost: known?.cost ?? [0, 0], round: known?.round },
    };
  }

  /** A leverage applies to open positions and to opening orders. */
  private levered(w: Float64Array, at: number): void {
    const [user, market, mode] = [w[at + V.user] as number, w[at + V.market] as number, w[at + V.marginMode] as number];
    const leverage = w[at + V.leverage] as number;
    this.book.leverages.set(`${user} ${market} ${mode}`, leverage);
    for (const id of this.orders.byUser.get(user) ?? []) {
      const order = this.orders.get(id);
      if (order.market === market && order.mode === mode && order.direction < 3) order.leverage = leverage;
    }
  }

  private opened(w: Float64Array, at: number): void {
    const user = w[at + O.user] as number;
    const direction = w[at + O.direction] as number;
    const makerRate = w[at + O.makerRate] as number;
    const takerRate = w[at + O.takerRate] as number;
    const market = w[at + O.market] as number;
    const { people } = this.auditor;
    const tier = this.rates[Math.min(people.tierOf(user), this.rates.length - 1)];
    const excess = this.closings.opened(w, at);
    const forced = !excess && direction > 2 && takerRate === 0 && tier?.taker !== 0;
    if (forced) this.liquidations.endangered(user, market, direction === 3 ? 1 : 2);
    else if (!excess && !(makerRate === tier?.maker && takerRate === tier.taker))
      throw new Breach(
        `money §2: user ${user} is charged ${makerRate} and ${takerRate} on contracts, their tier ${tier?.maker} and ${tier?.taker}`,
      );
    const position = this.book.position(user, market, direction === 3 ? 1 : 2);
    if (forced && position !== undefined) {
      this.book.force(position);
    }
    const order: Order = {
      ...{ id: w[at + O.order] as number, user, market, wallet: 0, side: direction === 1 || direction === 4 ? 1 : 2 },
      ...{
        type: w[at + O.type] as number,
        force: w[at + O.timeInForce] as number,
        amount: 0,
        trigger: w[at + O.trigger] as number,
      },
      ...{ makerRate, takerRate, direction, price: w[at + O.price] as number, lots: w[at + O.lots] as number },
      ...{
        waiting: w[at + O.status] === 4,
        resting: 0,
        dealt: 0,
        value: 0,
        fee: 0,
        exact: new Exact(),
        bound: 0,
        account: 0,
      },
      ...{ mode: w[at + O.marginMode] as number, leverage: w[at + O.leverage] as number },
    };
    this.positionShares.expect(order);
    this.orders.opened(order);
  }

  private fill(contract: Contract, w: Float64Array, at: number): void {
    const { people } = this.auditor;
    const [price, lots, side] = [w[at + F.price] as number, w[at + F.lots] as number, w[at + F.takerSide] as number];
    const value = w[at + F.value] as number;
    const taker = w[at + F.taker] as number;
    const maker = w[at + F.maker] as number;
    const makerId = w[at + F.makerOrder] as number;
    const takerId = w[at + F.takerOrder] as number;
    const [takerFee, makerFee] = [w[at + F.takerFee] as number, w[at + F.makerFee] as number];
    this.fills += 1;
    contract.trades += 1;
    contract.last = price;
    this.spot.noRebates();
    if (w[at + F.trade] !== contract.trades)
      throw new Breach(
        `trades of market ${contract.market} are numbered: ${w[at + F.trade]} is number ${contract.trades}`,
      );
    const worth =
      contract.type === MARKET_TYPE.linear
        ? lots * price * contract.perLot
        : side === 1
          ? mulDown(lots, contract.perLot, price)
          : mulUp(lots, contract.perLot, price);
    if (value !== worth)
      throw new Breach(`money §3: a fill of ${lots} at ${price} is worth ${worth}, emitted ${value}`);
    if (!(taker !== maker)) throw new Breach(`money §2: user ${taker} traded with themselves`);
    const restingId = maker === MARKET_MAKER ? 0 : makerId;
    if (this.auditor.rules >= RULE.staleOnlyReduces && this.auditor.prices.of(contract.instrument).state > 2) {
      const opens = (id: number, of: number) =>
        id === 0
          ? this.book.position(MARKET_MAKER, contract.market, 3 - of) === undefined
          : this.orders.get(id).direction < 3;
      if (taker !== NOBODY && opens(taker === MARKET_MAKER ? 0 : takerId, side))
        throw new Breach(`money §11: user ${taker} opens in market ${contract.market} while its price is stale`);
      this.orders.firstOf(contract.market, 3 - side, price, restingId, (id) =>
        id === 0 && taker === MARKET_MAKER ? false : !opens(id, 3 - side),
      );
    } else this.orders.first(contract.market, 3 - side, price, restingId, taker === MARKET_MAKER);
    const takerOrder = taker === NOBODY ? undefined : this.deal(takerId, taker, lots, value, takerFee, false, price);
    if (this.auditor.command === CLOSE_PROVEN && taker === this.auditor.user && (takerOrder?.takerRate ?? 0) > 0)
      this.stale.expectNear(contract, side, price);
    this.orders.expectFewMakers(takerOrder, makerId, 0);
    const makerOrder = this.deal(makerId, maker, lots, value, makerFee, true, price);
    if (maker === MARKET_MAKER) this.spot.expectFresh(contract.instrument);
    if (maker === MARKET_MAKER && this.spot.takeLevel(contract.market, 3 - side, price, lots))
      this.makerOrders.delete(makerId);
    if (taker === NOBODY) this.takeovers.fill(contract, side, lots, price, value, takerFee);
    else this.leg(contract, taker, takerOrder, side, lots, value, takerFee);
    this.leg(contract, maker, makerOrder, 3 - side, lots, value, makerFee);
    if (taker !== NOBODY) this.spot.share(taker, contract.settle, takerFee, true);
    this.spot.share(maker, contract.settle, makerFee, true);
    const [volume, unit] =
      contract.type === MARKET_TYPE.linear
        ? [value, this.spot.scales[contract.settle] ?? 1]
        : [lots * contract.face, 1];
    if (taker !== NOBODY) people.turn(taker, volume, unit);
    people.turn(maker, volume, unit);
  }

  private deal(
    id: number,
    user: number,
    lots: number,
    value: number,
    fee: number,
    making: boolean,
    price: number,
  ): Order | undefined {
    // The market maker's quotes emit no order events; its forced orders do.
    if (user !== MARKET_MAKER || this.orders.orders.has(id)) {
      const order = this.orders.get(id);
      if (order.user !== user) throw new Breach(`order ${id} is user ${order.user}'s, the fill says ${user}'s`);
      this.orders.deal(order, lots, value, value, fee, making, price);
      return order;
    }
    let known = this.makerOrders.get(id);
    if (known === undefined) {
      known = new Guess(this.pairs);
      this.makerOrders.set(id, known);
    }
    const explained = known.take(value, fee, making);
    if (!(explained || fee === 0))
      throw new Breach(
        `money §2: no tier explains the fee ${fee} of the market maker's contract order ${id} on ${value}`,
      );
    return undefined;
  }

  /** One side of a fill: how it changes the position and what it moves. */
  private leg(
    contract: Contract,
    user: number,
    order: Order | undefined,
    side: number,
    lots: number,
    value: number,
    fee: number,
  ): void {
    let direction = order?.direction ?? 0;
    if (direction === 0) {
      if (user !== MARKET_MAKER) throw new Breach(`user ${user} deals in contracts without an order`);
      const against = this.book.position(user, contract.market, 3 - side);
      direction = side === 1 ? (against === undefined ? 1 : 4) : against === undefined ? 2 : 3;
    }
    const long = direction % 2 === 1;
    const posed = long ? 1 : 2;
    this.stale.expectKept(contract, user, order, direction, lots, value);
    const covered = this.closings.covered(contract);
    if (direction < 3) {
      const rates = { initial: this.closings.rate(contract), covered };
      this.book.grow(contract, user, order, posed, lots, value, fee, rates);
      return;
    }
    const keeps = order !== undefined && this.closings.keeps(order.id, side, contract.last);
    const before = this.book.position(user, contract.market, posed);
    const [margin, all] = [before?.margin ?? 0, before?.lots ?? 0];
    this.book.shrink(contract, user, posed, lots, value, fee, keeps);
    const forced = order !== undefined && order.takerRate === 0 && order.makerRate === 0;
    if (covered > 0 && !forced && before?.mode === MARGIN_MODE.isolated && before.lots > 0)
      this.closings.leaves(contract, before, margin - mulDown(margin, lots, all), covered);
  }

  private emitted(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const user = w[at + P.user] as number;
    const market = w[at + P.market] as number;
    const side = w[at + P.side] as number;
    const position = this.book.position(user, market, side);
    if (position === undefined) {
      if (w[at + P.lots] !== 0) throw new Breach(`a position of user ${user} in market ${market} comes from nowhere`);
      return;
    }
    const contract = this.book.of(market);
    position.id = w[at + P.position] as number;
    this.book.byId.set(position.id, position);
    const [lots, cost, price, fee, funding] = [
      w[at + P.lots],
      w[at + P.cost],
      w[at + P.priceProfit],
      w[at + P.feeProfit],
      w[at + P.fundingProfit],
    ];
    if (
      !(
        lots === position.lots &&
        cost === position.cost &&
        price === position.price &&
        fee === position.fee &&
        funding === position.funding
      )
    )
      throw new Breach(
        `money §3: position ${position.id} of user ${user} is emitted with ${lots} lots, cost ${cost}, profits ${price}, ${fee}, ${funding}; ` +
          `its fills make ${position.lots}, ${position.cost}, ${position.price}, ${position.fee}, ${position.funding}`,
      );
    if (!((w[at + P.canClose] as number) >= 0 && (w[at + P.canClose] as number) <= position.lots))
      throw new Breach(`position ${position.id} may close ${w[at + P.canClose]} of ${position.lots} lots`);
    const more = (w[at + P.margin] as number) - position.margin;
    if (more !== 0) {
      if (
        !(position.mode === MARGIN_MODE.isolated && (position.forced || MARGIN_COMMANDS.includes(this.auditor.command)))
      )
        throw new Breach(
          `money §3: the margin of position ${position.id} is emitted as ${w[at + P.margin]}, the events make it ${position.margin}`,
        );
      accounts.move(this.book.marginOf(position, contract), more);
      accounts.move(accounts.wallet(user, contract.type, contract.settle), -more);
      position.margin += more;
    }
    position.leverage = w[at + P.leverage] as number;
    position.mode = w[at + P.marginMode] as number;
    position.freed = 0;
    if (position.lots > 0) return;
    this.book.close(position);
  }
}
