// Checks all positions and wallets without the index (money §12, 9): the reference for triggers and wallet bounds.

import { MARGIN_MODE, POSITION_SIDE } from '../../enum/index.ts';
import { endangered, isolatedTrigger, standingOf, statusOfContractWallet } from './margin-check.ts';
import { QUEUED } from './liquidation.ts';
import { riskPrice } from '../priced.ts';
import type { TriggerIndex } from './trigger-index.ts';
import type { PerpetualContext } from '../context.ts';
import type { Expect } from '../../expect.ts';

/**
 * An isolated position is at or below maintenance exactly when the price has reached its trigger. It is in the index
 * unless it is queued.
 */
export function auditTriggers(context: PerpetualContext, expect: Expect, triggerIndex: TriggerIndex): void {
  const p = context.positions.rows;
  for (let slot = 1; slot <= p.top; slot += 1) {
    if (!p.alive(slot) || p.mode[slot] !== MARGIN_MODE.isolated) continue;
    const price = riskPrice(context, p.market[slot] as number);
    const trigger = p.trigger[slot] as number;
    expect(trigger === isolatedTrigger(context, slot), () => `position slot ${slot} to have the trigger of what it is`);
    const hit = trigger !== 0 && (p.side[slot] === POSITION_SIDE.long ? price <= trigger : price >= trigger);
    expect(
      hit === endangered(standingOf(context, slot)),
      () => `the trigger of position slot ${slot} to say what its equity says at ${price}`,
    );
    expect(
      triggerIndex.has(slot) === (trigger !== 0 && p.endangered[slot] !== QUEUED),
      () => `position slot ${slot} in the index exactly while it does not wait for its liquidation`,
    );
  }
}

/** A wallet that neither waits for a check nor is in liquidation is above maintenance, unless a mark just moved. */
export function auditWallets(
  context: PerpetualContext,
  expect: Expect,
  waits: (contractWallet: number) => boolean,
  ticked: (market: number) => boolean,
): void {
  const { rows: p, contractWallets } = context.positions;
  for (let contractWallet = 1; contractWallet <= contractWallets.top; contractWallet += 1) {
    if (
      contractWallets.crosses[contractWallet] === 0 ||
      contractWallets.endangered[contractWallet] !== 0 ||
      waits(contractWallet)
    )
      continue;
    let moving = false;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (ticked(p.market[slot] as number)) moving = true;
    expect(
      moving || !endangered(statusOfContractWallet(context, contractWallet)),
      () => `contract wallet ${contractWallet} to be above maintenance or to be known not to be`,
    );
  }
}
