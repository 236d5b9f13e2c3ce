// What a connection of the feeds may use: the allowances of its network address and, once it is known, of its account.

import { Meter, nowFor, Shares } from '../load/index.ts';
import type { Budget } from './intake.ts';
import { ADDRESS_SENT, ADDRESS_UNITS } from './limits.ts';

/** Units by address and by account. */
export type UnitMeter = Pick<Meter, 'take' | 'charge'>;

export interface SocketBudget extends Budget {
  readonly address: string;
  /**
   * The account is known: it pays from here on, too, and work is done in its turn. False if it has no units left. An account
   * may come from many addresses.
   */
  account(userId: string): boolean;
}

/** Budgets of connections by address. `units`: the allowances; default those of `limits.ts`. */
export function createBudgets(now: () => number, units: UnitMeter = new Meter(ADDRESS_UNITS, now)) {
  const sent = new Meter(ADDRESS_SENT, now);
  const waiting = new Shares();
  return (address: string): SocketBudget => {
    const payers = [address];
    const take = (of: number): boolean => payers.every((payer) => units.take(payer, of) === 0);
    return {
      address,
      take,
      charge(of) {
        for (const payer of payers) units.charge(payer, of);
      },
      sent: (bytes) => sent.take(address, bytes) === 0,
      waits(bytes) {
        waiting.add(address, bytes);
        return waiting.of(address);
      },
      account(userId) {
        const account = `account ${userId}`;
        payers.push(account);
        nowFor(account);
        return units.take(account, 1) === 0;
      },
    };
  };
}
