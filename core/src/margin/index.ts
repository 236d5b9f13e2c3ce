// Margin borrowing: the operator lends coins against collateral in a separate wallet.
//
// What it is   Wallet 4 (cross) and wallet 5 (isolated, one per market) borrow, trade as spot does, pay interest by the
//              hour.
// Commands     debt.borrow, debt.repay, debt.leverage; by two operators margin.set.
// Events       debt.changed, debt.repaid, interest, margin.level, margin.step, margin.leverage, margin.market,
//              margin.terms.
// Refused      2301 limit, 2302 nothing left to lend, 2303 level, 2304 more than is owed, 2207 while it is liquidated.
// States       of a wallet: above its call, called, being liquidated (`watch.ts`); of a debt: none, owed.
// Money        lending → wallet and back; interest to the operator, ⌊(principal × rate + carry) ÷ 10⁹⌋ each hour, the
//              carry kept, rounded up once when all is paid; the insurance fund covers a liquidation's shortfall.
// Timers       one an hour for all debts. Wallets are checked by safe bounds (`bounds.ts`), in turn, half of a batch's
//              steps.
// Gate         no fill of a wallet with debts ends at or below its liquidation level (`gate.ts`, called by spot); with
//              a stale price it may only reduce its risk (`bound.ts`).
// Read         borrow.ts → debts.ts → priced.ts → value.ts (levels, exact) → margin-check.ts → liquidate.ts →
//              forced.ts, fund.ts.
// More         docs/products/margin.md.

export { Margin } from './domain.ts';
export { type Broker, MarginContext } from './context.ts';
