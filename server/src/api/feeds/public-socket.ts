// `/ws/{client id}`: the public market streams; only subscribed streams are sent.

import {
  codes,
  type FeedEntry,
  feedEntry,
  HEARTBEAT_EVERY,
  MAX_SUBSCRIPTIONS,
  pingMessage,
  subscribeEnvelope,
  CODE,
} from '@vitrine/contract';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createConnection, unreadable } from './connection.ts';
import type { Hub } from './hub.ts';
import { type Budget, closeCodes } from './intake.ts';
import { UNIT_SENT } from './limits.ts';
import type { Opening, TopicRefusal } from './topics.ts';

type EntryCode =
  | (typeof CODE)['ok']
  | (typeof CODE)['request.invalid']
  | (typeof CODE)['request.tooFrequent']
  | (typeof CODE)['server.notTaking']
  | TopicRefusal;

export interface PublicParts {
  readonly hub: Hub;
  readonly open: (entry: FeedEntry) => Opening | TopicRefusal;
  /** Waits for the turn of this address among all that read; undefined: it is its turn. */
  readonly turn: () => Promise<void> | undefined;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
  readonly budget: Budget;
}

/** Serves one public socket until it closes. */
export function servePublic(socket: WebSocket, stream: Duplex, parts: PublicParts): void {
  const { hub, open, turn, onFault, now, budget } = parts;
  const followed = new Set<string>();
  /**
   * Streams that begin once the reader has taken what came before. All at once, the snapshots of all ticks alone would be
   * more than may wait for a reader, who would be cut for what it was sent by us.
   */
  const starts = new Map<string, () => void>();
  let isBeginning = false;
  const ended = new AbortController();

  const connection = createConnection(
    socket,
    stream,
    (message) => {
      if (pingMessage.safeParse(message).success) return;
      const asked = subscribeEnvelope.safeParse(message);
      if (!asked.success) {
        const id = typeof message['id'] === 'string' || typeof message['id'] === 'number' ? message['id'] : null;
        connection.send(unreadable(id));
        return;
      }
      const { channel, id, data } = asked.data;
      // The answer is sent first, so that the client knows its streams before their snapshots arrive.
      const asking = new Set<string>();
      const answers = data.map((raw) => {
        const code = channel === 'subscribe' ? subscribe(raw, asking) : unsubscribe(raw);
        const echo = typeof raw === 'object' && raw !== null ? raw : {};
        return { ...pick(echo), code, key: codes[code].key };
      });
      connection.send(JSON.stringify({ channel, id, data: answers }));
      begin().catch(onFault);
    },
    now,
    budget,
  );

  /** Begins streams, each in a turn of its own; when enough waits for the reader, it first has to take that. */
  async function begin(): Promise<void> {
    if (isBeginning) return;
    isBeginning = true;
    try {
      while (starts.size > 0) {
        if (stream.writableNeedDrain) await once(stream, 'drain', { signal: ended.signal });
        await turn();
        const [next] = starts;
        if (next === undefined || !connection.open) return;
        const [key, start] = next;
        starts.delete(key);
        start();
      }
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    } finally {
      isBeginning = false;
    }
  }

  /** A duplicate entry in a message is one subscription: `asking` holds each stream once. */
  function subscribe(raw: unknown, asking: Set<string>): EntryCode {
    const entry = feedEntry.safeParse(raw);
    if (!entry.success) return CODE['request.invalid'];
    const opening = open(entry.data);
    if (typeof opening === 'number') return opening;
    if (asking.has(opening.key)) return CODE.ok;
    if (!followed.has(opening.key) && followed.size >= MAX_SUBSCRIPTIONS) return CODE['request.tooFrequent'];
    // The minimum cost of a snapshot; the real size is charged when it is sent.
    if (!budget.take(1 / UNIT_SENT)) return CODE['request.tooFrequent'];
    hub.leave(opening.key, connection);
    if (!hub.has(opening.key, opening.make)) return CODE['server.notTaking'];
    followed.add(opening.key);
    asking.add(opening.key);
    starts.set(opening.key, () => {
      // Nobody may have followed it for as long as this reader took nothing.
      if (hub.has(opening.key, opening.make))
        budget.charge(hub.follow(opening.key, connection, entry.data.since) / UNIT_SENT);
      else connection.close(closeCodes.later, 'Too many streams are followed at present.');
    });
    return CODE.ok;
  }

  function unsubscribe(raw: unknown): EntryCode {
    const entry = feedEntry.safeParse(raw);
    if (!entry.success) return CODE['request.invalid'];
    const opening = open(entry.data);
    if (typeof opening === 'number') return opening;
    hub.leave(opening.key, connection);
    starts.delete(opening.key);
    followed.delete(opening.key);
    return CODE.ok;
  }

  const heart = setInterval(
    () => connection.send(JSON.stringify({ channel: 'HEARTBEAT', time: now() })),
    HEARTBEAT_EVERY,
  );
  socket.on('close', () => {
    clearInterval(heart);
    starts.clear();
    ended.abort();
    for (const key of followed) hub.leave(key, connection);
  });
}

/** The part of an entry that is echoed: its name, as texts and numbers. */
function pick(entry: object): Record<string, string | number> & { channel: string; symbol: string } {
  const named = entry as Record<string, unknown>;
  const said: Record<string, string | number> & { channel: string; symbol: string } = { channel: '', symbol: '' };
  for (const field of ['channel', 'symbol', 'kind', 'interval']) {
    const value = named[field];
    if (typeof value === 'string') said[field] = value.slice(0, 32);
    else if (typeof value === 'number') said[field] = value;
  }
  return said;
}
