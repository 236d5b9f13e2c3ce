// Addresses that an API key accepts: single ones and networks, IPv4 and IPv6, each in canonical form.

import { BlockList, isIP, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';
const BITS = { ipv4: 32, ipv6: 128 } as const;
/** IPv4 addresses are the last 32 bits of their IPv6 form. */
const MAPPED_BITS = 96;
/** The widest networks allowed for a key that can withdraw: an office, not a country. */
const WITHDRAW_PREFIX = { ipv4: 24, ipv6: 48 } as const;

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

/** The canonical form of an address; an IPv4-mapped IPv6 address becomes IPv4. Undefined if it is no address. */
export function plainAddress(text: string): { readonly address: string; readonly family: 'ipv4' | 'ipv6' } | undefined {
  switch (isIP(text)) {
    case 4:
      return { address: text, family: 'ipv4' };
    case 6: {
      // A zone (fe80::1%eth0) is only meaningful on one machine.
      if (text.includes('%')) return undefined;
      const { address } = new SocketAddress({ address: text, family: 'ipv6' });
      const tail = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
      return isIP(tail) === 4 ? { address: tail, family: 'ipv4' } : { address, family: 'ipv6' };
    }
    default:
      return undefined;
  }
}

function networkOf(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const written = slash < 0 ? text : text.slice(0, slash);
  const plain = plainAddress(written);
  if (plain === undefined) return undefined;
  const bits = BITS[plain.family];
  if (slash < 0) return { ...plain, prefix: bits };
  const number = text.slice(slash + 1);
  if (!/^[0-9]{1,3}$/.test(number)) return undefined;
  const mapped = plain.family === 'ipv4' && isIP(written) === 6;
  const prefix = Number.parseInt(number, 10) - (mapped ? MAPPED_BITS : 0);
  return prefix < 0 || prefix > bits ? undefined : { ...plain, prefix };
}

/** Addresses and networks in stored form, without duplicates; undefined if one of them is invalid. */
export function plainList(texts: readonly string[]): readonly string[] | undefined {
  const kept = new Set<string>();
  for (const text of texts) {
    const network = networkOf(text.trim());
    if (network === undefined) return undefined;
    const { address, family, prefix } = network;
    kept.add(prefix === BITS[family] ? address : `${address}/${prefix}`);
  }
  return [...kept];
}

/** Whether every network is narrow enough for a key that can withdraw. */
export function isNarrow(list: readonly string[]): boolean {
  return list.every((text) => {
    const network = networkOf(text);
    return network !== undefined && network.prefix >= WITHDRAW_PREFIX[network.family];
  });
}

/** Checks whether a request's address is in a stored list; an empty list accepts all. */
export function addressCheck(list: readonly string[]): (ip: string) => boolean {
  if (list.length === 0) return () => true;
  const block = new BlockList();
  for (const text of list) {
    const network = networkOf(text);
    if (network === undefined) throw new Error('expected addresses as `plainList` gives them');
    block.addSubnet(network.address, network.prefix, network.family);
  }
  return (ip) => {
    const plain = plainAddress(ip);
    return plain !== undefined && block.check(plain.address, plain.family);
  };
}
