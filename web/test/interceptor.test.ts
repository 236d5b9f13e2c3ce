// §8 as a table: what each answer means for the page.
import { codes, statusOf, type Code } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { NoAnswer } from '../src/api/index.ts';
import { judge, judgeOurs } from '../src/api/interceptor.ts';

const refusal = (code: number | string, key: string, msg = 'words') => ({ code, msg, data: { key, args: {} } });

interface Row {
  readonly why: string;
  readonly status: number;
  readonly body: unknown;
  readonly expected: object;
}

const table: readonly Row[] = [
  {
    why: 'code 200 is success',
    status: 200,
    body: { code: 200, msg: 'ok', data: { id: '1' } },
    expected: { kind: 'done', data: { id: '1' } },
  },
  {
    why: 'the white paper answers its code as text',
    status: 200,
    body: { code: '200', msg: 'ok', data: { url: '/paper' } },
    expected: { kind: 'done', data: { url: '/paper' } },
  },
  {
    why: 'the login step is rejected silently',
    status: 200,
    body: refusal(210, 'login.stepSuccess'),
    expected: { kind: 'refused', code: 210, toast: false, leave: undefined, refreshable: false },
  },
  {
    why: '401 logs out and goes to the root, after a refresh was tried',
    status: 401,
    body: refusal(401, 'session.ended'),
    expected: { kind: 'refused', code: 401, toast: false, leave: 'root', refreshable: true },
  },
  {
    why: 'token invalid logs out and goes to login',
    status: 401,
    body: refusal(1001, 'token.invalid'),
    expected: { kind: 'refused', code: 1001, toast: false, leave: 'login', refreshable: false },
  },
  {
    why: 'so does a message that says token invalid',
    status: 200,
    body: refusal(403, 'request.forbidden', 'Token Invalid!'),
    expected: { kind: 'refused', leave: 'login', toast: false },
  },
  {
    why: 'another refusal is shown as a toast',
    status: 200,
    body: refusal(3001, 'balance.insufficient'),
    expected: { kind: 'refused', code: 3001, toast: true, leave: undefined },
  },
  {
    why: 'also with an HTTP status of its own',
    status: 409,
    body: refusal(409, 'key.otherBody'),
    expected: { kind: 'refused', code: 409, toast: true },
  },
  {
    why: 'except when its message contains "sql"',
    status: 500,
    body: refusal(500, 'server.fault', 'PSQLException near …'),
    expected: { kind: 'refused', code: 500, toast: false },
  },
  {
    why: 'except when it is the too-frequent-requests message',
    status: 429,
    body: refusal(429, 'request.tooFrequent'),
    expected: { kind: 'refused', code: 429, toast: false },
  },
  {
    why: 'not taking orders is an answer: nothing was done',
    status: 503,
    body: refusal(503, 'server.notTaking'),
    expected: { kind: 'refused', code: 503, toast: true, ours: true },
  },
  {
    why: 'unknown is an answer: outcome is asked',
    status: 504,
    body: refusal(504, 'server.unknown'),
    expected: { kind: 'refused', code: 504 },
  },
  {
    why: 'a status outside 200 to 500 is no answer of ours',
    status: 502,
    body: { code: 3001, msg: 'x', data: {} },
    expected: { kind: 'refused', code: 500 },
  },
  {
    why: 'the message may be error_description',
    status: 400,
    body: { code: 400, error_description: 'bad grant' },
    expected: { kind: 'refused', code: 400, msg: 'bad grant' },
  },
  {
    why: 'without any message it is "500"',
    status: 500,
    body: {},
    expected: { kind: 'refused', code: 500, msg: '500' },
  },
  {
    why: 'a body that is no JSON counts by its status',
    status: 404,
    body: undefined,
    expected: { kind: 'refused', code: 404, msg: '500' },
  },
  {
    why: 'a 200 without an envelope is a fault, never a success',
    status: 200,
    body: undefined,
    expected: { kind: 'refused', code: 500 },
  },
  {
    why: 'a proxy that times out leaves the fate unknown',
    status: 504,
    body: undefined,
    expected: { kind: 'refused', code: 504, ours: false },
  },
  {
    why: 'a 429 of something between says no number of seconds',
    status: 429,
    body: undefined,
    expected: { kind: 'refused', code: 503, data: { key: 'server.notTaking' }, ours: false },
  },
  {
    why: 'half an envelope is none of ours',
    status: 403,
    body: { code: 403, msg: 'forbidden' },
    expected: { kind: 'refused', code: 403, ours: false },
  },
  {
    why: 'a code of a newer server is a fault with its own key',
    status: 200,
    body: refusal(7777, 'new.thing'),
    expected: { kind: 'refused', code: 500, data: { key: 'new.thing', args: {} } },
  },
  {
    why: 'success in the envelope under a failing status is no success',
    status: 500,
    body: { code: 200, msg: 'ok', data: 1 },
    expected: { kind: 'refused', code: 500 },
  },
];

describe('§8 response handling', () => {
  it.each(table.map((row) => [row.why, row] as const))('%s', (_why, { status, body, expected }) => {
    expect(judge(status, body)).toMatchObject(expected);
  });

  it('takes no refusal of a write but the exchange’s own', () => {
    expect(() => judgeOurs(403, undefined)).toThrow(NoAnswer);
    expect(judgeOurs(200, refusal(3001, 'balance.insufficient'))).toMatchObject({ code: 3001 });
    expect(judgeOurs(200, { code: 200, msg: 'ok', data: 1 })).toMatchObject({ kind: 'done' });
  });

  it('reads every code of the closed set at the status it comes with', () => {
    for (const [text, { key }] of Object.entries(codes)) {
      const code = Number(text) as Code;
      if (code === 200) continue;
      expect(judge(statusOf(code), refusal(code, key))).toMatchObject({
        kind: 'refused',
        code,
        data: { key },
        ours: true,
      });
    }
  });
});
