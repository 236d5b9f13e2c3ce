// A page of an older build, and one whose line is cut (issue 16, part A).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  holdPage,
  isStaleChunk,
  newerBuildIsServed,
  pageIsServed,
  reloadOnce,
  reloadOnceServed,
  reloadWhen,
} from '../src/newer-build/index.ts';

function serve(body: string, status = 200): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

beforeEach(() => {
  sessionStorage.clear();
  // Not in the document: the test's browser would load it.
  const own = Object.assign(document.createElement('script'), { src: '/static/start-aaaa.js' });
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([own] as unknown as NodeListOf<Element>);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a page of an older build', () => {
  it('is recognised by the parts it can no longer fetch', () => {
    expect(isStaleChunk(new TypeError('Failed to fetch dynamically imported module: /static/x.js'))).toBe(true);
    expect(isStaleChunk(new TypeError('x is not a function'))).toBe(false);
  });

  it('reloads itself once, and not again while that did not help', () => {
    const reload = vi.fn<() => void>();
    expect(reloadOnce(1_000_000, reload)).toBe(true);
    expect(reloadOnce(1_030_000, reload)).toBe(false);
    expect(reloadOnce(1_059_999, reload)).toBe(false);
    expect(reloadOnce(1_060_000, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('reloads for another build only: the same build after a cut line keeps what was typed', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    serve('<script type="module" crossorigin src="/static/start-aaaa.js"></script>');
    expect(await reloadWhen(newerBuildIsServed, reload)).toBe(false);
    serve('<script type="module" crossorigin src="/static/start-bbbb.js"></script>');
    expect(await newerBuildIsServed()).toBe(true);
    expect(await reloadWhen(newerBuildIsServed, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('stays without a connection, and while the server says that it cannot', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    expect(await newerBuildIsServed()).toBe(false);
    expect(await pageIsServed()).toBe(false);
    serve('starting', 503);
    expect(await newerBuildIsServed()).toBe(false);
    expect(await pageIsServed()).toBe(false);
    serve('<script type="module" src="/static/start-aaaa.js"></script>');
    expect(await pageIsServed()).toBe(true);
  });

  it('stays while the outcome of a write is not known', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    const newer = (): Promise<boolean> => Promise.resolve(true);
    const release = holdPage();
    const other = holdPage();
    release();
    release();
    expect(await reloadWhen(newer, reload)).toBe(false);
    other();
    // A write sent while the page is being compared counts too.
    let late: () => void = () => undefined;
    const compared = reloadWhen(() => {
      late = holdPage();
      return newer();
    }, reload);
    expect(await compared).toBe(false);
    late();
    expect(await reloadWhen(newer, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('a page of which a part did not load', () => {
  let stop: () => void = () => undefined;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => stop());
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const cut = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));

  it('reloads itself once the line is back, whether or not the browser notices', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    cut();
    stop = reloadOnceServed(reload);
    await later(60_000);
    expect(reload).not.toHaveBeenCalled();
    serve('page');
    await later(5_000);
    expect(reload).toHaveBeenCalledTimes(1);
    await later(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does so at once where the browser notices, however long it was', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    cut();
    stop = reloadOnceServed(reload);
    await later(3_600_000);
    serve('page');
    await later(60_000);
    expect(reload).not.toHaveBeenCalled();
    dispatchEvent(new Event('online'));
    await later(0);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('waits for a write of unknown outcome, then reloads', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    const release = holdPage();
    serve('page');
    stop = reloadOnceServed(reload);
    await later(3_600_000);
    expect(reload).not.toHaveBeenCalled();
    release();
    await later(5_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('tries again after a reload that did not help, a minute later', async () => {
    const reload = vi.fn<() => void>();
    serve('page');
    reloadOnce(Date.now(), reload);
    stop = reloadOnceServed(() => reloadOnce(Date.now(), reload));
    await later(50_000);
    expect(reload).toHaveBeenCalledTimes(1);
    await later(15_000);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('stops when it is left', async () => {
    const reload = vi.fn<() => boolean>(() => true);
    cut();
    reloadOnceServed(reload)();
    await later(0);
    serve('page');
    dispatchEvent(new Event('online'));
    await later(60_000);
    expect(reload).not.toHaveBeenCalled();
  });
});
