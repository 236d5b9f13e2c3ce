// Issue 14, 4: a way out after `signed`. A recipient that refuses what it is paid halts nobody else, and its own payment ends
// or is planned again exactly once, by what our own node and journal prove.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Customer, Withdrawals } from '../../../src/custody/types/index.ts';
import { NodeFault } from '../../../src/custody/rail/index.ts';
import { readPlan } from '../../../src/custody/withdrawal/plan-text.ts';
import { createWithdrawals } from '../../../src/custody/withdrawal/index.ts';
import { type Payments, startPayments } from './payments.ts';
import { ETH, EvmWorld, USD } from './world.ts';
import { codeOf } from '../../support/code-of.ts';
import { keepsRight, openBook } from '../support/asker.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
const OTHER = '0x00000000000000000000000000000000c0ffee02';
/** Takes ether from nobody while gas has a price, so that an estimate without one passes: `if gasprice revert`. */
const TOGGLE = '3a15600a5760006000fd5b00';
/** Atoms: 10 ether, 1,000 dollars. */
const ENOUGH = 1_000_000_000;
/** Blocks that a proof needs, and some. */
const MANY = 105;

let world: EvmWorld;
let payments: Payments;
let toggle: string;

beforeAll(async () => {
  world = await EvmWorld.start();
  payments = await startPayments(world);
  await world.fund(1_000n * ETH, 1_000_000n * USD);
});
afterAll(async () => {
  await payments?.stop();
  await world?.stop();
});

const rows = (id: string) =>
  payments.house.db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .orderBy('id')
    .execute();
/** Ether of a customer, atoms: free and held. */
const etherOf = ({ coreUser }: Customer) => {
  const { live } = payments.house.parts;
  const { available, held } = live.balance(coreUser, 1, live.assetByCode('ETH')?.asset ?? 0) ?? {};
  return [available, held];
};
const one = async (id: string) => {
  const found = await payments.withdrawals.one(id);
  if (found === undefined) throw new Error(`expected withdrawal ${id}`);
  return found;
};

/** A payment that reverted and was told so. */
async function stuck(of: Customer): Promise<string> {
  toggle = await payments.deploy(TOGGLE);
  const { id } = await payments.ask(of, 'ETH', toggle, '0.02');
  await payments.passes(5);
  expect((await rows(id)).map(({ state }) => state)).toEqual(['reverted']);
  return id;
}

/** A raise of a withdrawal that custody does not know, on its way; `units`: that pays so many instead. Gives its id. */
async function forgottenRaise(id: string, units?: bigint): Promise<string> {
  const plan = readPlan((await rows(id))[0]?.plan ?? '');
  const payment = units === undefined ? plan.payment : { ...plan.payment, units };
  const raised = await world.chain.planner.bump({ ...plan, payment });
  if (raised === undefined) throw new Error('expected a raise');
  const raw = world.sign(raised);
  expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
  return world.chain.codec.txid(raw);
}

/** The same withdrawals over a node that answers otherwise. */
function over(node: typeof world.chain.node): Withdrawals {
  const { house, treasury, signer } = payments;
  return createWithdrawals({
    lostRight: keepsRight,
    ...{ parts: house.parts, chains: [{ ...world.chain, node }], followers: [house.follower] },
    ...{ addresses: house.addresses, funds: house.funds, signer, treasury, deposits: house.deposits },
    ...{ news: () => undefined },
    book: {
      allow: () => Promise.reject(new Error('expected no request')),
      ...openBook,
    },
  });
}

describe('issue 14, 4: a recipient that refuses', () => {
  test('halts nobody: its coin goes on for others, and nothing more is planned for it', async () => {
    const [bad, good] = [await payments.customer('ETH', ENOUGH), await payments.customer('ETH', ENOUGH)];
    const id = await stuck(bad);
    expect(payments.treasury.halted('ethereum', 'ETH')).toBeUndefined();
    expect((await one(id)).flags).toContain('stuck');
    expect(await payments.withdrawals.stuck()).toMatchObject([{ id, network: 'ethereum', coin: 'ETH' }]);
    const before = await world.chain.node.balance(TO, 'ETH', 0);
    const paid = await payments.ask(good, 'ETH', TO, '0.02');
    // The same customer, and another one to the same contract: each would cost the chain's fee once more.
    const again = await payments.ask(bad, 'ETH', TO, '0.02');
    const stranger = await payments.customer('ETH', ENOUGH);
    const other = await payments.ask(stranger, 'ETH', toggle, '0.02');
    await payments.passes(6);
    expect(await payments.stage(paid.id)).toBe('confirmed');
    expect((await world.chain.node.balance(TO, 'ETH', 0)) - before).toBe(ETH / 50n);
    for (const waiting of [again, other]) expect(await rows(waiting.id)).toEqual([]);
    await payments.withdrawals.cancel(bad, again.id);
    await payments.withdrawals.cancel(stranger, other.id);
    const [sent] = await rows(id);
    const txid = sent?.txid ?? '';
    // Not deep enough yet, and not by another transaction.
    expect(await payments.withdrawals.proof(id)).toMatchObject({ kind: 'reverted', txid, needed: 101 });
    expect(await codeOf(payments.withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
    await payments.house.mine(MANY);
    expect(await codeOf(payments.withdrawals.failProven(id, '0'.repeat(64), 'other', 'x'))).toBe(3107);

    expect(etherOf(bad)[1]).toBeGreaterThan(0);
    await payments.withdrawals.failProven(id, txid, 'other', 'Your contract refused it.');
    await payments.withdrawals.failProven(id, txid, 'other', 'Your contract refused it.');
    expect((await one(id)).record).toMatchObject({
      stage: 'failed',
      reason: 'other',
      note: 'Your contract refused it.',
    });
    await expect.poll(() => etherOf(bad)).toEqual([ENOUGH, 0]);
    expect(await codeOf(payments.withdrawals.replan(id, txid)), 'the other way is closed').toBe(3107);
    expect(await payments.withdrawals.stuck()).toEqual([]);
    await payments.passes(2);
    expect(await payments.stage(id)).toBe('failed');
    expect(await rows(id)).toHaveLength(1);
  }, 120_000);

  test('planned again it is paid once, however often that is asked for, and its first order is signed no more', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const id = await stuck(of);
    await payments.house.mine(MANY);
    const txid = (await rows(id))[0]?.txid ?? '';
    // Since then the contract is another one that takes it.
    await world.node.call('anvil_setCode', [toggle, '0x00']);
    await Promise.all([payments.withdrawals.replan(id, txid), payments.withdrawals.replan(id, txid)]);
    expect((await one(id)).record).toMatchObject({ stage: 'approved', txid: null });
    await payments.withdrawals.replan(id, txid);
    await payments.passes(6);
    expect(await payments.stage(id)).toBe('confirmed');
    expect(await world.chain.node.balance(toggle, 'ETH', 0)).toBe(ETH / 50n);
    expect((await rows(id)).map(({ round, attempt, state }) => [round, attempt, state])).toEqual([
      [0, 0, 'reverted'],
      [1, 0, 'confirmed'],
    ]);
    expect(await codeOf(payments.withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
    await payments.withdrawals.replan(id, txid);
    expect(await rows(id)).toHaveLength(2);
    expect(payments.house.funds.withdrawal(Number((await one(id)).coreId))?.status).toBe(5);
    // What it took is booked once, and nothing is missing.
    await payments.treasury.step();
    expect(payments.treasury.halted('ethereum', 'ETH')).toBeUndefined();
  }, 120_000);

  test('failed and planned again at once, by several workers: one of both, once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const of = await payments.customer('ETH', ENOUGH);
      const id = await stuck(of);
      await payments.house.mine(MANY);
      const txid = (await rows(id))[0]?.txid ?? '';
      await world.node.call('anvil_setCode', [toggle, '0x00']);
      const other = over(world.chain.node);
      const asked = [payments.withdrawals, other, payments.withdrawals, other].flatMap((by) => [
        () => codeOf(by.failProven(id, txid, 'other', 'x')),
        () => codeOf(by.replan(id, txid)),
      ]);
      const codes = await Promise.all((round % 2 === 0 ? asked : asked.toReversed()).map((ask) => ask()));
      expect(new Set(codes)).toEqual(new Set([200, 3107]));
      await payments.passes(6);
      const paid = await world.chain.node.balance(toggle, 'ETH', 0);
      const failed = (await payments.stage(id)) === 'failed';
      expect([await payments.stage(id), paid]).toEqual(failed ? ['failed', 0n] : ['confirmed', ETH / 50n]);
      await expect.poll(() => etherOf(of)[1]).toBe(0);
      expect(etherOf(of)[0] === ENOUGH).toBe(failed);
    }
  }, 240_000);

  test('cut between the exchange and the row, and its answer lost: the next pass ends it, once', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const id = await stuck(of);
    await payments.house.mine(MANY);
    const txid = (await rows(id))[0]?.txid ?? '';
    const { link } = payments.house;
    const { submit } = link;
    // The exchange takes it, and its answer is lost.
    link.submit = async (command, lane) => {
      const outcome = await submit.call(link, command, lane);
      if (command.name === 'withdrawal.failProven') throw new NodeFault('the answer was lost');
      return outcome;
    };
    try {
      await expect(payments.withdrawals.failProven(id, txid, 'other', 'x')).rejects.toThrow('lost');
    } finally {
      link.submit = submit;
    }
    expect(await payments.stage(id)).toBe('broadcast');
    await payments.restart();
    await payments.passes(1);
    expect(await payments.stage(id)).toBe('failed');
    expect(await codeOf(payments.withdrawals.replan(id, txid))).toBe(3107);
  }, 120_000);

  test('a database older than a payment planned again: the signer knows, and nothing fails or is planned', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const id = await stuck(of);
    await payments.house.mine(MANY);
    const txid = (await rows(id))[0]?.txid ?? '';
    // The signer has a signature of the next round.
    await payments.restart({
      signer: { ...payments.signer, release: async (order) => order !== `withdrawal:${id}:1` },
    });
    expect(await codeOf(payments.withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
    expect(await codeOf(payments.withdrawals.replan(id, txid))).toBe(3107);
    await payments.restart();
    await payments.withdrawals.failProven(id, txid, 'other', 'x');
  }, 120_000);

  test('a raise that an older database has forgotten is the payment: confirmed, and nobody is paid twice', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const { id } = await payments.ask(of, 'ETH', TO, '0.03');
    await payments.withdrawals.step();
    await payments.withdrawals.step();
    const before = await world.chain.node.balance(TO, 'ETH', 0);
    const txid = await forgottenRaise(id);
    await payments.house.mine(1);
    await payments.withdrawals.step();
    expect(await payments.withdrawals.proof(id), 'it pays').toBeUndefined();
    expect(await payments.withdrawals.stuck()).toEqual([]);
    await payments.passes(6);
    expect((await one(id)).record).toMatchObject({ stage: 'confirmed', txid });
    expect((await world.chain.node.balance(TO, 'ETH', 0)) - before).toBe((ETH * 3n) / 100n);
    expect(await rows(id)).toMatchObject([{ txid, state: 'confirmed' }]);
    await payments.treasury.step();
    expect(payments.treasury.halted('ethereum', 'ETH')).toBeUndefined();
  }, 120_000);

  test('a node that leaves a forgotten raise out of its block proves nothing: its own bytes pay the withdrawal', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const { id } = await payments.ask(of, 'ETH', TO, '0.03');
    await payments.withdrawals.step();
    await payments.withdrawals.step();
    const before = await world.chain.node.balance(TO, 'ETH', 0);
    const txid = await forgottenRaise(id);
    await payments.house.mine(MANY);
    const lying = over({
      ...world.chain.node,
      arrivals: async (...asked) => (await world.chain.node.arrivals(...asked)).filter((one) => one.txid !== txid),
    });
    await lying.step();
    await expect(lying.proof(id)).rejects.toThrow('to pay in block');
    await expect(lying.failProven(id, txid, 'other', 'x')).rejects.toThrow('to pay in block');
    expect(await payments.stage(id)).toBe('broadcast');
    await payments.passes(6);
    expect((await one(id)).record).toMatchObject({ stage: 'confirmed', txid });
    expect((await world.chain.node.balance(TO, 'ETH', 0)) - before).toBe((ETH * 3n) / 100n);
  }, 120_000);

  test('a node that invents a revert proves nothing: the block of our journal holds the payment', async () => {
    const of = await payments.customer('ETH', ENOUGH);
    const { id } = await payments.ask(of, 'ETH', TO, '0.03');
    await payments.withdrawals.step();
    await payments.withdrawals.step();
    const txid = (await rows(id))[0]?.txid ?? '';
    expect(await payments.withdrawals.proof(id), 'in no block').toBeUndefined();
    await payments.house.mine(MANY);
    const lying = over({
      ...world.chain.node,
      status: async (of_: string) => {
        const status = await world.chain.node.status(of_);
        return status.state === 'included' ? { ...status, done: false } : status;
      },
    });
    expect(await lying.proof(id)).toBeUndefined();
    // Older than what our journal keeps, its block is still asked.
    await payments.house.db
      .deleteFrom('custody_blocks')
      .where('height', '<', MANY - 5)
      .execute();
    expect(await lying.proof(id)).toBeUndefined();
    expect(await codeOf(lying.failProven(id, txid, 'other', 'x'))).toBe(3107);
    await payments.passes(2);
    expect(await payments.stage(id)).toBe('confirmed');
  }, 120_000);

  describe('a nonce that a transaction used which custody did not make', () => {
    /** A withdrawal whose nonce somebody else uses, who has the key; the transaction that did. */
    async function taken(of: Customer): Promise<{ readonly id: string; readonly txid: string }> {
      const { id } = await payments.ask(of, 'ETH', OTHER, '0.03');
      await payments.withdrawals.step();
      await payments.withdrawals.step();
      const txid = await forgottenRaise(id, 1n);
      await payments.house.mine(1);
      await payments.withdrawals.step();
      return { id, txid };
    }
    const halts = () => ['ETH', 'USDT', 'USDC'].map((coin) => payments.treasury.halted('ethereum', coin)?.reason);
    async function lift(): Promise<void> {
      for (const coin of ['ETH', 'USDT', 'USDC']) await payments.treasury.resume('ethereum', coin);
    }

    test('halts the chain and is a case; buried, two people let it fail, and the coin goes on', async () => {
      const [of, next] = [await payments.customer('ETH', ENOUGH), await payments.customer('ETH', ENOUGH)];
      const { id, txid } = await taken(of);
      expect(await payments.withdrawals.stuck()).toMatchObject([{ id }]);
      expect((await one(id)).flags).toContain('stuck');
      for (const reason of halts()) expect(reason).toContain(txid);
      expect(await payments.withdrawals.proof(id)).toMatchObject({ kind: 'foreign', txid, depth: 1, needed: 101 });
      expect(await codeOf(payments.withdrawals.failProven(id, txid, 'other', 'x')), 'not deep enough').toBe(3107);
      // Lifted by two people, it is not halted again for what they have looked at.
      await lift();
      await payments.house.mine(MANY);
      await payments.passes(1);
      expect(halts()).toEqual([undefined, undefined, undefined]);
      expect(await codeOf(payments.withdrawals.failProven(id, '0'.repeat(64), 'other', 'x'))).toBe(3107);
      await payments.withdrawals.failProven(id, txid, 'other', 'x');
      await expect.poll(() => etherOf(of)).toEqual([ENOUGH, 0]);
      expect(await codeOf(payments.withdrawals.replan(id, txid)), 'the other way is closed').toBe(3107);
      expect(await payments.withdrawals.stuck()).toEqual([]);
      expect((await rows(id)).map(({ state }) => state)).toEqual(['replaced']);
      const paid = await payments.ask(next, 'ETH', TO, '0.02');
      await payments.passes(6);
      expect(await payments.stage(paid.id)).toBe('confirmed');
      expect(await payments.stage(id)).toBe('failed');
    }, 120_000);

    test('replanned it is paid once, by another nonce, also after a restart', async () => {
      const of = await payments.customer('ETH', ENOUGH);
      const before = await world.chain.node.balance(OTHER, 'ETH', 0);
      const { id, txid } = await taken(of);
      await lift();
      await payments.house.mine(2 * MANY);
      await payments.restart();
      const [{ plan } = { plan: '' }] = await rows(id);
      await Promise.all([payments.withdrawals.replan(id, txid), payments.withdrawals.replan(id, txid)]);
      await payments.passes(6);
      expect(await payments.stage(id)).toBe('confirmed');
      expect((await world.chain.node.balance(OTHER, 'ETH', 0)) - before).toBe((ETH * 3n) / 100n + 1n);
      const [first, second] = await rows(id);
      expect([first?.state, second?.state, second?.round]).toEqual(['replaced', 'confirmed', 1]);
      expect(readPlan(second?.plan ?? '').claims).not.toEqual(readPlan(plan).claims);
      expect(await codeOf(payments.withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
    }, 120_000);

    test('that custody had not planned yet halt the chain, a case each; buried and opened by two people, planning goes on behind them', async () => {
      const [of, other] = [await payments.customer('ETH', ENOUGH), await payments.customer('ETH', ENOUGH)];
      // Whoever has the key uses the next nonces while nothing is under way.
      const first = await payments.ask(of, 'ETH', TO, '0.02');
      await payments.passes(6);
      expect(await payments.stage(first.id)).toBe('confirmed');
      const [{ plan } = { plan: '' }] = await rows(first.id);
      const last = readPlan(plan);
      const detail = JSON.parse(last.detail) as { nonce: number };
      const txids: string[] = [];
      for (const ahead of [1, 2, 3, 4]) {
        const nonce = detail.nonce + ahead;
        const raw = world.sign({
          ...last,
          claims: [`nonce:${world.hot}:${nonce}`],
          detail: JSON.stringify({ ...detail, nonce }),
        });
        expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
        txids.push(world.chain.codec.txid(raw));
      }
      await payments.house.mine(1);
      const { id } = await payments.ask(other, 'ETH', OTHER, '0.03');
      await payments.withdrawals.step();
      expect(await payments.stage(id)).toBe('approved');
      // Opened too early nothing is planned, and one case opened the next stands on.
      for (const txid of txids) {
        for (const reason of halts()) expect(reason).toContain(txid);
        await payments.passes(1);
        await lift();
      }
      await payments.passes(1);
      expect(await rows(id)).toEqual([]);
      // Each was told once. Buried nothing is planned while a coin is halted.
      expect(halts()).toEqual([undefined, undefined, undefined]);
      await payments.treasury.halt('ethereum', 'USDC', 'people look', null);
      await payments.house.mine(MANY);
      await payments.passes(1);
      expect(await rows(id)).toEqual([]);
      await payments.treasury.resume('ethereum', 'USDC');
      await payments.passes(7);
      expect(await payments.stage(id)).toBe('confirmed');
      const [own] = await rows(id);
      expect(readPlan(own?.plan ?? '').claims).toEqual([`nonce:${world.hot}:${detail.nonce + 5}`]);
    }, 120_000);

    test('its block replaced, it is no case any more and the payment goes on', async () => {
      const of = await payments.customer('ETH', ENOUGH);
      const { id } = await taken(of);
      await lift();
      await payments.house.mine(1);
      await world.node.call('anvil_reorg', [3, []]);
      await payments.house.mine(2);
      await payments.withdrawals.step();
      expect(await payments.withdrawals.stuck()).toEqual([]);
      expect(await payments.withdrawals.proof(id)).toBeUndefined();
      await payments.passes(8);
      expect(await payments.stage(id)).toBe('confirmed');
      expect(await rows(id)).toHaveLength(1);
    }, 120_000);

    test('each of four withdrawals halts with its own case (issue 14)', async () => {
      const cases: { readonly id: string; readonly txid: string }[] = [];
      const ids: string[] = [];
      for (let at = 0; at < 4; at += 1) {
        const { id } = await payments.ask(await payments.customer('ETH', ENOUGH), 'ETH', OTHER, '0.03');
        ids.push(id);
        await payments.withdrawals.step();
        await payments.withdrawals.step();
      }
      for (const id of ids) cases.push({ id, txid: await forgottenRaise(id, 1n) });
      await payments.house.mine(1);
      await payments.withdrawals.step();
      await payments.withdrawals.step();
      const named = new Set<string>();
      for (let at = 0; at < 4; at += 1) {
        const found = cases.find(({ txid }) => halts()[0]?.includes(txid));
        named.add(found?.id ?? 'nobody');
        await lift();
        await payments.withdrawals.step();
      }
      expect([...named].toSorted()).toEqual([...ids].toSorted());
      expect(halts()).toEqual([undefined, undefined, undefined]);
    }, 120_000);
  });
});
