// Second contracts: whether a price will be higher or lower after a number of seconds.
//
// What it is   Stake against odds known before; opened by the first valid tick after a delay, settled by the last valid
//              one at or before maturity. No one chooses either tick: both are published with their sources.
// Commands     second.open; by two operators second.set (periods, odds, bounds, delay, patience), versions of which are
//              kept.
// Events       second.waiting, second.opened, second.settled, second.void, second.changed.
// Refused      2401 period, 2402 stake, 2403 the pool cannot cover the worst case, 2404 other odds than seen,
//              2001–2005.
// States       generating → countdown → settled, or void: `states.ts`, tested cell by cell.
// Money        Stake from wallet 6 and the whole possible win from the pool are in `escrow` from the order on; a win
//              rounds down, splitting a stake never wins more; a tie or void returns the stake.
// Timers       the end of waiting, the maturity of open contracts.
// Tables       seconds (rows in their market's queue), secondSums, periods, markets of second contracts.
// Read         open.ts → run.ts (ticks, maturity) → contracts.ts (rows, queues) → domain.ts (audit).
// More         docs/products/second.md.

export { MAX_CONTRACTS, MAX_OPEN, MAX_WAITING } from './contracts.ts';
export { Second } from './domain.ts';
export { SecondContext } from './context.ts';
export { INPUT, NEXT, NONE } from './states.ts';
