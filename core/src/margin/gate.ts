// Margin's checks of operations in wallets 4 and 5: orders, their fills, and withdrawals from the wallet (money §4).

import { PRICE_STATE, SIDE, WALLET } from '../enum/index.ts';
import { FORCED_NEAR, levelOf, mostOut } from '../formula/index.ts';
import type { WalletRule } from '../ledger/index.ts';
import { RULE } from '../rules.ts';
import { DONE, rejects } from '../schema/index.ts';
import { FREE, leftOf, NOTHING, REDUCES, reduces } from './bound.ts';
import { isStale } from './priced.ts';
import type { MarginContext } from './context.ts';
import { LIQUIDATING, ROW } from './tables.ts';
import { debtOf, factorOf, measure, measureRow, owedNow, owns, priceOf } from './value.ts';
import { enqueue } from './watch.ts';

export class Gate implements WalletRule {
  /** Why `bears` last returned false: the code, the level required, and the level the wallet would have. */
  code: number = DONE;
  expected = 0;
  got = 0;
  private readonly context: MarginContext;

  constructor(context: MarginContext) {
    this.context = context;
  }

  /** 200, or why a wallet may not place orders in a market. */
  admits(user: number, wallet: number, market: number): number {
    const { tables, markets } = this.context;
    const m = markets.rows;
    if (wallet !== WALLET.crossMargin && wallet !== WALLET.isolatedMargin) return rejects['request.invalid'];
    const on =
      wallet === WALLET.crossMargin
        ? tables.terms.version[ROW] !== 0 &&
          tables.lists(m.base[market] as number) &&
          tables.lists(m.quote[market] as number)
        : tables.mostLeverage(wallet, market) !== 0;
    if (!on) return rejects['request.invalid'];
    const row = this.context.find(user, wallet, wallet === WALLET.crossMargin ? 0 : market);
    return row !== 0 && tables.wallets.state[row] === LIQUIDATING ? rejects['position.liquidating'] : DONE;
  }

  /**
   * Whether a wallet may buy or sell in a market, giving `paid` atoms for `got` at `price` ticks at worst. Without
   * debts always. With debts it must stay above its liquidation level at the last index, or not fall (money §12, 15).
   * Since rules `marginStale` not while a price of the market is stale, and while another coin is stale only what
   * reduces its risk.
   */
  bears(user: number, wallet: number, market: number, side: number, price: number, paid: number, got: number): boolean {
    const { context } = this;
    const row = this.owing(user, wallet, market);
    if (row === 0) return true;
    const left = this.leaves(row, market);
    if (left === NOTHING || (left === REDUCES && !reduces(context, row, market, side, price, paid, got))) {
      this.code = rejects['price.stale'];
      this.expected = PRICE_STATE.valid;
      this.got = PRICE_STATE.stale;
      return false;
    }
    const m = context.markets.rows;
    const [pays, gets] = (
      side === SIDE.buy ? [m.quote[market], m.base[market]] : [m.base[market], m.quote[market]]
    ) as [number, number];
    const { assets, debts } = measureRow(context, row);
    const out = BigInt(paid) * priceOf(context, pays).worth * BigInt(factorOf(context, wallet, pays));
    const into = BigInt(got) * priceOf(context, gets).worth * BigInt(factorOf(context, wallet, gets));
    if (
      into >= out &&
      !this.loses(BigInt(paid) * priceOf(context, pays).worth, BigInt(got) * priceOf(context, gets).worth)
    )
      return true;
    const line = context.tables.levels.liquidation[context.tables.wallets.leverage[row] as number] as number;
    const after = assets - out + into;
    this.code = rejects['level.tooLow'];
    this.expected = line;
    this.got = levelOf(after > 0n ? after : 0n, debts);
    return after > debts * BigInt(line);
  }

  /**
   * Since rules `worthKept`: whether the trade loses so much value that a coin's collateral factor must not make it
   * look good. Otherwise a wallet near liquidation could sell to an accomplice at any price above the factor.
   */
  private loses(out: bigint, into: bigint): boolean {
    return this.context.clock.rules >= RULE.worthKept && into * 100n < out * BigInt(100 - FORCED_NEAR);
  }

  /** Whether stale prices restrict a wallet in a market. */
  bound(user: number, wallet: number, market: number): boolean {
    const row = this.owing(user, wallet, market);
    return row !== 0 && this.leaves(row, market) !== FREE;
  }

  /** The row of a wallet with debts, 0 when it has none. */
  private owing(user: number, wallet: number, market: number): number {
    const row = this.context.find(user, wallet, wallet === WALLET.crossMargin ? 0 : market);
    return row === 0 || this.context.tables.wallets.debts[row] === 0 ? 0 : row;
  }

  private leaves(row: number, market: number): number {
    return this.context.clock.rules < RULE.marginStale ? FREE : leftOf(this.context, row, market);
  }

  /**
   * Since rules `marginStale`: a wallet with debts accepts a coin with a stale price only up to its debt in that coin.
   * More would count at a value the coin may no longer have.
   */
  takesStale(user: number, wallet: number, asset: number, market: number, amount: number): boolean {
    const { context } = this;
    if (context.clock.rules < RULE.marginStale || !context.tables.lists(asset) || !isStale(context, asset)) return true;
    const row = this.owing(user, wallet, market);
    if (row === 0) return true;
    const debt = debtOf(context, row, asset);
    const own = owns(context, user, wallet, market, asset);
    return debt !== 0 && own + amount <= owedNow(context, debt);
  }

  /** Coins on margin only; any coin while none is on margin (money §8, transfer). */
  takesIn(wallet: number, asset: number, market: number): boolean {
    const { tables } = this.context;
    if (tables.terms.version[ROW] === 0) return true;
    return tables.lists(asset) && tables.mostLeverage(wallet, market) !== 0;
  }

  /** A wallet's balances changed. */
  moved(user: number, wallet: number, market: number): void {
    const row = this.context.find(user, wallet, wallet === WALLET.crossMargin ? 0 : market);
    if (row !== 0) enqueue(this.context, row);
  }

  /** Atoms that may leave: all without debts; with debts, what keeps the level at 2 or above, at usable prices. */
  spendable(user: number, wallet: number, asset: number, market: number): number {
    const { context } = this;
    const free = context.ledger.availableOf(user, wallet, asset, market);
    const row = context.find(user, wallet, market);
    if (row === 0 || context.tables.wallets.debts[row] === 0) return free;
    const { assets, debts, closed } = measure(context, user, wallet, market, row, asset);
    if (closed !== 0) return 0;
    const line = context.tables.terms.transferOut[ROW] as number;
    const factor = context.tables.lists(asset) ? factorOf(context, wallet, asset) : 0;
    const most = mostOut(assets, debts, line, factor === 0 ? 0n : priceOf(context, asset).worth, factor);
    return most < free ? most : free;
  }
}
