// A page of the account centre on a stage: its router, catalogue, formats, and an exchange that answers by call.
import type { ReactNode } from 'react';
import { render } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { calls, type CallName, type KycStage, type Security, type UserInfo } from '@vitrine/contract';
import { FormatProvider, ThemeProvider, Toaster } from '@vitrine/ui';
import { vi } from 'vitest';
import { enterSession } from '../../src/api/index.ts';

/** The exchange's clock on the stage: 11/21/2026 10:00 UTC. */
export const now = Date.UTC(2026, 10, 21, 10);

export const user: UserInfo = {
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
  inviteCode: 'GOODCODE',
  kyc: { certified: 0, advanced: 0 },
  locks: [],
  terms: '2026-11-26',
  satoken: 'first',
};

export const security: Security = {
  loginName: 'marion',
  email: null,
  phone: null,
  areaCode: null,
  passwordChanged: now,
  fundPassword: { set: false, changed: null, lockedUntil: null },
  fundCase: null,
  google: { bound: false, time: null, recoveryLeft: 0 },
  passkeys: 0,
  antiCode: null,
  withdrawalsLockedUntil: null,
  frozen: false,
  terms: { accepted: '2026-11-26', inForce: '2026-11-01', time: now },
};

export const stage = (number: 1 | 2, change: Partial<KycStage> = {}): KycStage => ({
  stage: number,
  state: 0,
  fields: {},
  refused: [],
  sent: null,
  decided: null,
  ...change,
});

export interface Asked {
  readonly name: CallName;
  readonly body: Record<string, unknown>;
}

/** What the exchange answers to a call: its data, or a refusal made by `refuse`. */
export type Answers = Partial<Record<CallName, unknown>>;

class Refusal {
  readonly code: number;
  readonly key: string;
  readonly fields: Record<string, string> | undefined;
  constructor(code: number, key: string, fields?: Record<string, string>) {
    this.code = code;
    this.key = key;
    this.fields = fields;
  }
}

export const refuse = (code: number, key: string, fields?: Record<string, string>): Refusal =>
  new Refusal(code, key, fields);

/** The call an address belongs to; path names are anything between slashes. */
function nameOf(url: string): CallName {
  const path = url.split('?')[0] ?? url;
  const found = (Object.keys(calls) as CallName[]).find((name) => {
    const pattern = calls[name].path.replace(/\{(?:requestHead|head)\}/, 'v1').replace(/\{[A-Za-z]+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  if (found === undefined) throw new Error(`no call at ${url}`);
  return found;
}

/** Answers by `answers`, which may be changed while the page stands; answers the list of what was asked. */
export function exchange(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = nameOf(url);
    asked.push({ name, body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} });
    const usual: Answers = {
      ...{ 'user.security': security, 'user.getInfo': user },
      'user.breachedPasswords': { suffixes: [] },
    };
    const given = name in answers ? answers[name] : usual[name];
    if (given instanceof Refusal) {
      const { code, key, fields } = given;
      return new Response(JSON.stringify({ code, msg: key, data: { key, args: {}, fields } }), {
        status: code < 600 ? code : 200,
      });
    }
    if (given === undefined) throw new Error(`no answer for ${name}`);
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: given }));
  });
  return asked;
}

/** Draws a page for the signed in. */
export function show(page: ReactNode): void {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  enterSession(user);
  const root = createRootRoute({ component: () => page });
  const any = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: ['/account/center/security'] }),
  });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ThemeProvider name="theme-daytime" env="test">
          <FormatProvider
            value={{
              tag: 'en',
              time: { offset: 0, format: 'MM/DD/YYYY' },
              currency: { code: 'CNY', symbol: '¥', rate: undefined },
              now: () => now,
            }}
          >
            <RouterProvider router={router as never} />
            <Toaster />
          </FormatProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
}
