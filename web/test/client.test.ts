// The client: one refresh for all who meet a 401, keys kept over repeats, keys by a wrong clock of the device.

import { readKey } from '@vitrine/contract';
import { describe, expect, it, vi } from 'vitest';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { clearToasts, toasts } from '@vitrine/ui';
import { createElement } from 'react';
import { currentSession, followClock, newKey, onLeave, request, settle } from '../src/api/index.ts';
import { faultText } from '../src/page/index.ts';
import { sent, answer, ok, refused, useClient } from './client-kit.ts';

useClient();

describe('calls §1 sessions', () => {
  it('sends satoken and language as headers', async () => {
    answer(() => ok(1));
    await request('common.getTime', {});
    expect(sent[0]?.headers).toMatchObject({ satoken: 'first', lang: 'en' });
  });

  it('meets many 401 with one refresh and repeats every read', async () => {
    let renewed = false;
    answer(({ url, headers }) => {
      if (url === '/api/user/refresh') {
        renewed = true;
        return ok({ satoken: 'second' });
      }
      return renewed && headers['satoken'] === 'second' ? ok([]) : refused(401, 'session.ended', 401);
    });
    await Promise.all([
      request('userCoin.getUserCoin', {}),
      request('assets.getWalletAccount', {}),
      request('userCoin.getUserCoin', {}),
    ]);
    expect(sent.filter((call) => call.url === '/api/user/refresh')).toHaveLength(1);
    expect(currentSession().state).toBe('user');
  });

  it('repeats a keyed write with the same key', async () => {
    let renewed = false;
    answer(({ url }) => {
      if (url === '/api/user/refresh') {
        renewed = true;
        return ok({ satoken: 'second' });
      }
      return renewed ? ok({ id: '1', seq: 5 }) : refused(401, 'session.ended', 401);
    });
    await settle('userCoin.transfer', { from: '1', to: '2', coin: 'USDT', amount: '1' });
    const keys = sent
      .filter((call) => call.url === '/api/userCoin/transfer')
      .map((call) => call.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(readKey(keys[0]!)).toBeDefined();
  });

  it('repeats a write without a key too, once: a 401 was refused at the door', async () => {
    answer(({ url }) => (url === '/api/user/refresh' ? ok({ satoken: 'second' }) : refused(401, 'session.ended', 401)));
    await expect(request('user.socketTicket', {})).rejects.toMatchObject({ code: 401 });
    expect(sent.map((call) => call.url)).toEqual([
      '/api/user/socketTicket',
      '/api/user/refresh',
      '/api/user/socketTicket',
    ]);
  });

  it('goes to the root when the refresh is refused, and forgets who was signed in (§8)', async () => {
    const left: string[] = [];
    const off = onLeave((to) => left.push(to));
    answer(() => refused(401, 'session.ended', 401));
    await expect(request('userCoin.getUserCoin', {})).rejects.toMatchObject({ code: 401 });
    off();
    expect(left).toEqual(['root']);
    expect(currentSession()).toEqual({ state: 'guest', user: undefined });
    expect(localStorage.getItem('vitrine:isLogin')).toBeNull();
  });
});

describe('refusals', () => {
  it('are shown once in the reader’s words, and not at all where a form shows them', async () => {
    answer(() => refused(2001, 'market.closed'));
    await expect(request('common.getTime', {})).rejects.toMatchObject({ code: 2001 });
    await expect(request('common.getTime', {})).rejects.toMatchObject({ code: 2001 });
    expect(toasts()).toHaveLength(1);
    clearToasts();
    await expect(request('common.getTime', {}, { quiet: true })).rejects.toMatchObject({ code: 2001 });
    expect(toasts()).toHaveLength(0);
  });

  it('keep the session when something between answers 401 to its renewal', async () => {
    vi.stubGlobal('fetch', async () => Promise.resolve(new Response('<html>', { status: 401 })));
    await expect(request('userCoin.getUserCoin', {}, { quiet: true })).rejects.toMatchObject({ code: 401 });
    expect(currentSession().state).toBe('user');
  });

  it('name no number of seconds that did not come', async () => {
    vi.stubGlobal('fetch', async () => Promise.resolve(new Response('<html>', { status: 429 })));
    const fault: unknown = await request('common.getTime', {}, { quiet: true }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    const { container } = render(createElement(I18nProvider, { i18n }, faultText(fault as Error)));
    expect(container.textContent).not.toMatch(/in\s+s\./);
    expect(container.textContent).toMatch(/\S/);
  });

  it('cover answers that are not what the contract says', async () => {
    answer(() => ok('not a time'));
    await expect(request('common.getTime', {})).rejects.toMatchObject({ code: 500, key: 'server.fault' });
  });
});

describe('keys by a wrong clock of the device', () => {
  const input = { from: '1', to: '2', coin: 'USDT', amount: '1' } as const;
  const transfer = '/api/userCoin/transfer';
  const day = 86_400_000;
  const keysOf = () =>
    sent.filter(({ url }) => url === transfer).map(({ headers }) => headers['idempotency-key'] ?? '');

  /** An exchange whose clock is `ahead` of the device's, ms. It takes keys of its own time, as core does. */
  const exchangeAt = (ahead: number): void =>
    answer(({ url, headers }) => {
      const now = Date.now() + ahead;
      if (url === '/api/common/getTime') return ok(now);
      const made = readKey(headers['idempotency-key'] ?? '')?.time ?? 0;
      return made > now + 60_000 || made < now - day ? refused(410, 'key.expired') : ok({ id: '1', seq: 5 });
    });

  it.each([-70_000, -day, day + 60_000, 30 * day])(
    'are made anew by the exchange’s time, where it is %i ms from the device’s, and the write is done once',
    async (ahead) => {
      exchangeAt(ahead);
      const keys: string[] = [];
      expect(await settle('userCoin.transfer', input, { onKey: (key) => keys.push(key) })).toMatchObject({
        how: 'answered',
        data: { seq: 5 },
      });
      expect(keysOf()).toHaveLength(2);
      expect(keysOf()[0]).not.toBe(keysOf()[1]);
      expect(keys).toEqual(keysOf());
      expect(toasts()).toEqual([]);
    },
  );

  it('are of the exchange’s time from the first on, once the page knows it', async () => {
    exchangeAt(-70_000);
    followClock({ now: () => Date.now() - 70_000, answer: () => undefined });
    await settle('userCoin.transfer', input);
    followClock({ now: Date.now, answer: () => undefined });
    expect(keysOf()).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('tell the page the exchange’s time', async () => {
    exchangeAt(-70_000);
    const heard = vi.fn();
    followClock({ now: Date.now, answer: heard });
    await settle('userCoin.transfer', input);
    followClock({ now: Date.now, answer: () => undefined });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('are not replaced where their time was right: the exchange had another reason', async () => {
    answer(({ url }) => (url === '/api/common/getTime' ? ok(Date.now()) : refused(410, 'key.expired')));
    await expect(settle('userCoin.transfer', input)).rejects.toMatchObject({ code: 410 });
    expect(keysOf()).toHaveLength(1);
    expect(toasts()).toHaveLength(1);
  });

  it('are not replaced where the input names them', async () => {
    exchangeAt(-70_000);
    const key = newKey();
    await expect(settle('userCoin.transfer', input, { key, quiet: true })).rejects.toMatchObject({ code: 410 });
    expect(keysOf()).toEqual([key]);
  });

  it('are not replaced where no time is given', async () => {
    answer(({ url }) => (url === transfer ? refused(410, 'key.expired') : new TypeError('offline')));
    await expect(settle('userCoin.transfer', input, { quiet: true })).rejects.toMatchObject({ code: 410 });
    expect(keysOf()).toHaveLength(1);
  });

  it('are not replaced after a lost answer that was asked for: only a refusal of the sending proves it', async () => {
    answer(({ url }) => {
      if (url === transfer) return new TypeError('offline');
      if (url === '/api/common/getTime') return ok(Date.now() - day * 3);
      return ok({ state: 'never', code: 410, key: 'key.expired', seq: null, answer: null });
    });
    await expect(settle('userCoin.transfer', input, { quiet: true })).rejects.toMatchObject({ code: 410 });
    expect(keysOf()).toHaveLength(1);
  });

  it('of a second sending whose answer is lost are the ones that are asked for', async () => {
    let tries = 0;
    answer(({ url }) => {
      if (url === '/api/common/getTime') return ok(Date.now() - 70_000);
      if (url !== transfer)
        return ok({ state: 'done', code: 200, key: 'ok', seq: 9, answer: { id: '9', status: null, seq: 9 } });
      return (tries += 1) === 1 ? refused(410, 'key.expired') : new TypeError('connection reset');
    });
    const unknown = vi.fn();
    expect(await settle('userCoin.transfer', input, { onUnknown: unknown })).toMatchObject({ how: 'found', seq: 9 });
    expect(unknown).toHaveBeenCalledWith(keysOf()[1]);
    expect(sent.at(-1)?.url).toBe(`/api/common/outcome/${keysOf()[1]}`);
  });
});
