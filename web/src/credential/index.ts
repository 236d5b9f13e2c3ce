// Shared by sign-in and account forms: codes sent to an address, and new passwords with their rules.
export { BREACHED, fieldRefusal, useBreachedCheck } from './breached.ts';
export { CodeField, type CodeFieldProps } from './code-field.tsx';
export { CodeSender, type CodeSenderProps } from './code-sender.tsx';
export { SendCode, type CodeTarget, type SendCodeProps } from './send-code.tsx';
export { NewPassword, type NewPasswordProps } from './new-password.tsx';
export { codeLength, filterCode, passwordState, type PasswordState } from './rules.ts';
export { useSeconds } from './use-seconds.ts';
