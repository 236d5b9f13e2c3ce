// The client: writes whose answer is lost are asked for and never sent twice.

import { describe, expect, it, vi } from 'vitest';
import { toasts } from '@vitrine/ui';
import { currentSession, mayBeDone, request, settle } from '../src/api/index.ts';
import { sent, answer, ok, refused, useClient } from './client-kit.ts';

useClient();

describe('a call that the browser ends by itself, as Firefox does when the page is left', () => {
  it('has no answer; one that its caller ended is passed on', async () => {
    const aborted = () => {
      throw new DOMException('The operation was aborted.', 'AbortError');
    };
    vi.stubGlobal('fetch', async () => Promise.resolve().then(aborted));
    await expect(request('common.getTime', {})).rejects.toMatchObject({ name: 'NoAnswer', reason: 'offline' });
    const own = AbortSignal.abort();
    await expect(request('common.getTime', {}, { signal: own })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('writes whose answer is lost', () => {
  const input = { from: '1', to: '2', coin: 'USDT', amount: '1' } as const;
  const outcome = (state: string, code: number, seq: number | null) =>
    ok({
      state,
      code,
      key: state === 'refused' ? 'balance.insufficient' : 'ok',
      seq,
      answer: state === 'done' ? { id: '9', status: null, seq } : null,
    });

  it('are never sent twice: the outcome of their key is asked', async () => {
    answer(({ url }) =>
      url === '/api/userCoin/transfer' ? new TypeError('connection reset') : outcome('done', 200, 9),
    );
    const unknown = vi.fn();
    expect(await settle('userCoin.transfer', input, { onUnknown: unknown })).toMatchObject({ how: 'found', seq: 9 });
    expect(unknown).toHaveBeenCalledTimes(1);
    const key = sent[0]?.headers['idempotency-key'];
    expect(sent.map((call) => call.url)).toEqual(['/api/userCoin/transfer', `/api/common/outcome/${key}`]);
  });

  it('end as the refusal they met', async () => {
    answer(({ url }) =>
      url === '/api/userCoin/transfer' ? refused(504, 'server.unknown', 504) : outcome('refused', 3001, 9),
    );
    await expect(settle('userCoin.transfer', input)).rejects.toMatchObject({ code: 3001, key: 'balance.insufficient' });
  });

  it('end as never done when they had not run: their key is void', async () => {
    answer(({ url }) => (url === '/api/userCoin/transfer' ? new TypeError('offline') : outcome('never', 410, null)));
    await expect(settle('userCoin.transfer', input)).rejects.toMatchObject({ code: 410 });
  });

  it('are asked for again while the exchange does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    answer(({ url }) => {
      if (url === '/api/userCoin/transfer') return new TypeError('offline');
      asked += 1;
      return asked < 3 ? new TypeError('offline') : outcome('done', 200, 9);
    });
    const settled = settle('userCoin.transfer', input);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settled).toMatchObject({ how: 'found' });
    expect(sent.filter((call) => call.url === '/api/userCoin/transfer')).toHaveLength(1);
  });

  it('show an outcome only once it is known: nothing while the exchange is asked, then the refusal', async () => {
    let fate: readonly [number, unknown] | Error = new TypeError('offline');
    answer(({ url }) => (url === '/api/userCoin/transfer' ? refused(500, 'server.fault', 500) : fate));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const settled = settle('userCoin.transfer', input);
    const ended = expect(settled).rejects.toMatchObject({ code: 410 });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(toasts()).toEqual([]);
    fate = outcome('never', 410, null);
    await vi.advanceTimersByTimeAsync(4_000);
    await ended;
    expect(toasts()).toHaveLength(1);
    vi.useRealTimers();
  });

  it('are unknown when the question what became of them is refused, as after a logout', async () => {
    answer(({ url }) => (url === '/api/userCoin/transfer' ? new TypeError('offline') : refused(1001, 'token.invalid')));
    await expect(settle('userCoin.transfer', input, { quiet: true })).rejects.toSatisfy(mayBeDone);
  });

  it('include the cancelling and changing of orders', async () => {
    answer(({ url }) => (url.includes('outcome') ? outcome('done', 200, 9) : new TypeError('offline')));
    for (const call of ['currency.order.cancelOrder', 'contract.order.canCelOrder', 'entrust.amend'] as const)
      expect(await settle(call, { id: '7', price: '1' } as never, { quiet: true })).toMatchObject({ how: 'found' });
    expect(await settle('entrust.cancel.all', { account: 'spot' }, { quiet: true })).toMatchObject({ seq: 9 });
  });

  // Whatever stands between answers by itself: it may have passed the write on before.
  it.each([
    [503, 'upstream connect error'],
    [403, '<html>Forbidden</html>'],
    [404, '<html>Not found</html>'],
    [429, '<html>Too many requests</html>'],
    [401, '<html>Sign in to the network</html>'],
    [400, '{"code":400,"msg":"Bad request"}'],
    [302, ''],
    [503, '{"message":"Service Unavailable"}'],
  ])('are asked for after %i %s, which is no answer of the exchange', async (status, text) => {
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push({ url, headers: {}, body: undefined });
      if (url === '/api/userCoin/transfer') return Promise.resolve(new Response(text, { status }));
      return Promise.resolve(new Response(JSON.stringify(outcome('done', 200, 9)[1])));
    });
    expect(await settle('userCoin.transfer', input)).toMatchObject({ how: 'found', seq: 9 });
    expect(sent.map(({ url }) => url.replace(/outcome.*/, 'outcome'))).toEqual([
      '/api/userCoin/transfer',
      '/api/common/outcome',
    ]);
    expect(toasts()).toEqual([]);
    expect(currentSession().state).toBe('user');
  });

  it('are asked for again while something between answers in the place of the exchange', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push({ url, headers: {}, body: undefined });
      if (url.includes('outcome')) asked += 1;
      const isOurs = asked > 3;
      return Promise.resolve(
        isOurs ? new Response(JSON.stringify(outcome('done', 200, 9)[1])) : new Response('<html>', { status: 403 }),
      );
    });
    const settled = settle('userCoin.transfer', input);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settled).toMatchObject({ how: 'found', seq: 9 });
    expect(sent.filter(({ url }) => url === '/api/userCoin/transfer')).toHaveLength(1);
  });

  it('may be done where they have no key, too', async () => {
    vi.stubGlobal('fetch', async () => Promise.resolve(new Response('<html>', { status: 503 })));
    await expect(request('user.socketTicket', {})).rejects.toSatisfy(mayBeDone);
  });

  it('pass a refusal on without asking', async () => {
    answer(() => refused(3001, 'balance.insufficient'));
    await expect(settle('userCoin.transfer', input, { quiet: true })).rejects.toMatchObject({ code: 3001 });
    expect(sent).toHaveLength(1);
  });
});
