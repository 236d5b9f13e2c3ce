// Listings after the start: assets, instruments, spot markets, by the same rules as in the genesis command.

import { Domain } from '../domain.ts';
import { MARKET_TYPE } from '../enum/index.ts';
import { type Markets, stepsFit } from '../market/index.ts';
import { packText, powerOfTen, unpackText } from '../number/index.ts';
import type { Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';

const ASSET = commands['asset.list'].kind;
const INSTRUMENT = commands['instrument.list'].kind;
const MARKET = commands['market.list'].kind;
const FIRST = offsetOf('asset.list', 'asset');
const CODE = offsetOf('asset.list', 'code');
const SCALE = offsetOf('asset.list', 'scale');
const I = {
  base: offsetOf('instrument.list', 'base'),
  quote: offsetOf('instrument.list', 'quote'),
  category: offsetOf('instrument.list', 'category'),
  calendar: offsetOf('instrument.list', 'calendar'),
  tickDecimals: offsetOf('instrument.list', 'tickDecimals'),
} as const;
const M = {
  instrument: offsetOf('market.list', 'instrument'),
  base: offsetOf('market.list', 'base'),
  quote: offsetOf('market.list', 'quote'),
  tickDecimals: offsetOf('market.list', 'tickDecimals'),
  lotDecimals: offsetOf('market.list', 'lotDecimals'),
  minValue: offsetOf('market.list', 'minValue'),
  maxValue: offsetOf('market.list', 'maxValue'),
} as const;

/** Highest number of an asset or an instrument that the desk lists. Rows exist up to it. */
export const MOST_LISTED = 4_096;
/** Highest number of a market with an order book. Markets of second contracts are above. */
export const MOST_MARKETS = 300;

/** Whether a word is a readable code. */
function readable(code: number): boolean {
  const text = unpackText(code);
  return text.length > 0 && !text.includes(' ') && packText(text) === code;
}

export class Listing extends Domain {
  readonly kinds = [ASSET, INSTRUMENT, MARKET];
  private readonly markets: Markets;
  private readonly prices: Prices;

  constructor(markets: Markets, prices: Prices) {
    super();
    this.markets = markets;
    this.prices = prices;
  }

  /** Rules `rowTimers`: removes timers that replaced calendars left behind. */
  override activated(version: number): void {
    if (version === RULE.rowTimers) this.prices.renewTimers();
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const { markets, prices } = this;
    const id = words[at + FIRST] as number;
    const most = kind === MARKET ? MOST_MARKETS : MOST_LISTED;
    if (id > most) return this.refuse(rejects['request.invalid'], most, id);
    if (kind === ASSET) {
      const code = words[at + CODE] as number;
      if (markets.assetExists(id)) return this.refuse(rejects['request.invalid'], 0, id);
      return readable(code) && !this.coded(code) ? DONE : this.refuse(rejects['request.invalid'], 0, code);
    }
    if (kind === INSTRUMENT) {
      if (prices.exists(id)) return this.refuse(rejects['request.invalid'], 0, id);
      for (const place of [I.base, I.quote])
        if (!readable(words[at + place] as number))
          return this.refuse(rejects['request.invalid'], 0, words[at + place] as number);
      return DONE;
    }
    return this.decideMarket(words, at, id);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const id = words[at + FIRST] as number;
    const of = (place: number): number => words[at + place] as number;
    if (kind === ASSET) this.markets.listAsset(id, of(CODE), of(SCALE));
    else if (kind === INSTRUMENT)
      this.prices.list(id, of(I.base), of(I.quote), of(I.category), of(I.calendar), of(I.tickDecimals));
    else {
      const { scale } = this.markets.assets;
      const step = (scale[of(M.quote)] as number) - of(M.tickDecimals) - of(M.lotDecimals);
      const goods = (scale[of(M.base)] as number) - of(M.lotDecimals);
      this.markets.list(
        Float64Array.of(
          ...[id, MARKET_TYPE.spot, of(M.instrument), of(M.base), of(M.quote), of(M.tickDecimals), of(M.lotDecimals)],
          ...[powerOfTen(step), powerOfTen(goods), of(M.minValue), of(M.maxValue)],
        ),
        0,
      );
    }
    return id;
  }

  private coded(code: number): boolean {
    const { assets } = this.markets;
    for (let asset = 1; asset <= assets.top; asset += 1) if (assets.code[asset] === code) return true;
    return false;
  }

  /** Assets and instrument are listed and match, the steps give whole atoms, the bounds are in order. */
  private decideMarket(words: Float64Array, at: number, market: number): number {
    const { markets, prices } = this;
    const of = (place: number): number => words[at + place] as number;
    if (markets.exists(market)) return this.refuse(rejects['request.invalid'], 0, market);
    const base = of(M.base);
    const quote = of(M.quote);
    for (const asset of [base, quote])
      if (!markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    const instrument = of(M.instrument);
    if (!prices.exists(instrument)) return this.refuse(rejects['request.notFound'], 0, instrument);
    const { code, scale } = markets.assets;
    if (base === quote || prices.rows.base[instrument] !== code[base] || prices.rows.quote[instrument] !== code[quote])
      return this.refuse(rejects['request.invalid'], instrument, base);
    const tick = of(M.tickDecimals);
    if (prices.rows.tickDecimals[instrument] !== tick)
      return this.refuse(rejects['request.invalid'], prices.rows.tickDecimals[instrument] as number, tick);
    if (!stepsFit(scale[base] as number, scale[quote] as number, tick, of(M.lotDecimals)))
      return this.refuse(rejects['request.invalid'], scale[quote] as number, tick + of(M.lotDecimals));
    if (of(M.minValue) > of(M.maxValue)) return this.refuse(rejects['request.invalid'], of(M.maxValue), of(M.minValue));
    return DONE;
  }
}
