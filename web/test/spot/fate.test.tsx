// The fate of a sent order on the page: asked before an old price is used, unknown until the exchange has answered.
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import { unknownAfter } from '@vitrine/ui';
import { drawnBasis } from '../../src/features/chart/choice.ts';
import type { MarketRules } from '../../src/features/spot/calculate.ts';
import { StaleDialog, useSubmit } from '../../src/ticket/index.ts';

const rules: MarketRules = {
  symbol: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  tickDecimals: 1,
  lotDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
  minValue: '5',
};
const input = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '50000.0', quantity: '0.01000' } as const;
const done = (data: unknown) => new Response(JSON.stringify({ code: 200, msg: 'ok', data }));

beforeEach(() => {
  localStorage.clear();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a submit on an old price (design §6, freshness with teeth)', () => {
  function ask() {
    const seen: string[] = [];
    render(
      <I18nProvider i18n={i18n}>
        <ThemeProvider name="theme-daytime" env="test">
          <FormatProvider
            value={{
              tag: 'en',
              time: { offset: 0, format: 'MM/DD/YYYY' },
              currency: { code: 'CNY', symbol: '¥', rate: undefined },
              now: () => 0,
            }}
          >
            <StaleDialog
              age="3.4 s"
              price="50000.1"
              limit="49000.0"
              rules={rules}
              onWait={() => seen.push('wait')}
              onSend={() => seen.push('send')}
            />
          </FormatProvider>
        </ThemeProvider>
      </I18nProvider>,
    );
    return seen;
  }

  it('names the age and the price seen, and waiting is the safe answer', async () => {
    const seen = ask();
    const wait = await screen.findByRole('button', { name: 'Wait for a fresh price' });
    expect(screen.getByRole('dialog').textContent).toContain('The price is 3.4 s old');
    expect(screen.getByRole('dialog').textContent).toContain('50,000.1');
    fireEvent.click(wait);
    expect(seen).toEqual(['wait']);
  });

  it('is sent only by the words that say so', async () => {
    const seen = ask();
    fireEvent.click(await screen.findByRole('button', { name: 'Send anyway' }));
    expect(seen).toContain('send');
  });
});

describe('an order without an answer (failures, in the client: never guessed, never sent twice)', () => {
  /** Answers nothing to the order and `outcome` to the question; counts what was sent. */
  function silent(outcome: unknown) {
    const urls: string[] = [];
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
      urls.push(url);
      if (/outcome/.test(url)) return Promise.resolve(done(outcome));
      return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
    });
    // The time-out of the platform's signal does not follow pretended clocks: it is made to.
    vi.useFakeTimers();
    vi.stubGlobal('AbortSignal', {
      timeout: (ms: number) => {
        const control = new AbortController();
        setTimeout(() => control.abort(new DOMException('late', 'TimeoutError')), ms);
        return control.signal;
      },
      any: AbortSignal.any,
    });
    return urls;
  }

  const cases = [
    {
      named: 'is taken when the exchange says done',
      outcome: { state: 'done', code: 200, key: 'ok', seq: 9, answer: { id: '77', status: 0, seq: 9 } },
      taken: true,
      step: 'idle',
    },
    {
      named: 'is refused with the words of its refusal',
      outcome: { state: 'refused', code: 3001, key: 'balance.insufficient', seq: 9, answer: null },
      taken: false,
      step: 'refused',
    },
    {
      named: 'never happened when its key had not come: the key is void',
      outcome: { state: 'never', code: 410, key: 'key.expired', seq: null, answer: null },
      taken: false,
      step: 'refused',
    },
  ] as const;

  for (const { named, outcome, taken, step } of cases) {
    it(named, async () => {
      const urls = silent(outcome);
      const { result } = renderHook(() => useSubmit('currency.order.submit'));
      const steps: string[] = [];
      let sent: Promise<{ readonly taken: boolean }> | undefined;
      await act(async () => {
        sent = result.current.send(input);
      });
      steps.push(result.current.state.step);
      await act(async () => {
        await vi.advanceTimersByTimeAsync(unknownAfter + 1);
        expect(await sent).toMatchObject({ taken });
      });
      steps.push(result.current.state.step);
      expect(steps).toEqual(['sending', step]);
      expect(urls.filter((url) => /submit/.test(url))).toHaveLength(1);
    });
  }

  it('is shown as unknown while the exchange has not answered', async () => {
    silent({ state: 'done', code: 200, key: 'ok', seq: 9, answer: { id: '77', status: 0, seq: 9 } });
    const before = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      /outcome/.test(url) ? new Promise(() => undefined) : before(url, init),
    );
    const { result } = renderHook(() => useSubmit('currency.order.submit'));
    await act(async () => {
      void result.current.send(input);
    });
    await act(async () => {
      await vi.advanceTimersByTimeAsync(unknownAfter + 1);
    });
    expect(result.current.state.step).toBe('unknown');
  });
});

describe('the chart of a market that never traded', () => {
  it('draws the index until the first trade, unless its last price was asked for', () => {
    expect(drawnBasis('last', { traded: false, few: false, asked: false })).toBe('index');
    expect(drawnBasis('last', { traded: true, few: false, asked: false })).toBe('last');
    expect(drawnBasis('last', { traded: undefined, few: false, asked: false })).toBe('last');
    expect(drawnBasis('last', { traded: false, few: false, asked: true })).toBe('last');
    expect(drawnBasis('depth', { traded: false, few: false, asked: false })).toBe('depth');
  });
});
