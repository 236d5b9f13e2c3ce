// Audits what the insurance fund takes over and unwinds: only bankrupt positions, losses within bounds, slices once a
// minute near the index (money §3, rules `fundTakesOver`).

import { ACCOUNT_CLASS, MARKET_MAKER, MARKET_TYPE } from '../../../src/enum/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import { mulDown, mulUp } from '../exact.ts';
import type { Liquidations } from './liquidations.ts';
import { type Contract, type Positions } from './positions.ts';
import { gainsByWorth, worthOf } from '../worth.ts';

const T = eventPlaces('fund.takeover');
const I = eventPlaces('fund.inventory');
const S = eventPlaces('fund.slice');
const G = eventPlaces('fund.funding');
const W = eventPlaces('liquidation.waits');
const R = eventPlaces('funding.rate');
const C = eventPlaces('contract.changed');
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Divisors of the fund: its loss limits by market and hour and by day, its inventory limits per market and in all. */
const SHARE = { hour: 50, day: 10, market: 10, all: 2 } as const;
/** Slices fill at most this far from the index: one 500th. */
const REACH = 500;

interface Held {
  side: number;
  lots: number;
  cost: number;
  /** At the index of the takeovers. */
  value: number;
}

/** Loss of a market or an asset in its hour or on its day. */
interface Lost {
  since: number;
  atoms: number;
}

export class Takeovers {
  takeovers = 0;
  slices = 0;
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly liquidations: Liquidations;
  private readonly held = new Map<number, Held>();
  private readonly hours = new Map<number, Lost>();
  private readonly days = new Map<number, Lost>();
  /** The highest balance of an asset's fund. */
  private readonly most = new Map<number, number>();
  /** Lots that count for the current funding. */
  private readonly funded = new Map<number, Held>();
  /** The slice whose fills follow. */
  private filled = { lots: 0, value: 0, loss: 0 };
  private readonly minutes = new Map<number, number>();

  constructor(auditor: Auditor, book: Positions, liquidations: Liquidations) {
    this.auditor = auditor;
    this.book = book;
    this.liquidations = liquidations;
    liquidations.fundSide = (market) => this.held.get(market)?.side ?? 0;
    auditor.on('contract.changed', (w, at) => this.note(w[at + C.settle] as number));
    auditor.atEnd(() => {
      for (const asset of this.most.keys()) this.note(asset);
    });
    // One command may first add a forced fill's money to the fund and then lose it in a takeover.
    auditor.on('fund.takeover', (w, at) => {
      this.note(this.book.of(w[at + T.market] as number).settle);
      this.takeover(w, at);
    });
    auditor.on('fund.inventory', (w, at) => this.check(w, at));
    auditor.on('fund.slice', (w, at) => this.slice(w, at));
    auditor.on('fund.funding', (w, at) => this.funding(w, at));
    auditor.on('funding.rate', (w, at) => {
      const market = w[at + R.market] as number;
      const held = this.held.get(market);
      if (held === undefined) this.funded.delete(market);
      else this.funded.set(market, { ...held });
    });
    auditor.on('liquidation.waits', (w, at) => {
      const [equity, need] = [w[at + W.equity] as number, w[at + W.maintenance] as number];
      if (!(equity > 0 && equity <= need))
        throw new Breach(`money §3: a liquidation waits for orders with equity ${equity}, maintenance ${need}`);
    });
  }

  /** Records the present balance of an asset's fund. */
  private note(asset: number): void {
    const { accounts } = this.auditor;
    const fund = accounts.free[accounts.operatorAccount(ACCOUNT_CLASS.insurance, asset)] as number;
    if (fund >= (this.most.get(asset) ?? 0)) this.most.set(asset, fund);
  }

  private takeover(w: Float64Array, at: number): void {
    this.takeovers += 1;
    const contract = this.book.of(w[at + T.market] as number);
    const [user, side, equity] = [w[at + T.user] as number, w[at + T.side] as number, w[at + T.equity] as number];
    const [lots, value] = [w[at + T.lots] as number, w[at + T.value] as number];
    if (equity > 0) throw new Breach(`money §3: user ${user} is taken over with equity ${equity} for want of orders`);
    if (user === MARKET_MAKER) throw new Breach('money §3: the insurance fund takes over from the market maker');
    const opposite = this.book.position(user, contract.market, 3 - side)?.lots ?? 0;
    const position = this.book.position(user, contract.market, side);
    if (position === undefined || lots > position.lots - opposite)
      throw new Breach(
        `money §3: ${lots} lots of user ${user} are taken over, they have ${position?.lots ?? 0} and ${opposite} against them`,
      );
    this.liquidations.endangered(user, contract.market, side);
    this.liquidations.shared(contract, position, lots, value);
    this.book.force(position);
    const gains = gainsByWorth(contract, side);
    const worth = worthOf(contract, lots, contract.mark - contract.basis, !gains);
    let loss = Math.max(0, gains ? value - worth : worth - value);
    const { accounts } = this.auditor;
    this.book.shrink(contract, user, side, lots, value, 0);
    if (w[at + T.netted] === 1) {
      const held = this.held.get(contract.market);
      if (held === undefined || held.side === side)
        throw new Breach(`money §3: lots of market ${contract.market} are netted against what the fund does not hold`);
      loss += this.release(contract, held, lots, worth).loss;
      const part = this.release(contract, held, lots, value);
      if (part.profit !== w[at + T.profit])
        throw new Breach(`money §3: netting brings ${part.profit}, emitted ${w[at + T.profit]}`);
      this.shrink(contract, held, lots, part);
    } else this.grow(contract, side, lots, value, worth);
    if (loss !== w[at + T.loss])
      throw new Breach(`money §3: a takeover loses ${loss} against the index, emitted ${w[at + T.loss]}`);
    this.lose(contract, loss);
    const help = w[at + T.insurance] as number;
    if (help < -1 || help > 0) throw new Breach(`money §3: the fund adds ${-help} to a takeover`);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle), help);
    accounts.move(accounts.wallet(user, contract.type, contract.settle), -help);
  }

  private grow(contract: Contract, side: number, lots: number, value: number, worth: number): void {
    const held = this.held.get(contract.market) ?? { side, lots: 0, cost: 0, value: 0 };
    if (held.side !== side) throw new Breach(`money §3: the fund is long and short in market ${contract.market}`);
    held.lots += lots;
    held.cost += value;
    held.value += worth;
    this.held.set(contract.market, held);
    contract.lots[side - 1] = (contract.lots[side - 1] as number) + lots;
    contract.cost[side - 1] = (contract.cost[side - 1] as number) + value;
    const { accounts } = this.auditor;
    const fund = accounts.free[accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle)] as number;
    const here = worthOf(contract, held.lots, contract.mark - contract.basis, true);
    let all = 0;
    for (const [market, one] of this.held) {
      const of = this.book.of(market);
      if (of.settle === contract.settle) all += worthOf(of, one.lots, of.mark - of.basis, true);
    }
    if (here * SHARE.market > fund || all * SHARE.all > fund)
      throw new Breach(`money §3: the fund has ${fund} and holds ${here} of market ${contract.market}, ${all} in all`);
  }

  /** What closing lots at a value releases and brings. */
  private release(contract: Contract, { side, lots: whole, cost, value: was }: Held, lots: number, value: number) {
    const gains = gainsByWorth(contract, side);
    const of = gains ? mulUp : mulDown;
    const [released, before] = [of(cost, lots, whole), of(was, lots, whole)];
    return {
      ...{ released, before, profit: gains ? value - released : released - value },
      loss: Math.max(0, gains ? before - value : value - before),
    };
  }

  private shrink(
    contract: Contract,
    held: Held,
    lots: number,
    { released, before, profit }: { readonly released: number; readonly before: number; readonly profit: number },
  ): void {
    const { accounts } = this.auditor;
    const side = held.side - 1;
    held.lots -= lots;
    held.cost -= released;
    held.value -= before;
    contract.lots[side] = (contract.lots[side] as number) - lots;
    contract.cost[side] = (contract.cost[side] as number) - released;
    if (held.lots === 0) this.held.delete(contract.market);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.clearing, contract.settle, contract.market), -profit);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle), profit);
  }

  /** A fill with the fund as taker. The caller counts the maker's side. */
  fill(contract: Contract, side: number, lots: number, price: number, value: number, fee: number): void {
    const held = this.held.get(contract.market);
    const index = contract.mark - contract.basis;
    if (held === undefined || held.lots < lots || side !== 3 - held.side || fee !== 0)
      throw new Breach(`money §3: the fund deals ${lots} lots of market ${contract.market}, it has ${held?.lots ?? 0}`);
    if ((side === 2 ? index - price * 100 : price * 100 - index) * REACH > index)
      throw new Breach(`money §3: the fund unwinds at ${price}, more than 0.2 % from the index ${index}`);
    if (this.auditor.prices.of(contract.instrument).state > 2)
      throw new Breach(`money §3: the fund unwinds in market ${contract.market} at a price that is stale`);
    const part = this.release(contract, held, lots, value);
    this.shrink(contract, held, lots, part);
    this.filled.lots += lots;
    this.filled.value += value;
    this.filled.loss += part.loss;
  }

  private slice(w: Float64Array, at: number): void {
    this.slices += 1;
    const market = w[at + S.market] as number;
    const [held, depth, lots] = [w[at + S.held] as number, w[at + S.depth] as number, w[at + S.lots] as number];
    const { filled } = this;
    this.filled = { lots: 0, value: 0, loss: 0 };
    if (filled.lots !== lots || filled.value !== w[at + S.value])
      throw new Breach(`money §3: a slice of ${lots} lots is emitted, its fills are ${filled.lots}`);
    if (lots > Math.max(1, Math.floor(held / 20)) || lots * 10 > depth)
      throw new Breach(`money §3: a slice of ${lots} lots of ${held}, the depth is ${depth}`);
    const minute = w[at + S.minute] as number;
    const moment = minute + ((w[at + S.draw] as number) % MINUTE);
    if (minute % MINUTE !== 0 || moment !== w[at + S.moment] || minute <= (this.minutes.get(market) ?? 0))
      throw new Breach(`money §3: a slice of market ${market} at ${w[at + S.moment]}, drawn of minute ${minute}`);
    this.minutes.set(market, minute);
    // Just after its drawn time, whatever the time of the batch that fires the timer: that may be in another hour.
    this.lose(this.book.of(market), filled.loss, moment + 1);
  }

  /** Records a loss in this hour and on this day. */
  private lose(contract: Contract, atoms: number, time = this.auditor.time): void {
    const count = (of: Map<number, Lost>, key: number, span: number): void => {
      const since = time - (time % span);
      const known = of.get(key);
      if (known?.since === since) known.atoms += atoms;
      else of.set(key, { since, atoms });
    };
    count(this.hours, contract.market, HOUR);
    count(this.days, contract.settle, DAY);
  }

  /** The emitted inventory equals its fills, and losses are within the fund's limits. */
  private check(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + I.market] as number);
    const held = this.held.get(contract.market) ?? { side: 0, lots: 0, cost: 0, value: 0 };
    if (
      !(
        held.side === w[at + I.side] &&
        held.lots === w[at + I.lots] &&
        held.cost === w[at + I.cost] &&
        held.value === w[at + I.value]
      )
    )
      throw new Breach(
        `money §3: the fund has ${w[at + I.lots]} lots of ${contract.market} by its event, by its fills ${held.lots}`,
      );
    this.note(contract.settle);
    const most = this.most.get(contract.settle) ?? 0;
    const hour = this.hours.get(contract.market)?.atoms ?? 0;
    const day = this.days.get(contract.settle)?.atoms ?? 0;
    const [used, may] = [w[at + I.used] as number, w[at + I.hour] as number];
    const [dayUsed, dayMay] = [w[at + I.dayUsed] as number, w[at + I.day] as number];
    if (used > may || dayUsed > dayMay || hour > may || day > dayMay)
      throw new Breach(
        `money §3: the fund lost ${hour} of ${may} in market ${contract.market} this hour, ${day} of ${dayMay} today`,
      );
    if (may * SHARE.hour > most || dayMay * SHARE.day > most)
      throw new Breach(
        `money §3: the fund may lose ${may} an hour and ${dayMay} a day, it never had more than ${most}`,
      );
  }

  private funding(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + G.market] as number);
    const { round } = contract;
    const held = this.funded.get(contract.market);
    if (round === undefined || held === undefined) throw new Breach('money §3: funding of what the fund does not hold');
    this.funded.delete(contract.market);
    const { accounts } = this.auditor;
    const amount = w[at + G.amount] as number;
    const size = BigInt(held.lots) * BigInt(contract.perLot) * BigInt(Math.abs(round.rate)) * BigInt(round.hours);
    const parts = 8_000_000_000n * (contract.type === MARKET_TYPE.linear ? 100n : BigInt(round.mark));
    const whole = contract.type === MARKET_TYPE.linear ? size * BigInt(round.mark) : size * 100n;
    const owed = Number((whole + parts - 1n) / parts);
    if ((held.side === 1) === round.rate > 0) {
      if (amount > 0 || -amount > owed) throw new Breach(`money §3: the fund pays ${-amount} of funding, owed ${owed}`);
      round.owed += owed;
      round.paid -= amount;
      this.lose(contract, -amount);
    } else {
      const due =
        round.paid >= round.owed
          ? whole / parts
          : (whole * BigInt(round.paid)) / (parts * BigInt(Math.max(1, round.owed)));
      if (BigInt(amount) !== due) throw new Breach(`money §3: the fund gets ${amount} of funding, due is ${due}`);
    }
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.insurance, contract.settle), amount);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rounding, contract.settle), -amount);
  }
}
