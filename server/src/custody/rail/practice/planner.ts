// Plans on the practice chain: the paying address's next nonce, and the fee in the coin that is paid. Planned funds
// that are not in a block yet cannot be planned again.

import { CannotPlan, type Payment, type Plan, type Planner, type Source } from '../face.ts';
import { addressOfKey, spellAddress } from './address.ts';
import type { PracticeChain } from './chain.ts';
import { nonceClaim, printDetail, readDetail } from './codec.ts';
import { bumpedFee, type PracticeCoin, practiceCoin, practiceFee } from './coins.ts';
import { spent } from './transaction.ts';

/** Funds used by one nonce: payment and fee, least units. */
interface Taking {
  readonly coin: string;
  readonly units: bigint;
}

export function practicePlanner(chain: PracticeChain, publicKeyOf: (source: Source) => Uint8Array): Planner {
  /** Spendable least units of an address; what has `nonce` is replaced and does not count. */
  function spendable(address: string, coin: PracticeCoin, nonce: number, stored: readonly Plan[]): bigint {
    const takings = new Map<number, Taking>();
    for (const { transaction } of chain.pool.all())
      if (transaction.from === address)
        takings.set(transaction.nonce, { coin: transaction.coin.coin, units: spent(transaction) });
    // The balance includes what is in a block; if the block is replaced, it is pending again and counted there.
    const used = chain.usedNonces(address);
    for (const plan of stored) {
      const { nonce: planned } = readDetail(plan);
      if (planned >= used) takings.set(planned, { coin: plan.payment.coin, units: plan.payment.units + plan.feeCap });
    }
    let left = chain.balance(address, coin.coin, 0) ?? 0n;
    for (const [planned, taking] of takings) if (planned !== nonce && taking.coin === coin.coin) left -= taking.units;
    return left;
  }

  return {
    async plan(payment, source, claims) {
      const coin = coinOf(payment);
      const address = addressOfKey(publicKeyOf(source));
      const fee = practiceFee(coin);
      const last = await claims.lastNonce(address);
      const nonce = Math.max(chain.nextNonce(address), last === undefined ? 0 : last + 1);
      const there = spendable(address, coin, nonce, await claims.outstanding(address));
      const units = payment.units + fee;
      if (there < units)
        throw new CannotPlan('funds', `expected ${address} to have ${units} units of ${coin.coin}, got ${there}`);
      return planOf({ ...payment, to: spellAddress(payment.to) }, source, address, nonce, fee);
    },

    async bump(plan) {
      const { nonce, fee } = readDetail(plan);
      const raised = bumpedFee(coinOf(plan.payment), fee);
      if (raised === undefined) return undefined;
      const address = addressOfKey(publicKeyOf(plan.source));
      return planOf(plan.payment, plan.source, address, nonce, raised);
    },

    async free(plan) {
      const { nonce } = readDetail(plan);
      const coin = coinOf(plan.payment);
      const address = addressOfKey(publicKeyOf(plan.source));
      return planOf({ coin: coin.coin, to: address, units: 0n }, plan.source, address, nonce, practiceFee(coin));
    },
  };
}

function coinOf({ coin }: Payment): PracticeCoin {
  const known = practiceCoin(coin);
  if (known === undefined) throw new RangeError(`expected a coin of the practice chain, got ${coin}`);
  return known;
}

function planOf(payment: Payment, source: Source, address: string, nonce: number, fee: bigint): Plan {
  const claims = [nonceClaim(address, nonce)];
  return { chain: 'practice', source, payment, claims, feeCap: fee, detail: printDetail({ nonce, fee }) };
}
