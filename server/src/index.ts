// Face of the server's room: what measurements and tools outside of it use.

export { type JournalRow, NO_HASH, readHead, readRows } from './journal/index.ts';
export { connect, type DatabaseAddress, poolConfig, testDatabase, type TestDatabase } from './postgres/index.ts';
export {
  catchUp,
  coreKit,
  type ExchangeLink,
  type Outcome,
  replayRow,
  type RunningCore,
  startLocal,
  startSequencer,
} from './sequencer/index.ts';
