// Bitcoin's networks: their address formats, and the first block that identifies each.

import { type BTC_NETWORK } from '@scure/btc-signer/utils.js';

export const BITCOIN_NETWORKS = ['main', 'test', 'signet', 'regtest'] as const;
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number];

export interface NetworkTerms {
  readonly addresses: BTC_NETWORK;
  /** Coin type of BIP 44 paths. */
  readonly coinType: 0 | 1;
  /** Hash of block 0; not compared for signet, whose operators choose it. */
  readonly genesis: string | undefined;
  /** Greatest target of a block, as its `bits`: on the main chain about eight times easier than in 2025. */
  readonly mostBits: number;
}

const MAIN: BTC_NETWORK = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const TEST: BTC_NETWORK = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export const NETWORK_TERMS: Readonly<Record<BitcoinNetwork, NetworkTerms>> = {
  main: {
    ...{ addresses: MAIN, coinType: 0, mostBits: 0x17_10_00_00 },
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  test: {
    ...{ addresses: TEST, coinType: 1, mostBits: 0x1d_00_ff_ff },
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  signet: { addresses: TEST, coinType: 1, mostBits: 0x1e_03_77_ae, genesis: undefined },
  regtest: {
    ...{ addresses: { ...TEST, bech32: 'bcrt' }, coinType: 1, mostBits: 0x20_7f_ff_ff },
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
};
