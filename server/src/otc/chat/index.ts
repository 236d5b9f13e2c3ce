// Public interface of the chat of over-the-counter orders, which only the two parties can read.

export {
  type ChatParty,
  createOtcChat,
  MAX_SENT,
  type OtcChat,
  type OtcChatParts,
  SEND_MOST,
  SEND_WINDOW,
  WRITES_AFTER_END,
} from './chat.ts';
export type { OtcChatTables } from './tables.ts';
