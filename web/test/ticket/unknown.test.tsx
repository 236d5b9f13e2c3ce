// What is said of a write that failed: nothing is claimed that is not known (failures, in the client).
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFault, NoAnswer } from '../../src/api/index.ts';
import { faultWords, RefusedWords, type SubmitState, useWrite } from '../../src/ticket/index.ts';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => vi.unstubAllGlobals());

const refused = (outcome: 'none' | 'unknown') => ({ step: 'refused', words: 'Refused.', outcome }) as const;
const lineOf = (state: Extract<SubmitState, { step: 'refused' }>) => {
  render(
    <I18nProvider i18n={i18n}>
      <p data-testid="line">
        <RefusedWords state={state} />
      </p>
    </I18nProvider>,
  );
  return screen.getByTestId('line').textContent;
};

describe('a write without an answer', () => {
  test('is said to have changed nothing only where that is known', () => {
    expect(lineOf(refused('none'))).toBe('Refused. Nothing changed.');
  });

  test('else it is not', () => {
    expect(lineOf(refused('unknown'))).toBe('Refused. ');
  });

  test('is told in words for customers, never in those of a developer', () => {
    for (const reason of ['offline', 'timeout'] as const) {
      const words = faultWords(
        new NoAnswer(reason, 'expected an answer to contract.order.submit, the connection failed'),
      );
      expect(words).not.toContain('expected');
      expect(words).not.toContain('contract.order.submit');
    }
    expect(faultWords(new ApiFault(2109, { key: 'order.tooMany', args: {} }, 'x', false))).not.toBe('x');
  });

  test.each([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch')), 'unknown'],
    ['a fault of the server', () => Promise.resolve(answer(500, 'server.fault')), 'unknown'],
    ['a refusal', () => Promise.resolve(answer(400, 'request.invalid')), 'none'],
  ] as const)('a call without a key that met %s', async (_, answered, outcome) => {
    vi.stubGlobal('fetch', vi.fn(answered));
    const { result } = renderHook(useWrite);
    await act(async () => {
      await result.current.run('alert.del', { id: '1' });
    });
    expect(result.current.state).toMatchObject({ step: 'refused', outcome });
  });
});

describe('a write whose key custody keeps', () => {
  test('is sent again with the same key until it is answered, and never asked after', async () => {
    vi.useFakeTimers();
    const keys: (string | null)[] = [];
    const paths: string[] = [];
    vi.stubGlobal(
      'fetch',
      vi.fn((url: string, { headers }: RequestInit) => {
        paths.push(url);
        keys.push(new Headers(headers).get('idempotency-key'));
        if (keys.length < 3) return Promise.reject(new TypeError('Failed to fetch'));
        return Promise.resolve(
          new Response(JSON.stringify({ code: 200, msg: '', data: { txid: 'ab', left: '9.000000' } }), { status: 200 }),
        );
      }),
    );
    const { result } = renderHook(useWrite);
    let settled: Promise<unknown> | undefined;
    act(() => {
      settled = result.current.run('practice.send', { coin: 'USDT', address: 'x', amount: '1' });
    });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current.state).toEqual({ step: 'unknown' });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await settled;
    expect(result.current.state).toEqual({ step: 'idle' });
    expect(new Set(paths).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(keys[0]).not.toBeNull();
    expect(new Set(keys).size).toBe(1);
    vi.useRealTimers();
  });
});

const answer = (code: number, key: string) =>
  new Response(JSON.stringify({ code, msg: key, data: { key, args: {} } }), { status: 200 });
