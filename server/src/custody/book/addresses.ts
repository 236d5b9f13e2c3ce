// Examines an address: whether it can be paid to on a network, which other network it belongs to, and whether it is
// ours.

import type { AddressFault, NetworkName } from '@vitrine/contract';
import { refuse, refuseField } from '../../api/call/index.ts';
import type { Addresses } from '../types/index.ts';
import type { Chain, Codec } from '../rail/index.ts';

/** Result of examining an address. */
export interface Looked {
  /** Null: it can be paid to. */
  readonly fault: AddressFault | null;
  /** Its network; null if not recognised. */
  readonly network: NetworkName | null;
  /** In canonical form; unchanged if it has none. */
  readonly address: string;
  /** It belongs to a customer of this exchange. */
  readonly here: boolean;
}

export interface LookOptions {
  readonly chains: readonly Chain[];
  /** Networks that are only recognised: no node is configured for them. */
  readonly others: readonly Codec[];
  readonly addresses: Pick<Addresses, 'owner' | 'hot' | 'isHot' | 'cold'>;
}

/** Examines an address for one customer. */
export type Look = (userId: string, coin: string, network: string, address: string) => Looked;

/** @throws on examination: 400 for a network without a chain of ours, 3002 for a coin not available there. */
export function lookWith({ chains, others, addresses }: LookOptions): Look {
  const codecs = [...chains.map(({ codec }) => codec), ...others];
  return (userId, coin, network, address) => {
    const { name, codec } = chainOf(chains, coin, network);
    const verdict = codec.check(address);
    if (verdict === 'ok') {
      const spelled = codec.spell(address);
      const owner = addresses.owner(name, spelled);
      // Back to where it came from: the payment would only cost fees.
      const house = [addresses.hot(name), addresses.cold(name)].includes(spelled);
      const own = owner?.userId === userId || house || addresses.isHot?.(name, spelled) === true;
      return { fault: own ? 'own' : null, network: name, address: spelled, here: owner !== undefined };
    }
    const elsewhere = codecs.find((other) => other.chain !== name && other.check(address) === 'ok');
    if (elsewhere === undefined) return { fault: verdict, network: null, address, here: false };
    return { fault: 'network', network: elsewhere.chain, address: elsewhere.spell(address), here: false };
  };
}

/** @throws 3101, 3102 if it cannot be paid to. */
export function mustBePayable({ fault, network }: Looked): void {
  if (fault === 'network') throw refuse('address.network', network === null ? {} : { network });
  if (fault !== null) throw refuse('address.invalid');
}

function chainOf(chains: readonly Chain[], coin: string, network: string): Chain {
  const chain = chains.find(({ name }) => name === network);
  if (chain === undefined) throw refuseField('network', 'range');
  if (!chain.coins.some((one) => one.coin === coin)) throw refuse('coin.unknown', { coin });
  return chain;
}
