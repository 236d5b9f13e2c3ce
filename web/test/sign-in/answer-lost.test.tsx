// A guest's write whose answer was lost (issue 16, part A): nobody can be asked, so the page claims neither outcome, and what a
// second press is refused for is not taken for the first attempt's outcome.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiFault, NoAnswer } from '../../src/api/index.ts';
import { AnswerLost, useGuestWrite } from '../../src/features/sign-in/answer-lost.ts';
import { Refusal } from '../../src/features/sign-in/fields.tsx';
import { emptyForm } from '../../src/features/sign-in/form.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(cleanup);

const ann = { ...emptyForm, account: 'ann' };
const lost = () => Promise.reject(new NoAnswer('timeout', 'none'));
const refused = (code: 500 | 504 | 1004 | 1006 | 1007, key: string) => () =>
  Promise.reject(new ApiFault(code, { key, args: {} }, key, false));
const taken = refused(1006, 'account.taken');

const writes = (of: 'register' | 'reset') => renderHook(() => useGuestWrite(of)).result.current;
const failed = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );
const words = (error: unknown): string => {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Refusal error={error as Error} />
    </I18nProvider>,
  );
  return container.textContent;
};

test.each([
  ['no answer', lost],
  ['the exchange does not know', refused(504, 'server.unknown')],
  ['a fault', refused(500, 'server.fault')],
] as const)('%s: it may have been done', async (_, send) => {
  const error = await failed(writes('register')(ann, send));
  expect(error).toMatchObject({ of: 'register', isAgain: false });
  expect(words(error)).toMatch(/may have been/);
  expect(words(await failed(writes('reset')({ ...ann, tab: 'email' }, send)))).toMatch(/may have been/);
});

test('pressed again, a taken name or a used code may be of the first attempt', async () => {
  const write = writes('register');
  await failed(write(ann, lost));
  const error = await failed(write(ann, taken));
  expect(error).toMatchObject({ of: 'register', isAgain: true });
  expect(words(error)).toMatch(/may have created this account/);
  const reset = writes('reset');
  await failed(reset(ann, lost));
  expect(await failed(reset(ann, refused(1004, 'code.wrong')))).toBeInstanceOf(AnswerLost);
});

test('nothing is said of another account, without a lost answer, or of other refusals', async () => {
  const write = writes('register');
  expect(await failed(write(ann, taken))).toBeInstanceOf(ApiFault);
  await failed(write(ann, lost));
  expect(await failed(write({ ...ann, account: 'ben' }, taken))).toBeInstanceOf(ApiFault);
  expect(await failed(write(ann, refused(1007, 'invite.unknown')))).toBeInstanceOf(ApiFault);
});
