// Positions without equity, for tests of the fund's takeovers.

import { RULE } from '../../src/index.ts';
import { USDT } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { CROSS, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from './kit.ts';

export const MINUTE = 60_000;
/** Of an index at 100 ticks and 1 a lot, 10 % of it are 1,000 lots. */
export const FUND = 1_000_000;

export function world(fund = FUND, rules: number = RULE.fundTakesOver): RiskWorld {
  return riskWorld(fund, { money: 30_000, users: 6 }, { rules });
}

/** A long and a short of 100 with 5 % behind the first, so nothing is left of it at 95 (a short: at 105). */
export function open(
  made: RiskWorld,
  side: number,
  lots = 100,
  mode: number = ISOLATED,
  market = U,
  user = ANNA,
  other = BEN,
): void {
  const [own, against] = side === LONG ? [OPEN_LONG, OPEN_SHORT] : [OPEN_SHORT, OPEN_LONG];
  made.go(other, against, lots, 100, { leverage: 2, marginMode: ISOLATED, market });
  made.go(user, own, lots, 100, { leverage: 20, marginMode: mode, market });
  if (mode === CROSS) made.transfer(user, U_WALLET, 1, USDT, made.free(user, USDT, U_WALLET) - lots * 5);
}

export const held = (made: RiskWorld, market = U) => {
  const one = made.contracts.fund.held.get(market);
  return one === undefined ? undefined : [one.side, Number(one.lots), Number(one.cost), Number(one.value)];
};

/** Time passes second by second with the index standing. */
export const pass = (made: RiskWorld, seconds: number, cents: number): void => made.indexFor(cents, seconds);
