// The tables of the chat of over-the-counter orders, as Kysely sees them. Times are ms UTC, parties users of the exchange.

import type { Generated } from 'kysely';

/** Who deals in an order: kept, because the exchange forgets an order that has ended. */
export interface OtcChatsTable {
  order_id: string;
  buyer: string;
  seller: string;
  /** Null while the order is open. */
  ended_at: string | null;
  /** Row of the journal that told of it last. */
  told_row: string;
}

export interface OtcMessagesTable {
  id: Generated<string>;
  order_id: string;
  /** Of the exchange, and of identity. */
  sender: string;
  sender_user: string;
  /** 1 text, 2 a picture. */
  content_type: number;
  /** Sealed for its order and sender. */
  content: Buffer;
  /** The picture's id; null for a text. */
  file: string | null;
  created_at: string;
}

export interface OtcChatTables {
  otc_chats: OtcChatsTable;
  otc_messages: OtcMessagesTable;
}
