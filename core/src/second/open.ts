// second.open: checks the order, then moves stake and possible win to escrow, and the contract waits (money §5).

import { TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, MARKET_STATE, WALLET } from '../enum/index.ts';
import { secondWin } from '../formula/index.ts';
import { USE, whyNot, YES } from '../price/index.ts';
import { DONE, offsetOf, rejects } from '../schema/index.ts';
import { MAX_OPEN, MAX_WAITING } from './contracts.ts';
import type { SecondContext } from './context.ts';
import { emitWaiting } from './events.ts';

const MS = 1_000;

const USER = offsetOf('second.open', 'user');
const MARKET = offsetOf('second.open', 'market');
const DIRECTION = offsetOf('second.open', 'direction');
const SECONDS = offsetOf('second.open', 'seconds');
const AMOUNT = offsetOf('second.open', 'amount');
const TERMS = offsetOf('second.open', 'terms');

/** Decides an order: 200 or the refusal's code. Writes nothing except the decision's numbers. */
export function decideOpen(context: SecondContext, words: Float64Array, at: number): number {
  const { markets, prices } = context;
  const market = words[at + MARKET] as number;
  const instrument = markets.instrumentOf(market);
  if (instrument === 0) return context.refuse(rejects['market.unknown'], 0, market);
  const marketState = markets.rows.state[instrument] as number;
  if (marketState !== MARKET_STATE.trading)
    return context.refuse(rejects['market.suspended'], MARKET_STATE.trading, marketState);
  const state = prices.state(instrument);
  if (prices.allows(instrument, USE.second) !== YES) return context.refuse(whyNot(state), 0, state);
  const seconds = words[at + SECONDS] as number;
  context.period = markets.find(instrument, seconds);
  if (context.period === 0) return context.refuse(rejects['period.unknown'], 0, seconds);
  const odds = markets.periods.odds[context.period] as number;
  const terms = words[at + TERMS] as number;
  if (terms !== odds) return context.refuse(rejects['odds.changed'], odds, terms);
  const size = sizeFits(context, words, at, instrument);
  if (size !== DONE) return size;
  const now = context.clock.now;
  const latest =
    now + (markets.rows.delay[instrument] as number) + (markets.rows.patience[instrument] as number) + seconds * MS;
  const calendar = prices.rows.calendar[instrument] as number;
  if (!prices.calendars.openThrough(calendar, now, latest))
    return context.refuse(rejects['maturity.closed'], prices.calendars.closesAt(calendar, now), latest);
  return fundsFit(context, words, at, instrument);
}

/**
 * Checks the stake against the period's bounds and the user's open total, and the contract against the exchange's
 * limits.
 */
function sizeFits(context: SecondContext, words: Float64Array, at: number, instrument: number): number {
  const { markets, contracts, endings } = context;
  const amount = words[at + AMOUNT] as number;
  const min = markets.periods.min[context.period] as number;
  const max = markets.periods.max[context.period] as number;
  if (amount < min) return context.refuse(rejects['stake.range'], min, amount);
  if (amount > max) return context.refuse(rejects['stake.range'], max, amount);
  const user = words[at + USER] as number;
  const asset = markets.rows.asset[instrument] as number;
  const sum = contracts.sumOf(user, asset);
  const left = (markets.rows.greatest[instrument] as number) - context.stakedOf(user, asset);
  if (amount > left) return context.refuse(rejects['stake.range'], left < 0 ? 0 : left, amount);
  const open = sum === 0 ? 0 : (contracts.sums.open[sum] as number);
  if (open >= MAX_OPEN) return context.refuse(rejects['order.tooMany'], MAX_OPEN, open);
  const waiting = markets.rows.waiting[instrument] as number;
  if (waiting >= MAX_WAITING) return context.refuse(rejects['request.tooFrequent'], MAX_WAITING, waiting);
  if (contracts.rows.full() || (sum === 0 && contracts.sums.full()))
    return context.refuse(rejects['order.tooMany'], contracts.rows.most, contracts.rows.most);
  if (endings.rows.full())
    return context.refuse(rejects['order.tooMany'], endings.rows.most, endings.rows.rowsUsed() + endings.rows.keptRows);
  return DONE;
}

/** Checks that the user has the stake and the pool the whole possible win. */
function fundsFit(context: SecondContext, words: Float64Array, at: number, instrument: number): number {
  const { markets, ledger, walletRules } = context;
  const amount = words[at + AMOUNT] as number;
  const asset = markets.rows.asset[instrument] as number;
  const own = walletRules.spendable(words[at + USER] as number, WALLET.second, asset, 0);
  if (own < amount) return context.refuse(rejects['balance.insufficient'], amount, own);
  context.win = secondWin(amount, markets.periods.odds[context.period] as number);
  const pool = ledger.find(ACCOUNT_CLASS.secondPool, 0, 0, asset, 0);
  const funds = pool === 0 ? 0 : (ledger.accounts.available[pool] as number);
  return funds < context.win ? context.refuse(rejects['pool.full'], context.win, funds) : DONE;
}

/** Commits the order just allowed. Returns the contract's id. */
export function commitOpen(context: SecondContext, words: Float64Array, at: number): number {
  const { markets, contracts, ledger, clock, timers, out, win, period } = context;
  const user = words[at + USER] as number;
  const instrument = markets.instrumentOf(words[at + MARKET] as number);
  const stake = words[at + AMOUNT] as number;
  const asset = markets.rows.asset[instrument] as number;
  const opensFrom = clock.now + (markets.rows.delay[instrument] as number);
  const slot = contracts.add(instrument, user, asset, stake, opensFrom);
  context.endings.keep(1);
  const { rows } = contracts;
  rows.win[slot] = win;
  rows.direction[slot] = words[at + DIRECTION] as number;
  rows.seconds[slot] = words[at + SECONDS] as number;
  rows.odds[slot] = markets.periods.odds[period] as number;
  rows.version[slot] = markets.rows.version[instrument] as number;
  const id = rows.id(slot);
  timers.add(opensFrom + (markets.rows.patience[instrument] as number), TIMER.secondOpen, id);
  const wallet = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.second, asset, 0);
  const pool = ledger.open(ACCOUNT_CLASS.secondPool, 0, 0, asset, 0);
  const escrow = ledger.open(ACCOUNT_CLASS.escrow, 0, 0, asset, 0);
  emitWaiting(out, contracts, slot);
  ledger.post(wallet, -stake, 0);
  ledger.post(pool, -win, 0);
  ledger.post(escrow, stake + win, 0);
  return id;
}
