// Idempotency keys: UUID v7 (RFC 9562 §5.7), made by the page, read by the server.

/** A key older than this is refused (410), in ms. */
export const KEY_MAX_AGE = 24 * 3_600_000;
/** A key may be this far ahead of the server's clock, in ms. */
export const KEY_MAX_AHEAD = 60_000;
/** Random bytes that one key takes. */
export const KEY_RANDOM_BYTES = 10;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

/** The parts of a UUID v7: its time in ms UTC and its 74 random bits in two words below 2^48 (42 and 32 bits). */
export interface KeyParts {
  readonly time: number;
  readonly high: number;
  readonly low: number;
}

/** Whether a key of a time is taken now, ms UTC both: neither too old nor too far ahead. */
export function isTimely(time: number, now: number): boolean {
  return time >= now - KEY_MAX_AGE && time <= now + KEY_MAX_AHEAD;
}

/** A UUID v7 of a time (ms UTC, below 2^48) and 10 random bytes. */
export function makeKey(now: number, random: Uint8Array): string {
  if (random.length < KEY_RANDOM_BYTES)
    throw new RangeError(`a key takes ${KEY_RANDOM_BYTES} random bytes, got ${random.length}`);
  const bytes = Array.from(random.slice(0, KEY_RANDOM_BYTES));
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const tail = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const head = Math.trunc(now).toString(16).padStart(12, '0');
  return `${head.slice(0, 8)}-${head.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}

/** Reads a UUID v7 (any case); undefined when it is not one. */
export function readKey(text: string): KeyParts | undefined {
  const match = UUID_V7.exec(text.toLowerCase());
  if (!match) return undefined;
  const [, time = '', middle = '', first = '', second = '', last = ''] = match;
  // 12 bits after the version, then 62 after the variant's two bits.
  const upper = Number.parseInt(first, 16);
  const variant = Number.parseInt(second, 16) & 0x3fff;
  const node = Number.parseInt(last, 16);
  const low = node % 2 ** 32;
  const rest = (node - low) / 2 ** 32;
  return { time: Number.parseInt(time + middle, 16), high: upper * 2 ** 30 + variant * 2 ** 16 + rest, low };
}
