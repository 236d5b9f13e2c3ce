// Public interface of messages: codes and notices by mail, SMS and the practice inbox.

export type { CodeMessage, Messages, Notice } from './face.ts';
export { createMessages, type MessageParts } from './messages.ts';
export type { InboxMessage, PracticeInbox } from './practice-inbox.ts';
