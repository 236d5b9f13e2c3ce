// Practice mode: money and mail.
export { useClaim } from './claim.ts';
export { InboxHint, type InboxHintProps } from './inbox.tsx';
