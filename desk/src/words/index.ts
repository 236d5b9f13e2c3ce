// Texts of the desk.
export { ageOf, type Age } from './age.ts';
export { Left, Waiting, useNow } from './ages.tsx';
export { auditWords } from './audit.ts';
export {
  deadKindWords,
  depositStageWords,
  fundsReasonWords,
  networkWords,
  reserveStateWords,
  transactionKindWords,
  transactionStateWords,
  withdrawalFlagWords,
  withdrawalStageWords,
  withdrawalWaitWords,
} from './funds.ts';
export {
  appealStateWords,
  bondStateWords,
  factWords,
  fundStateWords,
  kycFlagWords,
  kycReasonWords,
  kycStateWords,
  lockByWords,
  lockWords,
  loginResultWords,
  personStateWords,
  proposalKindWords,
  proposalStateWords,
  roleTasks,
  roleWords,
  searchWords,
} from './texts.ts';
export { fieldText, kycStateText, rolesText, useCountry, useFaultText, useFieldValue, wordOf } from './use-words.ts';
