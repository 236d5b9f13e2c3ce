// margin.set: what may be borrowed, at which rate, at which levels (money §4). Stricter terms wait a day (money §1).

import { MARKET_TYPE } from '../enum/index.ts';
import { hoursCovered } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { type CommandOf, DONE, rejects } from '../schema/index.ts';
import { marketOf, usdtOf } from './outlets.ts';
import { beginIndex } from './priced.ts';
import type { MarginContext } from './context.ts';
import { ROW } from './tables.ts';

export type Settings = CommandOf<'margin.set'>;

const MILLION = 1_000_000;

/** Whether settings are consistent and match the listings: 200, or 400 with the id that does not. */
export function decideSettings(context: MarginContext, set: Settings): number {
  const { tables, markets, prices } = context;
  const invalid = (what: number): number => context.refuse(rejects['request.invalid'], 0, what);
  const own = usdtOf(context);
  const usdt = set.assets.find((row) => row.instrument === 0)?.asset ?? own;
  if (usdt === 0 || (own !== 0 && own !== usdt)) return invalid(usdt);
  const listed = (asset: number): boolean => tables.lists(asset) || set.assets.some((row) => row.asset === asset);
  const instrumentOf = (asset: number): number =>
    set.assets.find((row) => row.asset === asset)?.instrument ?? (tables.assets.instrument[asset] as number);
  for (const [at, { asset, instrument, factor }] of set.assets.entries()) {
    if (set.assets.findIndex((row) => row.asset === asset) !== at || !markets.assetExists(asset)) return invalid(asset);
    if (factor > MILLION || (instrument === 0) !== (asset === usdt)) return invalid(asset);
    if (instrument === 0) continue;
    // A coin's index must be that of its own market against USDT: only that market can sell it (W07).
    const market = marketOf(context, asset, usdt);
    if (!prices.exists(instrument) || market === 0 || markets.rows.instrument[market] !== instrument)
      return invalid(asset);
  }
  for (const [at, row] of set.levels.entries()) {
    if (set.levels.findIndex(({ leverage }) => leverage === row.leverage) !== at) return invalid(row.leverage);
    if (row.borrow <= row.call || row.call <= row.liquidation || row.liquidation <= MILLION)
      return invalid(row.leverage);
    if (row.borrow > set.transferOut) return invalid(row.leverage);
  }
  const offered = (leverage: number): boolean =>
    set.levels.some((row) => row.leverage === leverage) ||
    (leverage <= tables.levels.top && tables.levels.borrow[leverage] !== 0);
  if (!offered(set.cross)) return invalid(set.cross);
  for (const [at, { market, leverage }] of set.markets.entries()) {
    if (set.markets.findIndex((row) => row.market === market) !== at) return invalid(market);
    const m = markets.rows;
    if (!markets.exists(market) || m.type[market] !== MARKET_TYPE.spot || !offered(leverage)) return invalid(market);
    const base = m.base[market] as number;
    if (!listed(base) || m.quote[market] !== usdt || instrumentOf(base) !== m.instrument[market])
      return invalid(market);
  }
  for (let leverage = 1; leverage <= tables.levels.top; leverage += 1) {
    const borrow = tables.levels.borrow[leverage] as number;
    if (borrow > set.transferOut && !set.levels.some((row) => row.leverage === leverage)) return invalid(leverage);
  }
  const more = set.assets.filter(({ asset }) => !tables.lists(asset)).length;
  if (context.clock.rules >= RULE.boundsCapacity && !context.kept.fitsCoins(more))
    return context.refuse(rejects['request.tooFrequent'], tables.bounds.most, tables.bounds.rowsUsed());
  if (!tables.rates.fits(set.assets.filter(({ asset }) => keepsOlder(context, asset)).length))
    return context.refuse(rejects['request.tooFrequent'], 0, 0);
  return DONE;
}

/** Whether debts may have uncounted hours from before the asset's last change, so that its older rate must be kept. */
function keepsOlder(context: MarginContext, asset: number): boolean {
  const { tables, clock } = context;
  if (clock.rules < RULE.ratesByHour || tables.state.sweep[ROW] === 0 || !tables.lists(asset)) return false;
  return tables.assets.since[asset] !== hoursCovered(clock.now);
}

/** Keeps the rate from before the asset's last change. */
function keepOlder(context: MarginContext, asset: number): void {
  const { assets, rates } = context.tables;
  const row = rates.take();
  rates.since[row] = assets.since[asset] as number;
  rates.rate[row] = assets.before[asset] as number;
  rates.asset[row] = asset;
  rates.next[row] = assets.older[asset] as number;
  assets.older[asset] = row;
}

/** All debts are counted up to now: only the last two rates of each asset are needed. */
export function dropOlder(context: MarginContext): void {
  const { assets, rates } = context.tables;
  // Bounded by the rates kept.
  for (let row = 1; row <= rates.top; row += 1) {
    if (!rates.alive(row)) continue;
    assets.older[rates.asset[row] as number] = 0;
    rates.free(row);
  }
}

/** Whether settings make borrowing more expensive or stricter for existing debts. */
export function tightens(context: MarginContext, set: Settings): boolean {
  const { assets, levels, terms, markets } = context.tables;
  if (terms.version[ROW] === 0) return false;
  for (const row of set.assets)
    if (
      context.tables.lists(row.asset) &&
      (row.rate > (assets.rate[row.asset] as number) ||
        row.factor < (assets.factor[row.asset] as number) ||
        row.limit < (assets.limit[row.asset] as number))
    )
      return true;
  for (const row of set.levels)
    if (
      row.leverage <= levels.top &&
      levels.borrow[row.leverage] !== 0 &&
      (row.borrow > (levels.borrow[row.leverage] as number) ||
        row.call > (levels.call[row.leverage] as number) ||
        row.liquidation > (levels.liquidation[row.leverage] as number))
    )
      return true;
  for (let market = 1; market <= markets.top; market += 1) {
    const next = set.markets.find((row) => row.market === market)?.leverage ?? 0;
    if (next < (markets.leverage[market] as number)) return true;
  }
  return set.cross < (terms.cross[ROW] as number) || set.transferOut > (terms.transferOut[ROW] as number);
}

/** Puts settings in force. Debts pay the new rate from the next hour on. Returns the version. */
export function commitSettings(context: MarginContext, set: Settings): number {
  const { tables } = context;
  const { assets, levels, markets, terms, wallets, state } = tables;
  terms.reach(ROW);
  state.reach(ROW);
  const version = (terms.version[ROW] as number) + 1;
  terms.version[ROW] = version;
  terms.cross[ROW] = set.cross;
  terms.transferOut[ROW] = set.transferOut;
  for (const row of set.assets) {
    const { asset } = row;
    assets.reach(asset);
    const turn = hoursCovered(context.clock.now);
    // A second change within the hour: the rate before the first one still applies to hours not yet counted.
    if (keepsOlder(context, asset)) keepOlder(context, asset);
    if (assets.since[asset] !== turn) assets.before[asset] = assets.rate[asset] as number;
    assets.since[asset] = turn;
    assets.rate[asset] = row.rate;
    assets.limit[asset] = row.limit;
    assets.factor[asset] = row.factor;
    const known = tables.lists(asset) && assets.instrument[asset] === row.instrument;
    assets.instrument[asset] = row.instrument;
    assets.version[asset] = version;
    if (!known) beginIndex(context, asset);
    emitAsset(context, asset);
  }
  context.kept.listed();
  for (const row of set.levels) {
    levels.reach(row.leverage);
    levels.borrow[row.leverage] = row.borrow;
    levels.call[row.leverage] = row.call;
    levels.liquidation[row.leverage] = row.liquidation;
    emitLevel(context, row.leverage);
  }
  for (const row of set.markets) markets.reach(row.market);
  for (let market = 1; market <= markets.top; market += 1) {
    const leverage = set.markets.find((row) => row.market === market)?.leverage ?? 0;
    if (markets.leverage[market] === leverage) continue;
    markets.leverage[market] = leverage;
    emitMarket(context, market);
  }
  emitTerms(context);
  // Recomputes the bounds of all wallets, step by step.
  if (wallets.top > 0) state.renew[ROW] = 1;
  return version;
}

function emitAsset(context: MarginContext, asset: number): void {
  const { assets } = context.tables;
  context.out.record('margin.changed', {
    asset,
    instrument: assets.instrument[asset] as number,
    rate: assets.rate[asset] as number,
    factor: assets.factor[asset] as number,
    limit: assets.limit[asset] as number,
    version: assets.version[asset] as number,
  });
}

function emitLevel(context: MarginContext, leverage: number): void {
  const { levels, terms } = context.tables;
  context.out.record('margin.level', {
    leverage,
    borrow: levels.borrow[leverage] as number,
    call: levels.call[leverage] as number,
    liquidation: levels.liquidation[leverage] as number,
    version: terms.version[ROW] as number,
  });
}

function emitMarket(context: MarginContext, market: number): void {
  const { markets, terms } = context.tables;
  context.out.record('margin.market', {
    market,
    leverage: markets.leverage[market] as number,
    version: terms.version[ROW] as number,
  });
}

function emitTerms(context: MarginContext): void {
  const { terms } = context.tables;
  context.out.record('margin.terms', {
    cross: terms.cross[ROW] as number,
    transferOut: terms.transferOut[ROW] as number,
    version: terms.version[ROW] as number,
  });
}

/** Emits all settings in force, so that a projection can start from the state. */
export function emitSettings(context: MarginContext): void {
  const { tables } = context;
  if (tables.terms.version[ROW] === 0) return;
  for (let asset = 1; asset <= tables.assets.top; asset += 1) if (tables.lists(asset)) emitAsset(context, asset);
  for (let leverage = 1; leverage <= tables.levels.top; leverage += 1)
    if (tables.levels.borrow[leverage] !== 0) emitLevel(context, leverage);
  for (let market = 1; market <= tables.markets.top; market += 1)
    if (tables.markets.leverage[market] !== 0) emitMarket(context, market);
  emitTerms(context);
}
