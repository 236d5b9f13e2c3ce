// Withdrawals to a bank card (money §8): paid by hand, told paid or come back by two people, one of both and once.
import { RAILS, type RowId, rejects } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Customer, Withdrawals } from '../../../src/custody/types/index.ts';
import { type Outcome, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { createBook, WAIT } from '../../../src/custody/book/index.ts';
import { command, startWorld, type World } from './world.ts';
import { codeOf } from '../../support/code-of.ts';
import { BY_KEY, BY_PAGE } from '../support/asker.ts';

const DOLLARS = 900;
const SCALE = 1_000_000;
const FEE = 5;

let world: World;
let all: Withdrawals;
let dora: Customer;
let usd = 0;
let deposits = 0;
let references = 0;

/** Dollars of a customer, as the bank brought them. */
async function deposit(user: number, dollars: number): Promise<void> {
  deposits += 1;
  const { code } = await world.link.submit(
    command('deposit.credit', {
      ...{ user, asset: usd, amount: dollars * SCALE, rail: RAILS.bank, position: 0 },
      ...{ transactionHigh: 77, transactionLow: deposits },
    }),
  );
  expect(code).toBe(200);
}

beforeAll(async () => {
  world = await startWorld();
  usd = world.live.assetByCode('USD')?.asset ?? 0;
  // Everybody's limit an hour is a share of what is owed: somebody else has dollars too.
  await deposit((await world.customer()).coreUser, 900_000);
});
afterAll(() => world.stop());
beforeEach(async () => {
  dora = await world.customer();
  await deposit(dora.coreUser, DOLLARS);
  world.faults.length = 0;
  all = world.open();
});

const one = async (id: string) => (await all.one(id))?.record;
const stage = async (id: string) => (await one(id))?.stage;
const balance = () => world.live.balance(dora.coreUser, 1, usd);
const reference = () => `REF ${(references += 1)}`;
const given = () => ({ coin: 'USD', network: 'bank', cardId: `card${dora.userId}`, amount: '100' });
const request = (change: object = {}) => all.request(dora, { ...given(), ...change }, world.key(), BY_PAGE);

async function approved(): Promise<string> {
  const { id } = await request();
  await all.approve(id, 1);
  return id;
}

/** All that was held is the customer's again, once, and counts against no limit. */
function expectBack(): void {
  expect(balance()).toMatchObject({ available: DOLLARS * SCALE, held: 0 });
}
function expectPaid(): void {
  expect(balance()).toMatchObject({ available: (DOLLARS - 100 - FEE) * SCALE, held: 0 });
}

/** Withdrawals whose exchange answers as told, step by step: `busy` before it did, `lost` after. */
function faulty(answer: () => 'busy' | 'lost' | undefined): Withdrawals {
  const submit = async (one: Parameters<typeof world.link.submit>[0]): Promise<Outcome> => {
    const fault = one.name === 'withdrawal.step' ? answer() : undefined;
    if (fault === 'busy') throw new IntakeError('server.notTaking', 'busy');
    const outcome = await world.link.submit(one);
    if (fault === 'lost') throw new IntakeError('server.unknown', 'lost');
    return outcome;
  };
  return world.open({ parts: { ...world.parts, link: { ...world.parts.link, submit } } });
}

describe('a withdrawal to a bank card', () => {
  it('issue 14: a card bound within a day is not paid while only listed addresses are, nor by an API key', async () => {
    const { db, chain, addresses, now } = world;
    const book = createBook({ parts: { db, now }, chains: [chain], addresses, waitsFrom: world.now });
    all = world.open({ book });
    world.cardBound = now();
    const until = { code: 3103, args: { until: String(world.cardBound + WAIT) } };
    await book.save(dora.userId, { allowOnly: true });
    await expect(request()).rejects.toMatchObject(until);
    // Nor does switching the list off shorten it.
    await book.save(dora.userId, { allowOnly: false });
    await expect(request()).rejects.toMatchObject(until);
    world.move(WAIT);
    expect(await stage((await request()).id)).toBe('review');
    const eve = await world.customer();
    await deposit(eve.coreUser, DOLLARS);
    world.cardBound = now();
    const card = { ...given(), cardId: `card${eve.userId}` };
    expect(await codeOf(all.request(eve, card, world.key(), BY_KEY))).toBe(3103);
    expect(await stage((await all.request(eve, card, world.key(), BY_PAGE)).id)).toBe('review');
    world.cardBound = 0;
  });

  it('paid by hand: a reference counts once, and is done once', async () => {
    const first = reference();
    expect(await codeOf(request({ cardId: 'card1' }))).toBe(404);
    expect(await codeOf(request({ amount: '100.001' }))).toBe(400);
    const ack = await request();
    expect(ack).toMatchObject({ review: 'person', fee: '5.000000' });
    await all.step();
    expect(await codeOf(all.paid(ack.id, first))).toBe(rejects['withdrawal.final']);
    await all.approve(ack.id, 1);
    expect(await codeOf(all.cancel(dora, ack.id)), 'somebody may be paying it').toBe(rejects['withdrawal.final']);
    await all.paid(ack.id, first);
    await all.paid(ack.id, first);
    expect(await one(ack.id)).toMatchObject({ stage: 'confirmed', address: '•••• 4242', needed: 0 });
    expectPaid();
    const again = await request();
    await all.approve(again.id, 1);
    expect(await codeOf(all.paid(again.id, first))).toBe(400);
    expect(await codeOf(all.paid(ack.id, reference()))).toBe(rejects['withdrawal.final']);
  });

  it('that the bank sent back fails: amount and fee are the customer’s again, with the reason', async () => {
    const id = await approved();
    expect(balance()).toMatchObject({ available: (DOLLARS - 100 - FEE) * SCALE, held: (100 + FEE) * SCALE });
    await all.returned(id, 'name', 'The bank found another name on the card.');
    expect(await one(id)).toMatchObject({
      ...{ stage: 'failed', status: 2, reason: 'name', note: 'The bank found another name on the card.' },
      cancellable: false,
    });
    expect((await one(id))?.steps.map((step) => step.stage)).toEqual(['review', 'approved', 'failed']);
    expectBack();
    expect((await all.limits(dora)).used, 'no limit is used up by it').toBe('0');
    expect(world.reported.get(id)?.stage, 'the customer hears it').toBe('failed');
    // And may be asked for again.
    const again = await approved();
    await all.paid(again, reference());
    expectPaid();
  });

  it('a double click, a second operator and a second process give it back once', async () => {
    const id = await approved();
    const other = world.open();
    const codes = await Promise.all([
      codeOf(all.returned(id, 'name', null)),
      codeOf(all.returned(id, 'name', null)),
      codeOf(other.returned(id, 'other', 'twice')),
      other.step(),
      all.step(),
    ]);
    expect(codes.slice(0, 3)).toEqual([200, 200, 200]);
    await all.returned(id, 'name', null);
    expect(await stage(id)).toBe('failed');
    expectBack();
    expect((await one(id))?.steps.filter((step) => step.stage === 'failed')).toHaveLength(1);
  });

  it('told paid by one and come back by another at once is one of both, in the row and in the exchange', async () => {
    const ended = new Set<string | undefined>();
    for (let turn = 0; turn < 12; turn += 1) {
      const id = await approved();
      const acts = [
        () => codeOf(all.paid(id, reference())),
        () => codeOf(world.open().returned(id, 'other', 'sent back')),
      ];
      const codes = await Promise.all((turn % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      expect(
        codes.toSorted((a, b) => a - b),
        `turn ${turn}`,
      ).toEqual([200, rejects['withdrawal.final']]);
      for (let rest = 0; rest < 2; rest += 1) await all.step();
      const end = await stage(id);
      ended.add(end);
      const left = balance()?.available ?? 0;
      expect(balance()?.held).toBe(0);
      if (end === 'confirmed') {
        expect(left).toBe((DOLLARS - 100 - FEE) * SCALE);
        await deposit(dora.coreUser, 100 + FEE);
      } else expect(left).toBe(DOLLARS * SCALE);
      expect(['confirmed', 'failed']).toContain(end);
      expect(world.funds.withdrawal(Number((await all.one(id))?.coreId))?.status).toBe(end === 'confirmed' ? 5 : 7);
    }
  });

  it('each way refuses the other for ever, and anything that is not approved or not to a card', async () => {
    const back = await approved();
    await all.returned(back, 'name', null);
    expect(await codeOf(all.paid(back, reference()))).toBe(rejects['withdrawal.final']);
    expect(await codeOf(all.approve(back, 1))).toBe(rejects['withdrawal.final']);
    expect(await codeOf(all.refuse(back, 1, 'risk', null))).toBe(rejects['withdrawal.final']);
    expect(await codeOf(all.cancel(dora, back))).toBe(rejects['withdrawal.final']);
    const paid = await approved();
    await all.paid(paid, reference());
    expect(await codeOf(all.returned(paid, 'name', null))).toBe(rejects['withdrawal.final']);
    const review = (await request()).id;
    expect(await codeOf(all.returned(review, 'name', null)), 'it is refused instead').toBe(rejects['withdrawal.final']);
    await all.refuse(review, 1, 'risk', null);
    expect(await codeOf(all.returned(review, 'name', null))).toBe(rejects['withdrawal.final']);
    expect(await codeOf(all.returned('999999', 'name', null))).toBe(404);
    expectPaid();
  });

  it('that is approved is refused by nobody alone: two say that it came back', async () => {
    const id = await approved();
    expect(await codeOf(all.refuse(id, 1, 'risk', null))).toBe(rejects['withdrawal.final']);
    expect(await one(id)).toMatchObject({ stage: 'approved', reason: null });
    await all.paid(id, reference());
    expectPaid();
  });

  it.each(['busy', 'lost'] as const)(
    'an exchange that is %s: the pass goes on, and neither is done twice',
    async (fault) => {
      for (const way of ['returned', 'paid'] as const) {
        const id = await approved();
        let left = way === 'paid' ? 2 : 1;
        const cut = faulty(() => (left-- > 0 ? fault : undefined));
        const act = () => (way === 'paid' ? cut.paid(id, `${fault} ${id}`) : cut.returned(id, 'other', 'cut'));
        expect(await codeOf(act())).not.toBe(200);
        // What was written first holds; the other way is closed meanwhile.
        const opposite = way === 'paid' ? all.returned(id, 'name', null) : all.paid(id, reference());
        expect(await codeOf(opposite)).toBe(rejects['withdrawal.final']);
        for (let rest = 0; rest < 3; rest += 1) await all.step();
        expect(await one(id)).toMatchObject(
          way === 'paid' ? { stage: 'confirmed', reason: null } : { stage: 'failed', reason: 'other', note: 'cut' },
        );
        if (way === 'returned') expectBack();
        else expectPaid();
        expect(await codeOf(act()), 'asked again').toBe(200);
      }
    },
  );

  it('a customer locked meanwhile is paid when the lock ends, and gets back what came back at once', async () => {
    const [paid, back] = [await approved(), await approved()];
    await world.link.submit(command('user.set', { user: dora.coreUser, stage: 2, locks: 2 }));
    expect(await codeOf(all.paid(paid, `locked ${paid}`))).toBe(3105);
    await all.returned(back, 'name', null);
    expect(await stage(back)).toBe('failed');
    expect(await codeOf(all.returned(paid, 'name', null)), 'the bank has sent it').toBe(rejects['withdrawal.final']);
    await world.link.submit(command('user.set', { user: dora.coreUser, stage: 2, locks: 0 }));
    await all.step();
    expect(await stage(paid)).toBe('confirmed');
    expectPaid();
  });

  it('ended in the exchange and cut before its row, and the exchange started anew: the row tells what became of it', async () => {
    const [paid, back] = [await approved(), await approved()];
    const write = (id: string, row: object) =>
      world.db.updateTable('custody_withdrawals').set(row).where('id', '=', id).execute();
    await write(paid, { reference: `anew ${paid}` });
    await write(back, { returned_at: String(world.now()), reason: 'name' });
    const step = async (id: string, action: number) => {
      const withdrawal = Number((await all.one(id))?.coreId) as RowId;
      const { code } = await world.link.submit(
        command('withdrawal.step', { withdrawal, step: action, cost: 0, costAsset: 0 }),
      );
      expect(code).toBe(200);
    };
    await step(paid, 1);
    await step(paid, 3);
    await step(back, 4);
    // A process that starts now hears nothing of what ended before.
    const anew = world.open({ funds: { ...world.funds, withdrawal: () => undefined } });
    await anew.step();
    expect(await stage(paid)).toBe('confirmed');
    expect(await stage(back)).toBe('failed');
    expectPaid();
  });
});
