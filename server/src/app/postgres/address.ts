// Address of a database as plain data that other threads can receive, and the client options made from it.

import type { ClientConfig, CustomTypesConfig, PoolConfig } from 'pg';
import pg from 'pg';
import { SOCKET_PORT } from './socket-port.ts';

/** The embedded PostgreSQL by its socket folder, or an external one by its URL. */
export type DatabaseAddress =
  | { readonly kind: 'socket'; readonly folder: string; readonly user: string; readonly database: string }
  | { readonly kind: 'url'; readonly url: string };

/** How long a connection may take to open, ms. */
export const CONNECT_TIMEOUT = 5_000;
const INT8 = 20;

/** Parses int8 as a number and throws if that is not exact: no silent rounding. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`a 64-bit integer beyond 2^53 came from the database: ${text}`);
  return value;
}

const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return parseInt8;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/** Options for a `pg.Client` at that address. int8 is parsed as an exact number. */
export function clientConfig(address: DatabaseAddress, name: string): ClientConfig {
  const where =
    address.kind === 'url'
      ? { connectionString: address.url }
      : { host: address.folder, user: address.user, database: address.database, port: SOCKET_PORT };
  return {
    ...where,
    application_name: `vitrine ${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    types,
  };
}

/** Options for a `pg.Pool` at that address. */
export function poolConfig(address: DatabaseAddress, name: string, max = 10): PoolConfig {
  return { ...clientConfig(address, name), max };
}
