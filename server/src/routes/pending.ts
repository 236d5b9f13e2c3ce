// Calls that are agreed on and not answered yet; each leaves this list when its part is built.

import { type HandlersOf, refuse } from '../call/index.ts';

const names = [
  'user.loginStep',
  'user.stepUp',
  'user.acceptTerms',
  'user.sendMobileCode',
  'open.send.sms',
  'user.passkey.options',
  'user.passkey.save',
  'user.passkey.verify',
  'user.passkey.list',
  'user.passkey.del',
  'user.security',
  'user.freeze',
  'user.bindEmail',
  'member.accountVerificationBinding',
  'user.updateUserLoginPwd',
  'blade-user.update-password',
  'user.updatePwd',
  'user.tardPwdSet',
  'member.tradePwd',
  'user.fundCase',
  'member.antiCode',
  'member.getGoogleVerification',
  'member.googleVerificationBinding',
  'member.googleVerificationBindingOrReset',
  'user.avatar',
  'member.getLoginLog',
  'member.getLoginDevice',
  'member.deleteDevice',
  'member.updateDevice',
  'member.verified',
  'user.uploadKYC',
  'member.getMemberOtherData',
  'userBank.save',
  'userBank.getbank',
  'member.payment',
  'member.getPayment',
  'member.apis',
  'member.api',
  'member.api.del',
  'common.upload.OSS',
  'cgform-api.upload.file',
  'file',
] as const;

/** A refusal for each. */
export function pending(): HandlersOf<(typeof names)[number]> {
  const handler = () => {
    throw refuse(404);
  };
  return Object.fromEntries(names.map((name) => [name, handler])) as unknown as HandlersOf<(typeof names)[number]>;
}
