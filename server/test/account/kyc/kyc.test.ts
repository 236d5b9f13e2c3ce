// Verification (spec §3, design §7: stages 1 and 2): every cell of its table, what may be sent, what is kept, who decides.

import { KYC_STATE } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KYC_ACTS, type KycState, stageOneFor, transitions } from '../../../src/account/kyc/machine.ts';
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

const { none, underReview, passed, failed } = KYC_STATE;
const states = Object.values(KYC_STATE) as KycState[];
const refused = (field = 'name') => [{ field, reason: 'mismatch' as const, note: null }];
const stateOf = async (userId: string, stage: 1 | 2) => (await world.kyc.stages(userId))[stage - 1]?.state;

describe('the table of states', () => {
  it('is the one that docs/concepts/identity.md shows', () => {
    const shown = states.map((state) =>
      KYC_ACTS.map((act) => {
        const step = transitions[state][act];
        return 'to' in step ? `→ ${step.to}` : step.code;
      }),
    );
    expect(shown).toEqual([
      ['→ 1', 404, 404],
      [1105, '→ 2', '→ 3'],
      [1106, 1106, 1106],
      ['→ 1', 1106, 1106],
    ]);
    expect(stageOneFor).toEqual({ submit: [1, 2], pass: [2], refuse: [0, 1, 2, 3] });
  });

  it.each(states.flatMap((state) => KYC_ACTS.map((act) => [state, act] as const)))(
    'stage 1 in state %i: %s',
    async (state, act) => {
      const ann = world.someone();
      await world.bring(ann, 1, state);
      // Where there is no case, the desk can only name one that is not there.
      const id = state === none ? '999999999' : await world.caseOf(ann, 1);
      const code = await codeOf(
        act === 'submit'
          ? world.kyc.submit(ann, world.one())
          : act === 'pass'
            ? world.kyc.pass(id)
            : world.kyc.refuse(id, refused()),
      );
      const step = transitions[state][act];
      expect([code, await stateOf(ann, 1)]).toEqual('to' in step ? [200, step.to] : [step.code, state]);
    },
  );

  it.each(states.flatMap((one) => states.map((two) => [one, two] as const)))(
    'stage 2 when stage 1 is %i and stage 2 is %i: every act',
    async (one, two) => {
      for (const act of KYC_ACTS) {
        const ann = world.someone();
        // Stage 2 is brought where it is to be under a passed stage 1, as far as stage 1 lets it.
        if (two === passed) {
          await world.bring(ann, 1, passed);
          await world.bring(ann, 2, passed);
          await world.db
            .updateTable('kyc_cases')
            .set({ state: one })
            .where('id', '=', await world.caseOf(ann, 1))
            .where(sql<boolean>`${one} > 0`)
            .execute();
          if (one === none)
            await world.db
              .deleteFrom('kyc_cases')
              .where('id', '=', await world.caseOf(ann, 1))
              .execute();
        } else {
          await world.bring(ann, 1, underReview);
          await world.bring(ann, 2, two);
          const first = await world.caseOf(ann, 1);
          if (one === passed) await world.kyc.pass(first);
          if (one === failed) await world.kyc.refuse(first, refused());
          if (one === none) await world.db.deleteFrom('kyc_cases').where('id', '=', first).execute();
        }
        const id = two === none ? '999999999' : await world.caseOf(ann, 2);
        const code = await codeOf(
          act === 'submit'
            ? world.kyc.submit(ann, await world.two(ann))
            : act === 'pass'
              ? world.kyc.pass(id)
              : world.kyc.refuse(id, refused('front')),
        );
        const step = transitions[two][act];
        const allowed = stageOneFor[act].includes(one);
        const expected = 'code' in step ? [step.code, two] : allowed ? [200, step.to] : [1104, two];
        expect([act, code, await stateOf(ann, 2)]).toEqual([act, ...expected]);
      }
    },
  );
});

describe('a submission of stage 1', () => {
  it('asks for name, country, type and number, and says which are missing', async () => {
    const wrong = await refusalOf(world.kyc.submit(world.someone(), { stage: 1 }));
    expect([wrong?.code, wrong?.fields]).toEqual([
      400,
      { name: 'required', country: 'required', documentType: 'required', documentNo: 'required' },
    ]);
  });

  it.each([
    ['a passport', 2, '123456789', true],
    ['a passport with letters', 2, 'C01X00T47', true],
    ['a short passport', 2, '12345', false],
    ['a long passport', 2, '1234567890123', false],
    ['an identity card', 1, 'T220001293', true],
    ['an identity card of 18 digits', 1, '11010519491231002X', true],
    ['an identity card of one digit over and over', 1, '0000000000', false],
    ['an identity card without digits', 1, 'ABCDEFGH', false],
    ['a licence', 3, 'MORGA753116SM9IJ', true],
    ['a licence of nothing', 3, '- - -', false],
  ])('%s', async (_, documentType, documentNo, fine) => {
    const no = await refusalOf(world.kyc.submit(world.someone(), world.one({ documentType, documentNo })));
    expect(no?.fields).toEqual(fine ? undefined : { documentNo: 'format' });
  });

  it.each([
    ['Anne-Marie d’Arc', true],
    ['毛泽东', true],
    ['Владимир Ильич', true],
    ['María José Ñandú', true],
    ['Nguyễn Văn A', true],
    ['J. R. R. Tolkien', true],
    ['A', false],
    ['12345', false],
    ['<b>Ann</b>', false],
    ['Ann; drop table', false],
    ['=cmd()', false],
    ['Ann\u202eBen', false],
  ])('of the name %s', async (name, fine) => {
    const no = await refusalOf(world.kyc.submit(world.someone(), world.one({ name })));
    expect(no?.fields).toEqual(fine ? undefined : { name: 'format' });
  });

  it('is seen by its customer masked, with no word of what the desk knows', async () => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one());
    expect((await world.kyc.stages(ann))[0]).toEqual({
      stage: 1,
      state: underReview,
      fields: { name: 'A*** É*** O***', documentNo: '***6-C', country: 'GB', documentType: '1' },
      refused: [],
      sent: START,
      decided: null,
    });
  });

  it('of many at once is one; the others are told that it is under review', async () => {
    const ann = world.someone();
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => codeOf(world.kyc.submit(ann, world.one()))));
    expect(codes.sort((left, right) => left - right)).toEqual([200, 1105, 1105, 1105, 1105]);
    const kept = await world.db.selectFrom('kyc_cases').select('id').where('user_id', '=', ann).execute();
    expect(kept).toHaveLength(1);
  });

  it('lies sealed: neither name nor number is in the database, and no case opens with what was sealed for another', async () => {
    const [ann, ben] = [world.someone(), world.someone()];
    await world.kyc.submit(ann, world.one({ name: 'Hiddenname Here', documentNo: 'HID998877' }));
    await world.kyc.submit(ben, world.one());
    const all = await sql<{
      text: string;
    }>`select kyc_cases::text || coalesce(encode(content, 'escape'), '') as text from kyc_cases`.execute(world.db);
    for (const { text } of all.rows)
      for (const word of ['Hiddenname', 'HID998877', Buffer.from('Hiddenname').toString('hex')])
        expect(text).not.toContain(word);
    const id = await world.caseOf(ann, 1);
    await sql`update kyc_cases set content = (select content from kyc_cases where id = ${await world.caseOf(ben, 1)}) where id = ${id}`.execute(
      world.db,
    );
    await expect(world.kyc.case(id)).rejects.toThrow();
    await world.db.deleteFrom('kyc_cases').where('id', '=', id).execute();
  });
});

describe('a submission of stage 2', () => {
  const ready = async (extra = {}) => {
    const ann = world.someone();
    await world.kyc.submit(ann, world.one(extra));
    return ann;
  };

  it('asks for three photos; of a passport the back may be left out', async () => {
    const ann = await ready();
    const two = await world.two(ann);
    const no = await refusalOf(world.kyc.submit(ann, { stage: 2, front: two.front }));
    expect([no?.code, no?.fields]).toEqual([400, { back: 'required', handheld: 'required' }]);
    const withPassport = await ready({ documentType: 2, documentNo: '123456789' });
    const { back: _, ...rest } = await world.two(withPassport);
    expect(await codeOf(world.kyc.submit(withPassport, { ...rest, front: undefined }))).toBe(400);
    expect(await codeOf(world.kyc.submit(withPassport, rest))).toBe(200);
    expect(Object.keys((await world.kyc.stages(withPassport))[1]?.fields ?? {})).toEqual(['front', 'handheld']);
  });

  it('takes nobody else’s photos, none that are not there, none sent for something else', async () => {
    const [ann, ben] = [await ready(), await ready()];
    const two = await world.two(ann);
    for (const front of [
      (await world.two(ben)).front,
      await world.link(ann, 3, 'avatar'),
      `/api/file/${'0'.repeat(32)}`,
      '/api/file/nothing',
    ]) {
      const no = await refusalOf(world.kyc.submit(ann, { ...two, front }));
      expect([no?.code, no?.fields]).toEqual([400, { front: 'range' }]);
    }
    // Nor does any other text become a photo.
    for (const front of ['/api/file/../../etc/passwd', 'https://evil.example/api/file/1'])
      expect((await refusalOf(world.kyc.submit(ann, { ...two, front })))?.fields).toEqual({ front: 'required' });
  });

  it('takes three different photos: neither one link nor one picture twice', async () => {
    const ann = await ready();
    const two = await world.two(ann);
    const twice = await refusalOf(world.kyc.submit(ann, { ...two, back: two.front }));
    expect(twice?.fields).toEqual({ back: 'range' });
    const again = await refusalOf(world.kyc.submit(ann, { ...two, handheld: await world.link(ann, 0) }));
    expect(again?.fields).toEqual({ handheld: 'range' });
  });

  it('keeps its photos from the sweep, and those of a refused attempt not', async () => {
    const ann = await ready();
    const [used, left] = [await world.two(ann), await world.two(ann)];
    await world.kyc.submit(ann, used);
    expect(await codeOf(world.kyc.submit(ann, left))).toBe(1105);
    world.now += 24 * 3_600_000;
    await world.files.sweep();
    const there = async (link: string | undefined) =>
      (await world.files.ofOwner(ann, link?.split('/').at(-1) ?? '')) !== undefined;
    expect(await Promise.all([used.front, used.back, used.handheld].map(there))).toEqual([true, true, true]);
    expect(await Promise.all([left.front, left.back, left.handheld].map(there))).toEqual([false, false, false]);
  });

  it('of many at once is one', async () => {
    const ann = await ready();
    const two = await world.two(ann);
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(world.kyc.submit(ann, two))));
    expect(codes.sort((left, right) => left - right)).toEqual([200, 1105, 1105, 1105]);
  });
});

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
  it('one wins, the other is refused, whatever each decides; it is told once', async () => {
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

  it('is told again after a crash between the two, once', async () => {
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
    // While standing is being told of stage 1, stage 2 passes and is told.
    world.onStage = async () => world.kyc.pass(await world.caseOf(ann, 2));
    await world.kyc.pass(await world.caseOf(ann, 1));
    expect(world.stages.at(-1)).toBe(`${ann}:2`);
  });
});

describe('the desk', () => {
  it('sees a document that is verified on another account; the customer is told nothing', async () => {
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
