// Verification by a second factor, pure: methods in order, input, and what is sent.
import { hashPassword, type FactorMethod, type InputOf } from '@vitrine/contract';
import { codeLength, filterCode } from '../credential/index.ts';

/** The easiest first; recovery codes last, because there are only a few. */
const order: readonly FactorMethod[] = ['totp', 'passkey', 'email', 'phone', 'password', 'recovery'];

/** Minimum letters and digits of a recovery code, without its dashes. */
const recoveryLeast = 6;
const recoveryMost = 24;
const passwordMost = 128;

/** The methods in order, each once; drops unknown ones of a newer server. */
export function proofMethods(methods: readonly string[]): readonly FactorMethod[] {
  return order.filter((method) => methods.includes(method));
}

/** The initial method. Passkeys need a browser that supports them. */
export function firstMethod(methods: readonly FactorMethod[], passkeys: boolean): FactorMethod | undefined {
  return methods.find((method) => method !== 'passkey' || passkeys) ?? methods[0];
}

/** Whether a method is a code sent to the user's own address. */
export function ownCode(method: FactorMethod): method is 'email' | 'phone' {
  return method === 'email' || method === 'phone';
}

/** A typed or pasted recovery code: letters, digits and dashes. */
export function recoveryText(text: string): string {
  return text
    .replace(/[\u2010-\u2015]/gu, '-')
    .replace(/[^0-9A-Za-z-]/g, '')
    .slice(0, recoveryMost);
}

export interface Refused {
  readonly code?: number | undefined;
  /** Message key of the refusal; undefined when no answer came. */
  readonly key: string | undefined;
  readonly args: Readonly<Record<string, string>>;
  readonly message: string;
  /** End of the lock on attempts, ms of this device's clock; 0: not locked. */
  readonly until: number;
}

/** The end of the lock that a refusal with these arguments sets. */
export function lockedUntil(key: string, args: Readonly<Record<string, string>>, now: number): number {
  if (key !== 'login.locked' && key !== 'request.tooFrequent') return 0;
  const seconds = Number.parseInt(args['seconds'] ?? '', 10);
  return Number.isSafeInteger(seconds) && seconds > 0 ? now + seconds * 1000 : 0;
}

export interface ProofState {
  readonly methods: readonly FactorMethod[];
  readonly method: FactorMethod | undefined;
  /** The typed text: six digits, a recovery code, a password. */
  readonly text: string;
  readonly busy: boolean;
  readonly refused: Refused | undefined;
}

export type ProofEvent =
  | { readonly is: 'choose'; readonly method: FactorMethod }
  | { readonly is: 'type'; readonly text: string }
  | { readonly is: 'send' }
  | { readonly is: 'refuse'; readonly refused: Refused }
  /** The user cancelled the browser's dialog, or changed the method. */
  | { readonly is: 'stop' };

export function startProof(methods: readonly string[], passkeys: boolean): ProofState {
  const offered = proofMethods(methods);
  return { methods: offered, method: firstMethod(offered, passkeys), text: '', busy: false, refused: undefined };
}

function filtered(method: FactorMethod | undefined, text: string): string {
  if (method === 'recovery') return recoveryText(text);
  if (method === 'password') return text.slice(0, passwordMost);
  return filterCode(text);
}

/** The next state after an event. Typing and method changes are ignored while an answer is pending. */
export function reduceProof(state: ProofState, event: ProofEvent): ProofState {
  switch (event.is) {
    case 'choose':
      return state.busy || !state.methods.includes(event.method)
        ? state
        : { ...state, method: event.method, text: '', refused: undefined };
    case 'type':
      return state.busy ? state : { ...state, text: filtered(state.method, event.text), refused: undefined };
    case 'send':
      return isComplete(state) && !state.busy ? { ...state, busy: true, refused: undefined } : state;
    // Clears a refused code or password; keeps a recovery code, which may only have a typo.
    case 'refuse':
      return {
        ...state,
        busy: false,
        refused: event.refused,
        text: event.refused.key === undefined || state.method === 'recovery' ? state.text : '',
      };
    case 'stop':
      return { ...state, busy: false };
  }
}

/** Whether the input is complete. */
export function isComplete({ method, text }: ProofState): boolean {
  switch (method) {
    case undefined:
      return false;
    case 'passkey':
      return true;
    case 'password':
      return text !== '';
    case 'recovery':
      return text.replaceAll('-', '').length >= recoveryLeast;
    case 'totp':
    case 'email':
    case 'phone':
      return text.length === codeLength;
  }
}

export type ProofInput = InputOf<'user.stepUp'>;

/**
 * The input to send; hashes a password.
 * @param response the browser's response for a passkey
 */
export function proofInput(method: FactorMethod, text: string, response?: Record<string, unknown>): ProofInput {
  switch (method) {
    case 'passkey':
      return { method, response };
    case 'password':
      return { method, password: hashPassword(text) };
    case 'totp':
    case 'recovery':
    case 'email':
    case 'phone':
      return { method, code: text };
  }
}
