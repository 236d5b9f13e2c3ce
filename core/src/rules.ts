// The versions of the rules. A change of behaviour is one named line in `RULE` and one in `RULES`. Code checks
// `clock.rules >= RULE.name`. How to add one: docs/operate/upgrades.md.

import type { CommandOf } from './schema/index.ts';

/** The version that introduced each named change. */
export const RULE = {
  first: 1,
  rowTimers: 2,
  overdueAtom: 3,
  stops: 4,
  workRounds: 5,
  keyCapacity: 6,
  loanScore: 7,
  staleOnlyReduces: 8,
  bankruptAtOnce: 9,
  killChangesNothing: 10,
  amendLiquidating: 11,
  dealCancels: 12,
  levelCapacity: 13,
  correctionDay: 14,
  indexLiquidates: 15,
  fundingBounded: 16,
  fundingByTime: 17,
  withdrawalQueue: 18,
  swapSpread: 19,
  frozenReduces: 20,
  depositRestored: 21,
  staleQuotes: 22,
  stepsCancelTriggered: 23,
  closingHours: 24,
  deleverageInSteps: 25,
  solventWaits: 26,
  fundTakesOver: 27,
  fairDeleverage: 28,
  frozenStops: 29,
  fewMakersCertain: 30,
  bondClaims: 31,
  workInSteps: 32,
  staleWallets: 33,
  orderShare: 33,
  staleOpening: 34,
  ratesByHour: 34,
  shareInRefusal: 34,
  marginStale: 35,
  marginForced: 35,
  marginTurns: 35,
  openingMark: 35,
  coveredClose: 35,
  positionShare: 35,
  lockedSales: 35,
  allowanceBack: 35,
  endReasons: 35,
  boundedSweep: 35,
  boundsCapacity: 35,
  marginWaits: 36,
  dollarDeals: 36,
  weighedPositions: 37,
  wholeSweep: 37,
  worthKept: 37,
  unpaidDeals: 38,
  allowanceByHour: 38,
  linkedTogether: 38,
  loanPoints: 38,
  parInflow: 38,
  tickWorkBehindQuotes: 38,
  sweepBudget: 38,
  secondsInSteps: 38,
  cutQuotes: 39,
  closableEmitted: 39,
  allowancePassed: 40,
  linkedDebts: 40,
  linkedDeals: 40,
  linkedStakes: 40,
  stageRevoked: 40,
  verifiedSales: 40,
  fewUnverified: 41,
} as const;

export interface RuleVersion {
  readonly version: number;
  /** What changes for users, in one sentence, as announced and shown. */
  readonly what: string;
}

/** All versions, in order from 1. */
export const RULES: readonly RuleVersion[] = [
  { version: RULE.first, what: 'All products as of the first journals, which name version 1.' },
  {
    version: RULE.rowTimers,
    what: 'What ends before its time takes its timer with it: an early redemption, a loan repaid, a deal paid.',
  },
  {
    version: RULE.overdueAtom,
    what: 'Each day of an overdue loan is shown at once, also one whose interest is less than the smallest unit.',
  },
  {
    version: RULE.stops,
    what: 'Stop and take-profit orders are examined at index ticks and fill only near the index; what does not fill waits.',
  },
  {
    version: RULE.workRounds,
    what: 'A margin wallet that a triggered order changes is examined at once, not only with the next command.',
  },
  {
    version: RULE.keyCapacity,
    what: 'How many requests an account may send in 25 hours depends on its verification; cancelling an order and closing a position always work.',
  },
  {
    version: RULE.loanScore,
    what: 'A credit score grows by a point for thirty days in time with a quarter of the limit borrowed; a limit above the first is at most one and a half times the largest loan repaid.',
  },
  {
    version: RULE.staleOnlyReduces,
    what: 'While the price of a contract is stale or disputed, risk only falls: opening orders wait, nothing leaves a wallet that holds such a position, and its other positions may be liquidated.',
  },
  {
    version: RULE.bankruptAtOnce,
    what: 'What has nothing left of its margin is liquidated in one tick as far as others take it, no longer a part a tick.',
  },
  {
    version: RULE.killChangesNothing,
    what: 'A fill-or-kill order that does not trade changes nothing in the book.',
  },
  {
    version: RULE.amendLiquidating,
    what: 'An order of a contract is not amended while its wallet or position waits for its liquidation.',
  },
  {
    version: RULE.dealCancels,
    what: 'A buyer who cancels or lets run out more than three deals of a day takes part in no further deal until the next day.',
  },
  {
    version: RULE.levelCapacity,
    what: 'Far from the index a market has a bounded number of price ranges with orders; near it there is always capacity.',
  },
  {
    version: RULE.correctionDay,
    what: 'Corrections of a coin take at most one percent of the treasury on one day.',
  },
  {
    version: RULE.indexLiquidates,
    what: 'Positions are liquidated by the index price, no longer by the mark price; opening, closing and taking money out must be covered at both.',
  },
  {
    version: RULE.fundingBounded,
    what: 'A funding payment is at most three quarters of the first maintenance rate; who is short of it realises profit first, and the insurance fund pays none of it.',
  },
  {
    version: RULE.fundingByTime,
    what: 'The funding rate is made of the time-weighted average premium of all valid ticks, no longer of one sample a minute; after two capped settlements in a row funding is settled hourly.',
  },
  {
    version: RULE.withdrawalQueue,
    what: 'A withdrawal that finds the hourly limit of its coin used up waits in a queue in which customers take turns; it is no longer refused.',
  },
  {
    version: RULE.swapSpread,
    what: 'A swap is an order: it is executed at the first index at least half a second later, at a spread that grows with the flow and the range of the last seconds, or refused below the least amount you accept.',
  },
  {
    version: RULE.frozenReduces,
    what: 'Freezing an account cancels its opening orders; a frozen customer may set stops, add margin from the spot wallet, and close positions within 1 % of the index after a fresh proof.',
  },
  {
    version: RULE.depositRestored,
    what: 'A deposit that its chain took back and confirmed again is credited again, after twice the confirmations, first against what is owed of it.',
  },
  {
    version: RULE.staleQuotes,
    what: 'The quotes of the market maker are taken out while the price of their instrument is stale, and none are added.',
  },
  {
    version: RULE.stepsCancelTriggered,
    what: 'A change of tick or lot size also cancels triggered orders that wait to be filled.',
  },
  {
    version: RULE.closingHours,
    what: 'Contracts of markets with hours have a closing rate: it bounds the leverage of openings, ten minutes before a close lots that margin and profit do not cover by it are reduced, and the insurance fund pays for no gap of the closed hours.',
  },
  {
    version: RULE.deleverageInSteps,
    what: 'In a market with more than two thousand positions the order of deleveraging is that of the tick at which it began to be built; it is kept for up to a minute, and what is bankrupt waits until it is complete.',
  },
  {
    version: RULE.solventWaits,
    what: 'A liquidation never sells below the bankruptcy price; what nobody buys waits while equity is above zero, and the market maker is deleveraged in the same order as everyone.',
  },
  {
    version: RULE.fundTakesOver,
    what: 'A position without equity is taken over by the insurance fund at its bankruptcy price, within published bounds, before anyone is deleveraged; the fund sells what it took over in small parts near the index.',
  },
  {
    version: RULE.fairDeleverage,
    what: 'When a cross wallet goes bankrupt, each of its positions answers for how far the index of its own market moved, so nobody is closed far from an index that stood still; a profit whose price is stale keeps its wallet from being deleveraged for up to an hour. Margin added in closed hours does not change the order of deleveraging of the gap. Who closes a part of a position while funding is settled pays for all of it, from what the closed part took to the wallet.',
  },
  {
    version: RULE.frozenStops,
    what: 'A frozen customer’s stop fills no further than 1 % from the index, as a close after a fresh proof does.',
  },
  {
    version: RULE.fewMakersCertain,
    what: 'A fill-or-kill order of contracts is refused when it needs more than two hundred orders of others to fill.',
  },
  {
    version: RULE.bondClaims,
    what: 'A merchant’s bond pays the party that one of their deals harmed, after two people agreed and the merchant had seven days’ notice; meanwhile it cannot be withdrawn, and the claimed part covers no new deal.',
  },
  {
    version: RULE.workInSteps,
    what: 'Wallets of contracts are examined in turn, a bounded number a batch; the orders of a wallet that is liquidated are cancelled in parts; a fill-or-kill order of a margin market is refused when it needs more than two hundred orders of others to fill.',
  },
  {
    version: RULE.staleWallets,
    what: 'A wallet that holds a cross position whose price is stale or disputed opens nothing, and closes within 1 % of the index. How many orders a customer may have open shrinks as the table of orders fills up.',
  },
  {
    version: RULE.staleOpening,
    what: 'Quotes of the market maker that stand when a market opens are taken out while its price is older than it may be. Each hour of a debt of margin costs the rate that held in it, also where a rate changes twice before the exchange has counted that hour. A refusal for too many open orders says how many are allowed.',
  },
  {
    version: RULE.marginStale,
    what: 'A margin wallet with debts only reduces its risk while the price of one of its coins is stale or disputed, and its other coins may be liquidated. Its forced orders go no further than 2 % from the index, and not beyond the price that leaves nothing of it; what the insurance fund pays for margin is bounded by hour and day. A market that opens waits for the first price of its session, and what is opened before a close keeps the closing rate at the index too. How many sides of contracts a customer may have open depends on verification. An order meets at most 5,000 others. Who may not withdraw sells nothing by OTC. A withdrawal that steps aside gives its allowance back. An order’s end reason distinguishes the dead man’s switch.',
  },
  {
    version: RULE.marginWaits,
    what: 'The history of a margin wallet says when its liquidation waits for orders or for the insurance fund. A deal in a dollar coin can be claimed for: one counts as one USDT.',
  },
  {
    version: RULE.weighedPositions,
    what: 'A fill-or-kill order that would meet more than 5,000 orders of others is refused, also behind orders whose wallets cannot bear their fills; one of spot weighs at most fifty orders of margin wallets, one of contracts at most two thousand positions. A margin wallet below its liquidation level sells or buys no further than 2 % from the index, to its loss.',
  },
  {
    version: RULE.tickWorkBehindQuotes,
    what: 'Liquidations, stop orders and all else that a price tick causes are worked off behind the market maker’s new quotes for that tick, and quotes beyond the new index are taken out at once. One order meets at most 2,000 orders of others on spot and 250 of contracts. Second contracts are settled at most 250 at a time, oldest first, each by the price at its own end. Accounts linked as one customer share the limits of withdrawals, swaps, loans, rewards and unpaid deals. A buyer’s open deals count with those left unpaid, a ruling for the seller too; of one offer customers without verification have at most four deals. The withdrawal allowance grows by what each hour was worth. Coins at par are swapped in up to a tenth of the treasury’s USDT an hour and a fifth a day. The credit score is one limit for all loan products.',
  },
  {
    version: RULE.cutQuotes,
    what: 'Stop orders and liquidations wait for the next quotes of the market maker when so many orders of others stood in the way of its quotes that these could not all be placed.',
  },
  {
    version: RULE.allowancePassed,
    what: 'A withdrawal that is given back returns only the hours of its allowance that have not passed. An overdue loan or an unpaid reversed deposit of one of several linked accounts stops loans and withdrawals of all of them, a credit score of one that fell counts for the others, they share the limit of open stakes, and they make no over-the-counter deals with each other. Who is not verified sells nothing over the counter; who is no longer verified withdraws nothing.',
  },
  {
    version: RULE.fewUnverified,
    what: 'Accounts without verification that sent many requests in 25 hours leave the last quarter of what such accounts share to those that sent few.',
  },
];

/** The newest version this release supports. */
export const NEWEST_RULES = RULES.length;

/** Notice that a live exchange with users gives before it activates a version, ms. */
export const RULES_NOTICE = 86_400_000;

/** Commands that lead from one rules version to another, one command per version. */
export function activations(from: number, to: number = NEWEST_RULES): CommandOf<'rules.activate'>[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, at) => ({
    name: 'rules.activate',
    version: from + 1 + at,
  }));
}
