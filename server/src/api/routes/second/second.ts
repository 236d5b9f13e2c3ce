// Calls of second contracts: periods, orders, receipts (money §5).

import type { ParsedOf } from '@vitrine/contract';
import { breakEven, type CommandOf, MAX_ORDER_ATOMS, type Millionths, type RowId, secondWin } from '@vitrine/core';
import { MARKET_STATE } from '@vitrine/core/enum';
import { parseAtoms, parseDecimal } from '@vitrine/core/number';
import { type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Second, SecondMarket, SecondPeriod, Tick } from '../../../projection/handlers/index.ts';
import { listingOf } from '../../../markets/index.ts';
import type { Outcome } from '../../../engine/sequencer/index.ts';
import { decimalText, secondOf, tickOf } from '../../wire/index.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { submit } from '../order/submit.ts';
import { commandKeyWords, orderIdOf } from '../order/ticket.ts';

type Names = 'period.list' | 'secondContractOrder.createSecondContractOrder' | 'secondContractOrder.receipt';

/** Decimals of odds and shares. */
const ODDS_DECIMALS = 6;

/** A period's id consists of its market and its seconds. */
function periodId(market: SecondMarket, period: SecondPeriod): string {
  return `${market.market}-${period.seconds}`;
}

/** The handlers of second contracts. */
export function secondCalls(parts: RouteParts): HandlersOf<Names> {
  const { live, reads } = parts;

  /** @throws {Refusal} 2002 for a symbol that is not listed. */
  function marketOf(symbol: string): SecondMarket | undefined {
    const listing = listingOf(symbol);
    if (!listing) throw refuse('market.unknown', { symbol });
    return live.secondMarketOf(listing.instrument);
  }

  function assetOf(market: Pick<SecondMarket, 'asset'>) {
    const asset = live.asset(market.asset);
    if (!asset) throw new Error(`expected asset ${market.asset} to be listed`);
    return asset;
  }

  /** The contract that a command just created, before the projection includes it. */
  function waiting(command: CommandOf<'second.open'>, market: SecondMarket, outcome: Outcome): Second {
    return {
      second: outcome.result as RowId,
      user: command.user,
      market: market.market,
      asset: market.asset,
      direction: command.direction,
      seconds: command.seconds,
      amount: command.amount,
      odds: command.terms,
      win: secondWin(command.amount, command.terms) as Second['win'],
      version: market.version,
      opensFrom: (outcome.time + market.delay) as Second['opensFrom'],
      status: 0,
      openTick: 0 as Second['openTick'],
      openSeq: 0 as Second['openSeq'],
      openPrice: 0 as Second['openPrice'],
      openTime: 0 as Second['openTime'],
      matures: 0 as Second['matures'],
      closeTick: 0 as Second['closeTick'],
      closeSeq: 0 as Second['closeSeq'],
      closePrice: 0 as Second['closePrice'],
      closeTime: 0 as Second['closeTime'],
      result: 0,
      reason: 0,
      paid: 0 as Second['paid'],
      created: outcome.time as Second['created'],
      seq: outcome.seq as Second['seq'],
      lastSeq: outcome.seq as Second['lastSeq'],
    };
  }

  async function open(
    input: ParsedOf<'secondContractOrder.createSecondContractOrder'>,
    { session, key, now }: UserContext,
  ) {
    const market = marketOf(input.symbol);
    if (market === undefined) throw refuse('market.unknown', { symbol: input.symbol });
    const period = market.periods.find((one) => periodId(market, one) === input.periodId);
    if (period === undefined) throw refuse('period.unknown');
    const asset = assetOf(market);
    const amount = parseAtoms(input.amount, asset.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
    if (amount === 'range' || amount > MAX_ORDER_ATOMS)
      throw refuse('stake.range', {
        least: decimalText(period.min, asset.scale),
        most: decimalText(period.max, asset.scale),
        coin: asset.code,
      });
    const terms = parseDecimal(input.odds, ODDS_DECIMALS);
    // Odds with too many decimals, or without a value, cannot be the current ones.
    if (typeof terms === 'string' || terms < 1 || terms > MOST_ODDS)
      throw refuse('odds.changed', { odds: decimalText(period.odds, ODDS_DECIMALS) });
    const command: CommandOf<'second.open'> = {
      name: 'second.open',
      user: session.coreUser,
      ...commandKeyWords(key),
      market: market.market,
      direction: input.direction,
      seconds: period.seconds,
      amount,
      terms: terms as Millionths,
    };
    const outcome = await submit(parts, session.coreUser, command, { asset: asset.asset, period });
    const made = live.second(outcome.result) ?? waiting(command, market, outcome);
    const wire = secondOf(live, made, now);
    if (wire === undefined) throw new Error(`expected the market of second contract ${outcome.result} to be listed`);
    return wire;
  }

  /** The tick of an instrument with that number, sequenced at `time`; undefined if it is no longer kept. */
  async function tickAt(instrument: number, number: number, time: number): Promise<Tick | undefined> {
    if (number === 0) return undefined;
    const bounds = { fromTime: time, toTime: time };
    return (
      live.ticks(instrument, bounds).find((tick) => tick.number === number) ??
      (await reads.ticks({ instrument, ...bounds })).find((tick) => tick.number === number) ??
      (await reads.journalTick(instrument, number, time))
    );
  }

  async function receipt(id: string, { session, after, now }: UserContext) {
    await waitForHistory(reads, after);
    const number = orderIdOf(id);
    const second = live.second(number) ?? (await reads.second(number));
    if (second === undefined || second.user !== session.coreUser) throw refuse('order.unknown');
    const order = secondOf(live, second, now);
    const instrument = live.secondMarket(second.market)?.instrument;
    if (order === undefined || instrument === undefined)
      throw new Error(`expected the market of second contract ${id} to be listed`);
    await waitForHistory(reads, second.seq);
    const journal = await reads.journalEntry(second.seq);
    // The views are behind; the row will be there once they have caught up.
    if (journal === undefined) throw refuse('server.notTaking');
    const openTick = await tickAt(instrument, second.openTick, second.openTime);
    const closeTick = await tickAt(instrument, second.closeTick, second.closeTime);
    return {
      order,
      openTick: openTick === undefined ? null : tickOf(live, openTick),
      closeTick: closeTick === undefined ? null : tickOf(live, closeTick),
      odds: decimalText(second.odds, ODDS_DECIMALS),
      ruleVersion: second.version,
      journal: { row: journal.row, hash: journal.rowHash, time: journal.time },
      opensFrom: second.opensFrom,
    };
  }

  return {
    'period.list'({ symbol }) {
      const market = marketOf(symbol);
      if (market === undefined || market.state !== MARKET_STATE.trading) return [];
      const asset = assetOf(market);
      return market.periods.map((period) => ({
        id: periodId(market, period),
        seconds: period.seconds,
        odds: decimalText(period.odds, ODDS_DECIMALS),
        breakEven: decimalText(breakEven(period.odds), ODDS_DECIMALS),
        min: decimalText(period.min, asset.scale),
        max: decimalText(period.max, asset.scale),
        coin: asset.code,
        ruleVersion: market.version,
      }));
    },
    'secondContractOrder.createSecondContractOrder': open,
    'secondContractOrder.receipt': (input, context) => receipt(input.id, context),
  };
}

/** The greatest odds that an order can name, millionths. */
const MOST_ODDS = 10_000_000;
