// The addresses an API key may come from (calls §1): single ones and networks, IPv4 in IPv6, bounds.

import { describe, expect, it } from 'vitest';
import { addressCheck, isNarrow, plainAddress, plainList } from '../../../src/account/api-keys/addresses.ts';

describe('an address', () => {
  it('has one spelling, and an IPv4 address in IPv6 is an IPv4 address', () => {
    for (const [text, address] of [
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['::FFFF:c000:0207', '192.0.2.7'],
      ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
      ['2001:DB8:0:0::1', '2001:db8::1'],
      ['::1', '::1'],
    ] as const)
      expect(plainAddress(text)?.address, text).toBe(address);
    for (const text of ['', 'localhost', '192.0.2', '192.0.2.256', '1.2.3.4.5', '::1%eth0', '0x7f.1', '127.1'])
      expect(plainAddress(text), text).toBeUndefined();
  });
});

describe('a list', () => {
  it('is kept once each, networks with their length', () => {
    expect(
      plainList(['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7/32', '2001:DB8::/32', '::ffff:10.0.0.0/104']),
    ).toEqual(['192.0.2.7', '2001:db8::/32', '10.0.0.0/8']);
    for (const text of [
      '192.0.2.7/33',
      '2001:db8::/129',
      '10.0.0.0/',
      '10.0.0.0/a',
      '10.0.0.0/8/8',
      '::ffff:10.0.0.0/95',
    ])
      expect(plainList([text]), text).toBeUndefined();
  });

  it('lets pass what stands in it, whichever way the address came, and nothing else', () => {
    const check = addressCheck(['192.0.2.7', '10.1.0.0/16', '2001:db8:1::/48']);
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '10.1.255.255', '::ffff:10.1.0.1', '2001:db8:1:ff::9'])
      expect(check(ip), ip).toBe(true);
    for (const ip of ['192.0.2.8', '10.2.0.1', '::ffff:10.2.0.1', '2001:db8:2::1', '::1', '', 'unknown'])
      expect(check(ip), ip).toBe(false);
    expect(addressCheck([])('203.0.113.1')).toBe(true);
  });

  it('is narrow when no network is wider than an office', () => {
    expect(isNarrow(['192.0.2.7', '10.1.2.0/24', '2001:db8:1::/48'])).toBe(true);
    for (const wide of ['0.0.0.0/0', '10.1.2.0/23', '::/0', '2001:db8::/47'])
      expect(isNarrow([wide]), wide).toBe(false);
  });
});
