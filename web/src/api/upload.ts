// Sending a file: multipart with its progress, judged like every other answer.
import { calls, pathOf, uploaded, type UploadPurpose } from '@vitrine/contract';
import * as z from 'zod/mini';
import { currentLocale } from '../i18n/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import { ApiFault, NoAnswer } from './fault.ts';
import { judgeOurs } from './interceptor.ts';
import { refreshSession } from './refresh.ts';
import { currentSession, currentToken, leave } from './session.ts';
import type { Answer } from './transport.ts';

const call = calls['common.upload.OSS'];
export type Uploaded = z.output<typeof uploaded>;

export interface UploadOptions {
  /** Part of the file that is on its way, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One attempt; the old request object, because fetch tells nothing of what was sent so far. */
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
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => done({ status: request.status, body: readJson(request.responseText) }));
    request.addEventListener('error', () =>
      fail(new NoAnswer('offline', 'expected an answer to an upload, none came')),
    );
    request.addEventListener('timeout', () =>
      fail(new NoAnswer('timeout', `expected an answer to an upload within ${requestTimeout} ms, none came`)),
    );
    request.addEventListener('abort', () => fail(new DOMException('The upload was taken back', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('purpose', purpose);
    form.set('file', file);
    request.send(form);
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

/**
 * Uploads a picture and answers its link. A 401 is met with one refresh, as every call.
 * Rejects with ApiFault (413, 415, 5003, 5004 and whatever else refuses) and NoAnswer; an abort is passed on.
 */
export async function upload(file: Blob, purpose: UploadPurpose, options: UploadOptions = {}): Promise<Uploaded> {
  let answer = await post(file, purpose, options);
  let verdict = judgeOurs(answer.status, answer.body);
  if (verdict.kind === 'refused' && verdict.refreshable && currentSession().state !== 'guest') {
    if ((await refreshSession()) === 'renewed') {
      answer = await post(file, purpose, options);
      verdict = judgeOurs(answer.status, answer.body);
    }
  }
  if (verdict.kind === 'done') {
    const checked = uploaded.safeParse(verdict.data);
    if (checked.success) return checked.data;
    throw new ApiFault(500, { key: 'server.fault', args: {} }, 'expected the answer of an upload', false);
  }
  if (verdict.leave !== undefined && currentSession().state === 'user') leave(verdict.leave);
  throw new ApiFault(verdict.code, verdict.data, verdict.msg, !verdict.toast, verdict.detail);
}
