// The practice chain: a simulated chain with blocks, fees and reorganisations.

export { practiceCodec } from './codec.ts';
export { PRACTICE_COINS, practiceCoin, practiceFee } from './coins.ts';
export { openPractice, type Practice, type PracticeOptions } from './open.ts';
export { OUTSIDE_ADDRESS, type OutsideWallet } from './outside.ts';
