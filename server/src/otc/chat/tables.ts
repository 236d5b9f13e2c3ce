// The tables of the over-the-counter chat, as Kysely sees them. Times are ms UTC, parties are users of the exchange.

import type { Generated } from 'kysely';

/** Parties of an order, kept because the exchange forgets an ended order. */
export interface OtcChatsTable {
  order_id: string;
  buyer: string;
  seller: string;
  /** Null while the order is open. */
  ended_at: string | null;
  /** Journal row of its last event. */
  told_row: string;
}

export interface OtcMessagesTable {
  id: Generated<string>;
  order_id: string;
  /** User id of the exchange and of identity. */
  sender: string;
  sender_user: string;
  /** 1 text, 2 picture. */
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
