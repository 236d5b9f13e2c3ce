// Calls that are agreed on and not answered yet; each leaves this list when its part is built.

import { type HandlersOf, refuse } from '../call/index.ts';

const names = [
  'user.loginStep',
  'user.stepUp',
  'user.sendMobileCode',
  'open.send.sms',
  'user.passkey.options',
  'user.passkey.save',
  'user.passkey.verify',
  'user.passkey.list',
  'user.passkey.del',
  'member.getGoogleVerification',
  'member.googleVerificationBinding',
  'member.googleVerificationBindingOrReset',
  'member.getLoginLog',
  'member.getLoginDevice',
  'member.deleteDevice',
  'member.updateDevice',
  'member.verified',
  'user.uploadKYC',
  'member.getMemberOtherData',
] as const;

/** A refusal for each. */
export function pending(): HandlersOf<(typeof names)[number]> {
  const handler = () => {
    throw refuse(404);
  };
  return Object.fromEntries(names.map((name) => [name, handler])) as unknown as HandlersOf<(typeof names)[number]>;
}
