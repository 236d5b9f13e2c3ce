// Audits margin wallets at the index (money §4, §11; rules `marginStale`, `marginForced`, `marginTurns`): trades while
// a price is stale, limits of forced orders, payments of the insurance fund, and that no wallet is skipped.

import { ACCOUNT_CLASS, DEBT_CHANGE, PRICE_STATE, WALLET } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import type { Debt, MarginBook } from './margin.ts';
import type { Order, OrderBook } from './orders.ts';
import type { SpotBook, SpotMarket } from './spot.ts';

const F = eventPlaces('fill');
const T = eventPlaces('tick');
const S = eventPlaces('margin.step');
const D = eventPlaces('debt.changed');
const M = eventPlaces('margin.changed');
const L = eventPlaces('margin.level');
const K = eventPlaces('margin.market');
const C = eventPlaces('margin.terms');
const V = eventPlaces('margin.leverage');
const [BEGAN, SOLD, REPAID, OVER] = [2, 3, 4, 5];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Divisors of the fund: what it may pay in an hour, on a day. */
const SHARE = { hour: 50, day: 10 } as const;
/** Percent from the index: for reducing trades while a price is stale, for forced orders. */
const [NEAR, FORCED] = [1, 2];
const SILENCE = 10_000;
/** Atoms of rounding. */
const ROUNDED = 4;
/** Ticks within which every wallet below its level has its turn. */
const PATIENCE = 60;

interface Coin {
  readonly asset: number;
  /** 0: USDT. */
  readonly instrument: number;
  readonly factor: number;
}

/** The last usable index of an instrument. */
interface Index {
  cents: number;
  time: number;
  /** It is the first after a gap or dispute. */
  returned: boolean;
}

interface Standing {
  /** USDT, by factor and in full. */
  readonly assets: number;
  readonly own: number;
  readonly debts: number;
  /** Possible rounding error: of a trade and the debts together, and of the debts alone. */
  readonly slack: number;
  readonly owedSlack: number;
}

/** Payments since the start of an hour or day. */
interface Paid {
  since: number;
  atoms: number;
}

export class MarginRisk {
  private readonly auditor: Auditor;
  private readonly orders: () => OrderBook;
  private readonly spot: () => SpotBook;
  private readonly margin: () => MarginBook;
  private readonly coins = new Map<number, Coin>();
  private readonly indexes = new Map<number, Index>();
  private readonly levels = new Map<number, number>();
  private readonly leverages = new Map<number, number>();
  private readonly wallets = new Map<string, number>();
  private cross = 0;
  /** Wallets in liquidation. */
  private readonly forced = new Set<string>();
  private readonly hours = new Map<number, Paid>();
  private readonly days = new Map<number, Paid>();
  private readonly most = new Map<number, number>();
  /** Ticks for which a wallet has been below its level without a step. */
  private readonly waiting = new Map<string, number>();
  private ticked = false;
  /** Value of what the fund has paid for a wallet in this command, USDT. */
  private readonly rescued = new Map<string, number>();

  /**
   * Created before the books that move balances, so that at a fill or payment it sees the state before. They are passed
   * as functions.
   */
  constructor(auditor: Auditor, orders: () => OrderBook, spot: () => SpotBook, margin: () => MarginBook) {
    this.auditor = auditor;
    this.orders = orders;
    this.spot = spot;
    this.margin = margin;
    auditor.on('tick', (w, at) => this.tick(w[at + T.instrument] as number));
    auditor.on('fill', (w, at) => this.fill(w, at));
    auditor.on('debt.changed', (w, at) => {
      if (w[at + D.type] === DEBT_CHANGE.paidByInsurance) this.insured(w, at);
    });
    auditor.on('margin.step', (w, at) => {
      const key = `${w[at + S.user]} ${w[at + S.market] === 0 ? WALLET.crossMargin : WALLET.isolatedMargin} ${w[at + S.market]}`;
      const step = w[at + S.step] as number;
      if (step === BEGAN) this.forced.add(key);
      else if (step === REPAID || step === OVER) this.forced.delete(key);
      if (step >= BEGAN && step <= SOLD) this.waiting.delete(key);
    });
    auditor.on('margin.changed', (w, at) => {
      const [asset, instrument, factor] = [w[at + M.asset], w[at + M.instrument], w[at + M.factor]] as number[];
      this.coins.set(asset ?? 0, { asset: asset ?? 0, instrument: instrument ?? 0, factor: factor ?? 0 });
    });
    auditor.on('margin.level', (w, at) =>
      this.levels.set(w[at + L.leverage] as number, w[at + L.liquidation] as number),
    );
    auditor.on('margin.market', (w, at) =>
      this.leverages.set(w[at + K.market] as number, w[at + K.leverage] as number),
    );
    auditor.on('margin.terms', (w, at) => {
      this.cross = w[at + C.cross] as number;
    });
    auditor.on('margin.leverage', (w, at) =>
      this.wallets.set(`${w[at + V.user]} ${w[at + V.wallet]} ${w[at + V.market]}`, w[at + V.leverage] as number),
    );
    auditor.atEnd(() => this.end());
  }

  private tick(instrument: number): void {
    this.ticked = true;
    const { prices, time } = this.auditor;
    const known = this.indexes.get(instrument) ?? { cents: 0, time: 0, returned: false };
    this.indexes.set(instrument, known);
    if (!prices.counts(instrument)) {
      known.time = 0;
      return;
    }
    known.returned = time - known.time > SILENCE;
    known.time = time;
    known.cents = prices.of(instrument).price;
  }

  private isStale(asset: number): boolean {
    const instrument = this.coins.get(asset)?.instrument ?? 0;
    return instrument !== 0 && this.auditor.prices.of(instrument).state > PRICE_STATE.aging;
  }

  /** The debts of a wallet. */
  private owed(user: number, wallet: number, market: number): Debt[] {
    const debts: Debt[] = [];
    for (const debt of this.margin().debts.values())
      if (debt.user === user && debt.wallet === wallet && debt.market === market) debts.push(debt);
    return debts;
  }

  private has(user: number, wallet: number, market: number, asset: number): number {
    const { accounts } = this.auditor;
    return accounts.total(accounts.wallet(user, wallet, asset, market));
  }

  /** Value of one atom at the last usable index, USDT. */
  private worth(asset: number): number {
    const scale = this.spot().scales[asset] ?? 1;
    const instrument = this.coins.get(asset)?.instrument ?? 0;
    if (instrument === 0) return 1 / scale;
    const { tickDecimals } = this.auditor.prices.of(instrument);
    return (this.indexes.get(instrument)?.cents ?? 0) / 100 / 10 ** tickDecimals / scale;
  }

  private standing(user: number, wallet: number, market: number): Standing {
    const debts = this.owed(user, wallet, market);
    const sum = { assets: 0, own: 0, debts: 0, slack: 0, owedSlack: 0 };
    for (const { asset, factor } of this.coins.values()) {
      const worth = this.worth(asset);
      const own = this.has(user, wallet, market, asset) * worth;
      const owed = debts.filter((one) => one.asset === asset).reduce((of, one) => of + this.margin().owes(one), 0);
      sum.own += own;
      sum.assets += wallet === WALLET.isolatedMargin ? own : (own * factor) / 1_000_000;
      sum.debts += owed * worth;
      const inexact = (own + owed * worth) * 1e-9;
      sum.slack += ROUNDED * worth + inexact;
      sum.owedSlack += (owed === 0 ? 0 : ROUNDED * worth) + inexact;
    }
    return sum;
  }

  private fill(w: Float64Array, at: number): void {
    if (this.auditor.rules < RULE.marginStale) return;
    const market = this.spot().markets[w[at + F.market] as number];
    if (market === undefined) return;
    const [price, lots, value] = [w[at + F.price] as number, w[at + F.lots] as number, w[at + F.value] as number];
    const goods = lots * market.goods;
    const side = w[at + F.takerSide] as number;
    const taker = this.orders().orders.get(w[at + F.takerOrder] as number);
    const maker = this.orders().orders.get(w[at + F.makerOrder] as number);
    if (taker !== undefined) this.deal(market, taker, side, price, value, goods, w[at + F.takerFee] as number, true);
    if (maker !== undefined)
      this.deal(market, maker, 3 - side, price, value, goods, w[at + F.makerFee] as number, false);
  }

  private deal(
    market: SpotMarket,
    { user, wallet }: Order,
    side: number,
    price: number,
    value: number,
    goods: number,
    fee: number,
    taking: boolean,
  ): void {
    if (wallet !== WALLET.crossMargin && wallet !== WALLET.isolatedMargin) return;
    const of = wallet === WALLET.isolatedMargin ? market.market : 0;
    const debts = this.owed(user, wallet, of);
    if (debts.length === 0) return;
    const [pays, gets] = side === 1 ? [market.quote, market.base] : [market.base, market.quote];
    const [paid, got] = side === 1 ? [value, goods - fee] : [goods, value - fee];
    const index = this.auditor.prices.of(market.instrument).price;
    const worse = side === 1 ? price * 100 - index : index - price * 100;
    if (taking && this.forced.has(`${user} ${wallet} ${of}`)) {
      this.forcedDeal(user, wallet, of, market, worse * 100 > index * FORCED, pays, paid, gets, got);
      return;
    }
    if (this.isStale(market.base) || this.isStale(market.quote))
      throw new Breach(`money §11: a margin wallet of user ${user} deals in market ${market.market} while it is stale`);
    if (wallet === WALLET.isolatedMargin) return;
    const owes = (asset: number): number =>
      debts.filter((one) => one.asset === asset).reduce((sum, one) => sum + this.margin().owes(one), 0);
    const net = (asset: number): number => this.has(user, wallet, of, asset) - owes(asset);
    for (const { asset } of this.coins.values()) {
      if (!this.isStale(asset) || (owes(asset) === 0 && this.has(user, wallet, of, asset) === 0)) continue;
      const reduces = net(pays) >= paid - ROUNDED && net(gets) + got <= ROUNDED && worse * 100 <= index * NEAR;
      if (!reduces)
        throw new Breach(
          `money §11: user ${user} deals at ${price} in market ${market.market} beside asset ${asset}, whose price is stale, and does not reduce its risk`,
        );
    }
  }

  /** money §4: a forced order fills near a usable index, and makes no wallet's equity negative that was not. */
  private forcedDeal(
    user: number,
    wallet: number,
    of: number,
    market: SpotMarket,
    far: boolean,
    pays: number,
    paid: number,
    gets: number,
    got: number,
  ): void {
    if (!this.auditor.prices.counts(market.instrument))
      throw new Breach(
        `money §4: a forced order of user ${user} in market ${market.market}, whose price does not count`,
      );
    if (this.auditor.rules < RULE.marginForced) return;
    if (far) throw new Breach(`money §4: a forced order of user ${user} deals more than 2 % from the index`);
    if (this.indexes.get(market.instrument)?.returned === true)
      throw new Breach(`money §4: a forced order of user ${user} deals at the first tick after a silence`);
    const { own, debts, slack } = this.standing(user, wallet, of);
    const left = own - debts - paid * this.worth(pays) + got * this.worth(gets);
    if (own - debts > slack && left < -slack)
      throw new Breach(
        `money §4: a forced order leaves user ${user} ${left} USDT at the index, there were ${own - debts}`,
      );
  }

  /**
   * money §4: the fund pays the debts of a wallet that had no equity before the first of these payments and that holds
   * less than a lot of each coin, and it pays within the limits of the hour and the day.
   */
  private insured(w: Float64Array, at: number): void {
    if (this.auditor.rules < RULE.marginForced) return;
    const [user, wallet, asset] = [w[at + D.user] as number, w[at + D.wallet] as number, w[at + D.asset] as number];
    const market = w[at + D.market] as number;
    const { own, debts, owedSlack } = this.standing(user, wallet, market);
    const key = `${user} ${wallet} ${market}`;
    const rescued = this.rescued.get(key) ?? 0;
    const before = own - debts - rescued;
    if (before > owedSlack)
      throw new Breach(`money §4: the fund pays for user ${user}, who has ${before} USDT at the index`);
    this.expectExhausted(user, wallet, market);
    this.rescued.set(key, rescued - (w[at + D.amount] as number) * this.worth(asset));
    this.note(asset);
    const most = this.most.get(asset) ?? 0;
    const { time } = this.auditor;
    const count = (of: Map<number, Paid>, span: number): number => {
      const since = time - (time % span);
      const known = of.get(asset);
      const atoms = (known?.since === since ? known.atoms : 0) - (w[at + D.amount] as number);
      of.set(asset, { since, atoms });
      return atoms;
    };
    const [hour, day] = [count(this.hours, HOUR), count(this.days, DAY)];
    if (hour * SHARE.hour > most || day * SHARE.day > most)
      throw new Breach(
        `money §4: the fund paid ${hour} of asset ${asset} this hour, ${day} today, it never had more than ${most}`,
      );
  }

  /** A wallet holds nothing that its books could still trade: less than a lot, or less USDT than a lot of an owed coin. */
  private expectExhausted(user: number, wallet: number, market: number): void {
    const owed = new Set(this.owed(user, wallet, market).map(({ asset }) => asset));
    for (const outlet of this.spot().markets) {
      if (outlet === undefined || (wallet === WALLET.isolatedMargin ? outlet.market !== market : !this.sells(outlet)))
        continue;
      const { base, quote, goods, k, instrument } = outlet;
      // The highest price of a forced purchase, ticks.
      const dearest = Math.floor((this.auditor.prices.of(instrument).price * (100 + FORCED)) / 10_000);
      const [asset, least] = owed.has(base) ? [quote, dearest * k] : [base, goods];
      const has = this.has(user, wallet, market, asset);
      if (has >= least)
        throw new Breach(`money §4: the fund pays for user ${user}, who has ${has} of asset ${asset} to trade`);
    }
  }

  /** Whether a cross wallet sells a coin in this market. */
  private sells({ base, quote }: SpotMarket): boolean {
    return this.coins.has(base) && this.coins.get(quote)?.instrument === 0;
  }

  /** Records the present balance of an asset's fund. */
  private note(asset: number): void {
    const { accounts } = this.auditor;
    const fund = accounts.free[accounts.operatorAccount(ACCOUNT_CLASS.insurance, asset)] as number;
    if (fund >= (this.most.get(asset) ?? 0)) this.most.set(asset, fund);
  }

  private end(): void {
    for (const asset of this.coins.keys()) this.note(asset);
    this.rescued.clear();
    if (!this.ticked) return;
    this.ticked = false;
    if (this.auditor.rules < RULE.marginTurns) return;
    const seen = new Set<string>();
    for (const { user, wallet, market } of this.margin().debts.values()) {
      const key = `${user} ${wallet} ${market}`;
      if (seen.has(key)) continue;
      seen.add(key);
      this.look(key, user, wallet, market);
    }
  }

  /** A wallet below its level has its turn: its liquidation begins within some ticks. */
  private look(key: string, user: number, wallet: number, market: number): void {
    const { assets, debts, slack } = this.standing(user, wallet, market);
    const leverage =
      this.wallets.get(key) ?? (wallet === WALLET.crossMargin ? this.cross : (this.leverages.get(market) ?? 0));
    const level = (this.levels.get(leverage) ?? 0) / 1_000_000;
    if (this.forced.has(key) || assets > debts * level - slack * 2) {
      this.waiting.delete(key);
      return;
    }
    const ticks = (this.waiting.get(key) ?? 0) + 1;
    this.waiting.set(key, ticks);
    if (ticks > PATIENCE)
      throw new Breach(
        `money §4: wallet ${wallet} of user ${user} has been below its level for ${ticks} ticks without a turn`,
      );
  }
}
