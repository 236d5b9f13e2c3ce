// Who asks for passkeys: the host name of our first address that has one, and those of our addresses that may use it.

import { isIP } from 'node:net';

export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/**
 * The relying party of a set of origins. Passkeys belong to a name: addresses that are numbers cannot have any.
 * Undefined: none of them has a name.
 */
export function relyingParty(origins: ReadonlySet<string>): RelyingParty | undefined {
  const named = [...origins].flatMap((origin) => {
    const host = URL.parse(origin)?.hostname;
    return host === undefined || host.startsWith('[') || isIP(host) !== 0 ? [] : [{ origin, host }];
  });
  const id = named[0]?.host;
  if (id === undefined) return undefined;
  return {
    id,
    origins: named.filter(({ host }) => host === id || host.endsWith(`.${id}`)).map(({ origin }) => origin),
  };
}
