// Plans on the practice chain: the next nonce of the paying address, the fee in the coin that is paid.

import { CannotPlan, type Payment, type Plan, type Planner, type Source } from '../face.ts';
import { addressOfKey, spellAddress } from './address.ts';
import type { PracticeChain } from './chain.ts';
import { nonceClaim, printDetail, readDetail } from './codec.ts';
import { bumpedFee, type PracticeCoin, practiceCoin, practiceFee } from './coins.ts';
import { spent } from './transaction.ts';

export function practicePlanner(chain: PracticeChain, publicKeyOf: (source: Source) => Uint8Array): Planner {
  /** Least units that what waits takes from an address. */
  function leaving(address: string, coin: PracticeCoin): bigint {
    let sum = 0n;
    for (const { transaction } of chain.pool.all())
      if (transaction.from === address && transaction.coin === coin) sum += spent(transaction);
    return sum;
  }

  return {
    async plan(payment, source, claims) {
      const coin = coinOf(payment);
      const address = addressOfKey(publicKeyOf(source));
      const fee = practiceFee(coin);
      const there = (chain.balance(address, coin.coin, 0) ?? 0n) - leaving(address, coin);
      if (there < payment.units + fee)
        throw new CannotPlan(
          'funds',
          `expected ${address} to have ${payment.units + fee} units of ${coin.coin}, got ${there}`,
        );
      const last = await claims.lastNonce(address);
      const nonce = Math.max(chain.nextNonce(address), last === undefined ? 0 : last + 1);
      return planOf({ ...payment, to: spellAddress(payment.to) }, source, address, nonce, fee);
    },

    async bump(plan) {
      const { nonce, fee } = readDetail(plan);
      const raised = bumpedFee(coinOf(plan.payment), fee);
      if (raised === undefined) return undefined;
      return planOf(plan.payment, plan.source, addressOfKey(publicKeyOf(plan.source)), nonce, raised);
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
