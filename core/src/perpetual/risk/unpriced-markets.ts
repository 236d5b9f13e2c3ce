// Markets with an unusable price: profits in them count as 0, so their wallets are checked (money §3, rules
// `staleOnlyReduces`).

import { MARGIN_MODE } from '../../enum/index.ts';
import { RULE } from '../../rules.ts';
import type { PerpetualContext } from '../context.ts';
import { unrealised } from '../position/valuation.ts';
import { priced, riskPrice } from '../priced.ts';
import { LOOKS, type RiskTables } from './tables.ts';
import type { WalletChecks } from './wallet-checks.ts';

export class UnpricedMarkets {
  private readonly context: PerpetualContext;
  private readonly rows: RiskTables['unpriced'];
  private readonly checks: WalletChecks;
  /** Number of markets with positions still to check. Derived. */
  private scans = 0;

  constructor(context: PerpetualContext, { unpriced }: RiskTables, checks: WalletChecks) {
    this.context = context;
    this.rows = unpriced;
    this.checks = checks;
  }

  /** Whether positions are still to be checked. */
  get busy(): boolean {
    return this.scans > 0;
  }

  /** Whether positions of a market are still to be checked. */
  scanning(market: number): boolean {
    return market <= this.rows.top && this.rows.next[market] !== 0;
  }

  /**
   * Records whether a market's price is usable. When it no longer is, profits in it count as 0 and their wallets are
   * checked.
   */
  notice(market: number): void {
    const { context, rows: unpriced } = this;
    if (context.clock.rules < RULE.staleOnlyReduces) return;
    const missing = priced(context, market) ? 0 : 1;
    if (market > unpriced.top && missing === 0) return;
    unpriced.reach(market);
    if (unpriced.missing[market] === missing) return;
    unpriced.missing[market] = missing;
    this.scanFrom(market, missing === 1 ? (context.contracts.rows.first[market] as number) : 0);
  }

  private scanFrom(market: number, slot: number): void {
    const { rows: unpriced } = this;
    const before = unpriced.next[market] as number;
    if (before !== 0) this.scans -= 1;
    if (slot !== 0) this.scans += 1;
    unpriced.next[market] = slot;
  }

  /** Checks at most `steps` wallets whose profit no longer counts. Returns the steps left. */
  work(steps: number): number {
    const { context, rows: unpriced, checks } = this;
    const { rows: p } = context.positions;
    let left = steps;
    let looks = LOOKS;
    for (let market = 1; market <= unpriced.top && this.scans > 0; market += 1)
      for (; left > 0 && looks > 0 && unpriced.next[market] !== 0; looks -= 1) {
        const slot = unpriced.next[market] as number;
        this.scanFrom(market, p.nextHere[slot] as number);
        if (p.mode[slot] !== MARGIN_MODE.cross || unrealised(context, slot, riskPrice) <= 0) continue;
        const contractWallet = p.contractWallet[slot] as number;
        left -= checks.inSteps() ? checks.weightOf(contractWallet) : 1;
        checks.examine(contractWallet);
      }
    return left > 0 ? left : 0;
  }

  /** A position about to be removed cannot be the next to check. */
  leaves(slot: number): void {
    if (this.scans === 0) return;
    const p = this.context.positions.rows;
    const market = p.market[slot] as number;
    if (market <= this.rows.top && this.rows.next[market] === slot) this.scanFrom(market, p.nextHere[slot] as number);
  }

  rebuild(): void {
    this.scans = 0;
    for (let market = 1; market <= this.rows.top; market += 1) if (this.rows.next[market] !== 0) this.scans += 1;
  }
}
