// Exports of idempotency keys.

export {
  FEW_KEYS,
  KEY_BOUNDS,
  type KeyBounds,
  acceptsKey,
  keysOf,
  MAX_KEYS,
  MAX_UNVERIFIED_KEYS,
  mostKeysOf,
  ACCEPTS,
} from './bounds.ts';
export { KEY_AGE, KEY_AHEAD, KEY_MINUTES, type KeyCounts, Keys } from './keys.ts';
