// Checks that the node matches the settings: its chain, its tokens, and how it reports ether sent by contracts.

import { NodeFault } from '../face.ts';
import { bytes, header, quantity } from './answers.ts';
import { detectTraces, type Traces } from './internal.ts';
import { detectBlockReceipts } from './receipts.ts';
import type { Rpc } from './rpc.ts';
import { type EvmToken, GET_DECIMALS } from './token.ts';

/** How long the check of the node's chain is valid, ms; its answers meanwhile must still follow our journal. */
const PROVED_FOR = 10_000;

export interface Connection {
  /** Checks that the node is on our chain, at most a short while ago. @throws {NodeFault} */
  sameChain(): Promise<void>;
  /** Detected once with the first good answer; it does not change while custody runs. @throws {NodeFault} */
  ways(): Promise<Ways>;
}

/** Capabilities of the node. */
export interface Ways {
  readonly traces: Traces;
  /** Whether it returns all receipts of a block at once. */
  readonly blockReceipts: boolean;
}

export function createConnection(
  rpc: Rpc,
  chainId: number,
  tokens: readonly EvmToken[],
  chosen: Traces | undefined,
): Connection {
  let found: Promise<Ways> | undefined;
  /** Until when its chain need not be checked again. */
  let proved = 0;

  async function sameChain(): Promise<void> {
    if (performance.now() < proved) return;
    const answered = await rpc.read('eth_chainId', [], quantity);
    if (answered !== BigInt(chainId)) throw new NodeFault(`expected a node of chain ${chainId}, got chain ${answered}`);
    proved = performance.now() + PROVED_FOR;
  }

  async function tokenStands({ coin, contract, decimals }: EvmToken): Promise<void> {
    const code = await rpc.read('eth_getCode', [contract, 'latest'], bytes);
    if (code === '0x') throw new NodeFault(`expected the contract of ${coin} at ${contract}, got no code there`);
    const answered = await rpc.read('eth_call', [{ to: contract, data: GET_DECIMALS }, 'latest'], quantity);
    if (answered !== BigInt(decimals)) throw new NodeFault(`expected ${decimals} decimals of ${coin}, got ${answered}`);
  }

  async function look(): Promise<Ways> {
    await sameChain();
    for (const token of tokens) await tokenStands(token);
    const { hash, number } = await rpc.read('eth_getBlockByNumber', ['latest', false], header);
    return {
      traces: chosen ?? (await detectTraces(rpc, { hash, height: number })),
      blockReceipts: await detectBlockReceipts(rpc, hash),
    };
  }

  return {
    sameChain,
    ways: () => {
      found ??= look().catch((error: unknown) => {
        // Detected again next time.
        found = undefined;
        throw error;
      });
      return found;
    },
  };
}
