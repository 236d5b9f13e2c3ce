// Proving oneself (calls §1 s, §6): the form of a proof, one question for all callers, and the client that asks it.
import { hashPassword } from '@vitrine/contract';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts, toasts } from '@vitrine/ui';
import { endSession, enterSession, onFactorWanted, request, settle } from '../../src/api/index.ts';
import {
  isComplete,
  lockedUntil,
  proofInput,
  proofMethods,
  reduceProof,
  startProof,
  type ProofState,
} from '../../src/two-factor/index.ts';
import { isName } from '../../src/two-factor/passkey.ts';
import { StepUp, closed, reduceStepUp } from '../../src/two-factor/step-up.ts';

/** Only a test that fails waits so long. */
const PATIENT = { timeout: 60_000 };

const refused = { key: 'factor.wrong', args: {}, message: 'wrong', until: 0 };
const start = startProof(['recovery', 'totp', 'passkey'], true);
const typed = (state: ProofState, text: string): ProofState => reduceProof(state, { is: 'type', text });

describe('a proof', () => {
  it('offers the methods easiest first and leaves out what it does not know', () => {
    expect(proofMethods(['recovery', 'smoke', 'totp', 'totp', 'passkey'])).toEqual(['totp', 'passkey', 'recovery']);
    expect(startProof(['passkey', 'recovery'], true).method).toBe('passkey');
    expect(startProof(['passkey', 'recovery'], false).method).toBe('recovery');
    expect(startProof(['passkey'], false).method).toBe('passkey');
    expect(startProof([], true).method).toBeUndefined();
  });

  it('takes a pasted code with its spaces, and no seventh digit', () => {
    expect(typed(start, '123 456').text).toBe('123456');
    expect(typed(start, '12345678').text).toBe('123456');
    expect(typed(start, '12a').text).toBe('12');
  });

  it('takes a recovery code with any dash', () => {
    const recovery = reduceProof(start, { is: 'choose', method: 'recovery' });
    expect(typed(recovery, ' ABCDE–FGH23 ').text).toBe('ABCDE-FGH23');
    expect(isComplete(typed(recovery, '--ABC--'))).toBe(false);
    expect(isComplete(typed(recovery, 'ABCDE-FGH23'))).toBe(true);
  });

  it('is sent whole and once', () => {
    expect(reduceProof(typed(start, '12345'), { is: 'send' }).busy).toBe(false);
    const sent = reduceProof(typed(start, '123456'), { is: 'send' });
    expect(sent.busy).toBe(true);
    expect(reduceProof(sent, { is: 'send' })).toBe(sent);
    expect(typed(sent, '9')).toBe(sent);
    expect(reduceProof(sent, { is: 'choose', method: 'recovery' })).toBe(sent);
  });

  it('forgets a refused code, but neither a recovery code nor what got no answer', () => {
    const sent = reduceProof(typed(start, '123456'), { is: 'send' });
    expect(reduceProof(sent, { is: 'refuse', refused })).toMatchObject({ text: '', busy: false, refused });
    expect(reduceProof(sent, { is: 'refuse', refused: { ...refused, key: undefined } }).text).toBe('123456');
    const recovery = typed(reduceProof(start, { is: 'choose', method: 'recovery' }), 'ABCDE-FGH23');
    expect(reduceProof(recovery, { is: 'refuse', refused }).text).toBe('ABCDE-FGH23');
    expect(typed(reduceProof(sent, { is: 'refuse', refused }), '1').refused).toBeUndefined();
  });

  it('chooses only what is offered, and begins it empty', () => {
    const some = typed(start, '123');
    expect(reduceProof(some, { is: 'choose', method: 'password' })).toBe(some);
    expect(reduceProof(some, { is: 'choose', method: 'recovery' })).toMatchObject({ method: 'recovery', text: '' });
  });

  it('sends a password as its hash', () => {
    expect(proofInput('password', 'abc123')).toEqual({ method: 'password', password: hashPassword('abc123') });
    expect(proofInput('totp', '123456')).toEqual({ method: 'totp', code: '123456' });
    expect(proofInput('passkey', '', { id: 'x' })).toEqual({ method: 'passkey', response: { id: 'x' } });
  });

  it('counts down a lock, and nothing else', () => {
    expect(lockedUntil('login.locked', { seconds: '24' }, 1_000)).toBe(25_000);
    expect(lockedUntil('request.tooFrequent', { seconds: '1' }, 0)).toBe(1_000);
    expect(lockedUntil('login.failed', { seconds: '24' }, 0)).toBe(0);
    expect(lockedUntil('login.locked', {}, 0)).toBe(0);
  });

  it('has no passkeys at a bare address', () => {
    expect([isName('localhost'), isName('vitrine.example'), isName('127.0.0.1'), isName('[::1]')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('one more proof', () => {
  const wanted = { is: 'wanted', methods: ['totp'], passkeys: false } as const;

  it('is one question for all who wait', () => {
    const one = reduceStepUp(closed, wanted);
    const two = reduceStepUp(one, { ...wanted, methods: ['password'] });
    expect(two).toMatchObject({ step: 'asking', callers: 2, proof: { methods: ['totp'] } });
    expect(reduceStepUp(two, { is: 'left' })).toMatchObject({ callers: 1 });
    expect(reduceStepUp(one, { is: 'left' })).toBe(closed);
    expect(reduceStepUp(two, { is: 'passed' })).toBe(closed);
    expect(reduceStepUp(two, { is: 'cancelled' })).toBe(closed);
    expect(reduceStepUp(closed, { is: 'proof', event: { is: 'send' } })).toBe(closed);
  });

  it('answers every caller, and one who gave up with no', async () => {
    const stepUp = new StepUp();
    const away = new AbortController();
    const answers = [
      stepUp.want(['totp'], false),
      stepUp.want(['totp'], false, away.signal),
      stepUp.want(['totp'], false),
    ];
    away.abort();
    expect(stepUp.state()).toMatchObject({ callers: 2 });
    stepUp.passed();
    expect(await Promise.all(answers)).toEqual([true, false, true]);
    expect(stepUp.state()).toBe(closed);
  });

  it('closes when nobody waits any more', async () => {
    const stepUp = new StepUp();
    const away = new AbortController();
    const answer = stepUp.want(['totp'], false, away.signal);
    away.abort();
    expect(await answer).toBe(false);
    expect(stepUp.state()).toBe(closed);
    expect(await stepUp.want(['totp'], false, away.signal)).toBe(false);
  });
});

describe('the client meets 1108', () => {
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
  const factor = {
    code: 1108,
    msg: 'factor.required',
    data: { key: 'factor.required', args: {}, methods: ['totp', 'recovery'] },
  };
  let sent: { readonly url: string; readonly key: string | undefined }[] = [];
  let proven = false;

  beforeEach(() => {
    sent = [];
    proven = false;
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    localStorage.clear();
    clearToasts();
    enterSession(user);
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, key: (init.headers as Record<string, string>)['idempotency-key'] });
      return new Response(JSON.stringify(proven ? { code: 200, msg: 'ok', data: [] } : factor));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    endSession();
  });

  it('asks with the methods offered, then repeats the call once', async () => {
    const asked: (readonly string[])[] = [];
    const off = onFactorWanted(async (methods) => {
      asked.push(methods);
      proven = true;
      return true;
    });
    expect(await request('user.passkey.list', {})).toEqual([]);
    off();
    expect(asked).toEqual([['totp', 'recovery']]);
    expect(sent).toHaveLength(2);
  });

  it('repeats a write with the same key: it was refused at the door', async () => {
    const off = onFactorWanted(async () => true);
    await expect(
      settle('userCoin.transfer', { from: '1', to: '2', coin: 'USDT', amount: '1' }, { quiet: true }),
    ).rejects.toMatchObject({ code: 1108, silent: false });
    off();
    expect(sent).toHaveLength(2);
    expect(sent[0]!.key).toBeDefined();
    expect(sent[1]!.key).toBe(sent[0]!.key);
  });

  it('asks once for parallel calls, and repeats one whose refusal came after the proof', async () => {
    const stepUp = new StepUp();
    const off = onFactorWanted((methods, signal) => stepUp.want(methods, false, signal));
    const both = Promise.all([request('user.passkey.list', {}), request('user.passkey.list', {})]);
    await vi.waitFor(() => expect(stepUp.state()).toMatchObject({ step: 'asking', callers: 2 }), PATIENT);
    proven = true;
    stepUp.passed();
    expect(await both).toEqual([[], []]);
    off();
    expect(sent).toHaveLength(4);
  });

  it('rejects without a word when the customer cancels', async () => {
    const off = onFactorWanted(async () => false);
    await expect(request('user.passkey.list', {})).rejects.toMatchObject({ code: 1108, silent: true });
    off();
    expect(sent).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  it('rejects by the caller’s own abort when its page is gone', async () => {
    const stepUp = new StepUp();
    const off = onFactorWanted((methods, signal) => stepUp.want(methods, false, signal));
    const away = new AbortController();
    const call = request('user.passkey.list', {}, { signal: away.signal });
    await vi.waitFor(() => expect(stepUp.state()).toMatchObject({ step: 'asking' }), PATIENT);
    away.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(stepUp.state()).toBe(closed);
    off();
  });
});
