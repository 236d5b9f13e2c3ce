// Passkeys of this browser; the library comes when one is first wanted.
import { request } from '../api/index.ts';

type Library = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

const library = (): Promise<Library> => import('@simplewebauthn/browser');

/** The customer closed the browser's question, or it ran out: nothing happened, and nothing is wrong. */
export class PasskeyDeclined extends Error {
  override readonly name = 'PasskeyDeclined';
}

/** Passkeys belong to a name: a page at a bare address, such as 127.0.0.1, cannot have any. */
export function isName(host: string): boolean {
  return !/^\[|^[0-9.]+$/.test(host);
}

/** Whether this browser knows passkeys here; without them the way is not offered. */
export function canUsePasskey(): boolean {
  return (
    typeof globalThis.PublicKeyCredential === 'function' && globalThis.isSecureContext && isName(location.hostname)
  );
}

/** Whether the browser offers passkeys among what it fills in for a field. */
export async function offersAutofill(): Promise<boolean> {
  if (!canUsePasskey()) return false;
  return (await library()).browserSupportsWebAuthnAutofill();
}

/** Breaks off the browser's question that is open, if any. */
export async function cancelPasskey(): Promise<void> {
  if (canUsePasskey()) (await library()).WebAuthnAbortService.cancelCeremony();
}

/** How browsers say that the customer said no, or nothing. */
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
  /** The step of a login that is half done. */
  readonly stepId?: string | undefined;
  /** Among what the browser fills in, instead of its own question at once. */
  readonly autofill?: boolean | undefined;
}

/**
 * Lets the customer prove himself by a passkey and answers what the exchange wants to see.
 * Rejects with PasskeyDeclined when he does not, ApiFault or NoAnswer when the exchange gives no question.
 */
export async function askPasskey({ use, stepId, autofill = false }: PasskeyUse): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library();
  const optionsJSON = (await request('user.passkey.options', { use, stepId }, { quiet: true })) as unknown;
  return ask(() => startAuthentication({ optionsJSON: optionsJSON as RequestOptions, useBrowserAutofill: autofill }));
}

/** Makes a passkey for the signed in; what it answers goes to `user.passkey.save`. Rejects as askPasskey. */
export async function makePasskey(): Promise<Record<string, unknown>> {
  const { startRegistration } = await library();
  const optionsJSON = (await request('user.passkey.options', { use: 'register' }, { quiet: true })) as unknown;
  return ask(() => startRegistration({ optionsJSON: optionsJSON as CreationOptions }));
}
