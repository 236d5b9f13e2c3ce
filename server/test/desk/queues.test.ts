// The desk's queues and customers (issue 4; spec §1, §3): masked unless unmasked with a reason, every look in the audit
// log, passed by two, refused by one and by exactly the fields named.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KYC_LATE } from '../../src/desk/queues/kyc.ts';
import { FAILURES_MOST } from '../../src/account/identity/throttle.ts';
import { type Customer, DESK_ORIGIN, type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
let ann: Customer;

beforeAll(async () => {
  world = await startDeskWorld();
  [ada, grace] = await founders(world);
  ann = await world.customer('annanderson');
});
afterAll(() => world.stop());

const audit = async (subject: string) => (await world.call(ada, 'desk.audit.list', { subject })).data.records;
const words = async (subject: string) => (await audit(subject)).map(({ what }: { what: string }) => what);

describe('verification', () => {
  it('stands in the queue by stage and state, with what is worth a second look', async () => {
    const id = await world.submit(ann.id);
    const photos = await world.submit(ann.id, 2);
    const [one, two, all] = await Promise.all(
      [{ stage: 1 }, { stage: 2 }, {}].map((input) => world.call(ada, 'desk.kyc.list', input)),
    );
    expect(one?.data.records).toMatchObject([{ id, userId: ann.id, stage: 1, state: 1, country: 'GB', flags: [] }]);
    expect(two?.data.records).toMatchObject([{ id: photos, stage: 2 }]);
    expect(all?.data.total).toBe(2);
    expect((await world.call(ada, 'desk.kyc.list', { state: 2 })).data.total).toBe(0);
    expect((await world.call(ada, 'desk.summary')).data.kyc).toEqual({ first: 1, second: 1 });
    world.move(KYC_LATE + 1);
    ada = await world.signIn(ada);
    grace = await world.signIn(grace);
    await world.call(ada, 'desk.kyc.pass', { id, reason: 'looks right' });
    await world.call(ada, 'desk.customers.freeze', { id: ann.id, reason: 'to see the flag' });
    const flagged = await world.call(grace, 'desk.kyc.list', { stage: 1 });
    expect(flagged.data.records[0].flags).toEqual(['late', 'proposed', 'frozen']);
    // A photo proves a name: stage 1 first.
    expect(await world.call(ada, 'desk.kyc.pass', { id: photos, reason: 'x' })).toMatchObject({ code: 1104 });
    const proposal = flagged.data.records[0].proposal as string;
    expect((await world.call(grace, 'desk.proposals.approve', { id: proposal })).data.state).toBe('done');
    const next = await world.call(grace, 'desk.kyc.pass', { id: photos, reason: 'the same face' });
    expect((await world.call(ada, 'desk.proposals.approve', { id: next.data.id })).data.state).toBe('done');
    expect((await world.call(ada, 'desk.customers.get', { id: ann.id })).data.line.kycStage).toBe(2);
    expect((await world.call(ada, 'desk.kyc.pass', { id: photos, reason: 'x' })).data.why).toBe('state');
    expect((await world.call(ada, 'desk.kyc.case', { id: photos })).data.proposal).toMatchObject({
      ...{ state: 'done', by: { name: 'Grace' }, second: { name: 'Ada' }, mayApprove: false, mayRefuse: false },
    });
  });

  it('shows a case masked; a field in the clear takes a reason; both are logged, without what was seen', async () => {
    const { id: userId } = await world.customer('benbrown');
    const id = await world.submit(userId);
    const shown = await world.call(ada, 'desk.kyc.case', { id });
    expect(shown.code).toBe(200);
    const text = JSON.stringify(shown.data);
    for (const secret of ['Émilie', 'O’Hara', 'AB12345']) expect(text).not.toContain(secret);
    expect(shown.data.fields).toMatchObject({ name: 'A*** É*** O***', country: 'GB' });
    expect((await world.call(ada, 'desk.kyc.unmask', { id, field: 'name', reason: '' })).code).toBe(400);
    const clear = await world.call(ada, 'desk.kyc.unmask', { id, field: 'name', reason: 'to compare the photo' });
    expect(clear.data).toEqual({ field: 'name', value: 'Ann Émilie O’Hara' });
    for (const field of ['front', 'password', 'constructor', 'toString'])
      expect((await world.call(ada, 'desk.kyc.unmask', { id, field, reason: 'x' })).data.fields).toEqual({
        field: 'range',
      });
    const [unmasked, looked] = await audit(`kyc:${id}`);
    expect(unmasked).toMatchObject({ what: 'kyc.unmasked', reason: 'to compare the photo', detail: { field: 'name' } });
    expect(looked).toMatchObject({ what: 'kyc.looked', person: { name: 'Ada' } });
    expect(JSON.stringify(await audit(`kyc:${id}`))).not.toContain('Émilie');
    // A page that is read again is one look; another person’s is another.
    await world.call(ada, 'desk.kyc.case', { id });
    await world.call(grace, 'desk.kyc.case', { id });
    expect((await words(`kyc:${id}`)).filter((what: string) => what === 'kyc.looked')).toHaveLength(2);
    for (const other of ['999999', 'abc', '-1', '0', `${id}x`])
      expect((await world.call(ada, 'desk.kyc.case', { id: other })).code, other).toBe(404);
  });

  it('opens a picture of that case only, every time with a row in the log before it', async () => {
    const cara = await world.customer('caracole');
    const dora = await world.customer('doradell');
    const cases = await Promise.all(
      [cara, dora].map(async ({ id }) => [await world.submit(id), await world.submit(id, 2)]),
    );
    const [, id = ''] = cases[0] ?? [];
    const [, other = ''] = cases[1] ?? [];
    const documents = (await world.call(ada, 'desk.kyc.case', { id })).data.documents as {
      field: string;
      fileId: string;
    }[];
    const theirs = (await world.call(ada, 'desk.kyc.case', { id: other })).data.documents as { fileId: string }[];
    expect(documents.map(({ field }) => field)).toEqual(['front', 'back', 'handheld']);
    const open = (fileId: string) =>
      world.app.inject({
        method: 'POST',
        url: '/desk/api/kyc/document',
        headers: { origin: DESK_ORIGIN, cookie: ada.cookie, satoken: ada.satoken },
        payload: { id, fileId },
      });
    const answer = await open(documents[0]?.fileId ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(answer.rawPayload.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    await open(documents[0]?.fileId ?? '');
    expect((await words(`kyc:${id}`)).filter((what: string) => what === 'kyc.document')).toHaveLength(2);
    for (const fileId of [theirs[0]?.fileId ?? '', 'f'.repeat(32), '..%2f..%2fetc'])
      expect([400, 404]).toContain((await open(fileId)).statusCode);
    // The link of a customer's page opens nothing at the desk's address.
    const link = await world.app.inject({ url: `/api/file/${documents[0]?.fileId}`, headers: { cookie: ada.cookie } });
    expect(link.statusCode).toBe(404);
  });

  it('is refused by one person, by exactly the fields named and only those of its stage, and can be sent again', async () => {
    const { id: userId } = await world.customer('elsaeden');
    const id = await world.submit(userId);
    const refuse = (refused: readonly object[]) =>
      world.call(grace, 'desk.kyc.refuse', { id, refused: refused as never });
    expect((await refuse([])).code).toBe(400);
    expect((await refuse([{ field: 'front', reason: 'unreadable' }])).code).toBe(400);
    expect((await refuse([{ field: 'name', reason: 'ugly' }])).code).toBe(400);
    const proposed = await world.call(ada, 'desk.kyc.pass', { id, reason: 'fine' });
    const named = [{ field: 'documentNo', reason: 'mismatch', note: 'One digit is missing' }];
    expect((await refuse(named)).data.why).toBe('standing');
    await world.call(grace, 'desk.proposals.refuse', { id: proposed.data.id, reason: 'look at the number' });
    const answers = await Promise.all([refuse(named), refuse(named)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await words(`kyc:${id}`)).toContain('kyc.refused');
    // Under the decision stands who made it.
    const refused = await world.call(ada, 'desk.kyc.case', { id });
    expect(refused.data).toMatchObject({ state: 3, proposal: null, refusedBy: { name: 'Grace' } });
    const again = await world.submit(userId);
    const shown = await world.call(ada, 'desk.kyc.case', { id: again });
    expect(shown.data.refusedBy).toBeNull();
    expect(shown.data.history).toMatchObject([{ id, state: 3, refused: named }]);
  });
});

describe('a forgotten fund password', () => {
  it('is passed by two or refused by one', async () => {
    const people = await Promise.all(['fayfield', 'gwengray'].map((name) => world.customer(name)));
    const cases: string[] = [];
    for (const { id } of people) {
      await world.db.updateTable('users').set({ fund_password: 'sealed' }).where('id', '=', id).execute();
      cases.push((await world.exchange.people.fundCases.open(id)).id);
    }
    const [first = '', second = ''] = cases;
    const listed = await world.call(ada, 'desk.fundCases.list');
    expect(listed.data.records).toMatchObject([
      { id: first, customer: { id: people[0]?.id }, proposal: null },
      { id: second, customer: { id: people[1]?.id }, proposal: null },
    ]);
    expect(JSON.stringify(listed.data)).not.toContain('fayfield');
    expect((await world.call(ada, 'desk.summary')).data.fundCases).toBe(2);
    const asked = await world.call(ada, 'desk.fundCases.pass', { id: first, reason: 'called back' });
    expect((await world.call(ada, 'desk.fundCases.refuse', { id: first, reason: 'x' })).data.why).toBe('standing');
    expect(await world.exchange.people.fundCases.usable(people[0]?.id ?? '')).toBe(false);
    expect((await world.call(ada, 'desk.proposals.approve', { id: asked.data.id })).data.why).toBe('oneself');
    expect((await world.call(grace, 'desk.proposals.approve', { id: asked.data.id })).data.state).toBe('done');
    expect(await world.exchange.people.fundCases.usable(people[0]?.id ?? '')).toBe(true);
    expect((await world.call(grace, 'desk.fundCases.refuse', { id: second, reason: 'not the owner' })).code).toBe(200);
    expect((await world.exchange.people.fundCases.latest(people[1]?.id ?? ''))?.state).toBe('refused');
    expect((await world.call(grace, 'desk.fundCases.pass', { id: second, reason: 'x' })).data.why).toBe('state');
    const past = async (state: 'passed' | 'refused') =>
      (await world.call(ada, 'desk.fundCases.list', { state })).data.records;
    expect(await past('passed')).toMatchObject([{ id: first, proposal: asked.data.id, refusedBy: null }]);
    expect(await past('refused')).toMatchObject([{ id: second, proposal: null, refusedBy: { name: 'Grace' } }]);
    for (const id of ['999999', 'abc'])
      expect((await world.call(ada, 'desk.fundCases.pass', { id, reason: 'x' })).code).toBe(404);
  });
});

describe('customers', () => {
  it('are found by what is exact, however it is written, and shown masked', async () => {
    const { id } = await world.customer('harryhill');
    await world.db
      .updateTable('users')
      .set({ email: 'harry.hill@example.org', area_code: '44', phone: '7700900123' })
      .where('id', '=', id)
      .execute();
    const { invite_code } = await world.db
      .selectFrom('users')
      .select('invite_code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const found = async (by: 'number' | 'email' | 'phone' | 'name' | 'invite', text: string) =>
      (await world.call(ada, 'desk.customers.search', { by, text })).data.records;
    for (const [by, text] of [
      ['number', id],
      ['email', 'Harry.Hill@Example.org'],
      ['phone', '+44 7700 900123'],
      ['phone', '7700900123'],
      ['name', 'HarryHill'],
      ['invite', invite_code.toLowerCase()],
    ] as const) {
      const records = await found(by, text);
      expect(records, `${by} ${text}`).toMatchObject([{ id, email: 'ha***rg', phone: '770***0123' }]);
      expect(JSON.stringify(records)).not.toMatch(/harryhill|harry\.hill|7700900123/);
    }
    for (const [by, text] of [
      ['email', 'harry.hill@example.or'],
      ['email', '%'],
      ['name', 'harry%'],
      ['phone', '900123'],
      ['phone', '-'],
      ['number', '1 or 1=1'],
    ] as const)
      expect(await found(by, text), `${by} ${text}`).toEqual([]);
    const searches = await world.db
      .selectFrom('desk_audit')
      .selectAll()
      .where('what', '=', 'customer.searched')
      .execute();
    expect(searches.length).toBeGreaterThan(10);
    expect(JSON.stringify(searches)).not.toMatch(/harry/i);
    // Only the record of the search: the digits can occur in a row's hash or time by chance.
    expect(JSON.stringify(searches.map((row) => row.detail))).not.toMatch(/7700/);
    await world.call(ada, 'desk.customers.get', { id });
    expect(await words(`customer:${id}`)).toEqual(['customer.looked']);
    expect((await world.call(ada, 'desk.customers.get', { id: '999999' })).code).toBe(404);
  });

  it('show their sign-ins by network, not by address', async () => {
    const { id } = await world.customer('ivyirwin');
    await world.db
      .insertInto('login_log')
      .values({
        user_id: id,
        time: '1',
        ip: '203.0.113.77',
        network: '203.0.113.0/24',
        device: 'Firefox',
        result: 'password',
      })
      .execute();
    const log = await world.call(ada, 'desk.customers.loginLog', { id, size: 100 });
    expect(log.data.records[0]).toMatchObject({ ip: '203.0.113.0/24', result: 'password' });
    expect(JSON.stringify(log.data)).not.toContain('203.0.113.77');
  });

  it('of the same address cannot lock the desk’s people by their own wrong attempts', async () => {
    for (let at = 0; at < FAILURES_MOST.account; at += 1)
      await world.exchange.call(undefined, '/api/user/login', {
        type: 1,
        account: 'desk:ada',
        password: 'a'.repeat(64),
      });
    ada = await world.signIn(ada);
  });
});
