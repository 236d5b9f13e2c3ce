// Custody's projection of the exchange.

export {
  type CoreFunds,
  type CoreWithdrawal,
  type DayLimits,
  followFunds,
  type LedgerAsset,
  type PassRules,
  type RailTerms,
  type Turn,
} from './funds.ts';
