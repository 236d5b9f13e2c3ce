// What a wallet is worth: its accounts, what its positions stand at, its running stakes, less what it owes.

import { standingAt } from '@vitrine/core';
import type { Live } from '../../projection/live/index.ts';
import { rateOf } from './balance.ts';
import { termsOf } from './order-status.ts';

/** The wallet that second contracts are bought from; the last status in which one still runs. */
const SECONDS = 6;
const COUNTDOWN = 1;

/**
 * What a user has in a wallet, by asset, in atoms (below zero: owes): its accounts, the isolated margin of its positions and
 * their profit not realised at the last marks, the stakes of second contracts that run, less its debts with interest.
 */
export function holdingsOf(live: Live, user: number, wallet: number): Map<number, bigint> {
  const held = new Map<number, bigint>();
  const add = (asset: number, atoms: number) => held.set(asset, (held.get(asset) ?? 0n) + BigInt(atoms));
  for (const one of live.balances(user, wallet)) add(one.asset, one.available + one.held);
  for (const position of live.positions(user)) {
    const contract = live.contract(position.market);
    if (contract?.type !== wallet) continue;
    const stands = standingAt(termsOf(contract), position, live.mark(position.market)?.mark ?? 0);
    // A cross position has no margin of its own.
    add(contract.settle, position.margin + stands.unrealised);
  }
  for (const debt of live.debts(user, wallet)) add(debt.asset, -debt.principal - debt.interest);
  if (wallet === SECONDS)
    for (const second of live.seconds(user)) if (second.status <= COUNTDOWN) add(second.asset, second.amount);
  return held;
}

/** Worth of a wallet at the index, USDT atoms, each coin rounded down; undefined when one of them has no rate. */
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
