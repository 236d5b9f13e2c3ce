// Passkeys in the autofill of the login page (§4): an offer that the browser cannot make is no fault of the login, so the
// page shows none. The button and the password still work.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { autofillPasskey } from '../../src/features/sign-in/autofill.ts';

const OPTIONS = { rpId: 'localhost', challenge: 'AAAA', timeout: 1, userVerification: 'required' };
let get: () => Promise<unknown>;

beforeEach(() => {
  const supported = { isConditionalMediationAvailable: async () => true };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, supported),
  );
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: '', data: OPTIONS })));
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: () => get() } });
  document.body.innerHTML = '<input autocomplete="username webauthn">';
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials');
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

/** Offers passkeys once; returns what the page shows of it. */
async function shown(): Promise<unknown[]> {
  const answers: unknown[] = [];
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  let asked = false;
  const { get: given } = { get };
  get = () => {
    asked = true;
    return given();
  };
  const stop = autofillPasskey((answer) => answers.push(answer));
  await vi.waitFor(() => expect(asked || document.querySelector('input') === null).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 0));
  stop();
  process.off('unhandledRejection', note);
  return [...answers, ...unhandled];
}

it.each(['NotSupportedError', 'UnknownError', 'SecurityError', 'InvalidStateError', 'OperationError'])(
  '§4 shows nothing when the browser cannot offer passkeys (%s)',
  async (name) => {
    get = () => Promise.reject(new DOMException('test', name));
    expect(await shown()).toEqual([]);
  },
);

it('§4 shows nothing when the field was left for the phone tab before the offer came', async () => {
  get = () => new Promise(() => undefined);
  document.body.innerHTML = '';
  expect(await shown()).toEqual([]);
});
