// One connection pool per domain, each bounded, so that one domain never takes another's connections.

import pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { type FairPool, fairPool } from './fair-pool.ts';

/**
 * Maximum connections per domain. Together with the journal (2) and the views (10) they stay well below the 60 of the
 * embedded server and the default 100 of an external one.
 */
export const POOLS = {
  /** Customers: accounts, sign-in, verification, pictures, API keys. */
  people: 8,
  /** Deposits, withdrawals, signing. */
  custody: 8,
  /** The operators' desk. */
  desk: 4,
  /** Alerts, automatic repayments, over-the-counter chat. */
  aside: 3,
} as const;

export type PoolDomain = keyof typeof POOLS;

/**
 * Opens the pool of a domain; the caller ends it. Those who wait for a connection take turns. int8 comes as text, as the tables of these domains are typed. A lost
 * connection fails the statement that used it and nothing else.
 */
export function openPool(address: DatabaseAddress, domain: PoolDomain): FairPool {
  const { types: _, ...config } = poolConfig(address, domain, POOLS[domain]);
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return fairPool(pool, POOLS[domain]);
}
