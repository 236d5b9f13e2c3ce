// money §1: every parameter is a versioned command; the first values are accepted whole, and only before anybody is there.

import { describe, expect, it } from 'vitest';
import {
  commands,
  defaultGenesis,
  defaultSetup,
  encodeCommand,
  type Exchange,
  openExchange,
  restoreExchange,
} from '../../src/index.ts';
import { command } from '../kit/genesis.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

function house(mode: 'practice' | 'live'): Exchange {
  const exchange = openExchange();
  exchange.advance(NOON);
  expect(exchange.apply(encodeCommand(defaultGenesis(mode, [])), 0)).toBe(200);
  for (const one of defaultSetup(mode)) {
    const code = exchange.apply(encodeCommand(one), 0);
    expect([one.name, code, exchange.expected, exchange.got]).toEqual([one.name, 200, 0, 0]);
  }
  return exchange;
}

describe('money §1: the first values of all products', () => {
  it.each(['practice', 'live'] as const)('a %s house takes them all and is sound', (mode) => {
    const exchange = house(mode);
    exchange.audit();
    const twin = restoreExchange(structuredClone(exchange.save()));
    expect(twin.digest()).toBe(exchange.digest());
    twin.audit();
  });

  it('all are of the sender that takes two persons later, and are refused once a customer is there', () => {
    const exchange = house('practice');
    expect(exchange.apply(encodeCommand(command('user.open', { referrer: 0 })), 0)).toBe(200);
    for (const one of defaultSetup('practice')) {
      expect([one.name, commands[one.name].sender]).toEqual([one.name, 'setup']);
      expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 403]);
    }
  });
});
