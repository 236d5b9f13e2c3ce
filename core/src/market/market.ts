// Assets and markets: the listings of the exchange.

import { FastBook, type Orders, Pages } from '../book/index.ts';
import { ACCOUNT_CLASS, MARKET_STATE, MARKET_TYPE } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import { powerOfTen } from '../number/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { layoutOf } from '../schema/index.ts';

const MAX_ID = 65_535;
const ASSET_CHANGED = layoutOf('asset.changed');
const MARKET_CHANGED = layoutOf('market.changed');

/** Whether tick and lot give whole atoms of the quote and of the base asset, whose decimals are given. */
export function stepsFit(base: number, quote: number, tickDecimals: number, lotDecimals: number): boolean {
  return tickDecimals + lotDecimals <= quote && lotDecimals <= base;
}

export class Markets {
  readonly rows;
  readonly assets;
  /** By market; derived. */
  readonly books: (FastBook | undefined)[] = [];
  private readonly pages = new Pages();
  private readonly out: EventBuffer;
  private readonly ledger: Ledger;
  private readonly orders: Orders;

  constructor(registry: Registry, out: EventBuffer, ledger: Ledger, orders: Orders) {
    this.out = out;
    this.ledger = ledger;
    this.orders = orders;
    this.assets = registry.add(
      table('assets', { code: 'f64', unit: 'f64', scale: 'i32', fee: 'i32', safety: 'i32' }, MAX_ID),
    );
    this.rows = registry.add(
      table(
        'markets',
        {
          atomsPerTickLot: 'f64',
          baseAtomsPerLot: 'f64',
          minValue: 'f64',
          maxValue: 'f64',
          trades: 'f64',
          /** Price of the last trade in ticks, 0 before the first. */
          last: 'i32',
          type: 'i32',
          instrument: 'i32',
          base: 'i32',
          quote: 'i32',
          tickDecimals: 'i32',
          lotDecimals: 'i32',
          state: 'i32',
          /** 1 when a price moved and its triggers have not been checked since. */
          stirred: 'i32',
        },
        MAX_ID,
      ),
    );
  }

  exists(market: number): boolean {
    return market >= 1 && market <= this.rows.top && this.rows.type[market] !== 0;
  }

  assetExists(asset: number): boolean {
    return asset >= 1 && asset <= this.assets.top && this.assets.code[asset] !== 0;
  }

  book(market: number): FastBook {
    const book = this.books[market];
    if (book === undefined) throw new Error(`Expected a book of market ${market}.`);
    return book;
  }

  listAsset(asset: number, code: number, scale: number): void {
    const { assets, ledger } = this;
    assets.reach(asset);
    assets.code[asset] = code;
    assets.scale[asset] = scale;
    assets.unit[asset] = powerOfTen(scale);
    this.emitAsset(asset);
    assets.fee[asset] = ledger.open(ACCOUNT_CLASS.fee, 0, 0, asset, 0);
    assets.safety[asset] = ledger.open(ACCOUNT_CLASS.safety, 0, 0, asset, 0);
    ledger.open(ACCOUNT_CLASS.rounding, 0, 0, asset, 0);
  }

  /** Lists a market from the words of one genesis row. */
  list(words: Float64Array, at: number): void {
    const { rows } = this;
    const market = words[at] as number;
    rows.reach(market);
    rows.type[market] = words[at + 1] as number;
    rows.instrument[market] = words[at + 2] as number;
    rows.base[market] = words[at + 3] as number;
    rows.quote[market] = words[at + 4] as number;
    rows.tickDecimals[market] = words[at + 5] as number;
    rows.lotDecimals[market] = words[at + 6] as number;
    rows.atomsPerTickLot[market] = words[at + 7] as number;
    rows.baseAtomsPerLot[market] = words[at + 8] as number;
    rows.minValue[market] = words[at + 9] as number;
    rows.maxValue[market] = words[at + 10] as number;
    rows.state[market] = MARKET_STATE.trading;
    this.makeBooks();
    this.emit(market);
  }

  /** Whether a market's orders trigger: not where nothing may trade. Contracts may reduce in state 2. */
  fires(market: number): boolean {
    const state = this.rows.state[market] as number;
    return (
      state === MARKET_STATE.trading ||
      (state === MARKET_STATE.cancelOnly && this.rows.type[market] !== MARKET_TYPE.spot)
    );
  }

  /** Sets tick and lot of a market with an empty book. Its last price was in the old steps. */
  setSteps(market: number, instrument: number, tickDecimals: number, lotDecimals: number): void {
    const { rows } = this;
    const { scale } = this.assets;
    rows.instrument[market] = instrument;
    rows.tickDecimals[market] = tickDecimals;
    rows.lotDecimals[market] = lotDecimals;
    rows.atomsPerTickLot[market] = powerOfTen(
      (scale[rows.quote[market] as number] as number) - tickDecimals - lotDecimals,
    );
    rows.baseAtomsPerLot[market] = powerOfTen((scale[rows.base[market] as number] as number) - lotDecimals);
    rows.last[market] = 0;
  }

  /** Creates the (empty) books of all markets: when listed, and on load before the orders are restored. */
  makeBooks(): void {
    for (let market = this.books.length; market <= this.rows.top; market += 1)
      this.books.push(this.exists(market) ? new FastBook(market, this.orders, this.pages) : undefined);
    for (let market = 1; market <= this.rows.top; market += 1)
      if (this.books[market] === undefined && this.exists(market))
        this.books[market] = new FastBook(market, this.orders, this.pages);
  }

  emitAsset(asset: number): void {
    const at = this.out.open(ASSET_CHANGED.head);
    const w = this.out.words;
    w[at + ASSET_CHANGED.asset] = asset;
    w[at + ASSET_CHANGED.code] = this.assets.code[asset] as number;
    w[at + ASSET_CHANGED.scale] = this.assets.scale[asset] as number;
  }

  emit(market: number): void {
    const { rows } = this;
    const at = this.out.open(MARKET_CHANGED.head);
    const w = this.out.words;
    w[at + MARKET_CHANGED.market] = market;
    w[at + MARKET_CHANGED.type] = rows.type[market] as number;
    w[at + MARKET_CHANGED.instrument] = rows.instrument[market] as number;
    w[at + MARKET_CHANGED.base] = rows.base[market] as number;
    w[at + MARKET_CHANGED.quote] = rows.quote[market] as number;
    w[at + MARKET_CHANGED.tickDecimals] = rows.tickDecimals[market] as number;
    w[at + MARKET_CHANGED.lotDecimals] = rows.lotDecimals[market] as number;
    w[at + MARKET_CHANGED.atomsPerTickLot] = rows.atomsPerTickLot[market] as number;
    w[at + MARKET_CHANGED.baseAtomsPerLot] = rows.baseAtomsPerLot[market] as number;
    w[at + MARKET_CHANGED.minValue] = rows.minValue[market] as number;
    w[at + MARKET_CHANGED.maxValue] = rows.maxValue[market] as number;
    w[at + MARKET_CHANGED.state] = rows.state[market] as number;
  }
}
