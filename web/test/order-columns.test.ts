// What order lists work out of an order (§3 contract order: entrusted value).
import type { Order } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { entrustedValue, openColumns } from '../src/order/columns.tsx';

const order = (change: Partial<Order>): Order =>
  ({ entrustValue: null, entrustPrice: null, entrustQuantity: null, contractType: null, ...change }) as Order;
const text = (value: string) => value as never;

test('§3 the entrusted value is the one entered, else price × quantity; a coin contract has none in its quote', () => {
  expect(entrustedValue(order({ entrustValue: text('25') }))).toBe('25');
  const limit = { entrustPrice: text('110000.5'), entrustQuantity: text('0.00300') };
  expect(entrustedValue(order({ ...limit, contractType: 'u' }))).toMatch(/^330\.00150*$/);
  expect(entrustedValue(order({ ...limit, contractType: 'coin' }))).toBeUndefined();
  expect(entrustedValue(order({ entrustQuantity: text('1') }))).toBeUndefined();
});

test('on the phone an order of a list of several markets has its market under its side, where the list is of one in the opened row', () => {
  const parts = { rulesOf: () => undefined, aside: () => undefined, actions: () => null, amend: () => null };
  const place = (several: boolean) =>
    openColumns({ ...parts, actionsName: 'Actions', several }).find(({ key }) => key === 'market')?.phone;
  expect([place(true), place(false)]).toEqual(['under', 'open']);
});
