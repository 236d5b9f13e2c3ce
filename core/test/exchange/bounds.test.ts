// The tables are as long as the published bounds need: nothing that decide let pass can find one full (core §7).
import { describe, expect, it } from 'vitest';
import { MAX_ORDERS } from '../../src/book/orders.ts';
import { Parts } from '../../src/parts.ts';
import { MAX_USERS, TURNOVER_DAYS } from '../../src/user/index.ts';

describe('core §7 bounds', () => {
  const most = (name: string): number => new Parts().registry.tables.find((table) => table.name === name)!.most;
  it('10^6 users, each with 30 days of turnover; 4 M live orders', () => {
    expect(most('users')).toBe(1_000_000);
    expect(most('turnover')).toBeGreaterThanOrEqual(MAX_USERS * TURNOVER_DAYS);
    expect(most('orders')).toBe(MAX_ORDERS);
    expect(MAX_ORDERS).toBe(4_000_000);
  });
  it('every user may have an account of each coin, and a place in each market, that a first start lists', () => {
    expect(most('accounts')).toBeGreaterThanOrEqual(MAX_USERS * 50);
    expect(most('seats')).toBeGreaterThanOrEqual(MAX_USERS * 24);
  });
});
