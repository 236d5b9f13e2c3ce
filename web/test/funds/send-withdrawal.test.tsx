// A withdrawal sent from the page (issue 14): presses while it is encrypted, or while it is on its way, are one request.
import { act, renderHook } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { WithdrawalBody } from '@vitrine/contract';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useSendWithdrawal } from '../../src/features/wallet/withdraw/send.ts';
import { loadConfig } from '../../src/runtime/index.ts';

const KEYS = ['019ac000-0000-7000-8000-000000000001', '019ac000-0000-7000-8000-000000000002'] as const;
const body = (key: string) =>
  ({ userId: '7', key, time: 5, coin: 'USDT', network: 'practice', amount: '21' }) as unknown as WithdrawalBody;
const ack = {
  ...{ id: '3', status: 0, seq: 9, fee: '1.000000', review: 'rules' },
  arrives: { usual: 1, latest: 2 },
};
const envelope = (code: number, data: unknown) =>
  new Response(JSON.stringify({ code, msg: 'told', data }), { headers: { 'content-type': 'application/json' } });

/** Answers withdrawals with these, in order; each counts. */
function exchange(answers: (() => Response)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('ithdraw')) throw new TypeError('no line');
    asked.push(url);
    const answer = answers.shift();
    if (!answer) throw new TypeError('no line');
    return answer();
  });
  return asked;
}

function page() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useSendWithdrawal(), { wrapper }).result;
}

/** Loads the page's configuration with this key. */
async function configured(withdrawalKey: object | undefined): Promise<void> {
  vi.stubGlobal('VITRINE', { withdrawalKey });
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (script instanceof Element) script.dispatchEvent(new Event('load'));
  });
  await loadConfig();
  append.mockRestore();
}

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  await configured(await crypto.subtle.exportKey('jwk', pair.publicKey));
});
afterAll(async () => {
  await configured(undefined);
  vi.unstubAllGlobals();
});
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => vi.unstubAllGlobals());

it('issue 14: two presses at once are one withdrawal, and the form is busy from the first on', async () => {
  const asked = exchange([() => envelope(200, ack), () => envelope(200, ack)]);
  const hook = page();
  await act(async () => {
    const { send } = hook.current;
    const both = Promise.all(KEYS.map((key) => send(body(key), key)));
    expect((await both).map(({ how }) => how)).toEqual(['requested', 'none']);
  });
  expect(asked).toHaveLength(1);
  expect(hook.current).toMatchObject({ state: { step: 'idle' }, unsealed: false });
});

it('issue 14: the form is busy while the request is encrypted', async () => {
  exchange([() => envelope(200, ack)]);
  const hook = page();
  let sent: Promise<unknown> = Promise.resolve();
  act(() => {
    sent = hook.current.send(body(KEYS[0]), KEYS[0]);
  });
  expect(hook.current.state).toEqual({ step: 'sending' });
  await act(async () => void (await sent));
  expect(hook.current.state).toEqual({ step: 'idle' });
});

it('issue 14: after a refusal the next press is a request again', async () => {
  const asked = exchange([() => envelope(3107, { key: 'withdrawal.final', args: {} }), () => envelope(200, ack)]);
  const hook = page();
  await act(async () => expect(await hook.current.send(body(KEYS[0]), KEYS[0])).toEqual({ how: 'refused' }));
  expect(hook.current.state.step).toBe('refused');
  await act(async () =>
    expect(await hook.current.send(body(KEYS[1]), KEYS[1])).toMatchObject({ how: 'requested', id: '3' }),
  );
  expect(asked).toHaveLength(2);
});
