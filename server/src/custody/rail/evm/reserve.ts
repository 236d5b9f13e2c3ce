// What an address can still spend: its balance less what was planned from it and no block has yet. The node's own waiting
// list is looked at too, and the lesser counts.

import { header, height } from './answers.ts';
import { readBalance } from './node.ts';
import type { Rpc } from './rpc.ts';
import { ETHER, type EvmToken } from './token.ts';

/** What one nonce takes: its payment, and the most that the chain may take. */
export interface Taking {
  readonly coin: string;
  readonly units: bigint;
  readonly feeCap: bigint;
}

/** An address as of the newest block. */
export interface Standing {
  /** Nonces the chain has used. */
  readonly used: number;
  /** Least units that a plan with this nonce may take of a coin; its own earlier taking is not counted. */
  spendable(token: EvmToken | undefined, nonce: number): Promise<bigint>;
}

export interface Reserve {
  standing(address: string): Promise<Standing>;
  remember(address: string, nonce: number, taking: Taking): void;
}

export function createReserve(rpc: Rpc): Reserve {
  /** Plans of this process by address and nonce; others' are seen in the node's waiting list. */
  const plans = new Map<string, Map<number, Taking>>();

  return {
    standing: async (address) => {
      const { hash } = await rpc.read('eth_getBlockByNumber', ['latest', false], header);
      const place = { blockHash: hash };
      const used = await rpc.read('eth_getTransactionCount', [address, { blockHash: `0x${hash}` }], height);
      const own = plans.get(address) ?? new Map<number, Taking>();
      // What a block has is in the balance. A reorganisation may give it back: then the waiting list has it.
      for (const nonce of own.keys()) if (nonce < used) own.delete(nonce);
      if (own.size === 0) plans.delete(address);
      return {
        used,
        spendable: async (token, nonce) => {
          const coin = token?.coin ?? ETHER;
          const settled = await readBalance(rpc, address, token, place);
          const waiting = await readBalance(rpc, address, token, 'pending');
          let left = settled;
          let replacing = 0n;
          for (const [planned, taking] of own) {
            const takes = (taking.coin === coin ? taking.units : 0n) + (coin === ETHER ? taking.feeCap : 0n);
            if (planned === nonce) replacing = takes;
            else left -= takes;
          }
          const pending = waiting + replacing;
          return left < pending ? left : pending;
        },
      };
    },
    remember: (address, nonce, taking) => {
      const own = plans.get(address) ?? new Map<number, Taking>();
      own.set(nonce, taking);
      plans.set(address, own);
    },
  };
}
