// The bounds of the feeds, by name.

/** Streams followed together, over all readers. */
export const TOPICS_MOST = 5_000;
/** How long a stream nobody reads keeps its deltas for one that comes back, ms. */
export const DELTAS_IDLE = 60_000;
/** How often waiting frames are looked at, ms. */
export const BEAT_EVERY = 50;
/** Sockets of one user. */
export const USER_SOCKETS_MOST = 10;
/** Sockets together, public and own. */
export const SOCKETS_MOST = 20_000;
/** Sockets from one network address. */
export const ADDRESS_SOCKETS_MOST = 200;
/** Time to authorise a socket before it is refused, ms. */
export const AUTHORISE_TIMEOUT = 5_000;
/** Prices on MQTT are told at most this often, ms. */
export const DETAIL_TOPIC_EVERY = 1_000;
