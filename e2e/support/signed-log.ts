// Orders in the signer's log that no record of the exchange knows, as an older database leaves them.

import { hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An order; `units` in the chain's least units. */
export interface LoggedOrder {
  readonly id: string;
  readonly coin: string;
  readonly to: string;
  readonly units: string;
  /** ms UTC. */
  readonly at: number;
}

/** The hash before the first line. */
const FIRST = '0'.repeat(64);

/** Adds signed orders of the practice chain to the log of a stopped exchange, each line chained to the one before. */
export function logOrders(data: string, orders: readonly LoggedOrder[]): void {
  const path = join(data, 'signer', 'signed.log');
  const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  let before = last === '' ? FIRST : (JSON.parse(last) as { hash: string }).hash;
  for (const { id, coin, to, units, at } of orders) {
    const digest = hash('sha256', id);
    const plain = { id, chain: 'practice', coin, to, units, claims: [`forgotten ${id}`], digest, counts: true, at };
    const own = hash('sha256', `${before}\n${JSON.stringify(plain)}`);
    appendFileSync(path, `${JSON.stringify({ ...plain, before, hash: own })}\n`);
    before = own;
  }
}
