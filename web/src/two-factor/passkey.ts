// Passkeys of this browser; the library loads on first use.
import { request } from '../api/index.ts';

type Library = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

const library = (): Promise<Library> => import('@simplewebauthn/browser');

/** The user closed the browser's dialog, or it timed out: nothing happened, and this is not an error. */
export class PasskeyDeclined extends Error {
  override readonly name = 'PasskeyDeclined';
}

/** Passkeys need a domain name: a page at a bare IP address, such as 127.0.0.1, cannot have any. */
export function isName(host: string): boolean {
  return !/^\[|^[0-9.]+$/.test(host);
}

/** Whether this browser supports passkeys here; otherwise the method is not offered. */
export function canUsePasskey(): boolean {
  return (
    typeof globalThis.PublicKeyCredential === 'function' && globalThis.isSecureContext && isName(location.hostname)
  );
}

/** Whether the browser offers passkeys in a field's autofill. */
export async function offersAutofill(): Promise<boolean> {
  if (!canUsePasskey()) return false;
  return (await library()).browserSupportsWebAuthnAutofill();
}

/** Cancels the browser's open passkey dialog, if any. */
export async function cancelPasskey(): Promise<void> {
  if (canUsePasskey()) (await library()).WebAuthnAbortService.cancelCeremony();
}

/** The browsers' errors when the user declined or did not answer. */
const declined: readonly string[] = ['NotAllowedError', 'AbortError'];

async function ask(question: () => Promise<object>): Promise<Record<string, unknown>> {
  try {
    return { ...(await question()) };
  } catch (error) {
    if (error instanceof Error && declined.includes(error.name)) throw new PasskeyDeclined(error.message);
    throw error;
  }
}

export interface PasskeyUse {
  readonly use: 'login' | 'step';
  /** The step of a login in progress. */
  readonly stepId?: string | undefined;
  /** Offers it in autofill instead of opening the browser's dialog immediately. */
  readonly autofill?: boolean | undefined;
}

/**
 * Lets the user verify themselves by a passkey and returns the response for the exchange. Rejects with PasskeyDeclined
 * when they do not, and with ApiFault or NoAnswer without a challenge from the exchange.
 */
export async function askPasskey({ use, stepId, autofill = false }: PasskeyUse): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library();
  const optionsJSON = (await request('user.passkey.options', { use, stepId }, { quiet: true })) as unknown;
  return ask(() => startAuthentication({ optionsJSON: optionsJSON as RequestOptions, useBrowserAutofill: autofill }));
}

/**
 * Creates a passkey for the signed-in user; its result is the input of `user.passkey.save`. Rejects like askPasskey.
 */
export async function makePasskey(): Promise<Record<string, unknown>> {
  const { startRegistration } = await library();
  const optionsJSON = (await request('user.passkey.options', { use: 'register' }, { quiet: true })) as unknown;
  return ask(() => startRegistration({ optionsJSON: optionsJSON as CreationOptions }));
}
