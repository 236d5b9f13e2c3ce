// Money of practice traders: the daily practice money that every customer may claim, moved to the wallets they trade from.

import { type Command, dayOf, USDT } from '@vitrine/core';
import { MARKET_TYPE, WALLET } from '@vitrine/core/enum';
import { claimPractice, transfer } from './commands.ts';
import { UNIT } from './markets.ts';
import type { Observer } from './observer.ts';
import type { Trader } from './trader.ts';

/** A trader with less than this in its spot wallet claims, at most once a day; USDT atoms. */
const POOR = 2_000 * UNIT;
/** What a contract wallet gets, and below which it gets more; USDT atoms. */
const CONTRACTS = 5_000 * UNIT;
const CONTRACTS_LEAST = 1_000 * UNIT;
/** Part of its coin that a trader of coin-margined contracts moves to their wallet. */
const COIN_PART = 0.5;

/**
 * The next step with a trader's money, if there is one. `claimed`: the day of its last claim; a trader claims once a
 * day at most.
 */
export function fundStep(trader: Trader, observer: Observer, now: number, claimed: number): Command | undefined {
  const { user } = trader;
  const spot = observer.free(user, WALLET.spot, USDT);
  const linear = trader.markets.some(({ type }) => type === MARKET_TYPE.linear);
  const needs = linear && observer.total(user, WALLET.uContract, USDT) < CONTRACTS_LEAST;
  if (needs && spot >= CONTRACTS && observer.positions(user).length === 0)
    return transfer(user, WALLET.spot, WALLET.uContract, USDT, CONTRACTS);
  for (const { asset, type } of trader.markets) {
    if (type !== MARKET_TYPE.inverse || observer.total(user, WALLET.coinContract, asset) > 0) continue;
    const part = Math.floor(observer.free(user, WALLET.spot, asset) * COIN_PART);
    if (part > 0) return transfer(user, WALLET.spot, WALLET.coinContract, asset, part);
  }
  const poor = observer.total(user, WALLET.spot, USDT) < POOR || needs;
  return poor && dayOf(now) > claimed ? claimPractice(user) : undefined;
}
