// Positions at the last marks and risk prices, by the core's formulas: a contract's terms, a cross wallet, figures.

import {
  type CrossWallet,
  type PositionFigures,
  positionFigures,
  type PositionWords,
  standingAt,
  type Terms,
} from '@vitrine/core';
import { MARGIN_MODE } from '@vitrine/core/enum';
import type { Contract } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';

/** A contract's terms as the core's formulas take them. */
export function termsOf({ type, perLot, face, tiers }: Contract): Terms {
  return {
    ...{ type, perLot, face, first: 0, count: tiers.length },
    tiers: {
      cap: tiers.map((tier) => tier.cap),
      rate: tiers.map((tier) => tier.rate),
      leverage: tiers.map((tier) => tier.leverage),
      amount: tiers.map((tier) => tier.amount),
    },
  };
}

/** Current taker rate of a user for contracts (millionths), by their tier; the last tier's if there are fewer. */
export function takerRateOf(live: Live, user: number): number {
  const fees = live.contractFees();
  const tier = live.user(user)?.tier ?? 0;
  return (fees.find((one) => one.tier === tier) ?? fees.at(-1))?.taker ?? 0;
}

/** The cross wallet of a user for a contract's type and coin. */
export function crossWalletOf(live: Live, user: number, { type, settle }: Contract): CrossWallet {
  const account = live.balance(user, type, settle);
  let unrealised = 0;
  let maintenance = 0;
  for (const position of live.positions(user)) {
    const contract = live.contract(position.market);
    if (position.marginMode !== MARGIN_MODE.cross || contract?.type !== type || contract.settle !== settle) continue;
    const stands = standingAt(termsOf(contract), position, live.riskPrice(position.market));
    unrealised += stands.unrealised;
    maintenance += stands.maintenance;
  }
  return { balance: (account?.available ?? 0) + (account?.held ?? 0), unrealised, maintenance };
}

/** The figures of a user's position in a contract at the last mark. */
export function figuresOf(live: Live, user: number, contract: Contract, position: PositionWords): PositionFigures {
  const wallet = position.marginMode === MARGIN_MODE.cross ? crossWalletOf(live, user, contract) : undefined;
  const mark = live.mark(contract.market)?.mark ?? 0;
  const risk = live.riskPrice(contract.market);
  return positionFigures(termsOf(contract), position, mark, risk, takerRateOf(live, user), wallet);
}
