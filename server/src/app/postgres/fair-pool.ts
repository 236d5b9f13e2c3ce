// A pool whose connections are handed out in rotation of those who wait for them. In the order of coming, one who asks for
// hundreds of things at once would make everybody else wait for all of them.

import type pg from 'pg';
import { Rotation } from '../../shared/collection/index.ts';
import { charge, ownerNow, Shares, STATEMENT_UNITS } from '../../api/load/index.ts';

/** How long one waits for a connection, ms. */
const PATIENCE = 5_000;
/** The driver's message, which distinguishes it from other faults. */
const TOO_LATE = 'timeout exceeded when trying to connect';
/** Work of the exchange itself. */
const OWN = '';

/** What Kysely asks of a pool. */
export interface FairPool {
  /** A connection when one is free and it is the owner's turn. @throws when that takes 5 s, or as the driver. */
  connect(): Promise<pg.PoolClient>;
  /** Those of the pool, for what the driver opens beside it (to cancel a statement). */
  readonly options: pg.Pool['options'];
  end(): Promise<void>;
}

/**
 * A connection's `query` that charges each statement after the first, which the turn paid for: a transaction costs what
 * its statements cost, its begin and commit among them.
 */
function countedQuery(client: pg.PoolClient): pg.PoolClient['query'] {
  const { query } = client;
  let isFirst = true;
  return ((...given: unknown[]) => {
    if (!isFirst) charge(STATEMENT_UNITS);
    isFirst = false;
    return Reflect.apply(query, client, given) as unknown;
  }) as pg.PoolClient['query'];
}

/**
 * Turns for the `most` connections of a pool. Of one owner at most half of them work at once: who waits for a lock of their
 * own holds no connections of others. Work of the exchange itself may take all.
 */
export function fairPool(pool: pg.Pool, most: number, patience: number = PATIENCE): FairPool {
  const each = Math.ceil(most / 2);
  const waiting = new Rotation<string, () => void>();
  const held = new Shares();
  /** Owners that have as many as they may. */
  const full = new Set<string>();

  function take(owner: string): void {
    held.add(owner, 1);
    if (owner !== OWN && held.of(owner) >= each) full.add(owner);
  }

  function giveBack(owner: string): void {
    held.add(owner, -1);
    full.delete(owner);
    while (held.total < most) {
      const next = waiting.take(full);
      if (next === undefined) return;
      take(next.owner);
      next.item();
    }
  }

  function turn(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.remove(owner, go);
        reject(new Error(TOO_LATE));
      }, patience);
      waiting.add(owner, go);
    });
  }

  return {
    async connect() {
      const owner = ownerNow() ?? OWN;
      charge(STATEMENT_UNITS);
      if (held.total < most && !full.has(owner)) take(owner);
      else await turn(owner);
      try {
        const client = await pool.connect();
        const { release, query } = client;
        client.query = countedQuery(client);
        client.release = (error) => {
          client.query = query;
          client.release = release;
          client.release(error);
          giveBack(owner);
        };
        return client;
      } catch (error) {
        giveBack(owner);
        throw error;
      }
    },
    options: pool.options,
    end: () => pool.end(),
  };
}
