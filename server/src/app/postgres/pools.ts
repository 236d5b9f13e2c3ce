// One pool of connections for each domain, each with a bound of its own: work of one never takes the connections of another.

import pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { type FairPool, fairPool } from './fair-pool.ts';

/**
 * Connections of each domain at most. Together with those of the journal (2) and the views (10) they stay well below the 60
 * of the embedded server and the 100 that a server of one's own has by default.
 */
export const POOLS = {
  /** Customers: accounts, sign-in, verification, pictures, API keys. */
  people: 8,
  /** Deposits, withdrawals, signing. */
  custody: 8,
  /** The operators' desk. */
  desk: 4,
  /** Alerts, automatic repayments, messages of over-the-counter orders. */
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
