// Bitcoin as custody uses it: a node, our journal of outputs, plans, and the pure part.

import { base64 } from '@scure/base';
import { RAILS } from '@vitrine/core';
import type { CustodyDatabase } from '../../tables.ts';
import { type Chain, CannotPlan, type Source } from '../face.ts';
import { scriptOf } from './address.ts';
import { nodeBlocks } from './blocks.ts';
import { BTC, bitcoinCodec } from './codec.ts';
import { coldBytes } from './cold.ts';
import { FEE_BOUNDS, type FeeBounds, feeRate } from './fees.ts';
import { type BitcoinNetwork, NETWORK_TERMS } from './network.ts';
import { bitcoinNode } from './node.ts';
import { bitcoinOutputs } from './outputs.ts';
import { bitcoinPlanner } from './planner.ts';
import { createRpc } from './rpc.ts';

const DECIMALS = 8;
/** Usual time between blocks, ms. */
const BLOCK_TIME = 600_000;
/** Inclusion within six blocks was the target: after the time of twelve the fee was too low, ms. */
const STUCK_AFTER = 7_200_000;

/** 36 blocks without one, ms: chance alone makes such a pause once in an age. */
const STILL_AFTER = 21_600_000;

export interface BitcoinOptions {
  readonly db: CustodyDatabase;
  /** http or https; it may contain a name and password, and is in no message. */
  readonly url: string;
  readonly network: BitcoinNetwork;
  /** Keys of the hot wallet and of deposit addresses; only called when a plan is made. */
  readonly publicKeyOf: (source: Source) => Uint8Array;
  /** Whether an address is hot, cold, or a customer's; called when a block is read. */
  readonly owns: (address: string) => boolean;
  /** First block read for our outputs; default: the newest at the very first start. */
  readonly birthday?: number;
  readonly fees?: Partial<FeeBounds>;
  /** Timeout of the node, ms. */
  readonly timeout?: number;
  /** How long a queried head counts as the newest, ms. */
  readonly moment?: number;
  readonly blockTime?: number;
  readonly stuckAfter?: number;
}

/** Opens the chain. The node may be unavailable: everything that queries it then says so. */
export function openBitcoin(options: BitcoinOptions): Promise<Chain> {
  const { db, url, network, publicKeyOf, owns, birthday, timeout } = options;
  const terms = NETWORK_TERMS[network];
  const rpc = createRpc({ url, timeout });
  const blocks = nodeBlocks(rpc, terms, options.moment);
  const outputs = bitcoinOutputs({ db, blocks, terms, owns, birthday });
  const codec = bitcoinCodec(network);
  const fees = { ...FEE_BOUNDS, ...options.fees };
  return Promise.resolve({
    name: 'bitcoin',
    rail: RAILS.bitcoin,
    coins: [{ coin: BTC, decimals: DECIMALS }],
    feeCoin: BTC,
    blockTime: options.blockTime ?? BLOCK_TIME,
    node: bitcoinNode({ rpc, blocks, outputs, terms }),
    planner: bitcoinPlanner({ rpc, outputs, codec, terms, publicKeyOf, fees }),
    codec,
    async fromCold(from, payment) {
      const head = await outputs.follow();
      const own = await outputs.unspent(from, head.height);
      const bytes = coldBytes(
        own,
        scriptOf(from, terms),
        scriptOf(payment.to, terms),
        payment.units,
        await feeRate(rpc, fees),
      );
      if (bytes === undefined)
        throw new CannotPlan('funds', `expected ${payment.units} satoshi and a fee in the cold wallet`);
      return base64.encode(bytes);
    },
    stuckAfter: options.stuckAfter ?? STUCK_AFTER,
    ...(network === 'regtest' ? {} : { stillAfter: STILL_AFTER }),
    code: network === 'main' ? null : network,
    stop: () => {
      rpc.stop();
      return Promise.resolve();
    },
  });
}
