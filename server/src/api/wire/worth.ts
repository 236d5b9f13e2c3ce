// Value of a wallet: its accounts, its positions, its running stakes, minus its debts.

import { standingAt } from '@vitrine/core';
import { SECOND_STATUS } from '@vitrine/core/enum';
import type { Live } from '../../projection/live/index.ts';
import { rateOf } from './balance.ts';
import { termsOf } from './order-status.ts';

/** The wallet that pays for second contracts; the last status of a running one. */
const SECONDS = 6;

/**
 * Net atoms of a user in a wallet by asset (negative: owed): its accounts, the isolated margin of its positions and
 * their unrealised profit at the last marks, the stakes of running second contracts, minus its debts with interest.
 */
export function holdingsOf(live: Live, user: number, wallet: number): Map<number, bigint> {
  const held = new Map<number, bigint>();
  const add = (asset: number, atoms: number) => held.set(asset, (held.get(asset) ?? 0n) + BigInt(atoms));
  for (const one of live.balances(user, wallet)) add(one.asset, one.available + one.held);
  for (const position of live.positions(user)) {
    const contract = live.contract(position.market);
    if (contract?.type !== wallet) continue;
    const stands = standingAt(termsOf(contract), position, live.mark(position.market)?.mark ?? 0);
    // A cross position has no separate margin.
    add(contract.settle, position.margin + stands.unrealised);
  }
  for (const debt of live.debts(user, wallet)) add(debt.asset, -debt.principal - debt.interest);
  if (wallet === SECONDS)
    for (const second of live.seconds(user))
      if (second.status <= SECOND_STATUS.countdown) add(second.asset, second.amount);
  return held;
}

/** Value of a wallet at the index, USDT atoms, each coin rounded down; undefined if one of them has no rate. */
export function walletWorth(live: Live, user: number, wallet: number): bigint | undefined {
  let sum = 0n;
  for (const [id, atoms] of holdingsOf(live, user, wallet)) {
    if (atoms === 0n) continue;
    const asset = live.asset(id);
    const rate = asset && rateOf(live, asset);
    if (!rate) return undefined;
    const product = atoms * rate.num;
    sum += product / rate.den - (product < 0n && product % rate.den !== 0n ? 1n : 0n);
  }
  return sum;
}
