// Public interface of claims on merchants' bonds: what their parties and the desk see, and the merchants' answers.

export { type BondClaimParts, type BondClaimRow, type BondClaims, claimStateOf, createBondClaims } from './claims.ts';
export type { BondClaimTables } from './tables.ts';
