// Verification (spec §3, design §7): refusals, decisions made at once, what was passed, and what the desk reads.

import { KYC_STATE } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, type KycWorld, refusalOf, START, startKyc } from './kyc-world.ts';

let world: KycWorld;
beforeAll(async () => {
  world = await startKyc();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.stages.length = 0;
  world.notices.length = 0;
  world.faults.length = 0;
  world.now = START;
  return () => expect(world.faults).toEqual([]);
});

const { underReview, passed, failed } = KYC_STATE;
const refused = (field = 'name') => [{ field, reason: 'mismatch' as const, note: null }];
const stateOf = async (userId: string, stage: 1 | 2) => (await world.kyc.stages(userId))[stage - 1]?.state;

describe('a refusal', () => {
  it('names exactly its fields to the customer, who mends only those', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    world.now += 1_000;
    const fields = [
      { field: 'documentNo', reason: 'mismatch' as const, note: 'The last letter differs' },
      { field: 'name', reason: 'incomplete' as const, note: null },
    ];
    await world.kyc.refuse(await world.caseOf(ann, 1), fields);
    expect((await world.kyc.stages(ann))[0]).toMatchObject({ state: failed, refused: fields, decided: START + 1_000 });
    expect(world.notices).toMatchObject([
      {
        userId: ann,
        notice: {
          kind: 'kyc',
          stage: 1,
          passed: false,
          refused: [
            { field: 'documentNo', reason: 'mismatch' },
            { field: 'name', reason: 'incomplete' },
          ],
        },
      },
    ]);
    expect(world.stages).toEqual([]);
    const no = await refusalOf(world.kyc.submit(ann, { stage: 1, name: 'Ann Hara' }));
    expect(no?.fields).toEqual({ documentNo: 'required' });
    await world.kyc.submit(ann, { stage: 1, name: 'Ann Hara', documentNo: 'AB 123456-D' });
    const seen = await world.kyc.case(await world.caseOf(ann, 1), { unmask: true });
    expect(seen?.fields).toEqual({ name: 'Ann Hara', documentNo: 'AB 123456-D', country: 'GB', documentType: '1' });
    expect((await world.kyc.stages(ann))[0]).toMatchObject({ state: underReview, refused: [] });
    expect(seen?.history).toMatchObject([{ state: failed, sent: START, refused: fields }]);
  });

  it('of one photo leaves the other two', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    const two = await world.two(ann);
    await world.kyc.submit(ann, two);
    await world.kyc.refuse(await world.caseOf(ann, 2), [{ field: 'back', reason: 'unreadable', note: null }]);
    expect((await refusalOf(world.kyc.submit(ann, { stage: 2 })))?.fields).toEqual({ back: 'required' });
    const back = await world.link(ann, 4);
    await world.kyc.submit(ann, { stage: 2, back });
    expect((await world.kyc.stages(ann))[1]?.fields).toEqual({ front: two.front, back, handheld: two.handheld });
  });

  it('is of fields of its stage, at least one, none twice', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    const id = await world.caseOf(ann, 1);
    const one = { field: 'name', reason: 'other' as const, note: null };
    for (const wrong of [
      [],
      [one, one],
      [{ ...one, field: 'front' }],
      [{ ...one, field: 'stage' }],
      [{ ...one, note: 'x'.repeat(201) }],
    ])
      expect(await codeOf(world.kyc.refuse(id, wrong))).toBe(400);
    expect(await stateOf(ann, 1)).toBe(underReview);
  });
});

describe('two who decide at once', () => {
  it('one wins, the other is refused, whatever each decides; one notice is sent', async () => {
    for (const acts of [
      ['pass', 'pass'],
      ['pass', 'refuse'],
      ['refuse', 'refuse'],
    ] as const) {
      const ann = world.someone();
      world.notices.length = 0;
      await world.kyc.submit(ann, world.one());
      const id = await world.caseOf(ann, 1);
      const codes = await Promise.all(
        acts.map((act) => codeOf(act === 'pass' ? world.kyc.pass(id) : world.kyc.refuse(id, refused()))),
      );
      expect(codes.sort((left, right) => left - right)).toEqual([200, 1106]);
      expect(world.notices).toHaveLength(1);
      expect(await codeOf(world.kyc.pass(id))).toBe(1106);
      expect(world.notices).toHaveLength(1);
    }
  });
});

describe('what was passed', () => {
  it('reaches standing and customer: stage 1, then stage 2', async () => {
    const ann = world.someone();
    await world.bring(ann, 1, passed);
    await world.bring(ann, 2, passed);
    expect(world.stages).toEqual([`${ann}:1`, `${ann}:2`]);
    expect(world.notices.map(({ notice }) => notice)).toEqual([
      { kind: 'kyc', stage: 1, passed: true, refused: [] },
      { kind: 'kyc', stage: 2, passed: true, refused: [] },
    ]);
    expect(await world.kyc.states(ann)).toEqual({ certified: passed, advanced: passed });
  });

  it('is reported again after a crash between the two, once', async () => {
    const ann = world.someone();
    world.onStage = () => Promise.reject(new Error('the core does not take'));
    await world.bring(ann, 1, passed);
    expect(world.faults.splice(0)).toMatchObject([{ message: 'the core does not take' }]);
    expect([await stateOf(ann, 1), world.stages, world.notices]).toEqual([passed, [], []]);
    expect(await world.kyc.sweep()).toBe(1);
    expect([world.stages, world.notices.length]).toEqual([[`${ann}:1`], 1]);
    expect(await world.kyc.sweep()).toBe(0);
  });

  it('ends at the greater stage, though stage 1 is said last', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    await world.kyc.submit(ann, await world.two(ann));
    // While stage 1 is being reported, stage 2 passes and is reported.
    world.onStage = async () => world.kyc.pass(await world.caseOf(ann, 2));
    await world.kyc.pass(await world.caseOf(ann, 1));
    expect(world.stages.at(-1)).toBe(`${ann}:2`);
  });
});

describe('the desk', () => {
  it('sees a document that is verified on another account; the customer gets no notice', async () => {
    const [ann, ben, cem] = [world.someone(), world.someone(), world.someone()];
    await world.kyc.submit(ann, world.one({ documentNo: 'DUP-77 88 99' }));
    await world.kyc.submit(ben, world.one({ documentNo: 'dup778899' }));
    // Only sent elsewhere, not verified: no flag yet.
    expect((await world.kyc.case(await world.caseOf(ben, 1)))?.flags).toEqual([]);
    await world.kyc.pass(await world.caseOf(ann, 1));
    expect((await world.kyc.case(await world.caseOf(ben, 1)))?.flags).toEqual(['sameDocument']);
    expect((await world.kyc.case(await world.caseOf(ann, 1)))?.flags).toEqual([]);
    expect(JSON.stringify(await world.kyc.stages(ben))).not.toContain('same');
    // Another country's number is another document.
    await world.kyc.submit(cem, world.one({ documentNo: 'DUP778899', country: 'FR' }));
    expect((await world.kyc.case(await world.caseOf(cem, 1)))?.flags).toEqual([]);
    await world.kyc.submit(ben, await world.two(ben));
    const line = (await world.kyc.queue({ stage: 2, state: underReview, current: 1, size: 100 })).records.find(
      ({ userId }) => userId === ben,
    );
    expect(line?.flags).toEqual(['sameDocument']);
  });

  it('sees a case masked unless it asks, with its photos and the name they are to prove', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    const two = await world.two(ann);
    await world.kyc.submit(ann, two);
    const id = await world.caseOf(ann, 2);
    const seen = await world.kyc.case(id);
    expect(seen).toMatchObject({
      id,
      userId: ann,
      stage: 2,
      state: underReview,
      country: 'GB',
      refused: [],
      history: [],
    });
    expect(seen?.fields).toMatchObject({ name: 'A*** É*** O***', documentNo: '***6-C' });
    expect((await world.kyc.case(id, { unmask: true }))?.fields).toMatchObject({
      name: 'Ann Émilie O’Hara',
      documentNo: 'AB 123456-C',
    });
    expect(seen?.documents.map(({ field, fileId }) => [field, `/api/file/${fileId}`])).toEqual([
      ['front', two.front],
      ['back', two.back],
      ['handheld', two.handheld],
    ]);
    for (const { fileId } of seen?.documents ?? []) expect((await world.files.open(fileId))?.type).toBe('image/jpeg');
    for (const unknown of ['0', '-1', 'x', '9'.repeat(40), '']) {
      expect(await world.kyc.case(unknown)).toBeUndefined();
      expect(await codeOf(world.kyc.pass(unknown))).toBe(404);
      expect(await codeOf(world.kyc.refuse(unknown, refused()))).toBe(404);
    }
  });

  it('works through a queue: the oldest first, page by page, by stage', async () => {
    await world.db.deleteFrom('kyc_cases').execute();
    const people = Array.from({ length: 5 }, () => world.someone());
    for (const person of people) await world.kyc.submit(person, world.one({ documentNo: `QQ${person}` }));
    const page = (current: number, size: number) => world.kyc.queue({ stage: 1, state: underReview, current, size });
    expect((await page(1, 2)).records.map(({ userId }) => userId)).toEqual(people.slice(0, 2));
    expect((await page(3, 2)).records.map(({ userId }) => userId)).toEqual(people.slice(4));
    expect(await page(4, 2)).toMatchObject({ records: [], total: 5, size: 2, current: 4 });
    await world.kyc.pass(await world.caseOf(people[0] ?? '', 1));
    await world.kyc.pass(await world.caseOf(people[1] ?? '', 1));
    expect((await page(1, 2)).records.map(({ userId }) => userId)).toEqual(people.slice(2, 4));
    const done = await world.kyc.queue({ state: passed, current: 1, size: 10 });
    expect(done.records.map(({ userId }) => userId)).toEqual([people[1], people[0]]);
    expect((await world.kyc.queue({ stage: 2, state: underReview, current: 1, size: 10 })).total).toBe(0);
  });
});

describe('issue 15 A.3: many submissions at once', () => {
  it('of one customer, several times the connections of the pool: one is taken, all are answered, a bystander too', async () => {
    const ann = world.someone();
    const many = Array.from({ length: 30 }, () => codeOf(world.kyc.submit(ann, world.one())));
    const bystander = codeOf(world.kyc.submit(world.someone(), world.one()));
    const codes = await Promise.all(many);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 1105)).toHaveLength(29);
    expect(await bystander).toBe(200);
  });
});
