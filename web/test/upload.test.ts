// Sending a file: its headers, its progress, and its answer judged like every other (§8).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '@lingui/core';
import { ApiFault, NoAnswer, endSession, enterSession, upload } from '../src/api/index.ts';
import { sendingFault } from '../src/media/index.ts';
import { user } from './account/render-page.tsx';

type Listener = (event: { lengthComputable: boolean; loaded: number; total: number }) => void;

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly form: FormData;
}

let sent: Sent[] = [];

/** The browser's old request, answering by `plan`: status and envelope, or a failure. */
function browser(
  plan: (sent: Sent, attempt: number) => readonly [number, unknown] | 'error' | 'timeout' | 'hang',
): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0;
      responseText = '';
      timeout = 0;
      #url = '';
      readonly #headers: Record<string, string> = {};
      readonly #listeners = new Map<string, Listener>();
      readonly upload = {
        addEventListener: (_: string, listener: Listener) => this.#listeners.set('progress', listener),
      };
      open(_: string, url: string) {
        this.#url = url;
      }
      setRequestHeader(name: string, value: string) {
        this.#headers[name] = value;
      }
      addEventListener(name: string, listener: Listener) {
        this.#listeners.set(name, listener);
      }
      abort() {
        this.#listeners.get('abort')?.({ lengthComputable: false, loaded: 0, total: 0 });
      }
      send(form: FormData) {
        sent.push({ url: this.#url, headers: this.#headers, form });
        this.#listeners.get('progress')?.({ lengthComputable: true, loaded: 1, total: 4 });
        const given = plan(sent.at(-1)!, sent.length);
        if (given === 'hang') return;
        queueMicrotask(() => {
          const none = { lengthComputable: false, loaded: 0, total: 0 };
          if (typeof given === 'string') return this.#listeners.get(given)?.(none);
          this.status = given[0];
          this.responseText = JSON.stringify(given[1]);
          this.#listeners.get('load')?.(none);
        });
      }
    },
  );
}

const there = { code: 200, msg: 'ok', data: { link: '/api/file/abc', name: 'a.jpg', size: 3 } };
const file = new Blob(['abc'], { type: 'image/jpeg' });

beforeEach(() => {
  sent = [];
  localStorage.clear();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  enterSession(user);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

describe('an upload (calls §2)', () => {
  it('goes as a form with its purpose and the anti-forgery header, and tells its progress', async () => {
    browser(() => [200, there]);
    const parts: number[] = [];
    expect(await upload(file, 'kyc', { onProgress: (part) => parts.push(part) })).toEqual(there.data);
    expect(sent[0]?.url).toBe('/api/common/upload/OSS');
    expect(sent[0]?.headers).toMatchObject({ satoken: 'first', lang: 'en' });
    expect(sent[0]?.form.get('purpose')).toBe('kyc');
    expect(parts).toEqual([0.25]);
  });

  it('is repeated once after a refresh', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: { satoken: 'second' } })),
    );
    browser((_, attempt) =>
      attempt === 1 ? [401, { code: 401, msg: '', data: { key: 'session.ended', args: {} } }] : [200, there],
    );
    await upload(file, 'avatar');
    expect(sent.map(({ headers }) => headers['satoken'])).toEqual(['first', 'second']);
  });

  it('rejects with the refusal’s code, and with no answer as such, after it was sent again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser(() => [200, { code: 5003, msg: '', data: { key: 'upload.notImage', args: {} } }]);
    await expect(upload(file, 'kyc')).rejects.toMatchObject({ code: 5003, key: 'upload.notImage' });
    browser(() => [413, { code: 413, msg: '', data: { key: 'request.tooLarge', args: {} } }]);
    await expect(upload(file, 'kyc')).rejects.toBeInstanceOf(ApiFault);
    for (const [how, reason] of [
      ['error', 'offline'],
      ['timeout', 'timeout'],
    ] as const) {
      sent = [];
      browser(() => how);
      const failed = expect(upload(file, 'kyc')).rejects.toMatchObject({ name: 'NoAnswer', reason });
      await vi.runAllTimersAsync();
      await failed;
      expect(sent).toHaveLength(3);
    }
  });

  it('that something between finds too large is refused at once, and not sent again', async () => {
    browser(() => [413, '<html>Request Entity Too Large</html>']);
    const refused: unknown = await upload(file, 'kyc').catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'ApiFault', code: 413 });
    expect(sent).toHaveLength(1);
    expect(sendingFault(refused as ApiFault)).toBe('large');
    browser(() => [413, { code: 413, msg: '', data: { key: 'request.tooLarge', args: { limit: '10 MB' } } }]);
    const ours: unknown = await upload(file, 'kyc').catch((error: unknown) => error);
    expect(sendingFault(ours as ApiFault)).toBe(ours);
  });

  it('says that it waits once nothing has moved for 5 s, and that it goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser((_, attempt) => (attempt === 1 ? 'hang' : [200, there]));
    const heard: (number | 'waits')[] = [];
    const done = upload(file, 'kyc', {
      onProgress: (part) => heard.push(part),
      onWaiting: () => heard.push('waits'),
    });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(heard).toEqual([0.25]);
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual([0.25, 'waits']);
    await vi.runAllTimersAsync();
    await done;
    expect(heard).toEqual([0.25, 'waits', 0, 0.25]);
  });

  it('on a line that hangs is given up and sent again, and tells its progress anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser((_, attempt) => (attempt === 1 ? 'hang' : [200, there]));
    const parts: number[] = [];
    const done = upload(file, 'kyc', { onProgress: (part) => parts.push(part) });
    await vi.runAllTimersAsync();
    expect(await done).toEqual(there.data);
    expect(parts).toEqual([0.25, 0, 0.25]);
  });

  it('on a line that goes on hanging says that no answer came', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser(() => 'hang');
    const failed = expect(upload(file, 'kyc')).rejects.toMatchObject({ name: 'NoAnswer', reason: 'timeout' });
    await vi.runAllTimersAsync();
    await failed;
    expect(sent).toHaveLength(3);
  });

  it('that is taken back while it waits for the line is sent no more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser(() => 'error');
    const abort = new AbortController();
    const failed = expect(upload(file, 'kyc', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(0);
    abort.abort();
    await vi.runAllTimersAsync();
    await failed;
    expect(sent).toHaveLength(1);
  });

  it('an answer that is not the exchange’s, or not as agreed, is no success', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser(() => [502, 'bad gateway']);
    const failed = expect(upload(file, 'kyc')).rejects.toBeInstanceOf(NoAnswer);
    await vi.runAllTimersAsync();
    await failed;
    browser(() => [200, { code: 200, msg: 'ok', data: { link: 1 } }]);
    await expect(upload(file, 'kyc')).rejects.toMatchObject({ code: 500 });
  });
});
