// The client address behind the operator's proxies: X-Forwarded-For is read from the right, as far as its writers are
// trusted.

import { BlockList, isIP } from 'node:net';

/** Most X-Forwarded-For entries read. */
const MOST_HOPS = 16;

/** Whether an address is one of the given proxies: addresses, or networks as address/bits. */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number.parseInt(bits, 10), family);
  }
  return (address) => {
    const family = isIP(address);
    return networks.length > 0 && family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The client address of a connection from `peer` with the header `forwarded` (undefined if absent). */
export function clientAddress(
  peer: string,
  forwarded: string | undefined,
  trusted: (address: string) => boolean,
): string {
  let address = peer;
  const places = (forwarded ?? '').split(',', MOST_HOPS + 1);
  // The proxies' own words are the last ones, so a longer list is not read at all.
  if (places.length > MOST_HOPS) return address;
  // Empty places say nothing (RFC 9110 §5.6.1); the reader of HTTP's requests leaves them out too.
  const hops = places.map((one) => one.trim()).filter((one) => one !== '');
  for (let hop = hops.pop(); hop !== undefined && isIP(hop) !== 0 && trusted(address); hop = hops.pop()) address = hop;
  return address;
}
