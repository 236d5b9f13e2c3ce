// A desk whose customers have USDT, with two founders: what the tests of deposits, withdrawals and the treasury start from.

import type { AssetId, Atoms, Millionths, UserId, WholeQuote } from '@vitrine/core';
import { DONE } from '@vitrine/core';
import { expect } from 'vitest';
import { type Customer, type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

export const THRESHOLD = 100;
/** Credited to every customer here, USDT. */
export const OWN = 100_000_000_000;

/** Starts the desk and sets its two founders up. */
export async function startFunds(): Promise<{
  readonly world: DeskWorld;
  readonly founders: readonly [DeskUser, DeskUser];
}> {
  const world = await startDeskWorld({
    async before({ link }) {
      const { code } = await link.submit({
        ...{ name: 'withdrawal.limits', stage1: 100_000 as WholeQuote, stage2: 200_000 as WholeQuote },
        ...{ vip: 1_000_000 as WholeQuote, threshold: THRESHOLD as WholeQuote, hour: 1_000_000 as Millionths },
      });
      expect(code).toBe(DONE);
    },
  });
  return { world, founders: await founders(world) };
}

let made = 0;

/** A verified customer with USDT to withdraw. */
export async function fundedAt(world: DeskWorld): Promise<Customer & { readonly coreUser: number }> {
  const customer = await world.customer(`funded${(made += 1)}`);
  const row = await world.db
    .selectFrom('users')
    .select('core_user')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  const coreUser = Number(row.core_user);
  const user = coreUser as UserId;
  const { link } = world.exchange;
  const outcomes = [
    await link.submit({ name: 'user.set', user, stage: 1, locks: 0 }),
    await link.submit({
      ...{ name: 'deposit.credit', user, asset: 1 as AssetId, amount: OWN as Atoms, rail: 1 },
      ...{ transactionHigh: 5, transactionLow: coreUser, position: 0 },
    }),
  ];
  expect(outcomes.map(({ code }) => code)).toEqual([DONE, DONE]);
  return { ...customer, coreUser };
}

/** The audit log's rows of a subject, newest first. */
export const auditAt = async (world: DeskWorld, by: DeskUser, subject: string) =>
  (await world.call(by, 'desk.audit.list', { subject })).data.records;
export const approveAt = (world: DeskWorld, user: DeskUser, id: string) =>
  world.call(user, 'desk.proposals.approve', { id });
