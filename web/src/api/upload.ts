// Uploads a file as multipart with progress; its answer passes the interceptor like any other.
// A file is used only when a form sends its link, and unused files are removed. So a file without an answer is sent
// again.
import { calls, pathOf, uploaded, type UploadPurpose } from '@vitrine/contract';
import { waitOnline } from '@vitrine/ui';
import * as z from 'zod/mini';
import { currentLocale } from '../i18n/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import { ApiFault, NoAnswer } from './fault.ts';
import { judge, judgeOurs, type Verdict } from './interceptor.ts';
import { refreshSession } from './refresh.ts';
import { currentSession, currentToken, leave } from './session.ts';
import type { Answer } from './transport.ts';

const call = calls['common.upload.OSS'];
export type Uploaded = z.output<typeof uploaded>;

/** A connection that transfers no byte for this long has failed, ms. */
const STALLED_AFTER = 20_000;
/** A connection that transfers no byte for this long shows a waiting state, ms. */
const WAITS_AFTER = 5_000;
/**
 * The browser may have buffered data that a slow connection still has to send, so the wait for the answer grows up to
 * this, ms.
 */
const ANSWER_AFTER = 60_000;
/** The slowest supported connection, bytes/ms. */
const LEAST_RATE = 25;
/** The status of a file that is too large. */
const TOO_LARGE = 413;
/** Maximum attempts. */
const TRIES = 3;
/** Delay between attempts, ms. If the browser knows that it is offline, this is the maximum delay. */
const AGAIN_AFTER = 3_000;
const BACK_WITHIN = 60_000;

export interface UploadOptions {
  /** The fraction of the file sent so far, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  /** Called after no transfer for `WAITS_AFTER`; a later `onProgress` means that it continues. */
  readonly onWaiting?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One attempt. Uses XMLHttpRequest, because fetch does not report upload progress. */
function post(file: Blob, purpose: UploadPurpose, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const { head, requestHead, requestTimeout } = runtimeConfig();
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', pathOf(call, { head, requestHead }));
    request.timeout = requestTimeout;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('lang', currentLocale());
    const token = currentToken();
    if (token !== undefined) request.setRequestHeader('satoken', token);
    let stall: ReturnType<typeof setTimeout> | undefined;
    let stalled = false;
    const moved = (wait: number): void => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        stalled = true;
        request.abort();
      }, wait);
    };
    const answerWait = Math.min(ANSWER_AFTER, STALLED_AFTER + file.size / LEAST_RATE);
    const takeBack = (): void => request.abort();
    const ended = (end: () => void) => () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', takeBack);
      end();
    };
    request.upload.addEventListener('progress', (event) => {
      const isAll = event.lengthComputable && event.loaded >= event.total;
      moved(isAll ? answerWait : STALLED_AFTER);
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener(
      'load',
      ended(() => done({ status: request.status, body: readJson(request.responseText) })),
    );
    request.addEventListener(
      'error',
      ended(() => fail(new NoAnswer('offline', 'expected an answer to an upload, none came'))),
    );
    request.addEventListener(
      'timeout',
      ended(() =>
        fail(new NoAnswer('timeout', `expected an answer to an upload within ${requestTimeout} ms, none came`)),
      ),
    );
    request.addEventListener(
      'abort',
      ended(() =>
        fail(
          stalled
            ? new NoAnswer('timeout', 'expected an upload to go on, no byte went')
            : new DOMException('The upload was taken back', 'AbortError'),
        ),
      ),
    );
    signal?.addEventListener('abort', takeBack, { once: true });
    const form = new FormData();
    form.set('purpose', purpose);
    form.set('file', file);
    request.send(form);
    moved(STALLED_AFTER);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Sends it until the exchange answers, at most `TRIES` times. */
async function postUntilAnswered(file: Blob, purpose: UploadPurpose, options: UploadOptions): Promise<Verdict> {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => options.onWaiting?.(), WAITS_AFTER);
  };
  const onProgress = (part: number): void => {
    watch();
    options.onProgress?.(part);
  };
  watch();
  try {
    return await postTries(file, purpose, { ...options, onProgress });
  } finally {
    clearTimeout(waiting);
  }
}

async function postTries(file: Blob, purpose: UploadPurpose, options: UploadOptions): Promise<Verdict> {
  for (let left = TRIES; ; left -= 1) {
    try {
      options.signal?.throwIfAborted();
      const { status, body } = await post(file, purpose, options);
      // A proxy refuses files of this size, and would refuse the next attempt too.
      return status === TOO_LARGE ? judge(status, body) : judgeOurs(status, body);
    } catch (error) {
      if (!(error instanceof NoAnswer) || left === 1) throw error;
    }
    await waitOnline(navigator.onLine ? AGAIN_AFTER : BACK_WITHIN);
    options.onProgress?.(0);
  }
}

/**
 * Uploads a picture and returns its link. Refreshes once on 401, as every call does. Rejects with ApiFault (413, 415,
 * 5003, 5004 and other refusals) and NoAnswer; passes on an abort.
 */
export async function upload(file: Blob, purpose: UploadPurpose, options: UploadOptions = {}): Promise<Uploaded> {
  let verdict = await postUntilAnswered(file, purpose, options);
  if (verdict.kind === 'refused' && verdict.refreshable && currentSession().state !== 'guest')
    if ((await refreshSession()) === 'renewed') verdict = await postUntilAnswered(file, purpose, options);
  if (verdict.kind === 'done') {
    const checked = uploaded.safeParse(verdict.data);
    if (checked.success) return checked.data;
    throw new ApiFault(500, { key: 'server.fault', args: {} }, 'expected the answer of an upload', false);
  }
  if (verdict.leave !== undefined && currentSession().state === 'user') leave(verdict.leave);
  throw new ApiFault(verdict.code, verdict.data, verdict.msg, !verdict.toast, verdict.detail);
}
