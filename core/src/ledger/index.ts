// The ledger's face.

export { CLASS, Ledger } from './accounts.ts';
