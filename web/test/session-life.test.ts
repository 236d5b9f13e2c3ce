// The end of a session, in this tab and the others: the true reason, login with the way back, and no word of it after a new login
// (spec §4, §8). A browser that keeps nothing asks the exchange who is signed in.
import { i18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import { clearToasts, toasts } from '@vitrine/ui';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, endSession, enterSession, request } from '../src/api/index.ts';
import { startSession } from '../src/app/session-life.ts';
import { user } from './account/render-page.tsx';

const MARK = 'vitrine:isLogin';
let gone: string[] = [];
let isSignedIn = false;

const text = () => toasts().map(({ text: words }) => words);
/** What another tab wrote. */
const other = (newValue: string | null): void => {
  if (newValue === null) localStorage.removeItem(MARK);
  else localStorage.setItem(MARK, newValue);
  globalThis.dispatchEvent(new StorageEvent('storage', { key: MARK, newValue }));
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  startSession(new QueryClient(), (path) => gone.push(path));
});
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('fetch', async (url: string) =>
    Promise.resolve(
      new Response(
        JSON.stringify(
          isSignedIn && url === '/api/user/getInfo'
            ? { code: 200, msg: '', data: user }
            : { code: 401, msg: '', data: { key: 'session.ended', args: {} } },
        ),
        { status: isSignedIn ? 200 : 401 },
      ),
    ),
  );
  isSignedIn = false;
  gone = [];
  clearToasts();
  enterSession(user);
  history.replaceState(null, '', '/assets/index?key=transfer');
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const back = `/user/login?back=${encodeURIComponent('/assets/index?key=transfer')}`;

describe('a session that ends', () => {
  it('by the exchange leads to login with the way back, and tells other tabs so before its mark goes', async () => {
    const written: string[] = [];
    const set = vi.spyOn(localStorage, 'setItem').mockImplementation((name, value) => {
      if (name === MARK) written.push(value);
    });
    await expect(request('userCoin.getUserCoin', {})).rejects.toMatchObject({ code: 401 });
    set.mockRestore();
    expect(gone).toEqual([back]);
    expect(written).toEqual(['ended']);
    expect(localStorage.getItem(MARK)).toBeNull();
    expect(text()).toEqual([expect.stringContaining('ended on another device')]);
  });

  it('in another tab, by the exchange: login with the way back and the same reason', () => {
    other('ended');
    other(null);
    expect(gone).toEqual([back]);
    expect(text()).toEqual([expect.stringContaining('ended on another device')]);
  });

  it('in another tab, by its user: login with the way back and that reason', () => {
    other(null);
    expect(gone).toEqual([back]);
    expect(text()).toEqual(['You signed out in another tab of this browser.']);
  });

  it('leaves the mark of a session that another tab began since', () => {
    localStorage.setItem(MARK, '1');
    globalThis.dispatchEvent(new StorageEvent('storage', { key: MARK, newValue: null }));
    expect(currentSession().state).toBe('guest');
    expect(localStorage.getItem(MARK)).toBe('1');
  });

  it('and begins again in another tab: the notice goes, and the page is where it was', async () => {
    other('ended');
    history.replaceState(null, '', back);
    gone = [];
    isSignedIn = true;
    other('1');
    await settled();
    await settled();
    expect(currentSession().state).toBe('user');
    expect(toasts()).toEqual([]);
    expect(gone).toEqual(['/assets/index?key=transfer']);
  });

  it('and begins again here: the notice goes', () => {
    other('ended');
    enterSession(user);
    expect(toasts()).toEqual([]);
    expect(gone).toEqual([back]);
  });

  it('on a page without a way back leads home, as the root does', async () => {
    history.replaceState(null, '', '/user/register');
    await expect(request('userCoin.getUserCoin', {})).rejects.toMatchObject({ code: 401 });
    expect(gone).toEqual(['/home/index']);
  });
});

describe('who is signed in, at the start', () => {
  const fresh = async () => {
    vi.resetModules();
    return (await import('../src/api/session.ts')).currentSession().state;
  };
  afterEach(() => void vi.restoreAllMocks());

  it('is known to be nobody where storage says so', async () => {
    localStorage.clear();
    expect(await fresh()).toBe('guest');
    expect(localStorage).toHaveLength(0);
  });

  it('is asked where storage is full', async () => {
    localStorage.clear();
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await fresh()).toBe('unknown');
  });

  it('is asked where storage is forbidden', async () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(await fresh()).toBe('unknown');
  });
});
