// Spendable funds of an address: its balance minus planned amounts that are not in a block yet. The node's pending
// state is checked too, and the smaller result counts.

import type { Plan } from '../face.ts';
import { header, height } from './answers.ts';
import { readDetail } from './detail.ts';
import { readBalance } from './node.ts';
import type { Rpc } from './rpc.ts';
import { ETHER, type EvmToken } from './token.ts';

/** Funds used by one nonce: its payment, and the maximum fee. */
export interface Taking {
  readonly coin: string;
  readonly units: bigint;
  readonly feeCap: bigint;
}

/** An address as of the newest block. */
export interface Standing {
  /** Number of nonces used by the chain. */
  readonly used: number;
  /** Least units of a coin that a plan with this nonce may use; its own earlier use does not count. */
  spendable(token: EvmToken | undefined, nonce: number): Promise<bigint>;
}

export interface Reserve {
  standing(address: string): Promise<Standing>;
  remember(address: string, nonce: number, taking: Taking): void;
  /** Replaces everything remembered with the stored, unconfirmed plans of an address. */
  know(address: string, plans: readonly Plan[]): void;
}

export function createReserve(rpc: Rpc): Reserve {
  /** Plans by address and nonce: stored ones as of the last planning there, and those made since. */
  const plans = new Map<string, Map<number, Taking>>();

  return {
    standing: async (address) => {
      const { hash } = await rpc.read('eth_getBlockByNumber', ['latest', false], header);
      const place = { blockHash: hash };
      const used = await rpc.read('eth_getTransactionCount', [address, { blockHash: `0x${hash}` }], height);
      const own = plans.get(address) ?? new Map<number, Taking>();
      // The balance includes what is in a block. A reorganisation may undo it: then it is pending again.
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
    know: (address, stored) => {
      const own = new Map<number, Taking>();
      for (const plan of stored) {
        const { coin, units } = plan.payment;
        const { nonce } = readDetail(plan);
        const other = own.get(nonce);
        // A nonce's attempts may use different amounts (a cancellation the least): the largest one counts, since any
        // may be included.
        const most = other !== undefined && other.units > units ? other : { coin, units };
        const feeCap = other !== undefined && other.feeCap > plan.feeCap ? other.feeCap : plan.feeCap;
        own.set(nonce, { coin: most.coin, units: most.units, feeCap });
      }
      plans.set(address, own);
    },
    remember: (address, nonce, taking) => {
      const own = plans.get(address) ?? new Map<number, Taking>();
      own.set(nonce, taking);
      plans.set(address, own);
    },
  };
}
