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

  it('of many concurrent ones one counts; the others are refused as under review', async () => {
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
