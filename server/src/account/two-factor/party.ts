// The relying party of passkeys: the first host name among our origins, and the origins that may use it.

import { isIP } from 'node:net';

export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/**
 * The relying party of a set of origins. Passkeys need a host name; IP addresses cannot have any. Undefined: none has a
 * name.
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
