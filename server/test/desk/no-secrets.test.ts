// No log of the desk holds a secret or a word about anybody (issue 4; design §9): everything the desk does is done once, at
// the chattiest level, faults included, and the lines are searched.

import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { logSerializers } from '../../src/shared/log/index.ts';
import { DESK_ORIGIN, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let text = '';

beforeAll(async () => {
  const logger = pino(
    { level: 'trace', serializers: logSerializers },
    { write: (line: string) => void (text += line) },
  );
  world = await startDeskWorld({ logger });
});
afterAll(() => world.stop());

it('nothing that is secret or personal is in a line', async () => {
  const link = (await world.desk.links.founderLink()) ?? '';
  const [ada, grace] = await founders(world);
  const rosa = await world.hire('Rosa Marchetti', ['support'], ada, grace);
  const ann = await world.customer('annanderson');
  const kyc = await world.submit(ann.id);
  const photos = await world.submit(ann.id, 2);
  await world.db.updateTable('users').set({ email: 'ann.anderson@example.org' }).where('id', '=', ann.id).execute();
  const code = world.code(ada.secret);
  const wrong = { name: 'Rosa Marchetti', password: 'f'.repeat(64), code: '918273' };
  await world.call(undefined, 'desk.signIn', wrong);
  await world.call(undefined, 'desk.signIn', { name: ada.name, password: ada.password, code });
  await world.call(undefined, 'desk.signIn', {
    name: grace.name,
    password: grace.password,
    code: grace.recoveryCodes[0] ?? '',
  });
  await world.call(ada, 'desk.customers.search', { by: 'email', text: 'ann.anderson@example.org' });
  const file = (await world.call(ada, 'desk.kyc.case', { id: photos })).data.documents[0].fileId as string;
  await world.app.inject({
    method: 'POST',
    url: '/desk/api/kyc/document?email=ann.anderson@example.org',
    headers: { origin: DESK_ORIGIN, cookie: ada.cookie, satoken: ada.satoken },
    payload: { id: photos, fileId: file },
  });
  const reason = 'to compare with the photograph';
  const clear = await world.call(ada, 'desk.kyc.unmask', { id: kyc, field: 'name', reason });
  expect(clear.data.value).toContain('Émilie');
  await world.call(ada, 'desk.kyc.pass', { id: kyc, reason });
  await world.call(ada, 'desk.customers.freeze', { id: ann.id, reason });
  // A fault of ours, with all of that at hand.
  await sql`alter table desk_audit rename to desk_audit_away`.execute(world.db);
  expect((await world.call(ada, 'desk.kyc.unmask', { id: kyc, field: 'documentNo', reason })).code).toBe(500);
  expect((await world.call(undefined, 'desk.signIn', wrong)).code).toBe(500);
  await sql`alter table desk_audit_away rename to desk_audit`.execute(world.db);

  expect(text).toContain('/desk/api/kyc/unmask');
  expect(text).toContain('"fault"');
  const secrets = [
    link.slice(-43),
    code,
    wrong.password,
    wrong.code,
    'Rosa',
    'Marchetti',
    'anderson',
    'Émilie',
    'AB12345',
    reason,
  ];
  for (const one of [ada, grace, rosa])
    secrets.push(one.password, one.secret, one.cookie.split('=')[1] ?? '', one.satoken, ...one.recoveryCodes);
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
});
