// The client against a small fake of the desk: what it sends, how it reads answers, refusals and silence.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seen } from '../src/api/activity.ts';
import { ApiFault, NoAnswer, currentSession, endSession, enterSession, requestPicture } from '../src/api/index.ts';
import { request } from '../src/api/client.ts';
import { me } from './world.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

let sent: Sent[] = [];
let reply: () => Response | Promise<Response> = () => Response.error();

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const headersOf = (index: number): Headers => new Headers(sent[index]!.init.headers);

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve(reply());
  });
  enterSession(me());
  seen();
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession(false);
});

describe('a call', () => {
  it('goes by POST with the anti-forgery value, its input in the body only', async () => {
    reply = () => json(200, { code: 200, msg: 'Done.', data: { time: 5 } });
    await expect(request('desk.customers.freeze', { id: '5', reason: 'Asked by phone' })).resolves.toEqual({ time: 5 });
    expect(sent[0]!.url).toBe('/desk/api/customers/freeze');
    expect(sent[0]!.init.method).toBe('POST');
    expect(JSON.parse(sent[0]!.init.body as string)).toEqual({ id: '5', reason: 'Asked by phone' });
    expect(headersOf(0).get('satoken')).toBe('token-of-the-session');
  });

  it.each([200, 401, 403, 404, 429, 503])(
    'a status of %i without an envelope refuses no write and ends no session: whoever stands between may have sent it',
    async (status) => {
      reply = () => new Response('upstream connect error', { status });
      const key = '01936b2a-0000-7000-8000-000000000001';
      await expect(
        request('desk.customers.freeze', { id: '5', reason: 'Asked by phone' }, { key }),
      ).rejects.toBeInstanceOf(NoAnswer);
      await expect(request('desk.outcome', { key })).rejects.toBeInstanceOf(NoAnswer);
      expect(currentSession()).toBeDefined();
    },
  );

  it('says that it is the page’s own asking once nobody is at the desk, so that it keeps no session alive', async () => {
    reply = () =>
      json(200, {
        code: 200,
        msg: '',
        data: {
          kyc: null,
          fundCases: null,
          appeals: null,
          deposits: null,
          withdrawals: null,
          halts: null,
          proposals: { open: 0, mine: 0 },
          rules: { version: 1, what: '', announced: [] },
        },
      });
    await request('desk.summary', {});
    seen(Date.now() - 60_000);
    await request('desk.summary', {});
    expect([headersOf(0).get('x-poll'), headersOf(1).get('x-poll')]).toEqual([null, '1']);
  });

  it('refuses an answer that is not what the agreement says', async () => {
    reply = () => json(200, { code: 200, msg: '', data: { time: 'soon' } });
    await expect(request('desk.signOut', {})).rejects.toMatchObject({ code: 500 });
  });
});

describe('a refusal', () => {
  it('carries the desk’s own why', async () => {
    reply = () => json(403, { code: 403, msg: 'No.', data: { key: 'request.forbidden', args: {}, why: 'oneself' } });
    const fault = await request('desk.proposals.approve', { id: '7' }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ApiFault);
    expect(fault).toMatchObject({ code: 403, why: 'oneself', message: 'No.' });
    expect(currentSession().state).toBe('person');
  });

  it('that ends the session ends it here, and says that it ended by itself', async () => {
    reply = () => json(401, { code: 401, msg: 'You are signed out.', data: { key: 'session.ended', args: {} } });
    await expect(request('desk.summary', {})).rejects.toMatchObject({ code: 401 });
    expect(currentSession()).toEqual({ state: 'guest', ended: true });
  });

  it('without an envelope is known by its status', async () => {
    reply = () => new Response('<html>', { status: 503 });
    await expect(request('desk.summary', {})).rejects.toMatchObject({ code: 503 });
  });
});

describe('silence', () => {
  it('differs from a refusal', async () => {
    reply = () => Promise.reject(new TypeError('network'));
    await expect(request('desk.summary', {})).rejects.toBeInstanceOf(NoAnswer);
  });
});

describe('a picture', () => {
  const picture = { name: 'desk.kyc.document', input: { id: '12', fileId: 'f1' } } as const;

  it('comes as bytes; anything but a picture is a fault', async () => {
    reply = () => new Response('bytes', { status: 200, headers: { 'content-type': 'image/jpeg' } });
    await expect(requestPicture(picture)).resolves.toBeInstanceOf(Blob);
    reply = () => json(404, { code: 404, msg: 'Gone.', data: { key: 'request.notFound', args: {} } });
    await expect(requestPicture(picture)).rejects.toMatchObject({ code: 404 });
    reply = () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } });
    await expect(requestPicture(picture)).rejects.toBeInstanceOf(ApiFault);
  });
});
