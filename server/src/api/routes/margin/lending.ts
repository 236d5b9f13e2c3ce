// Common part of all borrowing calls: the wallet, the coin, and the borrowable amount (money §4).

import { type Answer, type Atoms, type CommandOf, MAX_ORDER_ATOMS, type UserId } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { parseAtoms } from '@vitrine/core/number';
import { CODE, codesOf } from '@vitrine/contract';
import { type CommandKey, NO_KEY, refuse, refuseField } from '../../call/index.ts';
import type { Asset, MarginAsset } from '../../../projection/handlers/index.ts';
import { type MarginWallet, marketOf } from './worth.ts';
import type { RouteParts } from '../parts.ts';
import { refusalFor } from '../order/submit.ts';
import { commandKeyWords, spotMarket } from '../order/ticket.ts';

/** The smallest loan: a dry run of it returns the maximum. */
const LEAST = 1 as Atoms;
/** Refusals that only mean that nothing can be borrowed now. */
const NOTHING_NOW: ReadonlySet<number> = new Set(
  codesOf(
    'account.frozen',
    'market.closed',
    'price.aging',
    'price.stale',
    'position.liquidating',
    'borrow.limit',
    'lending.empty',
    'level.tooLow',
  ),
);
/** The numbers of a dry run of debt.borrow, by their index in the answer. */
export function numbersOf({ numbers }: Answer) {
  const [before = 0, after = 0, interest = 0, liquidationBefore = 0, liquidationAfter = 0, most = 0] = numbers;
  return { before, after, interest, liquidationBefore, liquidationAfter, most };
}

/** A borrowable coin with its terms. */
export interface Lent {
  readonly asset: Asset;
  readonly terms: MarginAsset;
}

/** Borrowing look-ups over one set of parts. */
export function lending(parts: RouteParts) {
  const { live, link } = parts;

  /** @throws {Refusal} 400 without a symbol, 2002 if margin is not enabled. */
  function walletOf(user: UserId, account: 'all' | 'fixed', symbol: string | undefined): MarginWallet {
    if (account === 'all') {
      if (live.marginTerms() === undefined) throw refuse('market.unknown');
      return { user, wallet: WALLET.crossMargin, market: undefined };
    }
    if (symbol === undefined) throw refuseField('symbol', 'required');
    const market = spotMarket(live, symbol);
    if (!live.marginMarkets().some((one) => one.market === market.market && one.leverage > 0))
      throw refuse('market.unknown', { symbol });
    return { user, wallet: WALLET.isolatedMargin, market };
  }

  /** @throws {Refusal} 3002 for a coin that this wallet cannot borrow. */
  function coinOf(one: MarginWallet, code: string): Lent {
    const asset = live.assetByCode(code.toUpperCase());
    const terms = asset && live.marginAssets().find((each) => each.asset === asset.asset);
    const inMarket = one.market === undefined || asset?.asset === one.market.base || asset?.asset === one.market.quote;
    if (asset === undefined || terms === undefined || !inMarket) throw refuse('coin.unknown', { coin: code });
    return { asset, terms };
  }

  function amountOf(text: string, asset: Asset): Atoms {
    const amount = parseAtoms(text, asset.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
    if (amount === 'range' || amount > MAX_ORDER_ATOMS) throw refuseField('amount', 'range');
    return amount;
  }

  function borrowCommand(one: MarginWallet, asset: Asset, amount: Atoms, key: CommandKey): CommandOf<'debt.borrow'> {
    const { user, wallet } = one;
    return {
      name: 'debt.borrow',
      user: user as UserId,
      ...commandKeyWords(key),
      wallet,
      market: marketOf(one),
      asset: asset.asset,
      amount,
    };
  }

  /** The most atoms that may be borrowed now. @throws {Refusal} for reasons other than the amount. */
  async function mostOf(one: MarginWallet, asset: Asset): Promise<number> {
    const answer = await link.ask(borrowCommand(one, asset, LEAST, NO_KEY));
    if (answer.code === CODE.ok) return numbersOf(answer).most;
    if (NOTHING_NOW.has(answer.code)) return 0;
    throw refusalFor(parts, answer, { market: one.market, asset: asset.asset });
  }

  return { walletOf, coinOf, amountOf, borrowCommand, mostOf };
}
