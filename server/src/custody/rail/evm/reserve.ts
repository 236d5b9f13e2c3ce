// What an address can still spend: its balance less what was planned from it and no block has yet. The node's own waiting
// list is looked at too, and the lesser counts.

import type { Plan } from '../face.ts';
import { header, height } from './answers.ts';
import { readDetail } from './detail.ts';
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
  /** All that is planned from an address and not confirmed, as it is stored: what else was remembered is no plan any more. */
  know(address: string, plans: readonly Plan[]): void;
}

export function createReserve(rpc: Rpc): Reserve {
  /** Plans by address and nonce, as they were stored when last planned there, and those made since. */
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
    know: (address, stored) => {
      const own = new Map<number, Taking>();
      for (const plan of stored) {
        const { coin, units } = plan.payment;
        const { nonce } = readDetail(plan);
        const other = own.get(nonce);
        // Of a nonce's attempts a cancellation takes least: whichever may be included counts with the most.
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
