// The chains selected in the settings, without contacting a node.

import type { CustodySettings } from '../app/settings/index.ts';
import type { CustodyParts } from './parts.ts';
import { BTC, bitcoinCodec } from './rail/bitcoin/index.ts';
import { evmCodec, parseEvmTokens } from './rail/evm/index.ts';
import type { ChainCoin, ChainName, Codec } from './rail/index.ts';
import { PRACTICE_COINS, practiceCodec } from './rail/practice/index.ts';
import type { CodecOrder } from './signer/index.ts';

export interface Chosen {
  readonly codecs: readonly Codec[];
  readonly orders: readonly CodecOrder[];
  readonly coins: Readonly<Partial<Record<ChainName, readonly ChainCoin[]>>>;
}

/** Codecs, what the signer process needs to know of them, and the coins of each chain. */
export function chosen({
  settings,
  mode,
}: Pick<CustodyParts, 'mode'> & { readonly settings: CustodySettings }): Chosen {
  const { ethereum, bitcoin } = settings;
  const tokens = ethereum === undefined ? [] : tokensOf(ethereum.tokens);
  return {
    codecs: [
      ...(mode === 'practice' ? [practiceCodec] : []),
      ...(ethereum === undefined ? [] : [evmCodec({ chainId: ethereum.chainId, tokens })]),
      ...(bitcoin === undefined ? [] : [bitcoinCodec(bitcoin.network)]),
    ],
    orders: [
      ...(mode === 'practice' ? [{ chain: 'practice' }] : []),
      ...(ethereum === undefined
        ? []
        : [{ chain: 'ethereum', settings: { chainId: ethereum.chainId, tokens: ethereum.tokens } }]),
      ...(bitcoin === undefined ? [] : [{ chain: 'bitcoin', settings: { network: bitcoin.network } }]),
    ],
    coins: {
      ...(mode === 'practice' ? { practice: PRACTICE_COINS } : {}),
      ...(ethereum === undefined ? {} : { ethereum: [{ coin: 'ETH', decimals: 18 }, ...tokens] }),
      ...(bitcoin === undefined ? {} : { bitcoin: [{ coin: BTC, decimals: 8 }] }),
    },
  };
}

export function tokensOf(contracts: Readonly<Record<string, string>>) {
  return parseEvmTokens(
    Object.entries(contracts)
      .map(([coin, contract]) => `${coin}=${contract}`)
      .join(','),
  );
}
