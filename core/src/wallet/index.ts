// The wallet: transfers and practice money, swaps, deposits, withdrawals, rewards.
//
// What it is   Everything that moves money without a market: between a user's wallets, in from a rail, out to one.
// Commands     wallet.transfer, practice.claim, maker.transfer, swap.place, swap.execute, reward.claim,
//              withdrawal.request and withdrawal.cancel; of custody deposit.credit, deposit.reverse, withdrawal.step,
//              withdrawal.pass, withdrawal.failProven, withdrawal.replan; of the desk withdrawal.approve; by two
//              operators swap.set, rail.set, withdrawal.limits, withdrawal.rules, campaign.fund.
// Events       transferred, practice, swap.waiting, swap.ended, deposit.changed, reversal.owed, withdrawal.changed,
//              withdrawal.passed, network.paid, rewarded, …
// Refused      3001–3010 balances, quotes, practice, swaps; 3104–3110 limits, locks, rails; 5106, 5107 campaigns; 409
//              another deposit under a known id.
// States       of a withdrawal: `withdrawal/states.ts`, in which it can be signed once; of a deposit: recorded
//              permanently.
// Money        `outside` of each rail is what came in less what went out; a reversal is a debt that blocks withdrawals;
//              a swap has one rounding, down; a campaign is paid from a reserve that was funded before.
// Timers       the end of a campaign; a pending swap without an index, the time limit of one with.
// Tables       deposits (permanent ids), reversals, withdrawals, rails, swaps (coins, waiting, windows), campaigns,
//              claims, practice.
// Read         transfer.ts · swap.ts → swap-order.ts → swap-price.ts → swap-windows.ts · deposit.ts → reversals.ts ·
//              withdrawal.ts → withdrawal-flow.ts → limits.ts · passes.ts · reward.ts.
// More         docs/products/{wallet,rewards}.md.

export { Deposits } from './deposit.ts';
export { Rewards } from './reward.ts';
export { WalletContext } from './context.ts';
export { Swap } from './swap.ts';
export { SwapOrders } from './swap-order.ts';
export { WalletTerms } from './terms.ts';
export { Wallet } from './transfer.ts';
export { SWAP_DEPTH } from './swap-price.ts';
export { LARGE_SHARE, SMALL_WITHDRAWAL } from './hourly-grants.ts';
export { ALLOWANCE_PARTS } from './hourly-worth.ts';
export { Withdrawals } from './withdrawal/domain.ts';
export type { WithdrawalLock } from './withdrawal/locks.ts';
export { ACTION, WITHDRAWAL, withdrawalAfter, WITHDRAWALS } from './withdrawal/states.ts';
