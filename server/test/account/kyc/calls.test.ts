// Files and verification through HTTP, two customers in every test of authorization (calls §2, §4, §6).

import { MAX_UPLOAD } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { type ExchangeEdge, type Person, startExchange } from '../../api/http/exchange-edge.ts';
import { type Json, multipart, ORIGIN } from '../../api/http/harness.ts';
import { jpeg, jpegOfSomebody, png, pngBomb } from '../files/pictures.ts';

const C = '/api/v1/coin';
const OSS = '/api/common/upload/OSS';
const FORM = '/api/v1/cgform-api/upload/file';

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let pictures: Buffer[];

beforeAll(async () => {
  world = await startExchange();
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
  pictures = await Promise.all([1, 2, 3, 4].map((seed) => jpeg(seed, 64, 48)));
});
afterAll(() => world.stop());

async function upload(
  person: Person | undefined,
  file: Buffer,
  fields: Record<string, unknown> = { purpose: 'kyc' },
  url = OSS,
  name = 'photo.jpg',
): Promise<{ status: number; code: number; data: Json }> {
  const form = multipart({ ...fields, file }, name);
  const answer = await world.app.inject({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, ...person, ...form.headers },
    payload: form.body,
  });
  const body = answer.json();
  return { status: answer.statusCode, code: body.code, data: body.data };
}

const get = (person: Person | undefined, link: string) =>
  world.app.inject({ url: link, headers: { ...(person === undefined ? {} : { cookie: person.cookie }) } });

/** Three photos of a person's own. */
async function photos(person: Person): Promise<Record<'front' | 'back' | 'handheld', string>> {
  const [front, back, handheld] = await Promise.all(
    pictures.slice(0, 3).map(async (file) => (await upload(person, file)).data.link as string),
  );
  return { front: front ?? '', back: back ?? '', handheld: handheld ?? '' };
}

describe('an upload', () => {
  it('answers link, name and size; its owner gets a clean JPEG in place, nobody sniffs or keeps it', async () => {
    const made = await upload(ann, await jpegOfSomebody(), { purpose: 'kyc' }, OSS, '../my passport.jpg');
    expect(made).toMatchObject({ status: 200, code: 200, data: { name: 'my passport.jpg' } });
    expect(made.data.link).toMatch(/^\/api\/file\/[0-9a-f]{32}$/);
    const shown = await get(ann, made.data.link);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(shown.rawPayload.length).toBe(made.data.size);
    const about = await sharp(shown.rawPayload).metadata();
    expect([about.format, about.exif, about.width, about.height]).toEqual(['jpeg', undefined, 240, 320]);
    expect(shown.rawPayload.includes('Hidden')).toBe(false);
  });

  it('goes by the older path as well, whose purpose may be left out', async () => {
    const made = await upload(ann, pictures[0] ?? Buffer.alloc(0), { type: '0' }, FORM);
    expect(made.code).toBe(200);
    expect((await get(ann, made.data.link)).statusCode).toBe(200);
    const id = made.data.link.split('/').at(-1);
    const info = await world.call(ann, '/api/user/getInfo', {});
    expect((await world.people.files.ofOwner(info.data.id, id))?.purpose).toBe('recharge');
  });

  it('of an avatar is small', async () => {
    const made = await upload(ann, await jpeg(1, 1_200, 900), { purpose: 'avatar' });
    expect(await sharp((await get(ann, made.data.link)).rawPayload).metadata()).toMatchObject({
      width: 512,
      height: 384,
    });
  });

  it('of what is no picture is refused: 5003, 5004, 413, in the envelope', async () => {
    for (const [file, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 5003],
      [Buffer.from('%PDF-1.7'), 5003],
      [Buffer.alloc(0), 5003],
      [Buffer.concat([pictures[0] ?? Buffer.alloc(0), Buffer.from('PK\x03\x04')]), 5003],
      [pngBomb(60_000, 60_000), 5004],
      [(await png()).subarray(0, 5_000), 5003],
      [Buffer.alloc(MAX_UPLOAD + 1, 0xff), 413],
    ] as const) {
      const answer = await upload(ann, file);
      expect([file.length, answer.code]).toEqual([file.length, code]);
    }
  });
});

describe('a picture of somebody else', () => {
  it('is not there: for another customer, for a guest, for one who signed out, by any spelling of its id', async () => {
    const { link } = (await upload(ann, pictures[0] ?? Buffer.alloc(0))).data;
    expect((await get(ann, link)).statusCode).toBe(200);
    const theirs = await get(ben, link);
    const unknown = await get(ben, `/api/file/${'0'.repeat(32)}`);
    expect([theirs.statusCode, theirs.json()]).toEqual([404, unknown.json()]);
    expect((await get(undefined, link)).json().code).toBe(401);
    const gone = await world.register('gonegrant');
    const own = (await upload(gone, pictures[1] ?? Buffer.alloc(0))).data.link;
    await world.call(gone, '/api/user/logout', {});
    expect((await get(gone, own)).json().code).toBeGreaterThanOrEqual(401);
    for (const word of ['..%2f..%2fmaster.key', link.split('/').at(-1).toUpperCase(), 'x', '%00', '-1'])
      expect((await get(ben, `/api/file/${word}`)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('proves nobody: it cannot be sent as one’s own', async () => {
    const cem = await world.register('cemcelik');
    expect((await world.call(cem, `${C}/member/verified`, { ...one, documentNo: 'CC990011' })).code).toBe(200);
    const theirs = await photos(ann);
    const answer = await world.call(cem, `${C}/member/verified`, { stage: 2, ...theirs });
    expect([answer.code, answer.data.fields]).toEqual([400, { front: 'range', back: 'range', handheld: 'range' }]);
  });
});

const one = { stage: 1, name: 'Ann Anderson', country: 'GB', documentType: 1, documentNo: 'AA112233' };

describe('verification', () => {
  const see = async (person: Person) => (await world.call(person, `${C}/member/getMemberOtherData/yhrzxx`)).data.stages;
  const profile = async (person: Person) => (await world.call(person, '/api/user/getInfo', {})).data;

  it('goes from nothing to both stages passed, and the profile and the exchange follow', async () => {
    expect((await see(ann)).map((stage: Json) => stage.state)).toEqual([0, 0]);
    expect((await profile(ann)).kyc).toEqual({ certified: 0, advanced: 0 });
    const early = await world.call(ann, `${C}/member/verified`, { stage: 2, ...(await photos(ann)) });
    expect([early.code, early.data.key, early.data.args]).toEqual([1104, 'kyc.required', { stage: '1' }]);

    const sent = await world.call(ann, `${C}/member/verified`, one);
    expect(sent.data.stages[0]).toMatchObject({ state: 1, fields: { name: 'A*** A***', documentNo: '***233' } });
    expect((await world.call(ann, '/api/user/uploadKYC', one)).code).toBe(1105);
    const second = await world.call(ann, '/api/user/uploadKYC', { stage: 2, ...(await photos(ann)) });
    expect([second.code, second.data.stages[1].state]).toEqual([200, 1]);
    expect((await profile(ann)).kyc).toEqual({ certified: 1, advanced: 1 });

    const { id, user } = await profile(ann);
    const caseOf = async (stage: 1 | 2) =>
      (await world.people.kyc.queue({ stage, state: 1, current: 1, size: 100 })).records.find(
        (line) => line.userId === user.userId,
      )?.id ?? '';
    const [stageOne, stageTwo] = [await caseOf(1), await caseOf(2)];
    await expect(world.people.kyc.pass(stageTwo)).rejects.toMatchObject({ code: 1104 });
    await world.people.kyc.pass(stageOne);
    await world.people.kyc.refuse(stageTwo, [{ field: 'handheld', reason: 'unreadable', note: 'Too dark' }]);
    const [, refused] = await see(ann);
    expect(refused).toMatchObject({
      state: 3,
      refused: [{ field: 'handheld', reason: 'unreadable', note: 'Too dark' }],
    });
    expect((await profile(ann)).kyc).toEqual({ certified: 2, advanced: 3 });
    const handheld = (await upload(ann, pictures[3] ?? Buffer.alloc(0))).data.link;
    expect((await world.call(ann, `${C}/member/verified`, { stage: 2, handheld })).code).toBe(200);
    await world.people.kyc.pass(await caseOf(2));
    expect((await profile(ann)).kyc).toEqual({ certified: 2, advanced: 2 });
    expect((await world.call(ann, `${C}/member/verified`, one)).code).toBe(1106);
    expect((await world.call(ann, `${C}/member/verified`, { stage: 2, handheld })).code).toBe(1106);
    const row = await world.db
      .selectFrom('users')
      .select(['core_user', 'kyc_stage'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.kyc_stage).toBe(2);
    expect(world.live.user(Number(row.core_user) as never)?.stage).toBe(2);
    // The photos stay their owner's own and nobody else's.
    expect((await get(ann, (await see(ann))[1].fields.handheld)).statusCode).toBe(200);
    expect((await get(ben, (await see(ann))[1].fields.handheld)).statusCode).toBe(404);
    expect((await see(ben)).map((stage: Json) => stage.state)).toEqual([0, 0]);
  });

  it('wants fields as agreed, and says which are not', async () => {
    for (const [wrong, fields] of [
      [{ country: 'XX' }, { country: 'range' }],
      [{ country: 'gb' }, { country: 'format' }],
      [{ documentType: 4 }, { documentType: 'range' }],
      [{ documentNo: 'abc' }, { documentNo: 'format' }],
      [{ documentNo: '<script>' }, { documentNo: 'format' }],
      [{ name: '' }, { name: 'required' }],
      [{ name: 'x'.repeat(101) }, { name: 'range' }],
      [{ name: 'Ann\nBen' }, { name: 'format' }],
      [{ stage: 3 }, { stage: 'range' }],
    ] as const) {
      const answer = await world.call(ben, `${C}/member/verified`, { ...one, ...wrong });
      expect([wrong, answer.code, answer.data.fields]).toEqual([wrong, 400, fields]);
    }
    const links = await world.call(ben, `${C}/member/verified`, { stage: 2, front: 'https://evil.example/a.jpg' });
    expect([links.code, links.data.fields]).toEqual([400, { front: 'format' }]);
  });

  it('has one word, and none for guests', async () => {
    expect((await world.call(ann, `${C}/member/getMemberOtherData/other`)).code).toBe(404);
    expect((await world.call(undefined, `${C}/member/getMemberOtherData/yhrzxx`)).code).toBe(401);
    expect((await world.call(undefined, `${C}/member/verified`, one)).code).toBe(401);
    expect((await upload(undefined, pictures[0] ?? Buffer.alloc(0))).code).toBe(401);
  });
});
