// Contracts as the auditor counts them: positions out of fills, what each fill, funding and liquidation moves (money §3).

import { Breach, must } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import { OF } from './accounts.ts';
import type { Auditor } from './auditor.ts';
import { mulDown, mulUp } from './exact.ts';
import { type Order, OrderBook } from './orders.ts';
import { Exact, Guess, remember } from './people.ts';
import type { SpotBook } from './spot.ts';

const HOUSE = 1;
const LINEAR = 2;
const ISOLATED = 2;
const MILLION = 1_000_000;
const C = eventPlaces('contract.changed');
const O = eventPlaces('contract.opened');
const P = eventPlaces('position.changed');
const F = eventPlaces('fill');
const L = eventPlaces('liquidation.step');
const D = eventPlaces('deleveraged');
const R = eventPlaces('funding.rate');
const G = eventPlaces('funding');
const M = eventPlaces('mark');
const V = eventPlaces('leverage.changed');
const T = eventPlaces('contract.fee');
/** Step of a liquidation that waits for the desk. */
const DESK = 5;
/** Commands that may move margin without a fill. */
const MARGIN_COMMANDS: readonly number[] = [43, 45];

interface Tier {
  readonly cap: number;
  readonly rate: number;
  readonly amount: number;
  readonly leverage: number;
}

export interface Contract {
  readonly market: number;
  readonly type: number;
  readonly instrument: number;
  readonly settle: number;
  readonly perLot: number;
  readonly face: number;
  readonly hours: number;
  readonly tiers: readonly Tier[];
  state: number;
  trades: number;
  last: number;
  mark: number;
  /** Lots and cost of all longs and shorts. */
  readonly lots: [number, number];
  readonly cost: [number, number];
  round: Round | undefined;
}

/** One funding: its rate and mark, what payers owed and paid. */
interface Round {
  readonly rate: number;
  readonly mark: number;
  owed: number;
  paid: number;
}

export interface Position {
  readonly user: number;
  readonly market: number;
  readonly side: number;
  id: number;
  mode: number;
  leverage: number;
  lots: number;
  cost: number;
  margin: number;
  price: number;
  fee: number;
  funding: number;
  /** Lots that count for the funding under way. */
  funded: number;
  /** Forced fills moved money that the step after them tells. */
  forced: boolean;
}

export class ContractBook {
  readonly contracts: (Contract | undefined)[] = [];
  readonly positions = new Map<number, Position>();
  /** By id, those that are gone too: funding may still be due to them. */
  readonly byId = new Map<number, Position>();
  /** Open positions of each user. */
  readonly byUser = new Map<number, Set<Position>>();
  /** Markets in which a liquidation waits for the desk, because nobody is left to close against: the last one's user. */
  readonly waiting = new Map<number, number>();
  fills = 0;
  steps = 0;
  deleveraged = 0;
  fundings = 0;
  private readonly auditor: Auditor;
  private readonly orders: OrderBook;
  private readonly spot: SpotBook;
  private readonly rates: { readonly maker: number; readonly taker: number }[] = [];
  private readonly pairs: { readonly maker: number; readonly taker: number }[] = [];
  private readonly leverages = new Map<string, number>();
  private readonly houseOrders = new Map<number, Guess>();
  private readonly stirred = new Set<Contract>();
  private readonly forced = new Set<Position>();
  private readonly examined = new Set<number>();

  constructor(auditor: Auditor, orders: OrderBook, spot: SpotBook) {
    this.auditor = auditor;
    this.orders = orders;
    this.spot = spot;
    orders.giveHold(1, () => undefined);
    auditor.on('contract.changed', (w, at) => this.changed(w, at));
    auditor.on('contract.fee', (w, at) => {
      this.rates[w[at + T.tier] as number] = { maker: w[at + T.maker] as number, taker: w[at + T.taker] as number };
      remember(this.pairs, w[at + T.maker] as number, w[at + T.taker] as number);
    });
    auditor.on('contract.opened', (w, at) => this.opened(w, at));
    auditor.on('fill', (w, at) => {
      const contract = this.contracts[w[at + F.market] as number];
      if (contract !== undefined) this.fill(contract, w, at);
    });
    auditor.on('mark', (w, at) => {
      const contract = this.of(w[at + M.market] as number);
      contract.mark = w[at + M.mark] as number;
      const index = auditor.prices.of(contract.instrument).price;
      if (contract.mark !== index + (w[at + M.basis] as number))
        throw new Breach(`money §3: mark ${contract.mark} is not index ${index} and basis ${w[at + M.basis]}`);
    });
    auditor.on('leverage.changed', (w, at) => this.levered(w, at));
    auditor.on('position.changed', (w, at) => this.told(w, at));
    auditor.on('liquidation.step', (w, at) => this.step(w, at));
    auditor.on('deleveraged', (w, at) => this.deleverage(w, at));
    auditor.on('funding.rate', (w, at) => this.rate(w, at));
    auditor.on('funding', (w, at) => this.funding(w, at));
    auditor.atEnd(() => this.end());
  }

  of(market: number): Contract {
    const contract = this.contracts[market];
    if (contract === undefined) throw new Error(`Expected contract ${market} to be listed.`);
    return contract;
  }

  position(user: number, market: number, side: number): Position | undefined {
    return this.positions.get(keyOf(user, market, side));
  }

  /** Positions that are open, those that wait for the desk, and what stands against them, with why. */
  open(): string[] {
    const waiters = new Set(this.waiting.values());
    const stuck = new Set(this.waiting.keys());
    for (const { user, market } of this.positions.values()) if (waiters.has(user)) stuck.add(market);
    return [...this.positions.values()].map(
      ({ id, user, market, lots }) =>
        `position ${id} of user ${user}, ${lots} lots in market ${market}${stuck.has(market) ? ' because a liquidation waits for the desk' : ''}`,
    );
  }

  private changed(w: Float64Array, at: number): void {
    const market = w[at + C.market] as number;
    const known = this.contracts[market];
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
    this.contracts[market] = {
      ...{ market, type: w[at + C.type] as number, instrument: w[at + C.instrument] as number },
      ...{ settle: w[at + C.settle] as number, perLot: w[at + C.perLot] as number, face: w[at + C.face] as number },
      ...{ hours: w[at + C.fundingHours] as number, tiers, state: w[at + C.state] as number },
      ...{ trades: known?.trades ?? 0, last: known?.last ?? 0, mark: known?.mark ?? 0 },
      ...{ lots: known?.lots ?? [0, 0], cost: known?.cost ?? [0, 0], round: known?.round },
    };
  }

  /** A leverage holds for what is open and for orders that will open. */
  private levered(w: Float64Array, at: number): void {
    const [user, market, mode] = [w[at + V.user] as number, w[at + V.market] as number, w[at + V.marginMode] as number];
    const leverage = w[at + V.leverage] as number;
    this.leverages.set(`${user} ${market} ${mode}`, leverage);
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
    const forced = direction > 2 && takerRate === 0 && tier?.taker !== 0;
    if (forced) this.endangered(user, market, direction === 3 ? 1 : 2);
    else if (!(makerRate === tier?.maker && takerRate === tier.taker))
      throw new Breach(
        `money §2: user ${user} is charged ${makerRate} and ${takerRate} on contracts, his tier ${tier?.maker} and ${tier?.taker}`,
      );
    const position = this.position(user, market, direction === 3 ? 1 : 2);
    if (forced && position !== undefined) {
      position.forced = true;
      this.forced.add(position);
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
    this.stirred.add(contract);
    this.spot.noRebates();
    if (w[at + F.trade] !== contract.trades)
      throw new Breach(
        `trades of market ${contract.market} are numbered: ${w[at + F.trade]} is number ${contract.trades}`,
      );
    const worth =
      contract.type === LINEAR
        ? lots * price * contract.perLot
        : side === 1
          ? mulDown(lots, contract.perLot, price)
          : mulUp(lots, contract.perLot, price);
    if (value !== worth) throw new Breach(`money §3: a fill of ${lots} at ${price} is worth ${worth}, told ${value}`);
    if (!(taker !== maker)) throw new Breach(`money §2: user ${taker} traded with himself`);
    this.orders.first(contract.market, 3 - side, price, maker === HOUSE ? 0 : makerId, taker === HOUSE);
    const takerOrder = this.deal(takerId, taker, lots, value, takerFee, false, price);
    const makerOrder = this.deal(makerId, maker, lots, value, makerFee, true, price);
    if (maker === HOUSE && this.spot.takeLevel(contract.market, 3 - side, price, lots))
      this.houseOrders.delete(makerId);
    this.leg(contract, taker, takerOrder, side, lots, value, takerFee);
    this.leg(contract, maker, makerOrder, 3 - side, lots, value, makerFee);
    this.spot.share(taker, contract.settle, takerFee, true);
    this.spot.share(maker, contract.settle, makerFee, true);
    const [volume, unit] =
      contract.type === LINEAR ? [value, this.spot.scales[contract.settle] ?? 1] : [lots * contract.face, 1];
    people.turn(taker, volume, unit);
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
    // The house's ladder tells no orders; a forced one of the house is told as anybody's.
    if (user !== HOUSE || this.orders.orders.has(id)) {
      const order = this.orders.get(id);
      if (order.user !== user) throw new Breach(`order ${id} is user ${order.user}'s, the fill says ${user}'s`);
      this.orders.deal(order, lots, value, value, fee, making, price);
      return order;
    }
    let known = this.houseOrders.get(id);
    if (known === undefined) {
      known = new Guess(this.pairs);
      this.houseOrders.set(id, known);
    }
    const explained = known.take(value, fee, making);
    if (!(explained || fee === 0))
      throw new Breach(`money §2: no tier explains the fee ${fee} of the house's contract order ${id} on ${value}`);
    return undefined;
  }

  /** One side of a fill: what it does to the position and moves. */
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
      if (user !== HOUSE) throw new Breach(`user ${user} deals in contracts without an order`);
      const against = this.position(user, contract.market, 3 - side);
      direction = side === 1 ? (against === undefined ? 1 : 4) : against === undefined ? 2 : 3;
    }
    const long = direction % 2 === 1;
    if (direction < 3) this.grow(contract, user, order, long ? 1 : 2, lots, value, fee);
    else this.shrink(contract, user, long ? 1 : 2, lots, value, fee);
  }

  private grow(
    contract: Contract,
    user: number,
    order: Order | undefined,
    side: number,
    lots: number,
    value: number,
    fee: number,
  ): void {
    const { accounts } = this.auditor;
    const { market, settle, type } = contract;
    let position = this.position(user, market, side);
    if (position === undefined) {
      const mode = order?.mode ?? (this.leverages.has(`${user} ${market} 1`) ? 1 : 2);
      const leverage = order?.leverage ?? this.leverages.get(`${user} ${market} ${mode}`) ?? 0;
      position = {
        ...{ user, market, side, id: 0, mode, leverage, lots: 0, cost: 0, margin: 0, price: 0, fee: 0, funding: 0 },
        ...{ funded: 0, forced: false },
      };
      this.positions.set(keyOf(user, market, side), position);
      const own = this.byUser.get(user);
      if (own === undefined) this.byUser.set(user, new Set([position]));
      else own.add(position);
    }
    position.lots += lots;
    position.cost += value;
    position.fee -= fee;
    contract.lots[side - 1] = (contract.lots[side - 1] as number) + lots;
    contract.cost[side - 1] = (contract.cost[side - 1] as number) + value;
    const margin = position.mode === ISOLATED ? mulUp(value, 1, position.leverage) : 0;
    position.margin += margin;
    accounts.move(accounts.wallet(user, type, settle), -margin - fee);
    if (margin > 0) accounts.move(this.marginOf(position, contract), margin);
  }

  private shrink(contract: Contract, user: number, side: number, lots: number, value: number, fee: number): void {
    const { accounts } = this.auditor;
    const position = this.position(user, contract.market, side);
    if (position === undefined || position.lots < lots) {
      must(
        false,
        () => `money §3: user ${user} closes ${lots} lots of market ${contract.market}, he has ${position?.lots ?? 0}`,
      );
      return;
    }
    // Who gains as the value rises gives up the greater share of the cost.
    const gains = (side === 1) === (contract.type === LINEAR);
    const released = gains ? mulUp(position.cost, lots, position.lots) : mulDown(position.cost, lots, position.lots);
    const profit = gains ? value - released : released - value;
    const wallet = accounts.wallet(user, contract.type, contract.settle);
    accounts.move(accounts.house(OF.clearing, contract.settle, contract.market), -profit);
    if (position.mode === ISOLATED) {
      const share = lots === position.lots ? position.margin : mulDown(position.margin, lots, position.lots);
      const net = share + profit - fee;
      const rest = position.margin - share + Math.min(net, 0);
      if (!(rest >= 0 || position.forced))
        throw new Breach(`money §3: a fill takes more than the margin of user ${user}'s position`);
      accounts.move(this.marginOf(position, contract), rest - position.margin);
      accounts.move(wallet, Math.max(net, 0));
      position.margin = rest;
    } else accounts.move(wallet, profit - fee);
    position.lots -= lots;
    position.cost -= released;
    position.price += profit;
    position.fee -= fee;
    contract.lots[side - 1] = (contract.lots[side - 1] as number) - lots;
    contract.cost[side - 1] = (contract.cost[side - 1] as number) - released;
    this.stirred.add(contract);
  }

  private marginOf(position: Position, contract: Contract): number {
    return this.auditor.accounts.of(OF.margin, position.user, position.side, contract.settle, contract.market);
  }

  private told(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const user = w[at + P.user] as number;
    const market = w[at + P.market] as number;
    const side = w[at + P.side] as number;
    const position = this.position(user, market, side);
    if (position === undefined) {
      if (w[at + P.lots] !== 0) throw new Breach(`a position of user ${user} in market ${market} comes from nowhere`);
      return;
    }
    const contract = this.of(market);
    position.id = w[at + P.position] as number;
    this.byId.set(position.id, position);
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
        `money §3: position ${position.id} of user ${user} is told ${lots} lots, cost ${cost}, profits ${price}, ${fee}, ${funding}; ` +
          `its fills make ${position.lots}, ${position.cost}, ${position.price}, ${position.fee}, ${position.funding}`,
      );
    if (!((w[at + P.canClose] as number) >= 0 && (w[at + P.canClose] as number) <= position.lots))
      throw new Breach(`position ${position.id} may close ${w[at + P.canClose]} of ${position.lots} lots`);
    const more = (w[at + P.margin] as number) - position.margin;
    if (more !== 0) {
      if (!(position.mode === ISOLATED && (position.forced || MARGIN_COMMANDS.includes(this.auditor.command))))
        throw new Breach(
          `money §3: the margin of position ${position.id} is told ${w[at + P.margin]}, what happened makes it ${position.margin}`,
        );
      accounts.move(this.marginOf(position, contract), more);
      accounts.move(accounts.wallet(user, contract.type, contract.settle), -more);
      position.margin += more;
    }
    position.leverage = w[at + P.leverage] as number;
    position.mode = w[at + P.marginMode] as number;
    if (position.lots > 0) return;
    this.positions.delete(keyOf(user, market, side));
    this.byUser.get(user)?.delete(position);
  }

  private step(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    this.steps += 1;
    const user = w[at + L.user] as number;
    const kind = w[at + L.step] as number;
    const insurance = w[at + L.insurance] as number;
    const equity = w[at + L.equity] as number;
    const maintenance = w[at + L.maintenance] as number;
    if (!(equity <= maintenance))
      throw new Breach(
        `money §12.9: user ${user} is liquidated with equity ${equity} above maintenance ${maintenance}`,
      );
    if (kind === DESK) this.waiting.set(w[at + L.market] as number, user);
    if (w[at + L.market] === 0) return;
    const contract = this.of(w[at + L.market] as number);
    if (kind === 2) this.net(contract, user, w[at + L.lots] as number, w[at + L.mark] as number);
    if (kind < 3 || kind > 4) return;
    accounts.move(accounts.house(OF.insurance, contract.settle), insurance);
    accounts.move(accounts.wallet(user, contract.type, contract.settle), -insurance);
  }

  /** A wallet's long and short of one market against each other at the mark. */
  private net(contract: Contract, user: number, lots: number, mark: number): void {
    this.endangered(user, contract.market, 1);
    const value =
      contract.type === LINEAR
        ? mulDown(lots * contract.perLot, mark, 100)
        : mulDown(lots, contract.perLot * 100, mark);
    this.shrink(contract, user, 1, lots, value, 0);
    this.shrink(contract, user, 2, lots, value, 0);
  }

  private deleverage(w: Float64Array, at: number): void {
    this.deleveraged += 1;
    const contract = this.of(w[at + D.market] as number);
    const bankrupt = this.byId.get(w[at + D.against] as number);
    const other = this.byId.get(w[at + D.position] as number);
    if (bankrupt === undefined || other === undefined)
      throw new Error('Expected both positions of a deleveraging to be known.');
    if (!(bankrupt.side !== other.side && other.user === w[at + D.user]))
      throw new Breach(`position ${other.id} is deleveraged against one of its own side`);
    this.endangered(bankrupt.user, contract.market, bankrupt.side);
    bankrupt.forced = true;
    this.forced.add(bankrupt);
    const [lots, value] = [w[at + D.lots] as number, w[at + D.value] as number];
    this.shrink(contract, bankrupt.user, bankrupt.side, lots, value, 0);
    this.shrink(contract, other.user, other.side, lots, value, 0);
  }

  /** money §12.9: forced only on a price that may, and at or below maintenance; looked at before the command moved any of it. */
  private endangered(user: number, market: number, side: number): void {
    const contract = this.of(market);
    const position = this.position(user, market, side);
    const isolated = position?.mode === ISOLATED;
    const key = user * 1024 + (isolated ? market * 2 + side - 1 : 1_000 + contract.type);
    if (this.examined.has(key)) return;
    this.examined.add(key);
    const { state } = this.auditor.prices.of(contract.instrument);
    if (!(state <= 2))
      throw new Breach(`money §12.9: user ${user} is liquidated in market ${market} on a price of state ${state}`);
    if (position === undefined) return;
    let equity = isolated
      ? position.margin
      : (this.auditor.accounts.due[this.auditor.accounts.wallet(user, contract.type, contract.settle)] as number);
    let need = 0;
    for (const one of this.byUser.get(user) ?? []) {
      if (isolated ? one !== position : one.mode === ISOLATED) continue;
      const of = this.of(one.market);
      if (of.type !== contract.type || of.settle !== contract.settle) continue;
      equity += this.unrealised(of, one);
      need += this.maintenance(of, one);
    }
    // Rounded down each, against the user: by as many atoms as there are positions the two may differ.
    if (!(equity <= need + 8))
      throw new Breach(
        `money §12.9: user ${user} is liquidated in market ${market} with equity ${equity}, maintenance is ${need}`,
      );
  }

  unrealised(contract: Contract, { side, lots, cost }: Position): number {
    const rises = (side === 1) === (contract.type === LINEAR);
    const value = this.valueAt(contract, lots, !rises);
    return rises ? value - cost : cost - value;
  }

  private valueAt({ type, perLot, mark }: Contract, lots: number, up: boolean): number {
    const of = up ? mulUp : mulDown;
    return type === LINEAR ? of(lots * perLot, mark, 100) : of(lots, perLot * 100, mark);
  }

  private maintenance(contract: Contract, { lots }: Position): number {
    const worth = contract.type === LINEAR ? this.valueAt(contract, lots, true) : lots * contract.face;
    const tier = contract.tiers.find(({ cap }) => worth <= cap) ?? contract.tiers.at(-1);
    if (tier === undefined) return 0;
    if (contract.type === LINEAR) return mulUp(worth, tier.rate, MILLION) - tier.amount;
    // In whole USD first; a contract's coin is its value by its face.
    const value = this.valueAt(contract, lots, true);
    const usd = mulUp(worth, tier.rate, MILLION) - tier.amount;
    return worth === 0 ? 0 : mulUp(value, Math.max(0, usd), worth);
  }

  private rate(w: Float64Array, at: number): void {
    const contract = this.of(w[at + R.market] as number);
    const rate = w[at + R.rate] as number;
    const [valid, hours] = [w[at + R.valid] as number, contract.hours];
    if (!(Math.abs(rate) <= 20_000_000)) throw new Breach(`money §3: a funding rate of ${rate}`);
    if (!(rate === 0 || valid * 2 >= hours * 60))
      throw new Breach(`money §3: funding by ${valid} valid minutes of ${hours} hours`);
    contract.round = { rate, mark: w[at + R.mark] as number, owed: 0, paid: 0 };
    for (const position of this.positions.values())
      if (position.market === contract.market) position.funded = position.lots;
  }

  private funding(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    this.fundings += 1;
    const position = this.byId.get(w[at + G.position] as number);
    const contract = this.of(w[at + G.market] as number);
    const { round } = contract;
    if (position === undefined || round === undefined)
      throw new Error('Expected funding of a known position after its rate.');
    const amount = w[at + G.amount] as number;
    const size =
      BigInt(position.funded) * BigInt(contract.perLot) * BigInt(Math.abs(round.rate)) * BigInt(contract.hours);
    const parts = 8_000_000_000n * (contract.type === LINEAR ? 100n : BigInt(round.mark));
    const whole = contract.type === LINEAR ? size * BigInt(round.mark) : size * 100n;
    const pays = (position.side === 1) === round.rate > 0;
    const account =
      position.mode === ISOLATED && position.lots > 0
        ? this.marginOf(position, contract)
        : accounts.wallet(position.user, contract.type, contract.settle);
    if (!(position.funded > 0)) throw new Breach(`position ${position.id} is funded twice, or was not open`);
    if (pays) {
      const owed = Number((whole + parts - 1n) / parts);
      const own = Math.min(owed, accounts.free[account] as number);
      const insurance = accounts.house(OF.insurance, contract.settle);
      const insured = Math.min(owed - own, accounts.free[insurance] as number);
      if (amount !== -own)
        throw new Breach(
          `money §3: position ${position.id} pays ${-amount} of funding, it owes ${owed} and has ${accounts.free[account]}`,
        );
      round.owed += owed;
      round.paid += own + insured;
      accounts.move(account, -own);
      accounts.move(insurance, -insured);
      accounts.move(accounts.house(OF.rounding, contract.settle), own + insured);
    } else {
      const due =
        round.paid >= round.owed
          ? whole / parts
          : (whole * BigInt(round.paid)) / (parts * BigInt(Math.max(1, round.owed)));
      if (BigInt(amount) !== due)
        throw new Breach(`money §3: position ${position.id} gets ${amount} of funding, due is ${due}`);
      accounts.move(account, amount);
      accounts.move(accounts.house(OF.rounding, contract.settle), -amount);
    }
    if (account !== accounts.wallet(position.user, contract.type, contract.settle)) position.margin += amount;
    position.funding += amount;
    position.funded = 0;
  }

  private end(): void {
    for (const position of this.forced) position.forced = false;
    this.forced.clear();
    this.examined.clear();
    if (this.stirred.size === 0) return;
    const { accounts } = this.auditor;
    for (const contract of this.stirred) {
      const [longs, shorts] = contract.lots;
      if (longs !== shorts)
        throw new Breach(`money §12.8: market ${contract.market} has ${longs} lots long and ${shorts} short`);
      const [longCost, shortCost] = contract.cost;
      const due = contract.type === LINEAR ? shortCost - longCost : longCost - shortCost;
      const has = accounts.total(accounts.house(OF.clearing, contract.settle, contract.market));
      if (!(has === -due || has === due))
        throw new Breach(`core §4: the clearing of market ${contract.market} is ${has}, costs make it ${due}`);
    }
    this.stirred.clear();
  }
}

function keyOf(user: number, market: number, side: number): number {
  return (user * 1_024 + market) * 2 + side - 1;
}
