// Second contracts in the API's format.

import type { Decimal, Second as WireSecond } from '@vitrine/contract';
import { SECOND_STATUS } from '@vitrine/core/enum';
import type { Second } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText } from './decimal.ts';
import { indexText } from './price.ts';
import { instrumentName } from './symbol.ts';

/** Decimals of a receipt's prices below the tick. */
const CENTS = 2;
/** Decimals of odds. */
const RATE_DECIMALS = 6;
const MS = 1_000;
/** Reasons of a void contract by number, from 1. */
const VOID_REASON = ['noOpen', 'noClose', 'closed'] as const;

/** A second contract at `now` (ms UTC by the server's clock); undefined if its market is unknown. */
export function secondOf(live: Live, second: Second, now: number): WireSecond | undefined {
  const market = live.secondMarket(second.market);
  const instrument = market && live.instrument(market.instrument);
  const asset = live.asset(second.asset);
  if (!market || !instrument || !asset) return undefined;
  const price = (cents: number): Decimal | null =>
    cents > 0 ? decimalText(cents, instrument.tickDecimals + CENTS) : null;
  /** The tick with a number; its command is known from the projection, or from the ticks still kept. */
  const tick = (number: number, seq: number, cents: number, time: number): WireSecond['openTick'] => {
    const shown = price(cents);
    if (number === 0 || shown === null) return null;
    const kept = seq > 0 ? undefined : live.ticks(market.instrument).findLast((one) => one.number === number);
    return { seq: kept?.seq ?? seq, time, price: shown };
  };
  const { status, amount, paid } = second;
  return {
    id: String(second.second),
    symbolName: instrumentName(live, market.instrument),
    direction: second.direction,
    amount: decimalText(amount, asset.scale),
    coin: asset.code,
    seconds: second.seconds,
    odds: decimalText(second.odds, RATE_DECIMALS),
    expectedProfit: decimalText(second.win, asset.scale),
    openPrice: price(second.openPrice),
    currentPrice: status <= SECOND_STATUS.countdown ? indexText(live, market.instrument) : null,
    closePrice: price(second.closePrice),
    profit: status < SECOND_STATUS.settled ? null : decimalText(paid - amount, asset.scale),
    createTime: second.created,
    closeTime: second.matures > 0 ? second.matures : null,
    countdown: countdownOf(second, now),
    status,
    result: second.result > 0 ? second.result : null,
    voidReason: status === SECOND_STATUS.void ? (VOID_REASON[second.reason - 1] ?? null) : null,
    openTick: tick(second.openTick, second.openSeq, second.openPrice, second.openTime),
    closeTick: tick(second.closeTick, second.closeSeq, second.closePrice, second.closeTime),
    ruleVersion: second.version,
    seq: second.lastSeq,
  };
}

/** Ms until maturity; its full duration while it waits for its tick. */
function countdownOf({ status, seconds, matures }: Second, now: number): number {
  if (status === SECOND_STATUS.generating) return seconds * MS;
  return status === SECOND_STATUS.countdown ? Math.max(0, matures - now) : 0;
}
