// Bitcoin, over bitcoind's JSON-RPC.

export { BTC, bitcoinCodec } from './codec.ts';
export { FEE_BOUNDS, type FeeBounds } from './fees.ts';
export { BITCOIN_NETWORKS, type BitcoinNetwork } from './network.ts';
export { type BitcoinOptions, openBitcoin } from './open.ts';
