// Figures shared by several contract calls: the displayed liquidation price, and the spendable amount.

import type { Decimal } from '@vitrine/contract';
import { type Atoms, DONE, type MarketId, MAX_WORD, shownTrigger, type UserId, rejects } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { NO_KEY } from '../../call/index.ts';
import type { Asset, Contract, Position } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { decimalText, termsOf } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';
import { commandKeyWords } from '../order/ticket.ts';

/** Decimals of a mark below the market's tick. */
const CENT_DECIMALS = 2;

/** A mark or other price in hundredths of a tick; null for 0, which means none. */
export function centsText(cents: number, { tickDecimals }: Pick<Contract, 'tickDecimals'>): Decimal | null {
  return cents === 0 ? null : decimalText(cents, tickDecimals + CENT_DECIMALS);
}

/** The asset of a contract's margins and profits. @throws if it is not listed, which cannot happen */
export function settleOf(live: Live, contract: Contract): Asset {
  const asset = live.asset(contract.settle);
  if (!asset) throw new Error(`expected asset ${contract.settle} to be listed`);
  return asset;
}

/** The displayed liquidation price of an isolated position; null: none. */
export function liquidationShown(
  contract: Contract,
  { side, lots, cost, margin }: Pick<Position, 'side'> & { lots: number; cost: number; margin: number },
): Decimal | null {
  return lots === 0 ? null : centsText(shownTrigger(termsOf(contract), side, lots, cost, margin), contract);
}

/**
 * Atoms that a user may spend on a contract from its wallet. The exchange computes it, because it knows what open
 * orders require. 0 if it gives no answer (a frozen account).
 */
export async function spendableOf({ link }: RouteParts, user: UserId, contract: Contract): Promise<number> {
  // Asked to transfer more than anyone has, it answers how much there is.
  const { code, got } = await link.ask({
    name: 'wallet.transfer',
    user,
    ...commandKeyWords(NO_KEY),
    ...{ from: contract.type, to: WALLET.spot, asset: contract.settle },
    ...{ amount: MAX_WORD as Atoms, market: 0 as MarketId },
  });
  return code === rejects['balance.insufficient'] ? got : code === DONE ? MAX_WORD : 0;
}
