// The signer's program: the only process with private keys.

import { z } from 'zod';
import type { Codec } from '../rail/index.ts';
import { type CodecOrder, runSigner } from './program.ts';

const ethereum = z.object({ chainId: z.int().positive(), tokens: z.record(z.string(), z.string()) });
const bitcoin = z.object({ network: z.enum(['main', 'test', 'regtest']) });

async function codecOf({ chain, settings }: CodecOrder): Promise<Codec> {
  switch (chain) {
    case 'practice': {
      const { practiceCodec } = await import('../rail/practice/index.ts');
      return practiceCodec;
    }
    case 'ethereum': {
      const { evmCodec, parseEvmTokens } = await import('../rail/evm/index.ts');
      const { chainId, tokens } = ethereum.parse(settings);
      const named = Object.entries(tokens).map(([coin, contract]) => `${coin}=${contract}`);
      return evmCodec({ chainId, tokens: parseEvmTokens(named.join(',')) });
    }
    case 'bitcoin': {
      const { bitcoinCodec } = await import('../rail/bitcoin/index.ts');
      return bitcoinCodec(bitcoin.parse(settings).network);
    }
    default:
      throw new Error(`expected a chain this signer knows, got ${chain} with ${JSON.stringify(settings)}`);
  }
}

await runSigner((orders) => Promise.all(orders.map(codecOf)));
