// Ethereum as custody uses it: a node, plans, and the pure part.

import { RAILS } from '@vitrine/core';
import type { Chain, Source } from '../face.ts';
import { evmCodec } from './codec.ts';
import { createConnection } from './connection.ts';
import { FEE_BOUNDS, type FeeBounds } from './fees.ts';
import type { Traces } from './internal.ts';
import { evmNode } from './node.ts';
import { evmPlanner } from './planner.ts';
import { createRpc } from './rpc.ts';
import { ETHER, type EvmToken } from './token.ts';

const ETHER_DECIMALS = 18;
/** Usual time between blocks, ms. */
const BLOCK_TIME = 12_000;
/** Fees double in six full blocks: after this time the first fee was too low, ms. */
const STUCK_AFTER = 180_000;
/** Fifty blocks without one, ms. */
const STILL_AFTER = 600_000;
/** Chains on one's own machine (Anvil and Hardhat, Geth), whose blocks come by need. */
const OWN_MACHINE: readonly number[] = [31_337, 1_337];

export interface EvmOptions {
  /** http or https; it may contain a name and password, and is in no message. */
  readonly url: string;
  readonly chainId: number;
  readonly tokens: readonly EvmToken[];
  /** Keys of the hot wallet and of deposit addresses; only called when a plan is made. */
  readonly publicKeyOf: (source: Source) => Uint8Array;
  /** Addresses whose balances are compared if the node has no traces; called for each block. */
  readonly watched?: () => readonly string[];
  /** The node's trace format; detected by default. */
  readonly traces?: Traces;
  readonly fees?: Partial<FeeBounds>;
  /** Timeout of the node, ms. */
  readonly timeout?: number;
  /** Pauses before a read is retried, ms. */
  readonly again?: readonly number[];
  /** Whether a block only counts as final once the node's `finalized` says so, in addition to twelve confirmations. */
  readonly finality?: boolean;
  readonly blockTime?: number;
  readonly stuckAfter?: number;
}

/** Opens the chain. The node may be unavailable: everything that queries it then says so. */
export function openEvm(options: EvmOptions): Promise<Chain> {
  const { url, chainId, tokens, publicKeyOf, watched = () => [] } = options;
  const rpc = createRpc({ url, timeout: options.timeout, again: options.again });
  const connection = createConnection(rpc, chainId, tokens, options.traces);
  const codec = evmCodec({ chainId, tokens });
  const fees = { ...FEE_BOUNDS, ...options.fees };
  return Promise.resolve({
    name: 'ethereum',
    rail: RAILS.ethereum,
    coins: [{ coin: ETHER, decimals: ETHER_DECIMALS }, ...tokens],
    feeCoin: ETHER,
    blockTime: options.blockTime ?? BLOCK_TIME,
    node: evmNode({ rpc, connection, tokens, finality: options.finality ?? false, watched }),
    planner: evmPlanner({ rpc, connection, codec, chainId, tokens, publicKeyOf, fees }),
    codec,
    stuckAfter: options.stuckAfter ?? STUCK_AFTER,
    ...(OWN_MACHINE.includes(chainId) ? {} : { stillAfter: STILL_AFTER }),
    code: String(chainId),
    stop: () => {
      rpc.stop();
      return Promise.resolve();
    },
  });
}
