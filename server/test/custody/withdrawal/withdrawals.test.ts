// Withdrawals from the request to twelve confirmations, one thing going wrong at a time (money §8; W05–W08).
import { USDT } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, SignerRefusal, type Withdrawals } from '../../../src/custody/types/index.ts';
import { type BroadcastAnswer, NodeFault } from '../../../src/custody/rail/index.ts';
import { IntakeError } from '../../../src/engine/sequencer/index.ts';
import { outsideAddress, startWorld, STUCK, type World } from './world.ts';
import { keyOf, SecondHolder } from './second-holder.ts';
import { codeOf } from '../../support/code-of.ts';
import { BY_PAGE } from '../support/asker.ts';

let world: World;
let all: Withdrawals;
let anna: Customer;
let word = 0;

beforeAll(async () => {
  world = await startWorld();
  await world.mine(15);
});
afterAll(() => world.stop());
beforeEach(async () => {
  anna = await world.customer();
  await world.mine();
  world.halted.clear();
  world.doubted.clear();
  world.faults.length = 0;
  all = world.open();
  word += 1;
});

const to = () => outsideAddress(`place ${word}`);
const asked = (amount = '50', address = to()) => ({ coin: 'USDT', network: 'practice', address, amount });
const one = async (id: string) => (await all.one(id))?.record;
const stage = async (id: string) => (await one(id))?.stage;
const request = (given = asked(), key = world.key(), by = anna) => all.request(by, given, key, BY_PAGE);
const free = (user = anna.coreUser) => world.live.balance(user, 1, USDT)?.available ?? 0;

/** Steps and mines until a withdrawal has ended. */
async function through(id: string): Promise<void> {
  for (let round = 0; round < 40 && (await stage(id)) !== 'confirmed'; round += 1) {
    await all.step();
    await world.mine();
  }
}

describe('money §8 a withdrawal', () => {
  it('small and unsuspicious passes by the rules, is paid once, and the books agree with the chain', async () => {
    const before = free();
    const ack = await request();
    expect(ack).toMatchObject({ status: 0, fee: '1.000000', review: 'rules' });
    await through(ack.id);
    expect(await stage(ack.id)).toBe('confirmed');
    expect(await world.paid(to())).toEqual([50_000_000n]);
    expect(before - free()).toBe(51_000_000);
    const record = await one(ack.id);
    expect(record?.steps.map((step) => step.stage)).toEqual(['review', 'approved', 'signed', 'broadcast', 'confirmed']);
    expect(record).toMatchObject({ confirmations: 12, needed: 12, cancellable: false, status: 1 });
    expect(world.reported.get(ack.id)?.stage).toBe('confirmed');
    const { expected, there } = await world.books();
    expect(there).toBe(expected);
    expect(world.faults).toEqual([]);
  });

  it('counts its confirmations by our own journal, and is not done at eleven', async () => {
    const { id } = await request();
    await all.step();
    await world.mine(11);
    await all.step();
    expect(await one(id)).toMatchObject({ stage: 'broadcast', confirmations: 11 });
    await world.mine();
    await all.step();
    expect(await stage(id)).toBe('confirmed');
  });

  it('a block that is replaced before twelve: the same bytes go out again', async () => {
    const { id } = await request();
    await all.step();
    await world.mine(5);
    await all.step();
    const { txid } = (await one(id)) ?? {};
    await world.practice.outside.reorganise(6, true);
    await world.follower.step();
    expect(await world.paid(to())).toEqual([]);
    await through(id);
    expect((await one(id))?.txid).toBe(txid);
    expect(await world.paid(to())).toHaveLength(1);
  });

  it('W04: a chain replaced deeper than twelve gets a confirmed payment back, once', async () => {
    const { id } = await request();
    await through(id);
    await world.practice.outside.reorganise(14, true);
    await world.follower.step();
    expect(await world.paid(to())).toEqual([]);
    await all.step();
    await world.mine(2);
    await all.step();
    expect(await world.paid(to())).toEqual([50_000_000n]);
  });

  it('W05: another worker, slower, that finds its block replaced does not end the watch over a confirmed payment', async () => {
    const { id } = await request();
    const heard = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // It has read the row, counted at eleven, and is told "pending" after the other one has confirmed it.
    const slow = world.open({
      chains: [
        {
          ...world.chain,
          node: {
            ...world.chain.node,
            status: async () => {
              reached.resolve();
              await heard.promise;
              return { state: 'pending' };
            },
          },
        },
      ],
    });
    await all.step();
    await world.mine(11);
    await all.step();
    const late = slow.step();
    await reached.promise;
    await world.mine(1);
    await through(id);
    heard.resolve();
    await late;
    await world.practice.outside.reorganise(14, true);
    await world.follower.step();
    expect(await world.paid(to())).toEqual([]);
    await all.step();
    await world.mine(2);
    expect(await world.paid(to())).toEqual([50_000_000n]);
  });

  it('W05: a bump planned as another worker confirmed holds up nobody, and is never signed', async () => {
    const { id } = await request();
    await through(id);
    const [sent] = await world.db
      .selectFrom('custody_transactions')
      .selectAll()
      .where('withdrawal_id', '=', id)
      .execute();
    if (sent === undefined) throw new Error('expected its transaction');
    const { id: _, raw: __, txid: ___, cost: ____, ...rest } = sent;
    await world.db
      .insertInto('custody_transactions')
      .values({
        ...{ ...rest, attempt: 1, state: 'planned', replaces: sent.id, raw: null, txid: null, cost: null },
        ...{ height: null, block_hash: null, broadcast_at: null },
      })
      .execute();
    word += 1;
    const next = await request();
    await through(next.id);
    expect(await stage(next.id)).toBe('confirmed');
    const page = await all.transactions({ withdrawal: id, current: 1, size: 9 });
    expect(page.records.map(({ state }) => state)).toEqual(['replaced', 'confirmed']);
  });

  it('a higher fee that is planned and not signed keeps the signed bytes from nothing', async () => {
    const { id } = await request();
    await all.step();
    world.move(STUCK + 1);
    const unwilling = world.open({
      signer: { ...world.signer, sign: async () => Promise.reject(new SignerRefusal('its limits are full')) },
    });
    await unwilling.step();
    await unwilling.step();
    expect(
      (await all.transactions({ withdrawal: id, current: 1, size: 10 })).records.map(({ state }) => state),
    ).toEqual(['planned', 'broadcast']);
    await world.mine(1);
    await world.practice.outside.reorganise(2, true);
    await world.follower.step();
    await unwilling.step();
    await world.mine(1);
    expect(await world.paid(to())).toEqual([50_000_000n]);
  });

  it('a fee too low for too long is raised with the same nonce, destination and amount', async () => {
    const { id } = await request();
    await all.step();
    world.move(STUCK + 1);
    await all.step();
    await all.step();
    const page = await all.transactions({ withdrawal: id, current: 1, size: 10 });
    expect(page.records.map(({ state }) => state)).toEqual(['broadcast', 'broadcast']);
    expect(page.records[0]?.replaces).toBe(page.records[1]?.id);
    await through(id);
    expect(await world.paid(to())).toHaveLength(1);
    const ended = await all.transactions({ withdrawal: id, current: 1, size: 10 });
    expect(ended.records.map(({ state }) => state)).toEqual(['confirmed', 'replaced']);
  });
});

describe('W06 one request is one withdrawal', () => {
  it('a second click, two tabs, a replay: the same answer, held once', async () => {
    const before = free();
    const key = world.key();
    const answers = await Promise.all([1, 2, 3].map(() => request(asked(), key)));
    answers.push(await request(asked(), key));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(before - free()).toBe(51_000_000);
    expect(await codeOf(request(asked('51'), key))).toBe(409);
    expect(await codeOf(request(asked('50', outsideAddress('elsewhere')), key))).toBe(409);
    await through(answers[0]?.id ?? '');
    expect(await request(asked(), key)).toMatchObject({ id: answers[0]?.id });
    expect(await world.paid(to())).toHaveLength(1);
  });

  it('a lost answer: the request is 504, and the next pass finds it by its key', async () => {
    const before = free();
    const lossy = world.open({
      parts: {
        ...world.parts,
        link: {
          ...world.link,
          async submit(one, user) {
            await world.link.submit(one, user);
            throw new IntakeError('server.unknown', 'test: the answer is lost');
          },
        },
      },
    });
    const key = world.key();
    const asking = asked();
    expect(await codeOf(lossy.request(anna, asking, key, BY_PAGE))).toBe(504);
    expect(before - free()).toBe(51_000_000);
    await all.step();
    const { id } = await request(asking, key);
    await through(id);
    expect(before - free()).toBe(51_000_000);
    expect(await world.paid(to())).toHaveLength(1);
  });

  it('not taken (503): nothing is done, and nothing is done later', async () => {
    const before = free();
    const closed = world.open({
      parts: {
        ...world.parts,
        link: {
          ...world.link,
          submit: async () => Promise.reject(new IntakeError('server.notTaking', 'test: not taken')),
        },
      },
    });
    expect(await codeOf(closed.request(anna, asked(), world.key(), BY_PAGE))).toBe(503);
    await all.step();
    expect(free()).toBe(before);
  });

  it('n withdrawals at once never spend more than there is', async () => {
    const ben = await world.customer();
    await world.mine();
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        codeOf(request(asked('19000', outsideAddress(`ben ${at}`)), world.key(), ben)),
      ),
    );
    // A day's limit is 200,000: ten of 19,000.
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 3104)).toHaveLength(2);
    expect(free(ben.coreUser)).toBeGreaterThanOrEqual(0);
  });
});

describe('W05 never twice', () => {
  it('paid by a forgotten raise beyond its own cap, and cut between its number and its end: it ends all the same', async () => {
    const { id } = await request();
    const holder = new SecondHolder(() => keyOf({ kind: 'hot' }), to());
    // Our own bytes never reach the chain: the raise of an older time does.
    const node = {
      ...world.chain.node,
      rival: (claims: readonly string[]) => holder.rival(world.chain.node, claims),
      async broadcast(raw: Uint8Array): Promise<BroadcastAnswer> {
        if (holder.used.length > 0) return { state: 'refused', why: 'nonce too low' };
        return world.chain.node.broadcast(holder.rivalOf(raw, 'same', 0n));
      },
    };
    const other = world.open({ chains: [{ ...world.chain, node }] });
    await other.step();
    await world.mine(14);
    const txid = holder.used[0]?.txid ?? '';
    await world.db.updateTable('custody_transactions').set({ txid }).where('withdrawal_id', '=', id).execute();
    await other.step();
    expect(await one(id)).toMatchObject({ stage: 'confirmed', txid });
    expect(await world.paid(to())).toEqual([50_000_000n]);
  });

  it('signed in the exchange and no plan here (an older database): it is not paid again, and the coin is halted', async () => {
    const { id } = await request();
    await all.step();
    await world.db
      .deleteFrom('custody_claims')
      .where('transaction_id', 'in', (is) =>
        is.selectFrom('custody_transactions').select('id').where('withdrawal_id', '=', id),
      )
      .execute();
    await world.db.deleteFrom('custody_transactions').where('withdrawal_id', '=', id).execute();
    await all.step();
    expect(world.halted.get('practice:USDT')).toContain('it is not paid again');
    await world.mine(2);
    expect(await world.paid(to())).toHaveLength(1);
    await world.db.updateTable('custody_withdrawals').set({ stage: 'failed' }).where('id', '=', id).execute();
  });

  it('a transaction that was included and did nothing fails alone: its coin goes on, and it pays nothing by itself', async () => {
    const { id } = await request();
    const node = {
      ...world.chain.node,
      status: async (txid: string) => {
        const status = await world.chain.node.status(txid);
        return status.state === 'included' ? { ...status, done: false } : status;
      },
      arrivals: async () => [],
    };
    const reverting = world.open({ chains: [{ ...world.chain, node }] });
    await reverting.step();
    await world.mine(12);
    await reverting.step();
    await reverting.step();
    expect(world.halted.get('practice:USDT')).toBeUndefined();
    expect(world.faults.map(String).some((what) => what.includes('paid nothing'))).toBe(true);
    expect((await all.transactions({ withdrawal: id, current: 1, size: 9 })).records.map(({ state }) => state)).toEqual(
      ['reverted'],
    );
    expect(await stage(id)).toBe('broadcast');
    await world.db.updateTable('custody_withdrawals').set({ stage: 'failed' }).where('id', '=', id).execute();
  });

  it('W08 a cost beyond what its bytes allow is booked nowhere, and it is not confirmed meanwhile', async () => {
    const before = await world.books();
    const { id } = await request();
    const node = {
      ...world.chain.node,
      status: async (txid: string) => {
        const status = await world.chain.node.status(txid);
        return status.state === 'included' ? { ...status, cost: 1_000_000_000n } : status;
      },
    };
    const lying = world.open({ chains: [{ ...world.chain, node }] });
    await lying.step();
    await world.mine(13);
    await lying.step();
    await lying.step();
    expect(await stage(id)).toBe('broadcast');
    await through(id);
    expect((await all.transactions({ withdrawal: id, current: 1, size: 9 })).records).toMatchObject([
      { state: 'confirmed', cost: '0.010000' },
    ]);
    const after = await world.books();
    expect(after.there - before.there, 'the payment and its true cost').toBe(after.expected - before.expected);
    expect(before.there - after.there).toBe(50_010_000n);
  });

  it('a node that says "included" where nothing is: it is not confirmed', async () => {
    const { id } = await request();
    await all.step();
    const sent = await one(id);
    await world.practice.outside.reorganise(1, true);
    const head = await world.chain.node.head();
    await world.mine(14);
    const lying = world.open({
      chains: [
        {
          ...world.chain,
          node: {
            ...world.chain.node,
            status: async () => ({
              ...{
                state: 'included',
                height: head.height,
                blockHash: head.hash,
                done: true,
                cost: 1n,
                costCoin: 'USDT',
              },
            }),
            broadcast: async () => Promise.reject(new NodeFault('test: away')),
          },
        },
      ],
    });
    await lying.step();
    expect(await stage(id)).not.toBe('confirmed');
    expect(sent?.txid).not.toBeNull();
    await through(id);
    expect(await world.paid(to())).toHaveLength(1);
  });
});
