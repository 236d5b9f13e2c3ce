// Practice mode: money and mail.
export { useClaim } from './claim.ts';
export { InboxHint, wentTo, type InboxHintProps } from './inbox.tsx';
