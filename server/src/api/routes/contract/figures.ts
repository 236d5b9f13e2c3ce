// What several calls of contracts tell of a position and its wallet: the liquidation price as it is shown, what may be
// spent.

import type { Decimal } from '@vitrine/contract';
import { type Atoms, type MarketId, MAX_WORD, shownTrigger, type UserId } from '@vitrine/core';
import { NO_KEY } from '../../call/index.ts';
import type { Asset, Contract, Position } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { decimalText, termsOf } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';
import { commandKeyWords } from '../order/ticket.ts';

export const CROSS = 1;
export const ISOLATED = 2;
const SPOT_WALLET = 1;
const DONE = 200;
const INSUFFICIENT = 3001;
/** Decimals that a mark has beyond the market's tick. */
const CENT_DECIMALS = 2;

/** A mark or other price in hundredths of a tick; null for 0, which is none. */
export function centsText(cents: number, { tickDecimals }: Pick<Contract, 'tickDecimals'>): Decimal | null {
  return cents === 0 ? null : decimalText(cents, tickDecimals + CENT_DECIMALS);
}

/** What a contract's margins and profits are in. @throws where its asset is not listed, which cannot be */
export function settleOf(live: Live, contract: Contract): Asset {
  const asset = live.asset(contract.settle);
  if (!asset) throw new Error(`expected asset ${contract.settle} to be listed`);
  return asset;
}

/** The price at which an isolated position is liquidated, as it is shown; null: none. */
export function liquidationShown(
  contract: Contract,
  { side, lots, cost, margin }: Pick<Position, 'side'> & { lots: number; cost: number; margin: number },
): Decimal | null {
  return lots === 0 ? null : centsText(shownTrigger(termsOf(contract), side, lots, cost, margin), contract);
}

/**
 * Atoms of its wallet that a user may spend on a contract: the exchange's own number, which knows what open orders require.
 * 0 where it does not say (a frozen account).
 */
export async function spendableOf({ link }: RouteParts, user: UserId, contract: Contract): Promise<number> {
  // Asked to move more than anyone has, it says how much there is.
  const { code, got } = await link.ask({
    name: 'wallet.transfer',
    user,
    ...commandKeyWords(NO_KEY),
    ...{ from: contract.type, to: SPOT_WALLET, asset: contract.settle },
    ...{ amount: MAX_WORD as Atoms, market: 0 as MarketId },
  });
  return code === INSUFFICIENT ? got : code === DONE ? MAX_WORD : 0;
}
