// The network of an address: a new network is a new location; a private address is no location.

import { BlockList, isIP } from 'node:net';

/** Groups of an IPv6 address that name its network: /48. */
const V6_GROUPS = 3;
/** Groups assigned to one customer of a network: /64. */
const V6_HOME = 4;
const V6_ALL = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const HOME = new BlockList();
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  HOME.addSubnet(address, bits, 'ipv4');
HOME.addAddress('::1', 'ipv6');
HOME.addSubnet('fc00::', 7, 'ipv6');
HOME.addSubnet('fe80::', 10, 'ipv6');

/** The eight groups of an IPv6 address without its zone, each without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, V6_ALL - before.length - after.length);
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].map(
    (group) => group.replace(/^0+/, '') || '0',
  );
}

/** The /24 of an IPv4 address or the /48 of an IPv6 address, as text; any other text is its own network. */
export function networkOf(ip: string): string {
  const plain = MAPPED.exec(ip)?.[1] ?? ip;
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(plain) === 6) return `${groupsOf(plain).slice(0, V6_GROUPS).join(':')}::/48`;
  return plain;
}

/**
 * The source that an address counts as: itself, or its /64 for IPv6, because one machine can have any number of
 * addresses there.
 */
export function sourceOf(ip: string): string {
  const plain = MAPPED.exec(ip)?.[1] ?? ip;
  return isIP(plain) === 6 ? `${groupsOf(plain).slice(0, V6_HOME).join(':')}::/64` : plain;
}

/** Known location of an address: `local` for a private one, else null. */
export function placeOfAddress(ip: string): 'local' | null {
  const plain = MAPPED.exec(ip)?.[1] ?? ip.split('%')[0] ?? '';
  const family = isIP(plain);
  if (family === 0) return null;
  return HOME.check(plain, family === 4 ? 'ipv4' : 'ipv6') ? 'local' : null;
}
