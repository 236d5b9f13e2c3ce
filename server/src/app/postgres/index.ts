// Public interface of the database server: start or find it, connect to it.

export { clientConfig, type DatabaseAddress, poolConfig } from './address.ts';
export { type Away, awayOf } from './unavailable.ts';
export { connect } from './connect.ts';
export { openPool, type PoolDomain, POOLS } from './pools.ts';
export { type Postgres, startPostgres, type StartOptions } from './start.ts';
export { type FairPool, fairPool } from './fair-pool.ts';
export { isAlive } from './postmaster.ts';
export { type RetriedWriter, retriedWriter } from './retried-writer.ts';
export { isCode } from './system-error.ts';
export { type SharedServer, testDatabase, type TestDatabase } from './test-database.ts';
