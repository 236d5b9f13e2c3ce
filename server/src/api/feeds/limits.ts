// Limits of the feeds.

/** Most streams followed at once, over all readers. */
export const TOPICS_MOST = 5_000;
/** How long a stream without readers keeps its deltas for one that reconnects, ms. */
export const DELTAS_IDLE = 60_000;
/** Interval of checks for pending frames, ms. */
export const BEAT_EVERY = 50;
/** Most sockets per user. */
export const USER_SOCKETS_MOST = 10;
/** Sockets together, public and own: the other connections are for calls. */
export const SOCKETS_MOST = 8_000;
/** Sockets from one network address. */
export const ADDRESS_SOCKETS_MOST = 200;
/** Parts of a message, and pieces in which one arrives, at most. */
export const FRAGMENTS_MOST = 128;
/** Users' sockets, of pages and of MQTT, that are authorised at once: one of an address, addresses in rotation. */
export const OPENINGS_AT_ONCE = 4;
/** Timeout for authorising a socket, its wait for a turn included, ms. */
export const AUTHORISE_TIMEOUT = 5_000;
/** Minimum interval of prices on MQTT, ms. */
export const DETAIL_TOPIC_EVERY = 1_000;
/**
 * Units per minute and address, over all its sockets, and of an account that opens its own. A message or a control frame
 * costs a fifth, each KiB received one more, each 8 KiB of snapshots one more, a connection one and what it asks of SQL.
 */
export const ADDRESS_UNITS = 6_000;
export const MESSAGE_UNITS = 0.2;
export const UNIT_RECEIVED = 1_024;
export const UNIT_SENT = 8_192;
/** Bytes waiting for all readers of an address, at most; beyond it those for whom much waits are cut. */
export const ADDRESS_BACKLOG_MOST = 16 * 1_048_576;
/** What is much, bytes: a reader that reads has less. */
export const BACKLOG_MUCH = 131_072;
/** Bytes a minute that an address is sent over all its sockets, MQTT apart: 4 MiB a second, some seventy pages or programs that follow everything. */
export const ADDRESS_SENT = 240 * 1_048_576;
/** They are counted in such pieces, bytes. */
export const SENT_COUNTED = 65_536;
/** Bytes that one MQTT client may send at once, and in a second on average: it connects, subscribes and lives. */
export const MQTT_BURST = 2_048;
export const MQTT_BYTES_A_SECOND = 64;
/** Bytes in an MQTT client's send backlog before it is disconnected: prices are small. */
export const MQTT_BACKLOG_MOST = 262_144;
