// No log holds a secret, a token, a code or a personal datum, and no refusal repeats one (calls §1, design §5 and §9):
// the whole edge with a log at level trace, every call of the agreement by every way in, with values to be recognised.

import { callNames, callOf, hashPassword, pathOf } from '@vitrine/contract';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLog } from '../../../src/shared/log/index.ts';
import { TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { sign } from '../../account/api-keys/signing.ts';
import { type ExchangeEdge, startExchange } from './exchange-edge.ts';
import { type Json, ORIGIN, requestFor } from './harness.ts';
import { SecretFinder } from './secret-finder.ts';

const C = '/api/v1/coin';
const IP = '203.0.113.77';
const AGENT = 'Mozilla/5.0 (Quackenbush-Device; rv:150.0)';
const SURNAME = 'Quackenbush';
/** What a person brings along, by the names of the fields it is sent in. */
const PERSON = {
  email: 'wilhelmina.q@example.com',
  account: 'wilhelmina.q@example.com',
  areaCode: '44',
  phone: '7700900862',
  name: `Wilhelmina ${SURNAME}`,
  idNumber: 'ZX8841973Q',
  documentNo: 'ZX8841973Q',
  cardNumber: '4929414929414921',
  bankName: `${SURNAME} & Sons`,
  bankPhone: '+44 20 7946 0958',
  homeAddress: '77 Snapdragon Crescent',
  bankAddress: '9 Foxglove Parade',
  antiCode: 'plover-at-dusk',
} as const;
const LOGIN = hashPassword('Wilhelmina-Pass1');
const FRESH = hashPassword('Wilhelmina-Other2');
const FUND = hashPassword('586213');
const TYPED_CODE = '739154';
const isPassword = (field: string) => /pwd|password/i.test(field);
const isCode = (field: string) => /^(code|oldCode|x)$/.test(field);

/** Stands in paths: a refusal may name it to who sent it (an unknown coin), no log line does. */
const PATH_WORD = 'wordinapath77';

const finder = new SecretFinder();
const inPaths = new SecretFinder();
const log: string[] = [];
const outside: string[] = [];
const refusals: { readonly what: string; readonly text: string }[] = [];
const spies: { mockRestore(): void }[] = [];
let world: ExchangeEdge;

/** Keeps what it is given, as the file of a log would. */
const memory = { write: (line: string) => void log.push(line) };

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    spies.push(vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(outside.push(String(text)))));
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    spies.push(
      vi.spyOn(console, level).mockImplementation((...parts) => void outside.push(parts.map(String).join(' '))),
    );
  for (const [field, value] of Object.entries(PERSON)) if (field !== 'areaCode') finder.add(field, value);
  inPaths.add('word of a path', PATH_WORD);
  finder.add('surname', SURNAME);
  finder.add('login password', LOGIN);
  finder.add('new password', FRESH);
  finder.add('fund password', FUND);
  finder.add('typed code', TYPED_CODE);
  finder.add('network address', IP);
  finder.add('browser', AGENT);
  world = await startExchange({ logger: openLog({ logLevel: 'trace' }, memory) });
});
afterAll(async () => {
  for (const spy of spies) spy.mockRestore();
  await world.stop();
});

/** One browser: its cookies and satoken are secrets as soon as it has them. */
class Visitor {
  readonly #jar = new Map<string, string>();
  #satoken = '';

  async send(what: string, request: { method: string; url: string; payload?: unknown; headers?: object }) {
    const answer = await world.app.inject({
      method: request.method as 'GET' | 'POST',
      url: request.url,
      remoteAddress: IP,
      headers: {
        origin: ORIGIN,
        'user-agent': AGENT,
        cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.#satoken === '' ? {} : { satoken: this.#satoken }),
        ...request.headers,
      },
      ...(request.payload === undefined ? {} : { payload: request.payload as object | string }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.#jar.delete(name);
      else {
        this.#jar.set(name, value);
        finder.add(`cookie ${name}`, value);
      }
    }
    const read: Json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {};
    if (typeof read.data?.satoken === 'string') {
      this.#satoken = read.data.satoken;
      finder.add('satoken', read.data.satoken);
    }
    for (const field of ['secret', 'uri', 'ticket', 'stepId'])
      if (typeof read.data?.[field] === 'string') finder.add(field, read.data[field]);
    for (const one of read.data?.recoveryCodes ?? []) finder.add('recovery code', one);
    if (read.code !== 200) refusals.push({ what, text: withoutStep(answer.body, read) });
    return { status: answer.statusCode, code: read.code as number, data: read.data as Json };
  }

  call(url: string, body?: object) {
    return this.send(url, { method: body === undefined ? 'GET' : 'POST', url, payload: body });
  }

  /** Asks for a code and reads it in the practice inbox. */
  async code(fields: Record<string, unknown> & { type: number }, phone = false): Promise<string> {
    expect((await this.call(phone ? '/api/user/sendMobileCode' : '/api/user/sendEmailCode', fields)).code).toBe(200);
    const { data } = await this.call('/api/practice/inbox', {});
    const code = data.find((one: Json) => one.purpose === fields.type)?.code ?? '';
    finder.add(`code of purpose ${fields.type}`, code);
    return code;
  }
}

/** 210 exists to give the step of a sign-in to the person who must take it. */
function withoutStep(text: string, read: Json): string {
  return read.code === 210 ? text.replace(read.data.stepId, '') : text;
}

const someone = new Visitor();
const key = { key: '', secret: '' };

/** Fails naming what was found and where; the text itself stays out of the report. */
function expectClean(): void {
  for (const { what, text } of refusals) expect([what, finder.find(text)]).toEqual([what, []]);
  for (const line of log) {
    const found = [...finder.find(line), ...inPaths.find(line)];
    expect([found.length === 0 ? '' : line.slice(0, 200), found]).toEqual(['', []]);
  }
  expect(finder.find(outside.join('\n'))).toEqual([]);
}

describe('the finder', () => {
  it('finds each secret as it is, in an address, in base64, in capitals; a short one only by itself', () => {
    const canary = new SecretFinder();
    canary.add('mail', 'a.b@c.example');
    canary.add('code', '739154');
    for (const text of ['x a.b@c.example x', '?email=a.b%40c.example', Buffer.from('a.b@c.example').toString('base64')])
      expect(canary.find(text), text).toEqual(['mail']);
    expect(canary.find('A.B@C.EXAMPLE, "739154"')).toEqual(['mail', 'code']);
    expect(canary.find('at 1739154000 ms; 7391541')).toEqual([]);
  });
});

describe('a customer’s whole way', () => {
  it('register, bind, set, prove, pay, trade by a key, sign out and in: nothing of it is in the log', async () => {
    const code = await someone.code({ email: PERSON.email, type: 1 });
    const registration = { type: 2, account: PERSON.email, password: LOGIN, confirmPassword: LOGIN, code };
    expect((await someone.call('/api/user/register', { ...registration, terms: TERMS_VERSION })).code).toBe(200);
    expect((await someone.call('/api/practice/claim', {})).code).toBe(200);
    const phone = { areaCode: '44', phone: PERSON.phone };
    const bind = {
      type: 3,
      account: PERSON.phone,
      areaCode: '44',
      code: await someone.code({ ...phone, type: 4 }, true),
    };
    expect((await someone.call(`${C}/member/accountVerificationBinding`, bind)).code).toBe(200);
    const set = { pwd: FUND, confirmPwd: FUND, code: await someone.code({ type: 7 }) };
    expect((await someone.call('/api/user/tardPwdSet', set)).code).toBe(200);
    expect((await someone.call(`${C}/member/antiCode`, { antiCode: PERSON.antiCode })).code).toBe(200);
    const { name, idNumber, cardNumber, bankName, bankPhone, homeAddress, bankAddress } = PERSON;
    const card = { name, idNumber, cardNumber, bankName, bankPhone, homeAddress, bankAddress };
    expect((await someone.call('/api/userBank/save', card)).code).toBe(200);
    const pay = { type: 2, name, account: PERSON.email, fundPassword: FUND };
    expect((await someone.call(`${C}/member/payment`, pay)).code).toBe(200);
    const kyc = { stage: 1, name, country: 'GB', documentType: 1, documentNo: PERSON.documentNo };
    expect((await someone.call(`${C}/member/verified`, kyc)).code).toBe(200);
    const made = await someone.call(`${C}/member/api`, { name: 'bot', rights: ['r', 't'] });
    Object.assign(key, made.data);
    const order = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.001' };
    const body = JSON.stringify(order);
    const signed = sign(key.key, key.secret, { method: 'POST', url: '/api/currency/order/submit', body });
    const placed = await someone.send('signed order', {
      method: 'POST',
      url: '/api/currency/order/submit',
      payload: body,
      headers: { ...signed, 'content-type': 'application/json' },
    });
    expect(placed.code).toBe(200);
    const offered = await someone.call(`${C}/member/getGoogleVerification/new`, {});
    const token = await generate({ secret: offered.data.secret });
    finder.add('authenticator code', token);
    const inPath = await someone.call(`${C}/member/googleVerificationBindingOrReset/${token}/2`, {});
    expect(inPath.code).toBe(400);
    const bound = await someone.call(`${C}/member/googleVerificationBindingOrReset/-/2`, { code: token });
    expect(bound.code).toBe(200);
    expect((await someone.call('/api/user/socketTicket', {})).code).toBe(200);
    for (const url of ['/api/user/security', '/api/user/getInfo', '/api/userBank/getbank', '/api/user/refresh'])
      expect((await someone.call(url, {})).code).toBe(200);
    expect((await someone.call('/api/user/logout', {})).code).toBe(200);
    await sql`update verification_codes set created_at = created_at - 61000`.execute(world.db);
    const login = { type: 2, account: PERSON.email, password: LOGIN };
    expect((await someone.call('/api/user/login', { ...login, password: FRESH, code: TYPED_CODE })).code).toBe(1002);
    expect((await someone.call('/api/user/login', { ...login, code: TYPED_CODE })).code).toBe(1004);
    const step = await someone.call('/api/user/login', {
      ...login,
      code: await someone.code({ email: PERSON.email, type: 2 }),
    });
    expect(step.code).toBe(210);
    const recovery = { stepId: step.data.stepId, method: 'recovery', code: bound.data.recoveryCodes[0] };
    expect((await someone.call('/api/user/loginStep', recovery)).code).toBe(200);
    expectClean();
  });
});

/** What a call is sent: right in form with secrets in their fields, or wrong everywhere with the surname in each field. */
function inputsOf(name: (typeof callNames)[number]): readonly Record<string, unknown>[] {
  const fields = Object.keys(callOf(name).input.shape);
  const secret = (field: string): unknown =>
    isPassword(field) ? FRESH : isCode(field) ? TYPED_CODE : (PERSON as Readonly<Record<string, string>>)[field];
  const { payload } = requestFor(name);
  const right: object = typeof payload === 'object' ? payload : {};
  const known = fields.map((field) => [field, secret(field)] as const).filter(([, value]) => value !== undefined);
  return [
    { ...right, ...Object.fromEntries(known) },
    Object.fromEntries(fields.map((field) => [field, `${SURNAME} <${PERSON.email}> ${FRESH}`])),
  ];
}

/** Every way a call can come in with an input: body, query, form, broken JSON, with a secret in each word of its path. */
function waysOf(name: (typeof callNames)[number], input: Readonly<Record<string, unknown>>) {
  const { url: right } = requestFor(name);
  const url = right.split('?')[0] ?? '';
  const texts = Object.entries(input).map(([field, value]): [string, string] => [field, String(value)]);
  const query = new URLSearchParams(texts).toString();
  const word = name.startsWith('member.googleVerification') ? TYPED_CODE : PATH_WORD;
  const path = callOf(name).path.endsWith('}') ? url.replace(/[^/]+$/, word) : url;
  const json = { 'content-type': 'application/json' };
  return [
    { method: 'POST', url, payload: input },
    { method: callOf(name).method, url: `${url}?${query}` },
    { method: 'POST', url: path, payload: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { method: 'POST', url: path, payload: JSON.stringify(input).slice(0, -1), headers: json },
    { method: 'PUT', url: `${url}?${query}`, payload: input },
  ];
}

/** Sends every call in every way, and again signed by the key. Gives how many of the signed ones passed. */
async function walk(by: (name: (typeof callNames)[number]) => Promise<Visitor>): Promise<number> {
  let passed = 0;
  for (const name of callNames) {
    const visitor = await by(name);
    for (const input of inputsOf(name))
      for (const way of waysOf(name, input)) {
        await visitor.send(name, way);
        if (way.method === 'PUT') continue;
        const { payload = '' } = way;
        const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
        const signed = sign(key.key, key.secret, { method: way.method as 'GET' | 'POST', url: way.url, body });
        const answer = await visitor.send(name, { ...way, headers: { ...way.headers, ...signed } });
        if (answer.code === 200) passed += 1;
      }
  }
  return passed;
}

let customers = 0;
/** A fresh customer: some calls end a session, freeze an account, or use something up. */
async function customer(): Promise<Visitor> {
  const visitor = new Visitor();
  const account = `walker${(customers += 1)}x`;
  const registration = { type: 1, account, password: LOGIN, confirmPassword: LOGIN, terms: TERMS_VERSION };
  expect((await visitor.call('/api/user/register', registration)).code).toBe(200);
  return visitor;
}

describe('every call of the agreement', () => {
  it('by a guest, by a customer and by a key, with secrets wherever one can put them', async () => {
    const guest = new Visitor();
    expect(await walk(async () => guest)).toBeGreaterThan(10);
    await walk(customer);
    const routes = log.join('');
    for (const name of callNames)
      expect(routes).toContain(JSON.stringify(pathOf(callOf(name)).replace(/\{([A-Za-z]+)\}/g, ':$1')));
    expect(log.length).toBeGreaterThan(callNames.length * 10);
    expect(refusals.length).toBeGreaterThan(callNames.length * 5);
    expectClean();
  });

  it('when half of the database is gone: faults are logged, without what was asked', async () => {
    const visitor = await customer();
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('users', 'sessions', 'session_tokens', 'identity_secrets')
        and tablename not like 'journal%' and tablename not like 'migrations%'`.execute(world.db);
    const before = log.length;
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} rename to ${sql.id(`${name}_gone`)}`.execute(world.db);
    try {
      for (const name of callNames)
        for (const way of waysOf(name, inputsOf(name)[0] ?? {})) await visitor.send(name, way);
    } finally {
      for (const { name } of rows)
        await sql`alter table ${sql.table(`${name}_gone`)} rename to ${sql.id(name)}`.execute(world.db);
    }
    const faults = log.slice(before).filter((line) => line.includes('"fault"'));
    expect(faults.length).toBeGreaterThan(20);
    expectClean();
  });

  it('is recognised by this test: a line that did hold a secret would fail it', () => {
    expect(finder.size).toBeGreaterThan(100);
    const canary: string[] = [];
    const careless = openLog({ logLevel: 'trace' }, { write: (line: string) => void canary.push(line) });
    careless.info({ note: `signed in as ${PERSON.email}` }, 'hello');
    careless.info({ url: `/api/user/login?password=${LOGIN}` }, 'request');
    expect(canary.map((line) => finder.find(line))).toEqual([[expect.any(String)], ['login password']]);
  });
});
