// The chat of an over-the-counter order: its two parties write until a day after its end, and can read it permanently.

import { CHAT_CONTENT, type ChatMessage, MAX_CHAT_TEXT, type Page, type ParsedOf } from '@vitrine/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import { fileIdOf, type Files } from '../../account/files/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import { followParties, type OrderParties } from './parties.ts';
import type { OtcChatTables, OtcMessagesTable } from './tables.ts';

/** Most messages of one party per order, so that neither can use up the other's half. */
export const MAX_SENT = 500;
/** Most messages of one customer within `SEND_WINDOW` (ms), over all orders. */
export const SEND_MOST = 20;
export const SEND_WINDOW = 60_000;
/** How long the parties may write after the order ended, ms. */
export const WRITES_AFTER_END = 86_400_000;

/** An order id in its one canonical form: messages are sealed for it. */
const ORDER = /^[1-9][0-9]{0,15}$/;
/** At least one visible character. */
const SAYS_SOMETHING = /[^\s\p{Cc}\p{Cf}]/u;

export interface OtcChatParts {
  readonly db: Kysely<OtcChatTables>;
  readonly link: Pick<ExchangeLink, 'seed' | 'onBatch'>;
  readonly vault: Vault;
  readonly files: Pick<Files, 'ofOwner' | 'attach'>;
  /** ms UTC. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

/** The caller: user id of identity and of the exchange. */
export interface ChatParty {
  readonly userId: string;
  readonly coreUser: number;
}

export interface OtcChat {
  /**
   * Sends a message.
   * @throws {Refusal} 404 not an order of one's own, 5103 ended a day ago or one's half is full, 5001, 5002, 5003, 429.
   */
  send(party: ChatParty, input: ParsedOf<'buy.sendChatRecord'>): Promise<ChatMessage>;
  /** Newest first. @throws {Refusal} 404 if it is not an order of one's own. */
  list(party: ChatParty, input: ParsedOf<'buy.getChatRecord'>): Promise<Page<ChatMessage> & { records: ChatMessage[] }>;
  /** Whether a picture is in a chat of that party. */
  shows(party: Pick<ChatParty, 'coreUser'>, file: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** The context that a message is sealed for. */
function placeOf(order: string, sender: string): string {
  return `otc_messages:${order}:${sender}`;
}

/** Follows the exchange's orders; resolves once the open ones are known. */
export async function createOtcChat(parts: OtcChatParts): Promise<OtcChat> {
  const { db, link, vault, files, now = Date.now, onFault } = parts;
  const parties = await followParties(db, link, onFault);

  /** An order of that party. @throws {Refusal} 404, the same for none and for another's. */
  async function own(order: string, { coreUser }: ChatParty): Promise<OrderParties> {
    if (!ORDER.test(order)) throw refuse('request.notFound');
    await parties.settled();
    const found = await parties.find(order);
    if (found === undefined || (found.buyer !== coreUser && found.seller !== coreUser))
      throw refuse('request.notFound');
    return found;
  }

  /** The id of the user's own picture in a message. @throws {Refusal} 5003. */
  async function pictureOf(userId: string, link: string): Promise<string> {
    const id = fileIdOf(link);
    const file = id === undefined ? undefined : await files.ofOwner(userId, id);
    if (file?.purpose !== 'chat') throw refuse('upload.notImage');
    return file.id;
  }

  function shownOf(row: Selectable<OtcMessagesTable>): ChatMessage {
    return {
      id: row.id,
      content: vault.open(row.content, placeOf(row.order_id, row.sender)).toString('utf8'),
      content_type: row.content_type,
      blade_user_id: row.sender_user,
      create_time: Number.parseInt(row.created_at, 10),
    };
  }

  return {
    async send(party, { orderId, content, contentType }) {
      const { endedAt } = await own(orderId, party);
      const time = now();
      if (endedAt !== null && time - endedAt > WRITES_AFTER_END) throw refuse('otc.state');
      if (!SAYS_SOMETHING.test(content)) throw refuse('chat.blank');
      if (Array.from(content).length > MAX_CHAT_TEXT) throw refuse('chat.tooLong', { most: String(MAX_CHAT_TEXT) });
      const file = contentType === CHAT_CONTENT.picture ? await pictureOf(party.userId, content) : null;
      const sender = String(party.coreUser);
      return await db.transaction().execute(async (tx) => {
        // Serialises one customer's messages: many at once could all take the last free place.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`otc-chat:${sender}`}, 0))`.execute(tx);
        const first = await tx
          .selectFrom('otc_messages')
          .select('created_at')
          .where('sender', '=', sender)
          .orderBy('created_at', 'desc')
          .offset(SEND_MOST - 1)
          .limit(1)
          .executeTakeFirst();
        const freeIn = first === undefined ? 0 : Number.parseInt(first.created_at, 10) + SEND_WINDOW - time;
        if (freeIn > 0) throw refuse('request.tooFrequent', { seconds: String(Math.ceil(freeIn / 1_000)) });
        const { count } = await tx
          .selectFrom('otc_messages')
          .select((one) => one.fn.countAll<string>().as('count'))
          .where('order_id', '=', orderId)
          .where('sender', '=', sender)
          .executeTakeFirstOrThrow();
        if (Number.parseInt(count, 10) >= MAX_SENT) throw refuse('otc.state');
        if (file !== null && !(await files.attach(file, tx))) throw refuse('upload.notImage');
        const row = await tx
          .insertInto('otc_messages')
          .values({
            ...{ order_id: orderId, sender, sender_user: party.userId, content_type: contentType, file },
            content: vault.seal(content, placeOf(orderId, sender)),
            created_at: String(time),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return shownOf(row);
      });
    },

    async list(party, { id, current, size }) {
      await own(id, party);
      const { count } = await db
        .selectFrom('otc_messages')
        .select((one) => one.fn.countAll<string>().as('count'))
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('otc_messages')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('id', 'desc')
        .offset((current - 1) * size)
        .limit(size)
        .execute();
      return { records: rows.map(shownOf), total: Number.parseInt(count, 10), size, current };
    },

    async shows({ coreUser }, file) {
      const found = await db
        .selectFrom('otc_messages')
        .innerJoin('otc_chats', 'otc_chats.order_id', 'otc_messages.order_id')
        .select('otc_messages.id')
        .where('otc_messages.file', '=', file)
        .where((one) =>
          one.or([one('otc_chats.buyer', '=', String(coreUser)), one('otc_chats.seller', '=', String(coreUser))]),
        )
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    stop: () => parties.stop(),
  };
}
