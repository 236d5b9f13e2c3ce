import { afterEach, expect, test, vi } from 'vitest';
import { ApiFault, NoAnswer } from '../src/api/index.ts';
import { report } from '../src/app/report.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = (code: 401 | 1001 | 500, key: string): ApiFault => new ApiFault(code, { key, args: {} }, key, false);

test('§8 a ticket refused because the session is over, or not given on a cut line, is no fault of the page; anything else is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  report(refusal(401, 'session.ended'));
  report(refusal(1001, 'token.invalid'));
  report(new NoAnswer('offline', 'expected an answer to user.socketTicket, the connection failed'));
  expect(reported).not.toHaveBeenCalled();
  const fault = refusal(500, 'server.fault');
  const thrown = new TypeError('x is undefined');
  report(fault);
  report(thrown);
  expect(reported.mock.calls).toEqual([[fault], [thrown]]);
});
