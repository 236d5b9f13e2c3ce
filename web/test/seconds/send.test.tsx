// A second contract sent from the page (money §5): once, asked after when no answer comes, and again after a refusal.
import { act, renderHook } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSendSecond } from '../../src/features/seconds/send.ts';

const order = { symbol: 'BTC_USDT', periodId: '301-30', direction: 1, amount: '10', odds: '0.85' } as const;
const envelope = (code: number, data: unknown) =>
  new Response(JSON.stringify({ code, msg: 'told', data }), { headers: { 'content-type': 'application/json' } });
const row = {
  ...{ id: '7', symbolName: 'BTC/USDT', direction: 1, amount: '10.000000', coin: 'USDT', seconds: 30 },
  ...{ odds: '0.850000', expectedProfit: '8.500000', openPrice: null, currentPrice: null, closePrice: null },
  ...{ profit: null, createTime: 1, closeTime: null, countdown: 0, status: 0, result: null, voidReason: null },
  ...{ openTick: null, closeTick: null, ruleVersion: 1, seq: 9 },
};

function page() {
  const queries = new QueryClient();
  const reread = vi.spyOn(queries, 'invalidateQueries');
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { hook: renderHook(() => useSendSecond(), { wrapper }).result, reread };
}

/**
 * Answers calls by what their address holds; a fault stands for silence. Only these are counted: files share a process,
 * and a page of another file may still reread something.
 */
function exchange(answers: Readonly<Record<string, (() => Response)[]>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const name = Object.keys(answers).find((word) => url.includes(word));
    if (name !== undefined) asked.push(name);
    const answer = name === undefined ? undefined : answers[name]?.shift();
    if (!answer) throw new TypeError('no line');
    return answer();
  });
  return asked;
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => vi.unstubAllGlobals());

it('odds that changed are refused, read anew, and the next press is an order again', async () => {
  const asked = exchange({
    createSecondContractOrder: [
      () => envelope(2404, { key: 'odds.changed', args: { odds: '0.80' } }),
      () => envelope(200, row),
    ],
  });
  const { hook, reread } = page();
  await act(async () => expect(await hook.current.send(order)).toBeUndefined());
  expect(hook.current.submit.step).toBe('refused');
  expect(reread).toHaveBeenCalledWith({ queryKey: ['period.list'] });
  await act(async () => expect(await hook.current.send(order)).toMatchObject({ id: '7', seq: 9 }));
  expect(hook.current.submit).toEqual({ step: 'idle' });
  expect(asked).toEqual(['createSecondContractOrder', 'createSecondContractOrder']);
});

it('two presses at once are one order', async () => {
  const asked = exchange({ createSecondContractOrder: [() => envelope(200, row), () => envelope(200, row)] });
  const { hook } = page();
  await act(async () => {
    const [first, second] = await Promise.all([hook.current.send(order), hook.current.send(order)]);
    expect([first?.id, second]).toEqual(['7', undefined]);
  });
  expect(asked).toEqual(['createSecondContractOrder']);
});

it('an order found to stand is taken, also when its row cannot be read', async () => {
  const asked = exchange({
    createSecondContractOrder: [],
    outcome: [
      () => envelope(200, { state: 'done', code: 200, key: 'ok', seq: 9, answer: { id: '7', status: 0, seq: 9 } }),
    ],
    receipt: [() => envelope(503, { key: 'server.notTaking', args: {} })],
  });
  const { hook } = page();
  await act(async () => expect(await hook.current.send(order)).toEqual({ id: '7', seq: 9, order: undefined }));
  expect(hook.current.submit).toEqual({ step: 'idle' });
  expect(asked.filter((name) => name === 'createSecondContractOrder')).toHaveLength(1);
});
