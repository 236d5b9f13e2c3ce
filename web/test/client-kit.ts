// A client against a fetch of the test's.

import { afterEach, beforeEach, vi } from 'vitest';
import { i18n } from '@lingui/core';
import { clearToasts } from '@vitrine/ui';
import { endSession, enterSession } from '../src/api/index.ts';

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const user = {
  user: { userId: '7' },
  id: '7',
  email: null,
  phone: null,
  avatar: null,
  is_merchant: 0,
  merchant: null,
  chatKey: 'k',
  blade_user_id: '7',
  creditScore: 100,
  vip: 0,
  walletAddress: null,
  inviteCode: 'A',
  kyc: { certified: 0, advanced: 0 },
  locks: [],
  terms: '2026-11-26',
  satoken: 'first',
};

export let sent: Sent[] = [];

/** Answers requests in order of `plan`: [status, envelope], or an Error to fail with. The last one stays. */
export function answer(plan: (call: Sent) => readonly [number, unknown] | Error): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call: Sent = {
      url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(call);
    const given = plan(call);
    if (given instanceof Error) throw given;
    return new Response(JSON.stringify(given[1]), { status: given[0] });
  });
}

export const ok = (data: unknown) => [200, { code: 200, msg: 'ok', data }] as const;

export const refused = (code: number, key: string, status = 200) =>
  [status, { code, msg: key, data: { key, args: {} } }] as const;

/** A fresh session and no requests before each test. */
export function useClient(): void {
  beforeEach(() => {
    sent = [];
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    localStorage.clear();
    clearToasts();
    enterSession(user);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    endSession();
  });
}
